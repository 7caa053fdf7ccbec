// Signing in: password, second factor, missing address. Each step ends the session of the step before and opens a new
// one; only the last session is complete. The reason why an account may not sign in is given only after a correct
// password.
import { DAY_MS, DAY_SECONDS, LIMITS, identityCalls, isMobile } from '@sealwright/contract'
import type { SignInStep } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { insertOperation, originOf } from '../../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { readAllConfig, settingOf } from '../../../kernel/developer-config.ts'
import type { StoredConfig } from '../../../kernel/developer-config.ts'
import { sessionCookieName } from '../../../kernel/http/context.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { tellOtherDevice } from '../../../kernel/http/gates.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller, Person } from '../../../kernel/scope.ts'
import { findDevice, keepDevice } from '../credentials/devices.service.ts'
import type { Attempt, Guessing } from '../credentials/guessing.service.ts'
import { noteSignIn, noteWrong } from '../credentials/history.service.ts'
import type { SignInPlace } from '../credentials/history.service.ts'
import type { Notices } from '../credentials/notices.service.ts'
import { isPassword } from '../credentials/passwords.ts'
import type { OwnSecondFactors } from '../credentials/second-factor.service.ts'
import { normalized } from '../credentials/verification.service.ts'
import type { Verification } from '../credentials/verification.service.ts'
import * as queries from '../identity.queries.ts'
import { hashSecret, isNetworkAllowed, isPast, missingAddress, namesOf } from '../identity.rules.ts'
import type { HasInvitation } from '../registration/registration.service.ts'

export interface SignInDeps {
  database: Database
  ids: Ids
  guessing: Guessing
  notices: Notices
  verification: Verification
  secondFactors: OwnSecondFactors
  /** Whether text messages are really sent. Only then is a missing mobile number required. */
  sendsSms: boolean
  hasInvitation: HasInvitation
  /** A platform operator leaves. */
  endVisit(visit: NonNullable<Caller['visit']>, now: Date): Promise<unknown>
}

type Payload<Name extends keyof typeof identityCalls> = z.output<(typeof identityCalls)[Name]['payload']>
type Account = NonNullable<Awaited<ReturnType<typeof queries.findAccount>>>

export function createSignInService(deps: SignInDeps) {
  const { database, ids, guessing, notices, verification, secondFactors, sendsSms, hasInvitation, endVisit } = deps

  const placeOf = ({ asking }: OwnContext, accountId: string, device: { id: string } | undefined): SignInPlace => ({
    accountId,
    at: asking.now,
    network: networkOf(asking.network),
    userAgent: asking.userAgent ?? null,
    deviceId: device?.id ?? null,
    developerId: null,
  })

  /** The settings of the developer that a sign-in depends on. */
  const configOf = (developerId: number | null | undefined): Promise<StoredConfig> =>
    developerId == null
      ? Promise.resolve({})
      : database.inTenant(developerId, 'read', (db) => readAllConfig({ db, developerId }))

  /** The row of a new session and its cookie. Set the cookie after the row is committed. */
  function newSession(
    context: OwnContext,
    of: {
      accountId: string
      developerId: number | null
      owes: 'mfa' | 'binding' | null
      deviceId: string | null
      confirmedAt: Date | null
    },
  ) {
    const { now, network, userAgent, fingerprint } = context.asking
    const { owes, ...owner } = of
    const handle = ids.token(24)
    const secret = ids.token(32)
    const isActive = owes === null && owner.developerId !== null
    const seconds = isActive ? LIMITS.session.maxDays * DAY_SECONDS : LIMITS.secondFactor.pendingMinutes * 60
    const row = {
      ...owner,
      id: handle,
      secretHash: hashSecret(secret),
      state: isActive ? 'active' : 'pending',
      owes,
      fingerprint: fingerprint ?? null,
      network,
      userAgent: userAgent ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + seconds * 1000),
    } as const
    return { handle, row, giveCookie: () => context.setCookie(sessionCookieName(handle), secret, seconds) }
  }

  /**
   * Ends the session of a step and applies its change in one transaction. If the session has ended meanwhile, nothing
   * changes.
   */
  async function leave(
    context: OwnContext,
    { sessionId, developer }: Person,
    change: (db: Db) => Promise<void> = async () => undefined,
  ) {
    const end = async (db: Db) => {
      await change(db)
      if (!(await queries.deleteSession(db, sessionId))) throw new Refusal('session.expired')
    }
    await (developer ? database.inTenant(developer.id, 'write', end) : database.outsideTenants(end))
    context.clearCookie(sessionCookieName(sessionId))
  }

  /**
   * Opens the session after a step: complete, or pending for the next step. The device becomes known once the sign-in
   * is complete. Without a developer, the session stays pending but owes nothing: it can confirm sign-ins of programs.
   */
  async function goOn(
    context: OwnContext,
    account: Account,
    developerId: number | null,
    done: { isSecondFactorDone: boolean; isDeviceTrusted?: boolean; by?: Attempt },
  ): Promise<{ ssId: string; next: SignInStep }> {
    const { now } = context.asking
    const config = await configOf(developerId)
    const { session, device, next } = await database.outsideTenants(async (db) => {
      // A change of the password ends existing sessions. A sign-in in progress waits for that transaction here and is
      // then refused.
      if (!(await queries.isPasswordStill(db, account.id, account.passwordHash)))
        throw new Refusal(context.person ? 'session.expired' : 'identity.loginFailed')
      const hasFactor = (await secondFactors.methodsOf(db, account.id)).length > 0
      const isMfaOwed = !done.isSecondFactorDone && hasFactor
      const owes: 'mfa' | 'binding' | null = isMfaOwed
        ? 'mfa'
        : developerId !== null && missingAddress(account, sendsSms, now)
          ? 'binding'
          : null
      const device =
        owes === null || done.isDeviceTrusted
          ? await keepDevice(db, context, ids, account.id, done.isDeviceTrusted ?? false)
          : undefined
      const isFactorOwed = owes === null && !hasFactor && settingOf(config, 'secondFactor')
      const session = newSession(context, {
        accountId: account.id,
        developerId,
        owes,
        deviceId: device?.id ?? null,
        // The password was typed just now. The setup of a second factor does not ask for it again.
        confirmedAt: isFactorOwed ? now : null,
      })
      await queries.insertSession(db, session.row)
      if (owes === null) await noteSignIn(db, placeOf(context, account.id, device), 'signedIn')
      await done.by?.forgive(db)
      return { session, device, next: owes ?? (isFactorOwed ? 'factor' : 'dashboard') } as const
    })
    device?.giveCookie()
    session.giveCookie()
    return { ssId: session.handle, next }
  }

  async function signIn(context: OwnContext, payload: Payload<'login'>) {
    const { now } = context.asking
    const network = networkOf(context.asking.network)
    const name = normalized(payload.account)
    const { account, accountId, membership, device, isKnownNetwork } = await database.outsideTenants(async (db) => {
      const found = await queries.findAccount(db, name)
      // An unknown name runs the same queries with a random id, so the timing does not reveal whether the account
      // exists.
      const id = found?.id ?? ids.guid()
      const since = new Date(now.getTime() - LIMITS.guessing.knownNetworkDays * DAY_MS)
      return {
        account: found,
        accountId: id,
        membership: await queries.findMembership(db, id),
        device: await findDevice(db, context, id),
        isKnownNetwork: await queries.hasSignedInFrom(db, id, network, since),
      }
    })
    const attempt = await guessing.signIn({ name, network, knownDevice: device?.id, isKnownNetwork, now })
    if (!(await isPassword(account?.passwordHash, payload.password)) || !account) {
      await noteWrong(database, placeOf(context, accountId, device), 'wrongPassword', attempt)
      throw new Refusal('identity.loginFailed')
    }
    if (!membership && !payload.forProgram) {
      const isInvited = await database.outsideTenants((db) => hasInvitation(db, namesOf(account), now))
      await attempt.forgive()
      throw new Refusal(isInvited ? 'identity.invitationOpen' : 'identity.ordinaryUser')
    }
    const closed =
      membership && !membership.is_enabled
        ? 'disabled'
        : membership && isPast(membership.valid_until, now)
          ? 'validityOver'
          : !isNetworkAllowed(await configOf(membership?.developer_id), context.asking.network)
            ? 'networkRefused'
            : undefined
    const why = account.activatedAt === null ? 'notActivated' : payload.forProgram ? undefined : closed
    if (why !== undefined) {
      await database.outsideTenants(async (db) => {
        await noteSignIn(db, placeOf(context, account.id, device), why)
        await attempt.forgive(db)
      })
      throw new Refusal(`identity.${why}`, { params: { network: context.asking.network } })
    }
    return goOn(context, account, membership && !closed ? membership.developer_id : null, {
      isSecondFactorDone: device?.isTrusted ?? false,
      by: attempt,
    })
  }

  async function owing<P extends Person>(
    person: P | undefined,
    step: NonNullable<Person['owes']>,
  ): Promise<{ person: P; account: Account }> {
    if (!person) throw new Refusal('session.expired')
    if (person.owes !== step) throw new Refusal('identity.notOwed')
    const account = await database.outsideTenants((db) => queries.findAccountById(db, person.accountId))
    if (!account) throw new Refusal('session.expired')
    return { person, account }
  }

  async function mfaOptions(context: OwnContext) {
    const { person } = await owing(context.person, 'mfa')
    return database.outsideTenants(async (db) => ({
      methods: await secondFactors.methodsOf(db, person.accountId),
      passkey: await secondFactors.passkeyRequest(
        db,
        { id: person.sessionId, accountId: person.accountId },
        context.asking.origin,
        context.asking.now,
      ),
    }))
  }

  async function mfaVerify(context: OwnContext, { method, code, credential, trustDevice }: Payload<'mfaVerify'>) {
    const { person, account } = await owing(context.person, 'mfa')
    const { now } = context.asking
    const device = await database.outsideTenants((db) => findDevice(db, context, account.id))
    const attempt = await guessing.secondFactor({
      accountId: account.id,
      network: networkOf(context.asking.network),
      knownDevice: device?.id,
      now,
    })
    const given = { method, ...(code !== undefined && { code }), ...(credential !== undefined && { credential }) }
    const isRight = await database.outsideTenants((db) =>
      secondFactors.verify(db, { id: person.sessionId, accountId: account.id }, given, context.asking.origin, now),
    )
    if (!isRight) {
      await noteWrong(database, placeOf(context, account.id, device), 'wrongSecondFactor', attempt)
      throw method === 'passkey'
        ? new Refusal('identity.passkeyRefused')
        : new Refusal('identity.secondFactorWrong', { field: 'code' })
    }
    await leave(context, person)
    return goOn(context, account, person.developer?.id ?? null, {
      isSecondFactorDone: true,
      isDeviceTrusted: trustDevice,
      by: attempt,
    })
  }

  async function factor(context: OwnContext) {
    await owing(context.caller, 'factor')
    return { canAddPasskey: secondFactors.canAddPasskey(context.asking.origin) }
  }

  async function binding(context: OwnContext) {
    const { account } = await owing(context.caller, 'binding')
    const missing = missingAddress(account, sendsSms, context.asking.now)
    if (!missing) throw new Refusal('identity.notOwed')
    return { missing, isPostponable: missing === 'mobile' }
  }

  async function bind(context: OwnContext, { target, verifyCode }: Payload<'bind'>) {
    const { person: caller, account } = await owing(context.caller, 'binding')
    const { now } = context.asking
    const address = normalized(target)
    const missing = missingAddress(account, sendsSms, now)
    if (!missing) throw new Refusal('identity.notOwed')
    if (missing === 'email' && isMobile(address)) throw new Refusal('identity.emailNeeded', { field: 'target' })
    // Only the missing address can be added here. Changing an existing one requires the password and sends a notice to
    // it.
    if (missing === 'mobile' && !isMobile(address))
      throw new Refusal('platform.badPayload', { violations: [{ path: 'target', rule: 'notMobile', params: {} }] })
    if (
      !(await verification.spendCode({ purpose: 'bind', target: address, askedBy: account.id, code: verifyCode, now }))
    )
      throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    const change = isMobile(address) ? { mobile: address } : { email: address }
    try {
      await leave(context, caller, async (db) => {
        await queries.updateAccount(db, account.id, change)
        await insertOperation(
          db,
          originOf(context.asking, identityCalls.bind, { ...caller, developerId: caller.developer.id }),
          {
            type: 'update',
            target: { kind: 'account', guid: account.id, name: caller.displayName },
            before: { [missing]: null },
            after: { [missing]: address },
          },
        )
        await notices.tell(
          db,
          { ...caller, developerId: caller.developer.id },
          { kind: 'addressAdded', at: now, address },
        )
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('identity.addressTaken', { field: 'target' })
      throw error
    }
    return goOn(context, { ...account, ...change }, caller.developer.id, { isSecondFactorDone: true })
  }

  async function postponeBinding(context: OwnContext) {
    const { person: caller, account } = await owing(context.caller, 'binding')
    const { now } = context.asking
    if (missingAddress(account, sendsSms, now) === 'email') throw new Refusal('identity.emailNeeded')
    const change = { mobilePostponedUntil: new Date(now.getTime() + LIMITS.binding.postponeDays * DAY_MS) }
    await leave(context, caller, (db) => queries.updateAccount(db, account.id, change))
    return goOn(context, { ...account, ...change }, caller.developer.id, { isSecondFactorDone: true })
  }

  async function signOut(context: OwnContext) {
    if (!context.person) throw new Refusal('session.expired')
    const visit = context.caller?.visit
    if (visit) {
      await endVisit(visit, context.asking.now)
      context.clearCookie(sessionCookieName(context.person.sessionId))
    } else await leave(context, context.person)
    return {}
  }

  /** Confirms the password for sensitive calls. The device becomes the session's device. */
  async function confirm(context: OwnContext, { password }: Payload<'confirm'>) {
    const { caller } = context
    if (!caller) throw new Refusal('session.expired')
    const { now, fingerprint } = context.asking
    tellOtherDevice(context.asking, caller, identityCalls.confirm)
    const attempt = await guessing.confirm(caller.sessionId, now)
    const account = await database.outsideTenants((db) => queries.findAccountById(db, caller.accountId))
    if (!(await isPassword(account?.passwordHash, password)))
      throw new Refusal('identity.passwordWrong', { field: 'password' })
    await database.outsideTenants(async (db) => {
      await queries.confirmSession(db, caller.sessionId, now, fingerprint ?? null)
      await attempt.forgive(db)
    })
    return {}
  }

  return { signIn, signOut, mfaOptions, mfaVerify, factor, binding, bind, postponeBinding, confirm }
}
