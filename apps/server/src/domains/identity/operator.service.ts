// Commands that the platform operator runs for an account. They run from the command line, as the owner of the
// database.
import type { Db } from '../../kernel/db/database.ts'
import { forgetGuesses } from './credentials/guessing.service.ts'
import { endSessions, findAccount, findMembership, updateAccount } from './identity.queries.ts'
import { namesOf } from './identity.rules.ts'

/**
 * Sets a password, ends the account's sessions, and clears failed attempts so that the owner can sign in at once. False
 * if there is no such account.
 */
export async function giveNewPassword(db: Db, address: string, passwordHash: string, now: Date): Promise<boolean> {
  const account = await findAccount(db, address)
  if (!account) return false
  await updateAccount(db, account.id, { passwordHash, passwordChangedAt: now })
  await endSessions(db, account.id)
  await forgetGuesses(db, { accountId: account.id, names: namesOf(account) })
  return true
}

export async function findDeveloperOf(db: Db, address: string): Promise<number | undefined> {
  const account = await findAccount(db, address)
  return account && (await findMembership(db, account.id))?.developer_id
}
