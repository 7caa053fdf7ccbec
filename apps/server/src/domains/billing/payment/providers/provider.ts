// What every payment provider does for the center: send the payer to the payment page, read callbacks, answer queries,
// close, refund. Nothing here trusts the browser: only a verified callback or the provider itself says what is paid.
import { MINUTE_MS } from '@sealwright/contract'
import type { PaymentMethod } from '@sealwright/contract'

/** How long after its creation a payment can be made. The providers enforce the same limit. */
export const PAY_WITHIN_MS = 30 * MINUTE_MS

export const isPayable = (payment: Pick<Payment, 'createdAt'>, now: Date) =>
  now.getTime() < payment.createdAt.getTime() + PAY_WITHIN_MS

export interface Payment {
  /** Our trade number: at most 32 digits and capital letters. */
  serial: string
  amountFen: number
  subject: string
  createdAt: Date
}

/** The payer's browser posts the form, in UTF-8. */
export type Departure =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; action: string; fields: Record<string, string> }

export interface PaymentNews {
  serial: string
  /** The amount that the provider reports, which may differ from the requested amount. */
  amountFen: number
  /** Only `pending` can still become `paid`. A trade that was fully refunded is `closed` as well. */
  state: 'paid' | 'failed' | 'pending' | 'closed'
  /** The provider's number of the trade, once it has one. */
  providerRef: string | null
  at: Date | null
}

export interface PaymentProvider {
  method: PaymentMethod
  /** Returns where the payer's browser goes. */
  begin(payment: Payment, urls: { returnUrl: string; notifyUrl: string }): Promise<Departure>
  /** Verifies and reads a callback; undefined if it is forged or for another merchant. */
  readCallback(fields: Record<string, string>): Promise<PaymentNews | undefined>
  /** The response that the provider expects to an accepted and to a refused callback. */
  acknowledgement: { taken: string; refused: string }
  /** Asks the provider; undefined if it has no such payment. */
  query(payment: Payment): Promise<PaymentNews | undefined>
  /**
   * Closes the trade so that it can no longer be paid, and returns its state. The state stays `pending` if the provider
   * cannot close it: UnionPay never can, and Alipay cannot before the payer has opened the page. Such a trade expires
   * after `PAY_WITHIN_MS`.
   */
  close(payment: Payment): Promise<PaymentNews>
  /**
   * Refunds the whole amount, once for each refund serial. `askedAt` is the same at every attempt: UnionPay identifies
   * an order by its number and its time.
   */
  refund(payment: Payment, refundSerial: string, askedAt: Date): Promise<void>
}
