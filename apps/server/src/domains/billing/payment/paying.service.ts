// Pays a platform bill by hand, before or after its due date. Other bills are paid when they fall due (due.job.ts) or
// when money arrives.
import { yuanText } from '@sealwright/contract'
import type { Locale, billingCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Operation } from '../../../kernel/audit/record.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { languageOf } from '../../developer/index.ts'
import { lockOrder } from '../ledger/billing.queries.ts'
import type { Charging } from '../ledger/charging.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { readBalances } from '../ledger/ledger.queries.ts'
import type { Bill } from '../ledger/ledger.tables.ts'
import { findBill } from '../statement/reading.queries.ts'

const paymentOf = ({ guid, billingId, projectedFen }: Bill, say: Sentences): Operation => {
  const facts = (state: 'pending' | 'success', actualFen: number) => ({
    status: say(`billing.billStates.${state}`),
    actualFen: yuanText(actualFen),
  })
  return {
    type: 'update',
    target: { kind: 'billing', guid, name: billingId },
    before: facts('pending', 0),
    after: facts('success', projectedFen),
  }
}

/** Records in the platform's name that a bill was paid automatically. */
export const createDueRecord =
  ({ languages }: { languages: Record<Locale, Sentences> }) =>
  async (books: Books, bill: Bill): Promise<void> => {
    const say = await languageOf(books.db, books.developerId, languages)
    await recordByPlatform(books, say, 'due', paymentOf(bill, say))
  }

export function createPaying(charging: Pick<Charging, 'payDue'>) {
  return async function pay(scope: Scope, { guid }: z.output<typeof billingCalls.pay.payload>) {
    const found = await findBill(scope, guid)
    const locked = found && (await lockOrder(scope, found.orderGuid))
    if (!locked?.bill) throw new Refusal('billing.billNotFound')
    const outcome = await charging.payDue(booksOf(scope), locked.order.guid)
    if (outcome === 'nothingDue') throw new Refusal('billing.nothingDue')
    if (outcome === 'tooLittle') {
      const { wallet, gift } = await readBalances(scope)
      throw new Refusal('billing.insufficientBalance', {
        params: { amount: yuanText(locked.bill.projectedFen), balance: yuanText(wallet + gift) },
      })
    }
    await scope.record(paymentOf(outcome, scope.say))
    return {}
  }
}
