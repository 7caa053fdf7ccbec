// What the platform gives or takes by hand: money, gift licenses, vouchers. A movement like any other, with whoever did
// it and why.
import { isPurse } from '@sealwright/contract'
import type { Books, Leg, Stock } from './ledger.kind.ts'
import { postTransfer } from './ledger.queries.ts'

export type Creditable = Exclude<Stock, 'packageLicenses' | 'packageUpdates'>

/** Where it comes from, or goes back to. */
const SOURCES = {
  wallet: 'grants',
  gift: 'grants',
  giftLicenses: 'licenseGrants',
  vouchers: 'licenseGrants',
} as const satisfies Record<Creditable, Leg['kind']>

/** A negative amount takes away, never more than there is. */
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
