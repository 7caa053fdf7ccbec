// Signing in at the desk: a link that sets the password once, the password, and always a second factor. Each step ends
// the session of the step before. Wrong attempts are counted like those of the console, under names of their own.
import { DAY_MS, HOUR_MS, LIMITS, MINUTE_MS, privilegesOfRoles } from '@sealwright/contract'
import type { OperatorStep, operatorDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../kernel/db/database.ts'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import { operatorCookieName } from '../../kernel/desk.ts'
import type { DeskContext, Operator } from '../../kernel/desk.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { createTotp, freshRecoveryCodes, hashRecoveryCode } from '../../kernel/keys/totp.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashPassword, isPassword } from '../identity/index.ts'
import type { Guessing } from '../identity/index.ts'
import * as queries from './operator.queries.ts'
import type { OperatorRecord } from './operator.queries.ts'
import { hashSecret, isSecret, sessionEnd } from './operator.rules.ts'

const limits = LIMITS.operator
const TOUCH_EVERY_MS = MINUTE_MS

type Payload<Name extends keyof typeof operatorDesk> = z.output<(typeof operatorDesk)[Name]['payload']>

export interface DoorDeps {
  database: Database
  ids: Ids
  box: SecretBox
  guessing: Guessing
}

export function createDoor({ database, ids, box, guessing }: DoorDeps) {
  const totp = createTotp(box)
  const write = <T>(work: (db: Db) => Promise<T>) => database.atDesk('write', work)
  /** Operators share no counter with accounts of developers: nobody can type a name with a line end. */
  const guessName = (email: string) => `operator\n${email.toLowerCase()}`

  async function findOperator(handle: string, secret: string, now: Date): Promise<Operator | undefined> {
    const row = await write((db) => queries.findSession(db, handle))
    if (!row || !isSecret(row.secret_hash, secret)) return undefined
    const lastSeen = new Date(row.last_seen_at)
    if (!row.is_enabled || now >= sessionEnd(lastSeen, new Date(row.expires_at))) {
      await write((db) => queries.deleteSession(db, handle))
      return undefined
    }
    if (now.getTime() - lastSeen.getTime() > TOUCH_EVERY_MS) await write((db) => queries.touchSession(db, handle, now))
    return {
      guid: row.operator_guid,
      sessionId: handle,
      sessionGuid: row.public_id,
      owes: row.owes,
      email: row.email ?? '',
      name: row.name ?? row.email ?? '',
      roles: row.roles,
      privileges: new Set(privilegesOfRoles(row.roles)),
      locale: row.locale,
      timeFormat: row.time_format,
      confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
      fingerprint: row.fingerprint,
    }
  }

  /** Inserts a session. Give its cookie after the transaction has committed. */
  async function openSession(
    db: Db,
    { asking, setCookie }: DeskContext,
    operatorGuid: string,
    owes: 'code' | 'setup' | null,
  ) {
    const [handle, secret] = [ids.token(24), ids.token(32)]
    const lasts = owes === null ? limits.sessionHours * HOUR_MS : LIMITS.secondFactor.pendingMinutes * MINUTE_MS
    await queries.insertSession(db, {
      id: handle,
      publicId: ids.guid(),
      secretHash: hashSecret(secret),
      operatorGuid,
      owes,
      fingerprint: asking.fingerprint ?? null,
      network: asking.network,
      userAgent: asking.userAgent ?? null,
      now: asking.now,
      expiresAt: new Date(asking.now.getTime() + lasts),
    })
    const next: OperatorStep = owes ?? 'desk'
    return {
      answer: { ssId: handle, next },
      giveCookie: () => setCookie(operatorCookieName(handle), secret, lasts / 1000),
    }
  }

  /** Ends the session of a step and opens the next one, in the transaction of the step. */
  async function goOn(db: Db, context: DeskContext, operator: Operator) {
    if (!(await queries.deleteSession(db, operator.sessionId))) throw new Refusal('session.expired')
    await queries.noteSignIn(db, operator.guid, networkOf(context.asking.network), context.asking.now)
    const session = await openSession(db, context, operator.guid, null)
    return {
      answer: session.answer,
      giveCookies: () => {
        context.clearCookie(operatorCookieName(operator.sessionId))
        session.giveCookie()
      },
    }
  }

  const owesStep = ({ totp_enabled_at: enabled }: OperatorRecord) => (enabled === null ? 'setup' : 'code')

  async function owing({ operator }: DeskContext, step: 'code' | 'setup'): Promise<Operator> {
    if (!operator) throw new Refusal('session.expired')
    if (operator.owes !== step) throw new Refusal('operator.notOwed')
    return operator
  }

  async function factorAttempt({ asking }: DeskContext, { guid }: Operator) {
    return guessing.secondFactor({
      accountId: `operator ${guid}`,
      network: networkOf(asking.network),
      knownDevice: undefined,
      now: asking.now,
    })
  }

  return {
    findOperator,

    async login(context: DeskContext, { email, password }: Payload<'login'>) {
      const { now } = context.asking
      const network = networkOf(context.asking.network)
      const since = new Date(now.getTime() - LIMITS.guessing.knownNetworkDays * DAY_MS)
      const { found, isKnownNetwork } = await write(async (db) => {
        const one = await queries.findByEmail(db, email)
        // An unknown address runs the same query with a random id.
        const isKnown = await queries.hasSignedInFrom(db, one?.guid ?? ids.guid(), network, since)
        return { found: one, isKnownNetwork: isKnown }
      })
      const attempt = await guessing.signIn({
        name: guessName(email),
        network,
        knownDevice: undefined,
        isKnownNetwork,
        now,
      })
      if (!(await isPassword(found?.password_hash ?? undefined, password)) || !found)
        throw new Refusal('operator.loginFailed')
      await attempt.forgive()
      if (!found.is_enabled) throw new Refusal('operator.disabled')
      const session = await write(async (db) => {
        // A new password or a new link ends a sign-in in progress.
        const still = await queries.lockOperator(db, found.guid)
        if (still?.password_hash !== found.password_hash) throw new Refusal('operator.loginFailed')
        return openSession(db, context, found.guid, owesStep(found))
      })
      session.giveCookie()
      return session.answer
    },

    async link({ asking }: DeskContext, { link }: Payload<'link'>) {
      await guessing.code(networkOf(asking.network), asking.now).then((attempt) => attempt.forgive())
      const found = await write((db) => queries.findByLink(db, hashSecret(link), asking.now))
      if (!found) throw new Refusal('operator.linkOver')
      return { email: found.email, name: found.name, roles: found.roles }
    },

    async accept(context: DeskContext, { link, email, name, password, locale }: Payload<'accept'>) {
      const { now } = context.asking
      const passwordHash = await hashPassword(password)
      const session = await write(async (db) => {
        const found = await queries.lockByLink(db, hashSecret(link), now)
        if (!found) throw new Refusal('operator.linkOver')
        const address = found.email ?? email
        if (address === undefined) throw new Refusal('operator.emailNeeded', { field: 'email' })
        await queries.deleteSessionsOf(db, found.guid)
        await queries.acceptLink(db, found.guid, { email: address, name, passwordHash, locale })
        return openSession(db, context, found.guid, owesStep(found))
      }).catch((error: unknown) => {
        if (isUniqueViolation(error)) throw new Refusal('operator.emailTaken', { field: 'email' })
        throw error
      })
      session.giveCookie()
      return session.answer
    },

    async verify(context: DeskContext, { code }: Payload<'verify'>) {
      const operator = await owing(context, 'code')
      const { now } = context.asking
      const attempt = await factorAttempt(context, operator)
      const session = await write(async (db) => {
        const row = await queries.lockOperator(db, operator.guid)
        if (!row?.totp_secret) throw new Refusal('session.expired')
        const step = totp.stepOf(operator.guid, row.totp_secret, code, now)
        const isRight =
          step === undefined
            ? await queries.useRecoveryCode(db, operator.guid, hashRecoveryCode(operator.guid, code), now)
            : await queries.useStep(db, operator.guid, step)
        if (!isRight) throw new Refusal('operator.codeWrong', { field: 'code' })
        await attempt.forgive(db)
        return goOn(db, context, operator)
      })
      session.giveCookies()
      return session.answer
    },

    async startTotp(context: DeskContext) {
      const operator = await owing(context, 'setup')
      const { secret, uri, sealed } = totp.start(operator.guid, operator.email)
      // Another sign-in with this password may have set up the factor meanwhile.
      if (!(await write((db) => queries.setTotp(db, operator.guid, sealed)))) throw new Refusal('operator.notOwed')
      return { secret, uri }
    },

    async enableTotp(context: DeskContext, { code }: Payload<'enableTotp'>) {
      const operator = await owing(context, 'setup')
      const { now } = context.asking
      const attempt = await factorAttempt(context, operator)
      const recoveryCodes = freshRecoveryCodes()
      const session = await context.write(async (scope) => {
        const { db } = scope
        const row = await queries.lockOperator(db, operator.guid)
        const step = row?.totp_secret ? totp.stepOf(operator.guid, row.totp_secret, code, now) : undefined
        if (step === undefined) throw new Refusal('operator.codeWrong', { field: 'code' })
        if (!(await queries.enableTotp(db, operator.guid, step, now))) throw new Refusal('operator.notOwed')
        // Sign-ins from before the factor end.
        await queries.deleteSessionsOf(db, operator.guid, operator.sessionId)
        await queries.replaceRecoveryCodes(
          db,
          operator.guid,
          recoveryCodes.map((one) => hashRecoveryCode(operator.guid, one)),
        )
        await scope.record({
          type: 'update',
          target: { kind: 'operator', guid: operator.guid, name: operator.name },
          before: { secondFactor: false },
          after: { secondFactor: true },
        })
        await attempt.forgive(db)
        return goOn(db, context, operator)
      })
      session.giveCookies()
      return { ...session.answer, recoveryCodes }
    },

    async logout({ operator, clearCookie, asking }: DeskContext) {
      if (!operator) throw new Refusal('session.expired')
      await write(async (db) => {
        await queries.deleteSession(db, operator.sessionId)
        // A session that has only the password ends nothing else.
        if (operator.owes === null) await queries.endVisitsOf(db, operator.guid, asking.now)
      })
      clearCookie(operatorCookieName(operator.sessionId))
      return {}
    },

    async confirm({ operator, asking }: DeskContext, { password }: Payload<'confirm'>) {
      if (!operator) throw new Refusal('session.expired')
      const attempt = await guessing.confirm(operator.sessionId, asking.now)
      const row = await write((db) => queries.findOperator(db, operator.guid))
      if (!(await isPassword(row?.password_hash ?? undefined, password)))
        throw new Refusal('identity.passwordWrong', { field: 'password' })
      await attempt.forgive()
      await write((db) => queries.confirmSession(db, operator.sessionId, asking.now, asking.fingerprint ?? null))
      return {}
    },
  }
}
