// Pure decisions about payments: what news of a provider means for a top-up, and how it is told to a provider.
import { topUpMachine } from '@sealwright/contract'
import type { TopUp } from '../ledger/ledger.tables.ts'
import type { Payment, PaymentNews } from './providers/provider.ts'

/**
 * What news changes. `refund`: it was paid when it was cancelled already. `mismatch`: another amount was paid, which a
 * person has to look at.
 */
export type Outcome = 'credited' | 'failed' | 'nothing' | 'mismatch' | 'refund'

/** Undefined where there is no news yet. What comes too late for its state changes nothing. */
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

/** The same at every attempt, so that a provider pays back once. */
export const refundSerialOf = (serial: string) => `RF${serial.slice(2)}`
