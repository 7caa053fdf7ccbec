// A complete center on its own database, and actors who call it through the typed client like a browser, with session
// handle and cookies.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import {
  ASSIGNED_KINDS,
  DAY_MS,
  HOUR_MS,
  LIMITS,
  identityCalls,
  invitationCalls,
  taskCalls,
} from '@sealwright/contract'
import type {
  AssignedKind,
  DeveloperStatus,
  OperatorRole,
  PayloadOf,
  Privilege,
  ScopeKind,
  productCalls,
} from '@sealwright/contract'
import { composeCenter, layGround } from '@sealwright/server'
import type { Center, CenterOptions, Ground } from '@sealwright/server'
import { readConfig } from '@sealwright/server/config.ts'
import type { Config } from '@sealwright/server/config.ts'
import { createOperator } from '@sealwright/server/domains/billing/index.ts'
import type { Books, Creditable } from '@sealwright/server/domains/billing/index.ts'
import { foundDeveloper, insertAccount, insertMembership } from '@sealwright/server/domains/developer/index.ts'
import { inScope } from '@sealwright/server/kernel/in-scope.ts'
import type { Scope } from '@sealwright/server/kernel/scope.ts'
import pino from 'pino'
import { createMovableClock } from './clock.ts'
import type { MovableClock } from './clock.ts'
import { createMigratedDatabase } from './databases.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import { SECRET_KEY } from './postgres.ts'

export interface Actor {
  account: string
  accountId: string
  developerId: number
  call: Client
  /** The headers of this actor's session, for requests without the client. */
  headers: Record<string, string>
}

/** Row scope, quotas and validity of an administrator. Default: no restrictions. */
export interface AdministratorTerms {
  /** The kinds of rows that row scope restricts. */
  limited?: readonly ScopeKind[]
  /** Guids of the assigned products, users and customers. */
  assigned?: Partial<Record<AssignedKind, readonly string[]>>
  cloudQuota?: number
  softQuota?: number
  validUntil?: Date
}
const ASSIGNED_TABLES: Record<AssignedKind, string> = {
  product: 'product',
  user: 'end_user',
  customer: 'customer',
  userLock: 'dongle',
}

/** A browser with its own cookies, session handle, fingerprint and network. */
export interface Browser {
  call: Client
  cookies: Map<string, string>
  /** The headers of its session, for requests without the client. */
  headers(): Record<string, string>
  ssId: string | undefined
  fingerprint: string
  network: string
}

interface BrowserOptions {
  network?: string
  fingerprint?: string
  origin?: string
  /** It starts with the session of this person or operator, which was made without a fingerprint. */
  of?: { headers: Record<string, string> }
}

export interface TestCenter {
  ground: Ground
  center: Center
  clock: MovableClock
  /** Calls without a session. */
  visitor: Client
  fetch: typeof fetch
  /** A developer with its super administrator, signed in. */
  developer(options?: { status?: DeveloperStatus; name?: string }): Promise<Actor>
  /** A sub-administrator of the same developer, signed in. */
  administrator(of: Actor, privileges: readonly Privilege[], terms?: AdministratorTerms): Promise<Actor>
  /** Accepts the newest invitation to an address for its owner, who signs in. */
  accept(account: string): Promise<Actor>
  signIn(account: string, password?: string): Promise<{ ssId: string; headers: Record<string, string> }>
  browser(given?: BrowserOptions): Browser
  /** The newest message to an address in the outbox, with its code and link. */
  message(to: string): Promise<{ kind: string; subject: string; body: string; code: string; link: string }>
  /** Credits money in fen, gift licenses or vouchers to a developer, like a platform operator. */
  credit(of: Pick<Actor, 'developerId'>, amount: number, kind?: Creditable): Promise<void>
  /** Runs one transaction on a developer's books, outside any call and without an actor. */
  inBooks<T>(of: Pick<Actor, 'developerId'>, work: (books: Books) => Promise<T>, now?: Date): Promise<T>
  /** Processes a task to its end. */
  finishTask(of: Actor, taskId: string): Promise<void>
  /** Undoes a task and processes the undo to its end. Returns the undo task. */
  undoTask(of: Actor, guid: string): Promise<string>
  /** Binds a device to a license, without a session. */
  bind(of: Pick<Actor, 'developerId'>, licenseGuid: string, fingerprint?: string): ReturnType<Center['license']['bind']>
  /** Runs one transaction as this person, outside any call. */
  asPerson<T>(of: Actor, work: (scope: Scope) => Promise<T>): Promise<T>
  /** A signed-in operator of the platform desk with these roles, whose password was just confirmed. */
  operator(...roles: OperatorRole[]): Promise<DeskActor>
  /** Moves the clock by whole days and signs the given actors in again. */
  daysLater(days: number, ...actors: readonly Actor[]): Promise<void>
  close(): Promise<void>
}

/** An operator who calls the desk. */
export interface DeskActor {
  guid: string
  email: string
  headers: Record<string, string>
  call: Client
}

export interface TestCenterOptions extends CenterOptions {
  config?: Partial<Config>
  /** Answers runtime calls from the cache, like a running server. Otherwise every call reads the database. */
  remembers?: boolean
}

const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString())

/** A new network for each use, so that limits per network do not affect unrelated tests. */
const newNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export async function createTestCenter(options: TestCenterOptions = {}): Promise<TestCenter> {
  const { config: overrides, remembers = false, ...centerOptions } = options
  const url = await createMigratedDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'sealwright-center-'))
  const clock = createMovableClock()
  const config = {
    ...readConfig({ SEALWRIGHT_SECRET_KEY: SECRET_KEY }),
    dataDir,
    callsPerMinute: 1_000_000,
    connections: 10_000,
    connectionsPerNetwork: 1_000,
    captchaUrls: [],
    ...overrides,
  }
  // In tests with a thousand concurrent calls, calls wait for a long time. That must not fail on a slow computer.
  const ground = await layGround(config, url, pino({ level: 'silent' }), clock, {
    waitMs: 240_000,
  })
  // Some tests use a hundred devices on one network.
  const runtime = { callsPerMinute: 1_000_000, callsPerMinuteOfCode: 1_000_000, ...centerOptions.runtime }
  const center = await composeCenter(ground, { consoleDir: undefined, ...centerOptions, runtime })
  // Background jobs run only if a test starts them, but they can be enqueued.
  await ground.jobs.open([...center.task.jobs, ...center.billing.jobs].filter(({ schedule }) => schedule === undefined))
  await center.app.ready()
  if (remembers) await center.runtime.start()

  const send: typeof fetch = async (input, init = {}) => {
    // Encode bodies other than text (forms with files) like a browser.
    const spelled = typeof init.body === 'object' && init.body !== null ? new Response(init.body) : undefined
    const body = spelled ? Buffer.from(await spelled.arrayBuffer()) : init.body
    const response = await center.app.inject({
      method: (init.method ?? 'GET') as 'GET' | 'POST', // calls use no other
      url: addressOf(input),
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(spelled && { 'content-type': spelled.headers.get('content-type') ?? '' }),
      },
      ...(body !== undefined && body !== null && { payload: body as string | Buffer }), // text, or the bytes above
    })
    return new Response(response.body, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    })
  }
  const visitor = createClient({ fetch: send })

  async function signIn(account: string, password = PASSWORD) {
    const response = await center.app.inject({
      method: 'POST',
      url: identityCalls.login.path,
      payload: { account, password },
      remoteAddress: newNetwork(),
    })
    const answer = response.json<{ code: number; desc: string; data: { ssId: string } }>()
    if (answer.code !== 0) throw new Error(`${account} could not sign in: ${answer.desc}`)
    const cookie = response.cookies.find((one) => one.name.startsWith('sw_session_'))
    return {
      ssId: answer.data.ssId,
      headers: { 'x-session-id': answer.data.ssId, cookie: `${cookie?.name}=${cookie?.value}` },
    }
  }

  async function actor(account: string, accountId: string, developerId: number): Promise<Actor> {
    const { headers } = await signIn(account)
    return { account, accountId, developerId, headers, call: createClient({ fetch: send, headers: () => headers }) }
  }

  function browser({
    network = newNetwork(),
    of,
    fingerprint = of ? '' : randomUUID(),
    origin,
  }: BrowserOptions = {}): Browser {
    const [name, value] = of?.headers['cookie']?.split('=') ?? []
    const own: Browser = {
      cookies: new Map(name && value ? [[name, value]] : []),
      ssId: of?.headers['x-session-id'],
      fingerprint,
      network,
      headers: () => ({
        ...(own.ssId && { 'x-session-id': own.ssId }),
        ...(own.cookies.size > 0 && {
          cookie: [...own.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
        }),
        'x-device-fingerprint': own.fingerprint,
        ...(origin && { origin, host: new URL(origin).host }),
      }),
      call: createClient({
        headers: () => own.headers(),
        fetch: async (input, init = {}) => {
          const response = await center.app.inject({
            method: (init.method ?? 'GET') as 'GET' | 'POST', // calls use no other
            url: addressOf(input),
            headers: Object.fromEntries(new Headers(init.headers)),
            remoteAddress: own.network,
            ...(typeof init.body === 'string' && { payload: init.body }),
          })
          for (const cookie of response.cookies) {
            if (cookie.value === '') own.cookies.delete(cookie.name)
            else own.cookies.set(cookie.name, cookie.value)
          }
          const { data } = response.json<{ data?: { ssId?: string } | null }>()
          if (data?.ssId) own.ssId = data.ssId
          return new Response(response.body, { status: response.statusCode })
        },
      }),
    }
    return own
  }

  const message: TestCenter['message'] = async (to) => {
    const { rows } = await ground.database.owner.query<{ kind: string; subject: string; body: string }>(
      'select kind, subject, body from mail_outbox where recipient = $1 order by created_at desc, id desc limit 1',
      [to],
    )
    const [row] = rows
    if (!row) throw new Error(`there is no message to ${to}`)
    return {
      ...row,
      code: /\b\d{6}\b/.exec(`${row.subject} ${row.body}`)?.[0] ?? '',
      link: /link=([\w-]+)/.exec(row.body)?.[1] ?? '',
    }
  }

  const finishTask: TestCenter['finishTask'] = async ({ developerId }, taskId) => {
    while (await center.task.work.work(developerId, taskId));
  }

  return {
    ground,
    center,
    clock,
    visitor,
    fetch: send,
    signIn,
    browser,
    message,
    async operator(...roles) {
      const guid = randomUUID()
      const [handle, secret, email] = [`operator-${guid}`, randomUUID(), `${guid.slice(0, 8)}@platform.test`]
      const { owner } = ground.database
      const now = clock.now()
      await owner.query(
        `insert into operator (guid, email, name, roles, password_hash, totp_enabled_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $6)`,
        [guid, email, `Operator ${guid.slice(0, 4)}`, roles, PASSWORD_HASH, now],
      )
      await owner.query(
        `insert into operator_session (id, public_id, secret_hash, operator_guid, network, created_at, last_seen_at,
           expires_at, confirmed_at)
         values ($1, $2, $3, $4, '127.0.0.1', $5, $5, $6, $5)`,
        [
          handle,
          randomUUID(),
          createHash('sha256').update(secret).digest(),
          guid,
          now,
          new Date(now.getTime() + LIMITS.operator.sessionHours * HOUR_MS),
        ],
      )
      const headers = { 'x-session-id': handle, cookie: `sw_operator_${handle.slice(0, 12)}=${secret}` }
      return { guid, email, headers, call: createClient({ fetch: send, headers: () => headers }) }
    },
    async accept(account) {
      const { link } = await message(account)
      const { invitations } = await visitor(invitationCalls.list, { link })
      const guid = invitations[0]?.guid ?? ''
      await visitor(invitationCalls.accept, { link, guid, password: PASSWORD, confirmPassword: PASSWORD })
      const { rows } = await ground.database.owner.query<{ account_id: string; developer_id: number }>(
        `select m.account_id, m.developer_id from membership m join account a on a.id = m.account_id
         where $1 in (a.email, a.mobile)`,
        [account],
      )
      const [member] = rows
      if (!member) throw new Error(`${account} has not joined a developer`)
      return actor(account, member.account_id, member.developer_id)
    },
    async developer({ status = 'formal', name: developerName = '测试开发者' } = {}) {
      const account = `super-${randomUUID()}@test.example`
      const made = await foundDeveloper(ground, {
        name: developerName,
        status,
        account,
        passwordHash: PASSWORD_HASH,
        userName: null,
      })
      if (!made) throw new Error('the account already exists')
      return actor(account, made.accountId, made.developerId)
    },
    async administrator(
      of,
      privileges,
      { limited = [], assigned = {}, cloudQuota = null, softQuota = null, validUntil = null } = {},
    ) {
      const account = `sub-${randomUUID()}@test.example`
      const accountId = ground.ids.guid()
      await ground.database.asOwner(async (db) => {
        const now = clock.now()
        await insertAccount(db, { id: accountId, account, userName: null, passwordHash: PASSWORD_HASH, now })
        await insertMembership(db, { developerId: of.developerId, accountId, isSuper: false, privileges, now })
      })
      const { owner } = ground.database
      await owner.query(
        'update membership set limited = $2, cloud_quota = $3, soft_quota = $4, valid_until = $5 where account_id = $1',
        [accountId, limited, cloudQuota, softQuota, validUntil],
      )
      for (const kind of ASSIGNED_KINDS) {
        await owner.query(
          `update ${ASSIGNED_TABLES[kind]} set assigned_to = assigned_to || $1::uuid
           where developer_id = $2 and guid = any ($3::uuid[])`,
          [accountId, of.developerId, assigned[kind] ?? []],
        )
      }
      return actor(account, accountId, of.developerId)
    },
    async credit({ developerId }, amount, kind = 'wallet') {
      await createOperator(ground).credit(developerId, { kind, amount, note: '测试' })
    },
    inBooks({ developerId }, work, now = clock.now()) {
      return ground.database.inTenant(developerId, 'write', (db) =>
        work({ db, developerId, ids: ground.ids, now, actor: null }),
      )
    },
    finishTask,
    async undoTask(of, guid) {
      const { taskId } = await of.call(taskCalls.undo, { guid })
      await finishTask(of, taskId)
      return taskId
    },
    bind({ developerId }, licenseGuid, fingerprint = 'a') {
      const machine = {
        fingerprint,
        name: `PC-${fingerprint}`,
        os: 'Windows 11',
        network: '203.0.113.7',
        addresses: [{ ip: '10.0.0.2', mac: '00:11:22:33:44:55' }],
        isOffline: false,
        parts: [],
      }
      return ground.database.inTenant(developerId, 'write', (db) =>
        center.license.bind({ db, developerId, ids: ground.ids, now: clock.now() }, licenseGuid, machine),
      )
    },
    async asPerson(of, work) {
      const { database, ids, languages, log } = ground
      const now = clock.now()
      const caller = await center.findMember(of.developerId, of.accountId, now)
      if (!caller) throw new Error('the person is not a member of the developer')
      const asking = {
        requestId: 'test',
        network: '',
        fingerprint: undefined,
        userAgent: undefined,
        origin: undefined,
        now,
        log,
      }
      return inScope(database, { caller, asking, ids, say: languages.zh, call: { name: 'test' } }, 'write', work)
    },
    async daysLater(days, ...actors) {
      clock.advance(days * DAY_MS)
      for (const { account, headers } of actors) Object.assign(headers, (await signIn(account)).headers)
    },
    async close() {
      await center.close()
      await ground.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let lastLicenseId = 1_000
/** A valid product. Pass the fields that the test is about. */
export function productPayload(
  given: Partial<PayloadOf<typeof productCalls.create>> = {},
): PayloadOf<typeof productCalls.create> {
  return { name: '测试产品', displayName: '测试', licenseForm: 1, licenseId: ++lastLicenseId, ...given }
}
