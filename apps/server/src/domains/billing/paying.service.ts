// Paying a bill of the platform before its day, or after it, by hand. What nobody pays by hand is paid as its day comes (due.job.ts), or from money that comes.
import { yuanText } from '@sealwright/contract'
import type { billingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockOrder } from './billing.queries.ts'
import type { ChargingDesk } from './charging.service.ts'
import { booksOf } from './ledger.kind.ts'
import { readBalances } from './ledger.queries.ts'
import { findBill } from './reading.queries.ts'

export function createPaying(desk: Pick<ChargingDesk, 'payDue'>) {
  return async function pay(scope: Scope, { guid }: z.output<typeof billingCalls.pay.payload>) {
    const found = await findBill(scope, guid)
    const locked = found && (await lockOrder(scope, found.orderGuid))
    if (!locked?.bill) throw new Refusal('billing.billNotFound')
    const { status, dueAt, billingId, projectedFen } = locked.bill
    if (status !== 'pending' || dueAt === null) throw new Refusal('billing.nothingDue')
    if (!(await desk.payDue(booksOf(scope), locked.order.guid))) {
      const { wallet, gift } = await readBalances(scope)
      throw new Refusal('billing.insufficientBalance', { params: { amount: yuanText(projectedFen), balance: yuanText(wallet + gift) } })
    }
    const facts = (state: 'pending' | 'success', actualFen: number) => ({ status: scope.say(`billing.billStates.${state}`), actualFen: yuanText(actualFen) })
    await scope.record({ type: 'update', target: { kind: 'billing', guid, name: billingId }, before: facts('pending', 0), after: facts('success', projectedFen) })
    return {}
  }
}
