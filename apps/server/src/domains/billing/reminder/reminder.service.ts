// Messages about money: packages and the service fee that end soon, what is overdue, and new bills. The daily round
// sends the reminders; each is sent once for an end and an interval, even if a renewal moves the end.
import { LIMITS, dayEnd, daysAfter, localDay, reminderInterval, yuanText } from '@sealwright/contract'
import type { Round } from '../../../kernel/daily-round.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { findTimeZone } from '../../developer/index.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { readTerms } from '../ledger/terms.queries.ts'
import { listEndings, markSaid } from './reminder.queries.ts'
import type { Ending } from './reminder.queries.ts'

const PATHS: Record<Ending['kind'], string> = {
  package: '/billing/package',
  serviceFee: '/billing?pay=serviceFee',
  bill: '/billing',
}

function messageOf(kind: Ending['kind'], days: number) {
  if (kind === 'package') return 'packageEnding'
  if (kind === 'serviceFee') return days > 0 ? 'serviceFeeEnding' : 'serviceFeeOver'
  return 'billOverdue'
}

export function createReminders({ notify }: { notify: Notify }) {
  return {
    /** The part of the daily round. */
    part: {
      name: 'billing',
      async run(round: Round): Promise<void> {
        const { now, timeZone } = round
        const horizon = dayEnd(daysAfter(localDay(now, timeZone), Math.max(...LIMITS.billing.reminderDays)), timeZone)
        for (const { kind, name, refs, endsAt, licenses, updates, amountFen } of await listEndings(round, horizon)) {
          const days = reminderInterval(now, endsAt, timeZone)
          if (days === undefined || !(await markSaid(round, { kind, refs, endsAt }, days))) continue
          const dueFen = kind === 'serviceFee' ? (await readTerms(round)).fee.amountFen : amountFen
          await notify(round, {
            kind: messageOf(kind, days),
            link: PATHS[kind],
            params: {
              name,
              count: refs.length,
              licenses,
              updates,
              amount: yuanText(dueFen),
              day: localDay(endsAt, timeZone),
            },
          })
        }
      },
    },

    /** Announces a bill that the platform has just issued. */
    async tellBill(
      books: Pick<Books, 'db' | 'developerId' | 'now'>,
      { subject, amountFen, dueAt }: { subject: string; amountFen: number; dueAt: Date },
    ): Promise<void> {
      await notify(books, {
        kind: 'billDue',
        link: PATHS.bill,
        params: { name: subject, amount: yuanText(amountFen), day: localDay(dueAt, await findTimeZone(books)) },
      })
    },
  }
}
