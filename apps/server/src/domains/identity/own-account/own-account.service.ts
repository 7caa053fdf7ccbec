// Use cases of the user's own account: profile, password, addresses, second factors, sessions, devices. Each change
// writes an operation log row without secrets. Changes of the password or an address are also sent to the user as a
// message. Codes are checked before the business transaction, so a wrong attempt counts even if that transaction is
// rolled back.
import { LIMITS, isMobile, ownAccountCalls } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { insertOperation, originOf } from '../../../kernel/audit/record.ts'
import type { LoggedFacts, Operation } from '../../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { readConfig } from '../../../kernel/developer-config.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { isConfirmed } from '../../../kernel/http/gates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller, Scope } from '../../../kernel/scope.ts'
import { isTrusted, trustEnd } from '../credentials/devices.service.ts'
import type { Notices } from '../credentials/notices.service.ts'
import { hashPassword, isPassword } from '../credentials/passwords.ts'
import * as factorQueries from '../credentials/second-factor.queries.ts'
import type { OwnSecondFactors } from '../credentials/second-factor.service.ts'
import { normalized } from '../credentials/verification.service.ts'
import type { Verification } from '../credentials/verification.service.ts'
import { endSessions, getAccount, lockAccount, updateAccount } from '../identity.queries.ts'
import * as queries from './own-account.queries.ts'

export interface OwnAccountDeps {
  database: Database
  notices: Notices
  verification: Pick<Verification, 'spendCode'>
  secondFactors: OwnSecondFactors
}

type Payload<Name extends keyof typeof ownAccountCalls> = z.output<(typeof ownAccountCalls)[Name]['payload']>

function signedIn({ caller }: OwnContext): Caller {
  if (!caller) throw new Refusal('session.expired')
  return caller
}

const toldOf = ({ developer, ...person }: Caller) => ({ ...person, developerId: developer.id })

/** The operation log entry of a change to the caller's account. */
const aboutAccount = (caller: Caller, before: LoggedFacts, after: LoggedFacts): Operation => ({
  type: 'update',
  target: { kind: 'account', guid: caller.accountId, name: caller.displayName },
  before,
  after,
})

export function createOwnAccountService({ database, notices, verification, secondFactors }: OwnAccountDeps) {
  /** Writes the operation log row of a call that opens its own transaction. */
  function recordAlone(
    db: Db,
    { asking }: OwnContext,
    caller: Caller,
    call: Call,
    operation: Operation,
  ): Promise<void> {
    return insertOperation(db, originOf(asking, call, toldOf(caller)), operation)
  }

  async function security(scope: Scope) {
    const { db, caller, asking } = scope
    const account = await getAccount(db, caller.accountId)
    const passkeys = await factorQueries.listPasskeys(db, caller.accountId)
    const sessions = await queries.listSessions(
      db,
      caller.accountId,
      asking.now,
      await readConfig(scope, 'sessionHours'),
    )
    return {
      email: account.email,
      mobile: account.mobile,
      passwordChangedAt: account.passwordChangedAt,
      totpSince: (await factorQueries.findTotp(db, caller.accountId)).enabledAt,
      recoveryCodesLeft: await factorQueries.countRecoveryCodes(db, caller.accountId),
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
        id,
        name,
        createdAt,
        lastUsedAt,
        isSynced,
      })),
      canAddPasskey: secondFactors.canAddPasskey(asking.origin),
      sessions: sessions.map(({ handle, ...session }) => ({ ...session, isThis: handle === caller.sessionId })),
    }
  }

  async function updateProfile(scope: Scope, { userName }: Payload<'updateProfile'>) {
    const { db, caller } = scope
    const before = await lockAccount(db, caller.accountId)
    if (userName === undefined || userName === before.userName) return {}
    await updateAccount(db, caller.accountId, { userName })
    await scope.record(aboutAccount(caller, { userName: before.userName }, { userName }))
    return {}
  }

  async function changePassword(scope: Scope, { password }: Payload<'changePassword'>) {
    const { db, caller, asking } = scope
    // Verify and hash before locking the account: both are slow, and other calls would wait for the lock. A concurrent
    // change of the password ends this session.
    const { passwordHash: before } = await getAccount(db, caller.accountId)
    if (await isPassword(before, password)) throw new Refusal('identity.samePassword', { field: 'password' })
    const passwordHash = await hashPassword(password)
    if ((await lockAccount(db, caller.accountId)).passwordHash !== before) throw new Refusal('session.expired')
    await updateAccount(db, caller.accountId, { passwordHash, passwordChangedAt: asking.now })
    await endSessions(db, caller.accountId, caller.sessionId)
    await notices.tell(db, toldOf(caller), { kind: 'passwordChanged', at: asking.now })
    // The log shows that the password changed, and nothing about it.
    await scope.record(aboutAccount(caller, { password: null }, { password: '••••••' }))
    return {}
  }

  async function changeAddress(context: OwnContext, payload: Payload<'changeAddress'>) {
    const caller = signedIn(context)
    const { now } = context.asking
    const target = normalized(payload.target)
    const kind = isMobile(target) ? 'mobile' : 'email'
    if (caller[kind] === target) throw new Refusal('identity.addressSame', { field: 'target' })
    const isRight = await verification.spendCode({
      purpose: 'bind',
      target,
      askedBy: caller.accountId,
      code: payload.verifyCode,
      now,
    })
    if (!isRight) throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    try {
      await database.inTenant(caller.developer.id, 'write', async (db) => {
        const { [kind]: before, [kind === 'email' ? 'mobile' : 'email']: other } = await lockAccount(
          db,
          caller.accountId,
        )
        await updateAccount(db, caller.accountId, { [kind]: target })
        await notices.tell(db, toldOf(caller), {
          kind: before === null ? 'addressAdded' : 'addressChanged',
          at: now,
          address: target,
          to: before ?? other,
        })
        await recordAlone(
          db,
          context,
          caller,
          ownAccountCalls.changeAddress,
          aboutAccount(caller, { [kind]: before }, { [kind]: target }),
        )
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('identity.addressTaken', { field: 'target' })
      throw error
    }
    return {}
  }

  async function startTotp({ db, caller }: Scope) {
    if ((await factorQueries.lockTotp(db, caller.accountId)).enabledAt) throw new Refusal('identity.totpOn')
    return secondFactors.startTotp(db, caller.accountId, caller.email ?? caller.mobile ?? caller.displayName)
  }

  /**
   * Ends the other sessions before the first second factor is enabled. They began with the password alone, so the
   * second factor would not stop an intruder who uses one of them.
   */
  async function endSessionsWithoutFactor(db: Db, caller: Caller): Promise<void> {
    if ((await secondFactors.methodsOf(db, caller.accountId)).length === 0)
      await endSessions(db, caller.accountId, caller.sessionId)
  }

  async function enableTotp(scope: Scope, { code }: Payload<'enableTotp'>) {
    const { db, caller, asking } = scope
    const { secret, enabledAt } = await factorQueries.lockTotp(db, caller.accountId)
    if (enabledAt) throw new Refusal('identity.totpOn')
    if (!secret) throw new Refusal('identity.totpNotStarted')
    const lastStep = secondFactors.arrivedStep(caller.accountId, secret, code, asking.now)
    if (lastStep === undefined) throw new Refusal('identity.secondFactorWrong', { field: 'code' })
    await endSessionsWithoutFactor(db, caller)
    await factorQueries.setTotp(db, caller.accountId, { secret, enabledAt: asking.now, lastStep })
    const recoveryCodes = await secondFactors.renewRecoveryCodes(db, caller.accountId)
    await scope.record(aboutAccount(caller, { totp: false }, { totp: true }))
    return { recoveryCodes }
  }

  async function disableTotp(scope: Scope) {
    const { db, caller } = scope
    const { enabledAt } = await factorQueries.lockTotp(db, caller.accountId)
    if (!enabledAt) throw new Refusal('identity.secondFactorOff')
    await factorQueries.setTotp(db, caller.accountId, { secret: null, enabledAt: null, lastStep: null })
    await secondFactors.forgetIfLast(db, caller.accountId)
    await scope.record(aboutAccount(caller, { totp: true }, { totp: false }))
    return {}
  }

  async function renewRecoveryCodes(scope: Scope) {
    const { db, caller } = scope
    await factorQueries.lockTotp(db, caller.accountId)
    if ((await secondFactors.methodsOf(db, caller.accountId)).length === 0)
      throw new Refusal('identity.secondFactorOff')
    const left = await factorQueries.countRecoveryCodes(db, caller.accountId)
    const recoveryCodes = await secondFactors.renewRecoveryCodes(db, caller.accountId)
    // The marker makes the log row differ even if ten new codes replace ten old ones.
    await scope.record(
      aboutAccount(caller, { recoveryCodes: left }, { recoveryCodes: `${recoveryCodes.length} · ••••••` }),
    )
    return { recoveryCodes }
  }

  const sessionOf = (caller: Caller) => ({ id: caller.sessionId, accountId: caller.accountId })
  const refuseTooMany = (passkeys: readonly unknown[]) => {
    const max = LIMITS.secondFactor.passkeys
    if (passkeys.length >= max) throw new Refusal('identity.passkeyLimit', { params: { max } })
  }

  async function startPasskey(context: OwnContext) {
    const caller = signedIn(context)
    const { origin, now } = context.asking
    return database.outsideTenants(async (db) => {
      refuseTooMany(await factorQueries.listPasskeys(db, caller.accountId))
      const user = { name: caller.email ?? caller.mobile ?? caller.displayName, displayName: caller.displayName }
      const options = await secondFactors.creationRequest(db, sessionOf(caller), user, origin, now)
      if (!options) throw new Refusal('identity.passkeyNeedsDomain')
      return { options }
    })
  }

  async function addPasskey(context: OwnContext, { name, credential }: Payload<'addPasskey'>) {
    const caller = signedIn(context)
    const { origin, now } = context.asking
    const made = await database.outsideTenants((db) =>
      secondFactors.readCreated(db, sessionOf(caller), credential, origin, now),
    )
    if (!made) throw new Refusal('identity.passkeyRefused')
    return database.inTenant(caller.developer.id, 'write', async (db) => {
      const { enabledAt } = await factorQueries.lockTotp(db, caller.accountId)
      const others = await factorQueries.listPasskeys(db, caller.accountId)
      refuseTooMany(others)
      if (
        !(await factorQueries.insertPasskey(db, caller.accountId, { ...made, name, createdAt: now, lastUsedAt: null }))
      )
        throw new Refusal('identity.passkeyRefused')
      await recordAlone(
        db,
        context,
        caller,
        ownAccountCalls.addPasskey,
        aboutAccount(caller, { passkey: null }, { passkey: name }),
      )
      const isFirst = !enabledAt && others.length === 0
      if (isFirst) await endSessions(db, caller.accountId, caller.sessionId)
      return { recoveryCodes: isFirst ? await secondFactors.renewRecoveryCodes(db, caller.accountId) : null }
    })
  }

  async function lockPasskey({ db, caller }: Scope, id: string) {
    await factorQueries.lockTotp(db, caller.accountId)
    const found = (await factorQueries.listPasskeys(db, caller.accountId)).find((passkey) => passkey.id === id)
    if (!found) throw new Refusal('identity.passkeyNotFound')
    return found
  }

  async function renamePasskey(scope: Scope, { passkeyId, name }: Payload<'renamePasskey'>) {
    const before = await lockPasskey(scope, passkeyId)
    await factorQueries.renamePasskey(scope.db, scope.caller.accountId, passkeyId, name)
    await scope.record(aboutAccount(scope.caller, { passkey: before.name }, { passkey: name }))
    return {}
  }

  async function removePasskey(scope: Scope, { passkeyId }: Payload<'removePasskey'>) {
    const { db, caller } = scope
    const before = await lockPasskey(scope, passkeyId)
    await factorQueries.deletePasskey(db, caller.accountId, passkeyId)
    await secondFactors.forgetIfLast(db, caller.accountId)
    await scope.record(aboutAccount(caller, { passkey: before.name }, { passkey: null }))
    return {}
  }

  async function endSession(scope: Scope, { guid }: Payload<'endSession'>) {
    const ended = await queries.endListedSession(scope.db, scope.caller.accountId, guid)
    if (!ended) throw new Refusal('identity.sessionNotFound')
    await scope.record(aboutAccount(scope.caller, { session: ended.network }, { session: null }))
    return {}
  }

  async function endOtherSessions(scope: Scope) {
    const ended = await endSessions(scope.db, scope.caller.accountId, scope.caller.sessionId)
    if (ended > 0) await scope.record(aboutAccount(scope.caller, { session: ended + 1 }, { session: 1 }))
    return { ended }
  }

  async function findSignIns({ db, caller }: Scope, { currentPage, pageSize, order = 'desc' }: Payload<'findSignIns'>) {
    const list = queries.listSignIns(db, caller.accountId, order)
    return readPage({ currentPage, pageSize }, await list.count(), list.page)
  }

  async function devices({ db, caller, asking }: Scope) {
    const rows = await queries.listDevices(db, caller.accountId)
    return {
      rows: rows.map((row) => ({
        ...row,
        trustedUntil: isTrusted(row.trustedUntil, asking.now) ? row.trustedUntil : null,
        isThis: row.guid === caller.deviceId,
      })),
    }
  }

  const labelOf = (device: Pick<queries.Device, 'name' | 'network'>) => device.name ?? device.network

  async function lockDevice({ db, caller }: Scope, guid: string) {
    const found = await queries.lockDevice(db, caller.accountId, guid)
    if (!found) throw new Refusal('identity.deviceNotFound')
    return found
  }

  /**
   * Trusting a device skips the second factor, so it requires the current device and a recently confirmed password. An
   * existing trust is not extended, because that would need only the password.
   */
  async function trustUntil(
    { db, caller, asking }: Scope,
    { guid, trustedUntil }: queries.Device,
  ): Promise<Date | null> {
    if (isTrusted(trustedUntil, asking.now)) return trustedUntil
    if (guid !== caller.deviceId || !isConfirmed(caller, asking.fingerprint, asking.now))
      throw new Refusal('identity.confirmPassword')
    if ((await secondFactors.methodsOf(db, caller.accountId)).length === 0)
      throw new Refusal('identity.secondFactorOff')
    return trustEnd(asking.now)
  }

  async function updateDevice(scope: Scope, payload: Payload<'updateDevice'>) {
    const { caller, asking } = scope
    const before = await lockDevice(scope, payload.guid)
    const after = {
      ...before,
      ...(payload.name !== undefined && { name: payload.name }),
      ...(payload.isTrusted !== undefined && {
        trustedUntil: payload.isTrusted ? await trustUntil(scope, before) : null,
      }),
    }
    await queries.updateDevice(scope.db, caller.accountId, after)
    const facts = (device: queries.Device) => ({
      device: labelOf(device),
      isTrusted: isTrusted(device.trustedUntil, asking.now),
    })
    await scope.record(aboutAccount(caller, facts(before), facts(after)))
    return {}
  }

  async function removeDevice(scope: Scope, { guid }: Payload<'removeDevice'>) {
    // Lock the account first, as a password reset does: it also changes sessions and devices.
    await lockAccount(scope.db, scope.caller.accountId)
    const before = await lockDevice(scope, guid)
    await queries.deleteDevice(scope.db, scope.caller.accountId, guid)
    await scope.record(aboutAccount(scope.caller, { device: labelOf(before) }, { device: null }))
    return {}
  }

  /** The account to which a developer can be handed over. An account that is not activated counts as unknown. */
  async function requireHeir(db: Db, developerId: number, address: string): Promise<queries.Heir> {
    const heir = await queries.findHeir(db, address)
    if (!heir?.isActivated) throw new Refusal('identity.userNotFound', { field: 'account' })
    if (heir.developerId !== null && heir.developerId !== developerId)
      throw new Refusal('identity.administersAnother', { field: 'account' })
    if (heir.isSuper) throw new Refusal('identity.alreadySuper', { field: 'account' })
    return heir
  }

  async function changeSuperAdministrator(
    context: OwnContext,
    { account, verifyCode }: Payload<'changeSuperAdministrator'>,
  ) {
    const caller = signedIn(context)
    const { now } = context.asking
    const { id: developerId } = caller.developer
    const address = normalized(account)
    const spending = {
      purpose: 'superAdministrator',
      target: address,
      askedBy: caller.accountId,
      code: verifyCode,
      now,
    } as const
    const spend = async (isKept: boolean) => {
      if (!(await verification.spendCode({ ...spending, isKept })))
        throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    }
    // Check the code first. Otherwise the caller could probe which addresses have accounts.
    await spend(true)
    // Checked twice: here so that an impossible hand-over does not use up the code, and below under the lock.
    await database.asOwner((db) => requireHeir(db, developerId, address))
    await spend(false)
    await database.asOwner(async (db) => {
      if (!(await queries.lockSuper(db, developerId, caller.accountId))) throw new Refusal('platform.superOnly')
      const heir = await requireHeir(db, developerId, address)
      if (!(await queries.moveSuper(db, developerId, caller.accountId, heir.accountId, now)))
        throw new Refusal('identity.administersAnother', { field: 'account' })
      const record = (target: { accountId: string; displayName: string }, isSuper: boolean) =>
        recordAlone(db, context, caller, ownAccountCalls.changeSuperAdministrator, {
          type: 'update',
          target: { kind: 'account', guid: target.accountId, name: target.displayName },
          before: { isSuper: !isSuper },
          after: { isSuper },
        })
      await record(caller, false)
      await record(heir, true)
    })
    return {}
  }

  return {
    security,
    updateProfile,
    changePassword,
    changeAddress,
    startTotp,
    enableTotp,
    disableTotp,
    renewRecoveryCodes,
    startPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    endSession,
    endOtherSessions,
    findSignIns,
    devices,
    updateDevice,
    removeDevice,
    changeSuperAdministrator,
  }
}
