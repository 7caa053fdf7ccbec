// Developers, the tenants: the face. Founding one is an operator's work until registration exists; locking one serializes what counts against its limits.
import type { DeveloperStatus } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Ids } from '../../kernel/ids.ts'
import { hashPassword } from '../identity/index.ts'
import * as queries from './developer.queries.ts'

export { lockDeveloper } from './developer.queries.ts'

export interface NewDeveloper {
  name: string
  status: DeveloperStatus
  account: string
  password: string
  userName: string | null
}

/** A developer with its super administrator. Answers null when the account exists already. */
export async function foundDeveloper(deps: { database: Database; clock: Clock; ids: Ids }, given: NewDeveloper): Promise<{ developerId: number; accountId: string } | null> {
  const passwordHash = await hashPassword(given.password)
  return deps.database.asOwner(async (db) => {
    const accountId = deps.ids.guid()
    const now = deps.clock.now()
    const isNew = await queries.insertAccount(db, { id: accountId, account: given.account, userName: given.userName, passwordHash, now })
    if (!isNew) return null
    const developerId = await queries.insertDeveloper(db, { name: given.name, status: given.status, now })
    await queries.insertMembership(db, { developerId, accountId, isSuper: true, privileges: [], now })
    return { developerId, accountId }
  })
}
