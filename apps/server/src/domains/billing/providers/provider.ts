// What every payment provider can do for the center: send a payer away, read what comes back, ask, close, pay back.
// Nothing here believes a browser: what is paid is what a verified callback or the provider itself says.
import type { PaymentMethod } from '@sealwright/contract'

export interface Payment {
  /** Our trade number: at most 32 characters, digits and capitals. */
  serial: string
  amountFen: number
  subject: string
  createdAt: Date
}

/** A form is posted by the payer's browser, in UTF-8. */
export type Departure = { kind: 'redirect'; url: string } | { kind: 'form'; action: string; fields: Record<string, string> }

export interface PaymentNews {
  serial: string
  amountFen: number
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
  /** Closes the trade so that it cannot be paid any more; answers what it found. */
  close(payment: Payment): Promise<PaymentNews>
  /** Pays back; the same refund serial is done once. */
  refund(payment: Payment, refundSerial: string): Promise<void>
}
