// The account of an invited person. The link or code of a message proves that the address is theirs. Accepting opens
// the account if there is none, and sets the password if it has none. Invitations themselves belong to the access
// domain.
import type { Locale, TimeFormat } from '@sealwright/contract'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Guessing } from '../credentials/guessing.service.ts'
import { NO_PASSWORD, hashPassword } from '../credentials/passwords.ts'
import { normalized } from '../credentials/verification.service.ts'
import type { FoundLink, JoinMessage, Verification } from '../credentials/verification.service.ts'
import * as queries from '../identity.queries.ts'
import { displayNameOf } from '../identity.rules.ts'
import { setPassword } from './new-password.service.ts'
import { passwordRequired } from './registration.rules.ts'

/** The account of an address, as far as an invitation is concerned. */
export interface Invitee {
  needsPassword: boolean
  /** The developer that the account works for. */
  developerId: number | undefined
}

/** What an account shows before its owner chooses. */
export interface Preferences {
  timeFormat: TimeFormat
  pageSize: number
}

export interface Claimed {
  accountId: string
  displayName: string
  /** Sets the cookie of the device on which the password was set. Call it after the commit. */
  giveCookie(): void
}

export interface InvitedPeople {
  /** The proven address, or a refusal. The link or code stays valid. */
  prove(
    context: OwnContext,
    given: { link?: string | undefined; account?: string | undefined; verifyCode?: string | undefined },
  ): Promise<FoundLink>
  find(address: string): Promise<Invitee>
  /** Hashes the password if the account needs one; refuses if it does and none is given. */
  prepare(invitee: Invitee, password: string | undefined): Promise<string | undefined>
  /**
   * The account of a proven address, active, in the caller's transaction. Uses up the proof; of two concurrent uses,
   * one is refused. The account is locked until the transaction ends.
   */
  claim(
    db: Db,
    context: OwnContext,
    proof: FoundLink,
    given: { passwordHash: string | undefined; userName: string | null; preferences: Preferences },
  ): Promise<Claimed>
  /** The language in which to write to an address. */
  localeOf(db: Db, address: string, fallback: Locale): Promise<Locale>
  /** Sends an invitation. False if the developer has sent too many today. */
  send(db: Db, message: JoinMessage): Promise<boolean>
}

export function createInvitedPeople(deps: {
  database: Database
  ids: Ids
  guessing: Guessing
  verification: Verification
}): InvitedPeople {
  const { database, ids, guessing, verification } = deps

  return {
    async prove(context, { link, account = '', verifyCode = '' }) {
      const { now, network } = context.asking
      if (link !== undefined) {
        const found = await database.outsideTenants((db) => verification.findLink(db, link, now))
        if (found.purpose !== 'invitation') throw new Refusal('identity.linkInvalid')
        return found
      }
      const attempt = await guessing.code(networkOf(network), now)
      const found = await verification.checkCode({
        purpose: 'invitation',
        target: normalized(account),
        askedBy: null,
        code: verifyCode,
        now,
        isKept: true,
      })
      if (!found) throw new Refusal('identity.codeWrong', { field: 'verifyCode' })
      await attempt.forgive()
      return found
    },
    find: (address) =>
      database.outsideTenants(async (db) => {
        const account = await queries.findAccount(db, address)
        return {
          needsPassword: account === undefined || account.passwordHash === NO_PASSWORD,
          developerId: account && (await queries.findMembership(db, account.id))?.developer_id,
        }
      }),
    async prepare({ needsPassword }, password) {
      if (!needsPassword) return undefined
      if (password === undefined) throw passwordRequired()
      return hashPassword(password)
    },
    async claim(db, context, proof, { passwordHash, userName, preferences }) {
      const { now } = context.asking
      await verification.useLink(db, proof, now)
      await queries.openAccount(db, proof.target, context.locale, now)
      const found = await queries.findAccount(db, proof.target)
      if (!found) throw new Error('the account was opened but is missing')
      const account = await queries.lockAccount(db, found.id)
      const isNew = account.passwordHash === NO_PASSWORD
      if (isNew && passwordHash === undefined) throw passwordRequired()
      const device =
        isNew && passwordHash !== undefined ? await setPassword(db, context, ids, account, passwordHash) : undefined
      // The name of an account that its owner already uses is the owner's.
      const named = { ...account, userName: account.userName ?? (isNew ? userName : null) }
      await queries.updateAccount(db, account.id, {
        userName: named.userName,
        activatedAt: account.activatedAt ?? now,
        ...(isNew && preferences),
      })
      return {
        accountId: account.id,
        displayName: displayNameOf(named),
        giveCookie: () => device?.giveCookie(),
      }
    },
    localeOf: async (db, address, fallback) => (await queries.findAccount(db, address))?.locale ?? fallback,
    send: verification.sendInvitation,
  }
}
