// The accounts of people who take part in a campaign on its public page. A code proves access to an address, and opens
// the account if there is none; a password proves an existing account, as in a program. Only after the proof does
// anything tell whether the account exists.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Guessing } from '../credentials/guessing.service.ts'
import { noteSignIn, noteWrong } from '../credentials/history.service.ts'
import { NO_PASSWORD, hashPassword, isPassword } from '../credentials/passwords.ts'
import { findFactors } from '../credentials/second-factor.queries.ts'
import { normalized } from '../credentials/verification.service.ts'
import type { FoundLink, Verification } from '../credentials/verification.service.ts'
import * as queries from '../identity.queries.ts'
import { namesOf } from '../identity.rules.ts'
import { setPassword } from './new-password.service.ts'

/** A visitor who proved access to an address or an account. */
export type ProvenVisitor =
  | { by: 'code'; address: string; link: FoundLink; /** An earlier call used the code up. */ isUsed: boolean }
  | { by: 'password'; address: string; accountId: string; passwordHash: string }

export interface ClaimedVisitor {
  accountId: string
  /** The account was opened now. */
  isNew: boolean
  /** Sets the cookie of the device on which the password was set. Call it after the commit. */
  giveCookie(): void
}

export interface VisitingPeople {
  /** Sends a code in the language of the account, or else of the visitor. */
  sendCode(
    context: OwnContext,
    to: { account: string; developerName: string },
  ): Promise<{ expiresInSeconds: number; resendInSeconds: number }>
  /** Checks a code and leaves it valid. Accepts a used one until it expires; `claim` does not. */
  proveByCode(context: OwnContext, given: { account: string; code: string }): Promise<ProvenVisitor>
  /** Accounts that administer a developer or have a second factor are not compared. */
  proveByPassword(
    context: OwnContext,
    developerId: number,
    given: { account: string; password: string },
  ): Promise<ProvenVisitor>
  /** The account of a proven visitor. Undefined if there is none yet. */
  find(db: Db, visitor: ProvenVisitor): Promise<string | undefined>
  /** All addresses of the account of a proven visitor. Empty if there is none yet. */
  namesOf(visitor: ProvenVisitor): Promise<string[]>
  /** Hashes the password, before any lock, if the account needs one. */
  prepare(visitor: ProvenVisitor, password: string | undefined): Promise<string | undefined>
  /**
   * The account, active and locked, in the caller's transaction. A code is used up and opens the account if there is
   * none; an account without a password gets this one. Refuses if the proof is no longer valid.
   */
  claim(db: Db, context: OwnContext, visitor: ProvenVisitor, passwordHash: string | undefined): Promise<ClaimedVisitor>
}

const codeWrong = () => new Refusal('identity.codeWrong', { field: 'verifyCode' })
const loginFailed = () => new Refusal('identity.loginFailed')

export function createVisitingPeople(deps: {
  database: Database
  ids: Ids
  guessing: Guessing
  verification: Verification
  languages: Record<Locale, Sentences>
}): VisitingPeople {
  const { database, ids, guessing, verification, languages } = deps

  /** The refusals of codes name the field of their own call. */
  const onAccount = (error: unknown): never => {
    if (error instanceof Refusal && error.field === 'target')
      throw new Refusal(error.error, { params: error.params, field: 'account' })
    throw error
  }

  async function claimByCode(db: Db, context: OwnContext, link: FoundLink, passwordHash: string | undefined) {
    const { now } = context.asking
    await verification.useLink(db, link, now).catch((error: unknown) => {
      throw error instanceof Refusal ? codeWrong() : error
    })
    const isNew = await queries.openAccount(db, link.target, context.locale, now)
    const found = await queries.findAccount(db, link.target)
    if (!found) throw new Error('the account was opened but is missing')
    const account = await queries.lockAccount(db, found.id)
    const device =
      account.passwordHash === NO_PASSWORD && passwordHash !== undefined
        ? await setPassword(db, context, ids, account, passwordHash)
        : undefined
    if (!device && account.activatedAt === null) await queries.updateAccount(db, account.id, { activatedAt: now })
    return { accountId: account.id, isNew, giveCookie: () => device?.giveCookie() }
  }

  return {
    async prepare({ address }, password) {
      if (password === undefined) return undefined
      const account = await database.outsideTenants((db) => queries.findAccount(db, address))
      return account && account.passwordHash !== NO_PASSWORD ? undefined : hashPassword(password)
    },
    async sendCode(context, { account, developerName }) {
      const { now, network: from } = context.asking
      const network = networkOf(from)
      const target = normalized(account)
      await guessing.asking(network, now).catch(onAccount)
      const known = await database.outsideTenants((db) => queries.findAccount(db, target))
      const locale = known?.locale ?? context.locale
      const say = languages[locale]
      return verification
        .send({
          purpose: 'campaign',
          target,
          askedBy: null,
          network,
          now,
          locale,
          isWanted: true,
          isCodeGood: true,
          write(sent) {
            const params = { ...sent, developer: developerName }
            return { subject: say('mail.campaign.subject', params), body: say('mail.campaign.body', params) }
          },
        })
        .catch(onAccount)
    },
    async proveByCode(context, { account, code }) {
      const { now, network } = context.asking
      const address = normalized(account)
      const attempt = await guessing.code(networkOf(network), now)
      const found = await verification.checkCodeAgain({
        purpose: 'campaign',
        target: address,
        askedBy: null,
        code,
        now,
      })
      if (!found) throw codeWrong()
      await attempt.forgive()
      const { isUsed, ...link } = found
      return { by: 'code', address, link, isUsed }
    },
    async proveByPassword(context, developerId, { account: name, password }) {
      const { now, network: from } = context.asking
      const network = networkOf(from)
      const address = normalized(name)
      const { account, accountId, needsBrowser } = await database.outsideTenants(async (db) => {
        const found = await queries.findAccount(db, address)
        // An unknown name runs the same queries with a random id, so the timing tells nothing.
        const id = found?.id ?? ids.guid()
        const isMember = (await queries.findMembership(db, id)) !== undefined
        const factors = await findFactors(db, id)
        return {
          account: found,
          accountId: id,
          needsBrowser: isMember || (factors?.totp ?? false) || (factors?.passkey ?? false),
        }
      })
      const attempt = await guessing.visitor({ name: address, network, now })
      const place = { accountId, at: now, network, userAgent: null, deviceId: null, developerId }
      // Without a hash, the check takes as long and fails.
      if (!(await isPassword(needsBrowser ? undefined : account?.passwordHash, password)) || !account) {
        await noteWrong(database, place, needsBrowser ? 'browserNeeded' : 'wrongPassword', attempt)
        throw loginFailed()
      }
      await attempt.forgive()
      if (account.activatedAt === null) {
        await database.outsideTenants((db) => noteSignIn(db, place, 'notActivated'))
        throw loginFailed()
      }
      return { by: 'password', address, accountId, passwordHash: account.passwordHash }
    },
    async find(db, visitor) {
      return visitor.by === 'password' ? visitor.accountId : (await queries.findAccount(db, visitor.address))?.id
    },
    async namesOf({ address }) {
      const account = await database.outsideTenants((db) => queries.findAccount(db, address))
      return account ? namesOf(account) : []
    },
    async claim(db, context, visitor, passwordHash) {
      if (visitor.by === 'code') return claimByCode(db, context, visitor.link, passwordHash)
      const { accountId } = visitor
      if (!(await queries.isPasswordStill(db, accountId, visitor.passwordHash))) throw loginFailed()
      return { accountId, isNew: false, giveCookie: () => undefined }
    },
  }
}
