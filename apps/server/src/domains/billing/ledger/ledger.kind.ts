// Types that all of billing shares: the books of a developer, and the accounts between which a transfer moves.
import type { Purse } from '@sealwright/contract'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'

/**
 * What every transfer needs: the developer, the actor and the time, whether a call, a job or the platform operator
 * causes it.
 */
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

/** Accounts with a balance: the two purses of money, and the stocks. */
export type Stock = Purse | 'giftLicenses' | 'vouchers' | 'packageLicenses' | 'packageUpdates'
type Outside = 'payments' | 'grants' | 'revenue' | 'licenseGrants' | 'licensesUsed' | 'updateGrants' | 'updatesUsed'

export interface Account {
  kind: Stock | Outside
  /** The package that the stock belongs to. */
  ref?: string
  /** The order that the amount is held for. */
  hold?: string
}
export interface Leg extends Account {
  amount: number
}

export const accountKey = ({ kind, ref = NONE, hold = NONE }: Account) => `${kind} ${ref} ${hold}`
