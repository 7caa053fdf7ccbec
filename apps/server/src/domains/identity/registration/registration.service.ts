// Calls that work without a session: sending a code, registering, resetting the password, activating. Only a message to
// the address reveals whether an account exists; the answers do not.
import { DEFAULT_TIME_ZONE, identityCalls, zoneOf } from '@sealwright/contract'
import type { Call, CodePurpose, Locale, ShownBanner, RegistrationMode } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { insertOperation, originOf } from '../../../kernel/audit/record.ts'
import type { Operation } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findTimeZone, foundDeveloper } from '../../developer/index.ts'
import type { KeptDevice } from '../credentials/devices.service.ts'
import type { Guessing } from '../credentials/guessing.service.ts'
import type { Notices } from '../credentials/notices.service.ts'
import { NO_PASSWORD, hashPassword } from '../credentials/passwords.ts'
import { normalized } from '../credentials/verification.service.ts'
import type { FoundLink, Sending, Spending, Verification } from '../credentials/verification.service.ts'
import * as queries from '../identity.queries.ts'
import { displayNameOf, namesOf } from '../identity.rules.ts'
import { setPassword } from './new-password.service.ts'
import type { Account } from './new-password.service.ts'
import { passwordRequired } from './registration.rules.ts'

export interface RegistrationDeps {
  database: Database
  clock: Clock
  ids: Ids
  guessing: Guessing
  notices: Notices
  verification: Verification
  languages: Record<OwnContext['locale'], Sentences>
  isDemo(): boolean
  findBanner(db: Db, now: Date): Promise<ShownBanner | null>
  keepsMail: boolean
  keepsSms: boolean
  hasInvitation: HasInvitation
  registering: Registering
  confirmActivation: ConfirmActivation
}

/** Port to the center domain: who may register. */
export interface Registering {
  readDoor(db: Db): Promise<{ registration: RegistrationMode; termsVersion: number | undefined }>
  /** Refuses if registration is closed. */
  require(db: Db): Promise<void>
  /** In the transaction that founds the developer. Refuses those who may not register. */
  admit(
    db: Db,
    developerId: number,
    given: { invitationCode?: string | undefined; termsVersion?: number | undefined },
    now: Date,
  ): Promise<void>
}

/** Port to the access domain: whether one of these addresses has an open invitation. */
export type HasInvitation = (db: Db, addresses: readonly string[], now: Date) => Promise<boolean>

/**
 * Port to the customer domain: a user activated the account that a developer invited them to. Runs in a transaction of
 * that developer.
 */
export type ConfirmActivation = (
  of: { db: Db; developerId: number },
  user: { accountId: string; address: string; locale: Locale },
) => Promise<void>

type Payload<Name extends keyof typeof identityCalls> = z.output<(typeof identityCalls)[Name]['payload']>

export function createRegistration(deps: RegistrationDeps) {
  const { database, ids, guessing, notices, verification, languages } = deps

  async function describeCenter({ asking: { now } }: OwnContext) {
    const { banner, door } = await database.outsideTenants(async (db) => ({
      banner: await deps.findBanner(db, now),
      door: await deps.registering.readDoor(db),
    }))
    return {
      ...door,
      demo: deps.isDemo(),
      keepsMail: deps.keepsMail,
      keepsSms: deps.keepsSms,
      banner: banner ?? undefined,
    }
  }

  /** The account that requests a code, for the purposes that require one. Refuses callers who may not request it. */
  function askerOf({ caller }: OwnContext, purpose: CodePurpose, target: string): string | null {
    if (purpose !== 'bind' && purpose !== 'superAdministrator') return null
    if (!caller) throw new Refusal('session.expired')
    if (purpose === 'bind') {
      if (caller.owes === 'mfa') throw new Refusal('session.expired')
      if (target === caller.email || target === caller.mobile)
        throw new Refusal('identity.addressSame', { field: 'target' })
      return caller.accountId
    }
    if (caller.state !== 'active') throw new Refusal('session.expired')
    if (!caller.isSuper) throw new Refusal('platform.superOnly')
    if (target === caller.email || target === caller.mobile)
      throw new Refusal('identity.alreadySuper', { field: 'target' })
    // Does not check whether the target has an account: the refusal would reveal it. Only a correct code does.
    return caller.accountId
  }

  async function sendCode(context: OwnContext, payload: Payload<'sendCode'>) {
    const { purpose } = payload
    const target = normalized(payload.target)
    await guessing.asking(networkOf(context.asking.network), context.asking.now)
    const askedBy = askerOf(context, purpose, target)
    if (purpose === 'register') await database.outsideTenants(deps.registering.require)
    // Everything is looked up for unknown addresses too, so all cases take the same time.
    const { account, isAdministrator, isInvited } = await database.outsideTenants(async (db) => {
      const found = await queries.findAccount(db, target)
      return {
        account: found,
        isAdministrator: (await queries.findMembership(db, found?.id ?? ids.guid())) !== undefined,
        isInvited: await deps.hasInvitation(db, [target], context.asking.now),
      }
    })
    const locale = account?.locale ?? context.locale
    const say = languages[locale]
    const words =
      (kind: string): Sending['write'] =>
      (sent) => {
        const params = { ...sent, developer: context.caller?.developer.displayName ?? '' }
        return { subject: say(`mail.${kind}.subject`, params), body: say(`mail.${kind}.body`, params) }
      }
    const isTaken = purpose === 'register' && isAdministrator
    const isNobodys =
      (purpose === 'resetPassword' && !account) ||
      (purpose === 'invitation' && !isInvited) ||
      (purpose === 'activate' && (!account || account.activatedAt !== null))
    return verification.send({
      purpose,
      target,
      askedBy,
      network: networkOf(context.asking.network),
      now: context.asking.now,
      locale,
      isWanted: !isNobodys,
      isCodeGood: !isTaken,
      write: words(isTaken ? 'alreadyRegistered' : purpose),
    })
  }

  /**
   * Checks a code of a caller without a session. Wrong codes also count against the network, because an attacker can
   * try any number of addresses.
   */
  async function checkCode(
    context: OwnContext,
    given: Pick<Spending, 'purpose' | 'target' | 'code' | 'isKept'>,
  ): Promise<FoundLink | undefined> {
    const { now, network } = context.asking
    const attempt = await guessing.code(networkOf(network), now)
    const proof = await verification.checkCode({ ...given, askedBy: null, now })
    if (proof) await attempt.forgive()
    return proof
  }

  /**
   * If an account exists for the address and administers nothing, it becomes the account of the person who proves
   * access to the mailbox.
   */
  async function register(context: OwnContext, payload: Payload<'register'>) {
    const { requestId, network, fingerprint } = context.asking
    const account = normalized(payload.account)
    await database.outsideTenants(deps.registering.require)
    if (!(await checkCode(context, { purpose: 'register', target: account, code: payload.verifyCode })))
      throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    const earlier = await findPerson(account)
    const passwordHash = await hashPassword(payload.password)
    const kept: KeptDevice[] = []
    const made = await foundDeveloper(deps, {
      name: payload.developerName,
      status: 'trial',
      account,
      isAddressProven: true,
      passwordHash,
      userName: null,
      country: payload.country,
      timeZone: zoneOf(payload.timeZone),
      locale: context.locale,
      origin: { spreadCode: payload.spreadCode, bdVid: payload.bdVid, keyword: payload.keyword },
      asked: {
        call: identityCalls.register.name,
        requestId,
        network,
        fingerprint: fingerprint ?? null,
        status: context.say('developer.statuses.trial'),
      },
      // In the same transaction: with the new password, the earlier sessions end and the owner is notified.
      also: async (db, developerId) => {
        await deps.registering.admit(db, developerId, payload, context.asking.now)
        if (earlier && earlier.account.passwordHash !== NO_PASSWORD)
          kept.push(await renewPassword(db, context, { account: earlier.account, developerId }, passwordHash))
      },
    })
    if (!made) throw new Refusal('identity.accountTaken', { field: 'account' })
    for (const device of kept) device.giveCookie()
    return { developerId: String(made.developerId) }
  }

  interface Person {
    account: Account
    /** The developer that the account administers, if any. */
    developerId: number | undefined
  }

  function findPerson(name: string): Promise<Person | undefined> {
    return database.outsideTenants(async (db) => {
      const account = await queries.findAccount(db, name)
      return account && { account, developerId: (await queries.findMembership(db, account.id))?.developer_id }
    })
  }

  /** End users have no developer, and the console has nothing for them. */
  const canSignIn = (person: Person | undefined) => person?.developerId !== undefined

  const transactionOf =
    (developerId: number | undefined) =>
    <T>(work: (db: Db) => Promise<T>) =>
      developerId === undefined ? database.outsideTenants(work) : database.inTenant(developerId, 'write', work)

  /** Each developer has its own operation log, so changes to an account without a developer are not logged. */
  async function record(
    db: Db,
    { asking }: OwnContext,
    { account, developerId }: Person,
    call: Call,
    change: Pick<Operation, 'type' | 'before' | 'after'>,
  ): Promise<void> {
    if (developerId === undefined) return
    const displayName = displayNameOf(account)
    await insertOperation(db, originOf(asking, call, { developerId, accountId: account.id, displayName }), {
      ...change,
      target: { kind: 'account', guid: account.id, name: displayName },
    })
  }

  /**
   * Sets a new password after the user has proven access to the mailbox. The browser becomes a known device, so a flood
   * of wrong guesses cannot lock the owner out.
   */
  async function renewPassword(
    db: Db,
    context: OwnContext,
    { account, developerId }: Person,
    passwordHash: string,
  ): Promise<KeptDevice> {
    const { now, network, userAgent } = context.asking
    const kept = await setPassword(db, context, ids, account, passwordHash)
    await queries.insertSignIn(db, {
      accountId: account.id,
      at: now,
      outcome: 'passwordReset',
      network: networkOf(network),
      userAgent: userAgent ?? null,
      deviceId: kept.id,
      developerId: null,
    })
    const timeZone =
      account.timeZone ?? (developerId === undefined ? DEFAULT_TIME_ZONE : await findTimeZone({ db, developerId }))
    await notices.tell(
      db,
      { ...account, timeZone, developerId: developerId ?? null },
      { kind: 'passwordChanged', at: now },
    )
    return kept
  }

  /** The link from a message, checked for its purpose; undefined if the payload has none. */
  async function findLink(
    context: OwnContext,
    purpose: CodePurpose,
    link: string | undefined,
  ): Promise<FoundLink | undefined> {
    if (link === undefined) return undefined
    const found = await database.outsideTenants((db) => verification.findLink(db, link, context.asking.now))
    if (found.purpose !== purpose) throw new Refusal('identity.linkInvalid')
    return found
  }

  async function resetPassword(context: OwnContext, payload: Payload<'resetPassword'>) {
    const { now } = context.asking
    const link = await findLink(context, 'resetPassword', payload.link)
    const name = link?.target ?? normalized(payload.account ?? '')
    if (
      !link &&
      !(await checkCode(context, { purpose: 'resetPassword', target: name, code: payload.verifyCode ?? '' }))
    )
      throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
    const found = await findPerson(name)
    const useless = () =>
      link ? new Refusal('identity.linkInvalid') : new Refusal('identity.codeWrong', { field: 'verifyCode' })
    if (!found) throw useless()
    const passwordHash = await hashPassword(payload.password)
    const device = await transactionOf(found.developerId)(async (db) => {
      if (link) await verification.useLink(db, link, now)
      // The owner may be giving up this address, because somebody else reads its mails.
      if (!namesOf(await queries.lockAccount(db, found.account.id)).includes(name)) throw useless()
      const kept = await renewPassword(db, context, found, passwordHash)
      // The log shows that the password changed, and nothing about it.
      await record(db, context, found, identityCalls.resetPassword, {
        type: 'update',
        before: { password: null },
        after: { password: '••••••' },
      })
      return kept
    })
    device.giveCookie()
    return { canSignIn: canSignIn(found) }
  }

  async function checkLink(context: OwnContext, { link }: Payload<'checkLink'>) {
    const { purpose, target } = await database.outsideTenants((db) =>
      verification.findLink(db, link, context.asking.now),
    )
    const person = await findPerson(target)
    return {
      purpose,
      account: target,
      needsPassword: person?.account.passwordHash === NO_PASSWORD,
      canSignIn: canSignIn(person),
    }
  }

  /** Activates by the link of a message, or by account and code. */
  async function activate(context: OwnContext, payload: Payload<'activate'>) {
    const { now } = context.asking
    const found = await findLink(context, 'activate', payload.link)
    const target = found?.target ?? normalized(payload.account ?? '')
    const person = await findPerson(target)
    const account = person?.account
    // If the password field is missing, a correct code stays valid. A wrong code is refused first, so an attacker does
    // not learn that a password is missing.
    const isPasswordNeeded = account?.passwordHash === NO_PASSWORD && payload.password === undefined
    const proof =
      found ??
      (await checkCode(context, {
        purpose: 'activate',
        target,
        code: payload.verifyCode ?? '',
        isKept: isPasswordNeeded,
      }))
    if (!proof) throw new Refusal('identity.activationCodeWrong', { field: 'verifyCode' })
    if (!person || !account) throw new Refusal('identity.linkInvalid')
    if (account.activatedAt !== null) throw new Refusal('identity.alreadyActivated')
    if (isPasswordNeeded) throw passwordRequired()
    const passwordHash =
      account.passwordHash === NO_PASSWORD && payload.password !== undefined
        ? await hashPassword(payload.password)
        : undefined
    const inviterId = proof.developerId
    const device = await transactionOf(person.developerId ?? inviterId ?? undefined)(async (db) => {
      if (found) await verification.useLink(db, found, now)
      // An account that already administers a developer is activated in that developer's transaction, without a mail.
      if (inviterId !== null && person.developerId === undefined)
        await deps.confirmActivation(
          { db, developerId: inviterId },
          { accountId: account.id, address: target, locale: account.locale },
        )
      await record(db, context, person, identityCalls.activate, {
        type: 'update',
        before: { activated: false },
        after: { activated: true },
      })
      if (passwordHash !== undefined) return setPassword(db, context, ids, account, passwordHash)
      await queries.updateAccount(db, account.id, { activatedAt: now })
      return undefined
    })
    device?.giveCookie()
    return { canSignIn: canSignIn(person) }
  }

  return { describeCenter, sendCode, register, resetPassword, checkLink, activate }
}
