// Whether a developer owes anything: an overdue platform bill, or the service fee. Licenses, campaigns and updates ask
// here before operations that are then closed. The wallet itself is never negative.
import { DAY_MS } from '@sealwright/contract'
import type { Standing } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { RefusalOptions } from '../../../kernel/refusal.ts'
import { findSuspension, refuseSuspended } from '../../../kernel/suspension.ts'
import { findOwed } from './billing.queries.ts'
import type { Books } from './ledger.kind.ts'
import { readTerms } from './terms.queries.ts'

export async function readStanding(books: Pick<Books, 'db' | 'developerId' | 'now'>): Promise<Standing> {
  const { now } = books
  const owed = await findOwed(books)
  const due = [owed.since, owed.serviceUntil].filter((moment) => moment !== null).filter((moment) => moment <= now)
  if (due.length === 0) return { isOverdue: false, since: null, owedFen: 0, graceUntil: null }
  const since = new Date(Math.min(...due.map(Number)))
  const terms = await readTerms(books)
  const feeFen = owed.serviceUntil !== null && owed.serviceUntil <= now ? terms.fee.amountFen : 0
  return {
    isOverdue: true,
    since,
    owedFen: owed.fen + feeFen,
    graceUntil: new Date(since.getTime() + terms.limits.graceDays * DAY_MS),
  }
}

/**
 * Refuses what section 8 closes to a developer who owes: issuing, updating and publishing licenses, editing campaigns.
 * The same is closed to a suspended developer.
 * `kept` can record the attempt.
 */
export async function requireStanding(
  books: Pick<Books, 'db' | 'developerId' | 'now'>,
  kept: Pick<RefusalOptions, 'aftermath'> = {},
): Promise<void> {
  refuseSuspended(await findSuspension(books), kept)
  const { isOverdue } = await readStanding(books)
  if (isOverdue) throw new Refusal('billing.overdue', kept)
}
