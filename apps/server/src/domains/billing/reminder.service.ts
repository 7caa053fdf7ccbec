// Says by a message to the super administrator what ends soon, what has ended and what is billed: each once, in the transaction that remembers it.
import { wallTime, yuanText } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { PhraseParams, Sentences } from '@sealwright/phrases'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { findSuperAdministrator, findTimeZone } from '../developer/index.ts'
import type { Books } from './ledger.kind.ts'
import { markSaid } from './reminder.queries.ts'
import type { Ending } from './reminder.queries.ts'
import { readTerms } from './terms.queries.ts'

const PATHS: Record<Ending['kind'], string> = { package: '/billing/package', serviceFee: '/billing?pay=serviceFee', bill: '/billing' }

type MessageKind = 'packageEnding' | 'serviceFeeEnding' | 'serviceFeeOver' | 'billDue' | 'billOverdue'

function messageOf({ kind, days }: Pick<Ending, 'kind' | 'days'>): MessageKind {
  if (kind === 'package') return 'packageEnding'
  if (kind === 'serviceFee') return days > 0 ? 'serviceFeeEnding' : 'serviceFeeOver'
  return 'billOverdue'
}

export interface ReminderDeps {
  mailer: Pick<Mailer, 'queue'>
  languages: Record<Locale, Sentences>
  baseUrl: () => string
}

export function createReminders({ mailer, languages, baseUrl }: ReminderDeps) {
  async function tell({ db, developerId }: Pick<Books, 'db' | 'developerId'>, kind: MessageKind, path: string, paramsOf: (timeZone: string) => PhraseParams) {
    const person = await findSuperAdministrator(db, developerId)
    const to = person?.email ?? person?.mobile
    if (!person || !to) return
    const say = languages[person.locale]
    const params = { ...paramsOf(await findTimeZone({ db, developerId })), link: `${baseUrl()}${path}` }
    await mailer.queue(db, { developerId, kind, to, subject: say(`mail.${kind}.subject`, params), body: say(`mail.${kind}.body`, params) })
  }

  const dayOf = (moment: Date, timeZone: string) => wallTime(moment, timeZone).slice(0, 10)

  return {
    /** What ends soon, or has. */
    async remind(books: Pick<Books, 'db' | 'developerId' | 'now'>, ending: Ending): Promise<void> {
      if (!(await markSaid(books, ending))) return
      const { kind, name, refs, endsAt, licenses, updates } = ending
      const amountFen = kind === 'serviceFee' ? (await readTerms(books)).fee.amountFen : ending.amountFen
      await tell(books, messageOf(ending), PATHS[kind], (timeZone) => ({ name, count: refs.length, licenses, updates, amount: yuanText(amountFen), day: dayOf(endsAt, timeZone) }))
    },

    /** What the platform has just billed. */
    async tellBill(books: Pick<Books, 'db' | 'developerId'>, { subject, amountFen, dueAt }: { subject: string; amountFen: number; dueAt: Date }): Promise<void> {
      await tell(books, 'billDue', PATHS.bill, (timeZone) => ({ name: subject, amount: yuanText(amountFen), day: dayOf(dueAt, timeZone) }))
    },
  }
}

export type Reminders = ReturnType<typeof createReminders>
