// In whose books something moves, and between which accounts: the words that all of billing shares.
import type { Purse } from '@sealwright/contract'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** In whose books, by whom and when: what every movement needs, whether a call, a job or an operator causes it. */
export interface Books {
  db: Db
  developerId: number
  ids: Ids
  now: Date
  actor: { id: string | null; name: string } | null
}

export const booksOf = ({ db, developerId, ids, asking, caller }: Scope): Books => ({
  db,
  developerId,
  ids,
  now: asking.now,
  actor: { id: caller.accountId, name: caller.displayName },
})

export const NONE = '00000000-0000-0000-0000-000000000000'

/** What holds something: money in two purses, and stocks. */
export type Stock = Purse | 'giftLicenses' | 'vouchers' | 'packageLicenses' | 'packageUpdates'
type Outside = 'payments' | 'grants' | 'revenue' | 'licenseGrants' | 'licensesUsed' | 'updateGrants' | 'updatesUsed'

export interface Account {
  kind: Stock | Outside
  /** The package that a stock is of. */
  ref?: string
  /** The order that it is set aside for. */
  hold?: string
}
export interface Leg extends Account {
  amount: number
}

export const accountKey = ({ kind, ref = NONE, hold = NONE }: Account) => `${kind} ${ref} ${hold}`
