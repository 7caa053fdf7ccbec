// What every payment provider can do for the center: send a payer away, read what comes back, ask, close, pay back.
// Nothing here believes a browser: what is paid is what a verified callback or the provider itself says.
import { MINUTE_MS } from '@sealwright/contract'
import type { PaymentMethod } from '@sealwright/contract'

/** How long after its creation a payment can be made. The providers are told, and take nothing later. */
export const PAY_WITHIN_MS = 30 * MINUTE_MS

export const isPayable = (payment: Pick<Payment, 'createdAt'>, now: Date) =>
  now.getTime() < payment.createdAt.getTime() + PAY_WITHIN_MS

export interface Payment {
  /** Our trade number: at most 32 characters, digits and capitals. */
  serial: string
  amountFen: number
  subject: string
  createdAt: Date
}

/** A form is posted by the payer's browser, in UTF-8. */
export type Departure =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; action: string; fields: Record<string, string> }

export interface PaymentNews {
  serial: string
  /** What the provider says, which may be another amount than was asked for. */
  amountFen: number
  /** Only `pending` can still become `paid`. A trade that was paid back in full is `closed` as well. */
  state: 'paid' | 'failed' | 'pending' | 'closed'
  /** The provider's own number of the trade, once it has one. */
  providerRef: string | null
  at: Date | null
}

export interface PaymentProvider {
  method: PaymentMethod
  /** Where the payer's browser goes. */
  begin(payment: Payment, urls: { returnUrl: string; notifyUrl: string }): Promise<Departure>
  /** What a callback says, once its signature is verified; undefined where it is forged or of another merchant. */
  readCallback(fields: Record<string, string>): Promise<PaymentNews | undefined>
  /** What the provider wants to read when we have taken note, and when not. */
  acknowledgement: { taken: string; refused: string }
  /** Asks the provider itself; undefined: it knows of no such payment. */
  query(payment: Payment): Promise<PaymentNews | undefined>
  /**
   * Closes the trade so that it cannot be paid any more; answers what it found. It stays `pending` where the provider
   * cannot be told (UnionPay knows no such thing, Alipay not before the payer has opened the page): then it ends by
   * itself when `PAY_WITHIN_MS` are over.
   */
  close(payment: Payment): Promise<PaymentNews>
  /**
   * Pays all of it back; the same refund serial is done once. `askedAt` is the same at every attempt: UnionPay knows an
   * order by its number and its time.
   */
  refund(payment: Payment, refundSerial: string, askedAt: Date): Promise<void>
}
