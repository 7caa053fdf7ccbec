// Pure decisions about payments: the effect of a provider's report on a top-up, and a top-up as a provider sees it.
import { topUpMachine } from '@sealwright/contract'
import type { TopUp } from '../ledger/ledger.tables.ts'
import type { Payment, PaymentNews } from './providers/provider.ts'

/**
 * The effect of a report. `refund`: the top-up was already canceled when it was paid. `mismatch`: another amount was
 * paid, and a person has to check it.
 */
export type Outcome = 'credited' | 'failed' | 'nothing' | 'mismatch' | 'refund'

/** Undefined while the payment is pending. A report that comes too late for the state changes nothing. */
export function outcomeOf(
  { status, amountFen, isRefunded }: Pick<TopUp, 'status' | 'amountFen' | 'isRefunded'>,
  news: Pick<PaymentNews, 'state' | 'amountFen'>,
): Outcome | undefined {
  if (news.state === 'pending') return undefined
  if (news.state !== 'paid') return topUpMachine.next(status, 'fail') === undefined ? 'nothing' : 'failed'
  if (news.amountFen !== amountFen) return 'mismatch'
  if (topUpMachine.next(status, 'pay') !== undefined) return 'credited'
  return status === 'cancelled' && !isRefunded ? 'refund' : 'nothing'
}

export const paymentOf = (
  { serial, amountFen, createdAt }: Pick<TopUp, 'serial' | 'amountFen' | 'createdAt'>,
  subject: string,
): Payment => ({ serial, amountFen, subject, createdAt })

/** The same at every attempt, so that a provider refunds once. */
export const refundSerialOf = (serial: string) => `RF${serial.slice(2)}`
