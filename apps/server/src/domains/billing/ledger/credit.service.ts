// Credits and debits by the platform: money, gift licenses, vouchers. Each is an ordinary transfer with a note.
import { isPurse } from '@sealwright/contract'
import type { Books, Leg, Stock } from './ledger.kind.ts'
import { postTransfer } from './ledger.queries.ts'

export type Creditable = Exclude<Stock, 'packageLicenses' | 'packageUpdates'>

/** The counter account of each stock. */
const SOURCES = {
  wallet: 'grants',
  gift: 'grants',
  giftLicenses: 'licenseGrants',
  vouchers: 'licenseGrants',
} as const satisfies Record<Creditable, Leg['kind']>

/** A negative amount debits the account, never below zero. */
export async function credit(
  books: Books,
  { kind, amount, purpose, note }: { kind: Creditable; amount: number; purpose: string; note: string },
): Promise<void> {
  await postTransfer(books, {
    purpose: `credit:${purpose}`,
    movement: isPurse(kind) ? 'credit' : 'grant',
    subject: note,
    legs: [
      { kind: SOURCES[kind], amount: -amount },
      { kind, amount },
    ],
  })
}
