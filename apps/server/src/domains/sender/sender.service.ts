// Use cases of senders. A stored password is only ever sent to the server that it was typed for: whoever changes the
// server or the user must type it again.
import { LIMITS, SMTP_PORTS, senderCalls } from '@sealwright/contract'
import type { SenderState } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import {
  answerOf,
  changedNow,
  createdNow,
  deletedNow,
  factsIn,
  filledBy,
  givenIn,
  logOf,
} from '../../kernel/entity/change.ts'
import { found, refuseFull, refuseStale } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { SmtpGuard } from '../../kernel/mail/smtp-guard.ts'
import { failureOf } from '../../kernel/mail/smtp-problem.ts'
import type { Smtp, SmtpServer } from '../../kernel/mail/smtp.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { sealPassword, serverOf } from './default-sender.service.ts'
import * as queries from './sender.queries.ts'
import { sender } from './sender.tables.ts'
import type { Sender } from './sender.tables.ts'

type Payload<Name extends keyof typeof senderCalls> = z.output<(typeof senderCalls)[Name]['payload']>

export interface SenderDeps {
  database: Database
  ids: Ids
  box: SecretBox
  smtp: Smtp
  guard: SmtpGuard
  rateLimit: RateLimit
}

const LOGGED = ['email', 'name', 'host', 'port', 'tls', 'smtpUser', 'isDefault'] as const
/** The log names a sender by its address. */
const named = (row: Sender) => ({ ...row, displayName: row.name, name: row.email })
const log = logOf('sender', ({ displayName, ...row }: ReturnType<typeof named>) =>
  factsIn(LOGGED)({ ...row, name: displayName }),
)

/** The settings that decide who gets to see the password. */
const GUARDED = ['host', 'port', 'tls', 'smtpUser'] as const

const stateOf = ({ failingSince, verifiedAt }: Sender): SenderState =>
  failingSince !== null ? 'failing' : verifiedAt === null ? 'unverified' : 'working'

const NO_MAILS: queries.Counts = { delivered: 0, failed: 0, bounced: 0 }
const toldOf = (row: Sender, counts: queries.Counts = NO_MAILS) => ({
  ...answerOf(row),
  ...counts,
  hasPassword: row.password !== null,
  state: stateOf(row),
})

export function createSenderService({ database, ids, box, smtp, guard, rateLimit }: SenderDeps) {
  const locked = async (scope: Scope, guid: string) => found(await lockRow(scope, sender, guid), 'sender.notFound')

  function refusePort({ host, port }: Pick<Sender, 'host' | 'port'>): void {
    if (!guard.allowsPort(host, port))
      throw new Refusal('sender.portNotAllowed', { params: { ports: SMTP_PORTS.join(', ') }, field: 'port' })
  }

  function refuseNoUser({ host, port, smtpUser }: Pick<Sender, 'host' | 'port' | 'smtpUser'>): void {
    if (smtpUser === null && !guard.allowsNoUser(host, port))
      throw new Refusal('sender.userNeeded', { field: 'smtpUser' })
  }

  /** A user signs in with a password. */
  function sealed(password: string | null | undefined): Buffer {
    if (!password) throw new Refusal('sender.passwordNeeded', { field: 'password' })
    return sealPassword(box, password)
  }

  async function find(scope: Scope, { email, state, ...query }: Payload<'find'>) {
    const list = await queries.listSenders(scope, { part: email, state }, query)
    const page = await readPage(query, list.count, list.page)
    const counts = await queries.countMails(scope)
    return { ...page, rows: page.rows.map((row) => toldOf(row, counts.get(row.guid))) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = found(await findRow(scope, sender, guid), 'sender.notFound')
    const counts = await queries.countMails(scope)
    return { ...toldOf(row, counts.get(guid)), days: await queries.countMailsByDay(scope, guid) }
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const { password, ...given } = filledBy(senderCalls.create.payload, payload)
    refusePort(given)
    refuseNoUser(given)
    // The lock keeps two callers from both creating the last one, or the first.
    await lockDeveloper(scope)
    refuseFull(await countRows(scope, sender), LIMITS.sender.perDeveloper, 'sender.limit')
    const row: Sender = {
      ...given,
      ...createdNow(scope),
      ...queries.WORKING,
      password: given.smtpUser === null ? null : sealed(password),
      isDefault: (await queries.findDefault(scope)) === undefined,
      verifiedAt: null,
    }
    await insertRow(scope, sender, row)
    await log.added(scope, named(row))
    return { guid: row.guid }
  }

  async function update(scope: Scope, { guid, revision, password, ...payload }: Payload<'update'>) {
    const before = await locked(scope, guid)
    await refuseStale(scope, before, revision)
    const after: Sender = { ...before, ...givenIn(payload), ...changedNow(scope, before) }
    refusePort(after)
    refuseNoUser(after)
    const isOtherServer = GUARDED.some((field) => after[field] !== before[field])
    if (after.smtpUser === null) after.password = null
    else if (password || isOtherServer || before.password === null) after.password = sealed(password)
    // What is known of the server concerns the former settings.
    if (isOtherServer || password) Object.assign(after, queries.WORKING, { verifiedAt: null })
    await updateRow(scope, sender, guid, after)
    await log.changed(scope, named(before), named(after))
    return { guid }
  }

  async function makeDefault(scope: Scope, guid: string | undefined) {
    await queries.setDefault(scope, guid)
    const row = guid === undefined ? undefined : await findRow(scope, sender, guid)
    if (row) await log.noted(scope, named(row), { before: { isDefault: false }, after: { isDefault: true } })
  }

  async function setDefault(scope: Scope, { guid }: Payload<'setDefault'>) {
    await lockDeveloper(scope)
    const row = await locked(scope, guid)
    if (!row.isDefault) await makeDefault(scope, guid)
    return {}
  }

  async function remove(scope: Scope, { guid, nextGuid }: Payload<'delete'>) {
    await lockDeveloper(scope)
    const before = await locked(scope, guid)
    const next = nextGuid === undefined || nextGuid === guid ? undefined : await locked(scope, nextGuid)
    await updateRow(scope, sender, guid, { ...deletedNow(scope), isDefault: false, password: null })
    await log.deleted(scope, named(before))
    if (before.isDefault) await makeDefault(scope, next?.guid)
    return {}
  }

  /** Talks to the server of a sender. No transaction is open meanwhile. */
  async function ask(
    { caller, asking }: OwnContext,
    guid: string,
    talk: (row: Sender, server: SmtpServer) => Promise<void>,
  ) {
    if (!caller) throw new Refusal('session.expired')
    const developerId = caller.developer.id
    const seconds = rateLimit.take(`sender:${developerId}`, LIMITS.sender.checksPerMinute)
    if (seconds > 0) throw new Refusal('platform.tooFrequent', { params: { seconds } })
    const row = await database.inTenant(developerId, 'read', (db) => findRow({ db, developerId }, sender, guid))
    const known = found(row, 'sender.notFound')
    try {
      await talk(known, serverOf(box, known))
    } catch (error) {
      const { problem, said } = failureOf(error, 'connect')
      return { problem, said }
    }
    await database.inTenant(developerId, 'write', (db) => queries.markWorking({ db, developerId }, known, asking.now))
    return { problem: null, said: null }
  }

  const verify = (context: OwnContext, { guid }: Payload<'verify'>) =>
    ask(context, guid, (_row, server) => smtp.verify(server))

  async function sendTest(context: OwnContext, { guid }: Payload<'sendTest'>) {
    const { caller, say } = context
    const to = caller?.email
    if (!to) throw new Refusal('sender.noOwnEmail')
    const outcome = await ask(context, guid, ({ email, name }, server) =>
      smtp.send(server, {
        from: { name: name ?? '', address: email },
        to,
        subject: say('mail.senderTest.subject', { email }),
        text: say('mail.senderTest.body', { email, developer: caller.developer.displayName }),
        messageId: `<${ids.guid()}@sealwright>`,
      }),
    )
    return { ...outcome, to }
  }

  return { find, get, create, update, remove, setDefault, verify, sendTest }
}
