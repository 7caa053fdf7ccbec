// Sends one alert when the balance drops below the threshold, and the next one only after the balance has recovered.
// The alert is written in the transaction that moves the money.
import { developerGuid, yuanText } from '@sealwright/contract'
import type { billingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Notify } from '../../../kernel/notify.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { lockLine, markLow, setLine, unmarkLow } from './low-balance.queries.ts'

/** To be called after money arrives: a top-up, a credit. */
export async function moneyCame(books: Pick<Books, 'db' | 'developerId'>): Promise<void> {
  await unmarkLow(books)
}

/** Creates the hook that charging calls after money is spent. */
export function createLowBalance({ notify }: { notify: Notify }) {
  return async function moneyWent(books: Books): Promise<void> {
    const low = await markLow(books)
    if (low)
      await notify(books, {
        kind: 'lowBalance',
        link: '/billing',
        params: { balance: yuanText(low.balanceFen), line: yuanText(low.lineFen) },
      })
  }
}

export async function updateSettings(
  scope: Scope,
  { lowBalanceFen }: z.output<typeof billingCalls.updateSettings.payload>,
) {
  const before = await lockLine(scope)
  if (before === lowBalanceFen) return {}
  await setLine(scope, lowBalanceFen)
  const { id, name } = scope.caller.developer
  const facts = (fen: number | null) => ({ lowBalanceFen: fen === null ? null : yuanText(fen) })
  await scope.record({
    type: 'update',
    target: { kind: 'billing', guid: developerGuid(id), name },
    before: facts(before),
    after: facts(lowBalanceFen),
  })
  return {}
}
