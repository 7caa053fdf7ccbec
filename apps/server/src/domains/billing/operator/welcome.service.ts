// What a developer receives on becoming formal: gift licenses, and some time before the first service fee is due.
import { DAY_MS } from '@sealwright/contract'
import { actAs } from '../../../kernel/db/database.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { postTransfer } from '../ledger/ledger.queries.ts'
import { readTerms } from '../ledger/terms.queries.ts'
import { lockServiceUntil, setServiceUntil } from '../service-fee/service-fee.queries.ts'

/**
 * Runs as the database owner, in the transaction that makes the developer formal. Repeated calls grant the gift and the
 * first days once.
 */
export async function welcomeFormal(
  { db, ids, now }: { db: Db; ids: Ids; now: Date },
  developerId: number,
): Promise<void> {
  await actAs(db, developerId)
  const books: Books = { db, developerId, ids, now, actor: null }
  const { limits, fee } = await readTerms(books)
  const { giftLicenses } = limits
  if (giftLicenses > 0) {
    await postTransfer(books, {
      purpose: 'welcome',
      movement: 'grant',
      subject: '',
      legs: [
        { kind: 'licenseGrants', amount: -giftLicenses },
        { kind: 'giftLicenses', amount: giftLicenses },
      ],
    })
  }
  if (fee.amountFen > 0 && (await lockServiceUntil(books)).until === null)
    await setServiceUntil(books, new Date(now.getTime() + fee.firstDays * DAY_MS))
}
