// Messages about what ends soon, what has ended, and new bills. A reminder is sent in the
// transaction that marks it as sent, so it goes out once.
import { wallTime, yuanText } from '@sealwright/contract'
import type { Notify } from '../../../kernel/notify.ts'
import { findTimeZone } from '../../developer/index.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { readTerms } from '../ledger/terms.queries.ts'
import { markSaid } from './reminder.queries.ts'
import type { Ending } from './reminder.queries.ts'

const PATHS: Record<Ending['kind'], string> = {
  package: '/billing/package',
  serviceFee: '/billing?pay=serviceFee',
  bill: '/billing',
}

function messageOf({ kind, days }: Pick<Ending, 'kind' | 'days'>) {
  if (kind === 'package') return 'packageEnding'
  if (kind === 'serviceFee') return days > 0 ? 'serviceFeeEnding' : 'serviceFeeOver'
  return 'billOverdue'
}

export function createReminders({ notify }: { notify: Notify }) {
  /** The date in the developer's time zone. */
  const dayOf = async (of: Pick<Books, 'db' | 'developerId'>, moment: Date) =>
    wallTime(moment, await findTimeZone(of)).slice(0, 10)

  return {
    /** Sends a reminder, unless it was sent before. */
    async remind(books: Pick<Books, 'db' | 'developerId' | 'now'>, ending: Ending): Promise<void> {
      if (!(await markSaid(books, ending))) return
      const { kind, name, refs, endsAt, licenses, updates } = ending
      const amountFen = kind === 'serviceFee' ? (await readTerms(books)).fee.amountFen : ending.amountFen
      await notify(books, {
        kind: messageOf(ending),
        link: PATHS[kind],
        params: {
          name,
          count: refs.length,
          licenses,
          updates,
          amount: yuanText(amountFen),
          day: await dayOf(books, endsAt),
        },
      })
    },

    /** Announces a bill that the platform has just issued. */
    async tellBill(
      books: Pick<Books, 'db' | 'developerId' | 'now'>,
      { subject, amountFen, dueAt }: { subject: string; amountFen: number; dueAt: Date },
    ): Promise<void> {
      await notify(books, {
        kind: 'billDue',
        link: PATHS.bill,
        params: { name: subject, amount: yuanText(amountFen), day: await dayOf(books, dueAt) },
      })
    },
  }
}

export type Reminders = ReturnType<typeof createReminders>
