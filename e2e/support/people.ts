// Creates developers and administrators for the tests, with SQL. Their products and templates are created through the
// calls. Everyone is new, so that no test sees the rows of another one.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { BrowserContextOptions } from '@playwright/test'
import { createClient } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { DESK_PATH, FEN_A_YUAN, identityCalls, productCalls, templateCalls } from '@sealwright/contract'
import type { DeveloperStatus, Locale, OperatorRole, PayloadOf, Privilege } from '@sealwright/contract'
import { PASSWORD, PASSWORD_HASH } from '@sealwright/testkit/password'
import { templatePayload } from '@sealwright/testkit/payloads'
import pg from 'pg'

/** The state of a session in a browser. */
export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>

export interface Person {
  account: string
  accountId: string
  developerId: string
  name: string
}

export interface Actor extends Person {
  state: BrowserState
  /** Calls the server as this person, without the browser. */
  call: Client
}

/** An operator of the platform desk. */
export interface Operator {
  guid: string
  email: string
  state: BrowserState
  call: Client
}

export interface People {
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs this statement, does the work while its locks are held, and rolls back. */
  holding<T>(text: string, values: unknown[], work: () => Promise<T>): Promise<T>
  /** A signed-in super administrator of a new developer. Smart templates get an additional product. */
  developer(options?: {
    status?: DeveloperStatus
    locale?: Locale
    products?: number
    templates?: number
  }): Promise<Actor>
  /** The same without a session, for tests that sign in on the page. */
  stranger(options?: { status?: DeveloperStatus; locale?: Locale }): Promise<Person>
  /** A sub-administrator of the same developer, not signed in. */
  administrator(of: Person, privileges: readonly Privilege[], locale?: Locale): Promise<Person>
  /** Creates an integrator of this developer with these members; returns its guid. */
  integrator(of: Person, members: readonly Person[]): Promise<string>
  signIn(person: Person): Promise<Actor>
  /** Credits a developer, as the platform does: yuan to the balance, yuan as a gift, or vouchers. */
  credit(developer: Pick<Person, 'developerId'>, amount: number, to?: 'wallet' | 'gift' | 'vouchers'): Promise<void>
  /** A signed-in operator of the platform desk. The password was just confirmed. */
  operator(roles?: readonly OperatorRole[], locale?: Locale): Promise<Operator>
  /** The link in the newest message to this address, as a path of this center. */
  link(address: string): Promise<string>
  close(): Promise<void>
}

export type ProductPayload = PayloadOf<typeof productCalls.create>

/** A client whose calls never share a millisecond: lists are ordered by time, and tests rely on the order. */
function inOrder(send: Client): Client {
  return async (call, payload, options) => {
    const answer = await send(call, payload, options)
    const answeredMs = Date.now()
    while (Date.now() <= answeredMs) await setImmediate()
    return answer
  }
}

let lastLicenseId = 0

/** A valid product with a license ID that no other test uses. */
export function productPayload(given: Partial<ProductPayload> = {}): ProductPayload {
  return { name: '测试产品', displayName: '测试', licenseForm: 1, licenseId: newLicenseId(), ...given }
}

export function newLicenseId(): number {
  lastLicenseId ||= randomInt(1_000, 2_000_000_000)
  return ++lastLicenseId
}

export function knowPeople(url: string, databaseUrl: string): People {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // A pool emits an error when an idle connection breaks; the next query reports it.
  pool.on('error', () => undefined)

  async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query<Row>(text, values)).rows
  }

  async function newPerson(
    developerId: string,
    isSuper: boolean,
    privileges: readonly Privilege[],
    locale: Locale,
  ): Promise<Person> {
    const accountId = randomUUID()
    const account = `${isSuper ? 'super' : 'sub'}-${accountId}@test.example`
    const name = isSuper ? '林主' : '周辅'
    await sql(
      `insert into account (id, email, user_name, password_hash, activated_at, locale, created_at)
       values ($1, $2, $3, $5, now(), $4, now())`,
      [accountId, account, name, locale, PASSWORD_HASH],
    )
    await sql(
      `insert into membership (developer_id, account_id, is_super, privileges, created_at)
       values ($1, $2, $3, $4, now())`,
      [developerId, accountId, isSuper, privileges],
    )
    return { account, accountId, developerId, name }
  }

  async function stranger({
    status = 'formal',
    locale = 'zh',
  }: { status?: DeveloperStatus; locale?: Locale } = {}): Promise<Person> {
    const [developer] = await sql<{ id: string }>(
      `insert into developer (name, display_name, status, created_at)
       values ('测试开发者', '测试开发者', $1, now()) returning id`,
      [status],
    )
    if (!developer) throw new Error('an insert answered no row')
    return newPerson(developer.id, true, [], locale)
  }

  async function signIn(person: Person): Promise<Actor> {
    const response = await fetch(`${url}${identityCalls.login.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      },
      body: JSON.stringify({ account: person.account, password: PASSWORD }),
    })
    const answer = (await response.json()) as { code: number; desc: string; data: { ssId: string } } // login answer
    if (answer.code !== 0) throw new Error(`${person.account} could not sign in: ${answer.desc}`)
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('sw_session_')) ?? ''
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    const { ssId } = answer.data
    return {
      ...person,
      ...inBrowser({ name, value, path: '/', key: 'ssId', handle: ssId }),
    }
  }

  /** A session as a browser keeps it, and as a client without a browser. */
  function inBrowser(session: { name: string; value: string; path: string; key: string; handle: string }) {
    const { name, value, path, key, handle } = session
    const state: BrowserState = {
      cookies: [
        {
          name,
          value,
          domain: new URL(url).hostname,
          path,
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: url, localStorage: [{ name: key, value: handle }] }],
    }
    const headers = () => ({ 'x-session-id': handle, cookie: `${name}=${value}` })
    return { state, call: inOrder(createClient({ baseUrl: url, headers })) }
  }

  return {
    sql,
    async holding(text, values, work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(text, values)
        return await work()
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    stranger,
    signIn,
    async credit({ developerId }, amount, to = 'wallet') {
      const [from, units] = to === 'vouchers' ? ['licenseGrants', amount] : ['grants', amount * FEN_A_YUAN]
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query("select set_config('sealwright.developer_id', $1, true)", [developerId])
        const guid = randomUUID()
        await client.query(
          `select post_transfer($1, $2, 'credit', null, null, '测试入账', null, null, now(), array[$6, $3],
             array[$4, $4]::uuid[], array[$4, $4]::uuid[], array[-$5::bigint, $5::bigint])`,
          [guid, `credit:${guid}`, to, '00000000-0000-0000-0000-000000000000', units, from],
        )
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    async operator(roles = ['owner'], locale = 'zh') {
      const guid = randomUUID()
      const [handle, value, email] = [`operator-${guid}`, randomUUID(), `operator-${guid}@test.example`]
      await sql(
        `insert into operator (guid, email, name, roles, locale, password_hash, totp_enabled_at, created_at)
         values ($1, $2, '沈运营', $3, $4, $5, now(), now())`,
        [guid, email, roles, locale, PASSWORD_HASH],
      )
      await sql(
        `insert into operator_session (id, public_id, secret_hash, operator_guid, network, created_at, last_seen_at,
           expires_at, confirmed_at)
         values ($1, gen_random_uuid(), $2, $3, '127.0.0.1', now(), now(), now() + interval '12 hours', now())`,
        [handle, createHash('sha256').update(value).digest(), guid],
      )
      const name = `sw_operator_${handle.slice(0, 12)}`
      return { guid, email, ...inBrowser({ name, value, path: DESK_PATH, key: 'operatorSsId', handle }) }
    },
    administrator: (of, privileges, locale = 'zh') => newPerson(of.developerId, false, privileges, locale),
    async link(address) {
      const [mail] = await sql<{ body: string }>(
        'select body from mail_outbox where recipient = $1 order by created_at desc limit 1',
        [address],
      )
      const { pathname, hash } = new URL(/https?:\/\/\S+\/p\/\S+/.exec(mail?.body ?? '')?.[0] ?? '')
      return pathname + hash
    },
    async integrator(of, members) {
      const guid = randomUUID()
      await sql(
        `insert into integrator (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
         values ($1, $2, $3, $4, $4, now(), now())`,
        [of.developerId, guid, `集成商 ${guid.slice(0, 8)}`, of.accountId],
      )
      await sql('update membership set integrator_guid = $1 where developer_id = $2 and account_id = any ($3)', [
        guid,
        of.developerId,
        members.map((member) => member.accountId),
      ])
      return guid
    },
    async developer({ products = 0, templates = 0, ...options } = {}) {
      const actor = await signIn(await stranger(options))
      // One after the other: the list shows the last one first.
      for (let n = 1; n <= products; n++)
        await actor.call(productCalls.create, productPayload({ name: `产品 ${String(n).padStart(2, '0')}` }))
      if (templates > 0) {
        const licenseId = newLicenseId()
        await actor.call(productCalls.create, productPayload({ name: '模板的产品', licenseId, licenseForm: 3 }))
        for (let n = 1; n <= templates; n++)
          await actor.call(
            templateCalls.create,
            templatePayload(licenseId, { name: `模板 ${String(n).padStart(2, '0')}` }),
          )
      }
      return actor
    },
    close: () => pool.end(),
  }
}
