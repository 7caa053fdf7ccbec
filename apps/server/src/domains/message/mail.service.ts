// The mails of messages: single ones, and one that lists the messages of a day. Waiting mails are sent when they are
// due, exactly once: the row is deleted in the transaction that puts the mail into the outbox.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Clock } from '../../kernel/clock.ts'
import { actAs } from '../../kernel/db/database.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Mailer, Message } from '../../kernel/mail/outbox.ts'
import type { NewMessage } from '../../kernel/notify.ts'
import type { Address, DueMail } from './message.kind.ts'
import { listSeers, lockDue, takeDue } from './message.queries.ts'
import { canGet, sendsMail, wayOf, wordsOf } from './message.rules.ts'

/** People whose mails are sent in one transaction. */
const AT_ONCE = 100
/** Messages that one mail lists. More single mails than that become one. */
const LISTED = 50

type Content = Pick<NewMessage, 'kind' | 'params' | 'link'>

export function createMailWords({
  languages,
  baseUrl,
}: {
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
}) {
  /** No mail for a person without an address. */
  function single(developerId: number, { email, mobile, locale }: Address, message: Content): Message[] {
    const to = email ?? mobile
    if (to === null) return []
    const say = languages[locale]
    const { title, text } = wordsOf(say, message)
    const link = `${baseUrl()}${message.link}`
    return [
      { developerId, kind: message.kind, to, subject: title, body: `${text}\n\n${say('message.seeHere', { link })}` },
    ]
  }

  /** One mail for the messages of a day to one person. */
  function daily(rows: readonly DueMail[]): Message[] {
    const [first, ...others] = rows
    if (!first) return []
    const { developerId, locale } = first
    const [mail] = single(developerId, first, first)
    if (others.length === 0 || !mail) return mail ? [mail] : []
    const say = languages[locale]
    const count = rows.length
    const lines = rows.slice(0, LISTED).map((row) => `${wordsOf(say, row).title}\n${baseUrl()}${row.link}`)
    const more = count > LISTED ? [say('message.daily.more', { count: count - LISTED })] : []
    const all = say('message.daily.all', { link: `${baseUrl()}/message/allMessage` })
    return [
      {
        developerId,
        kind: 'dailyMessages',
        to: mail.to,
        subject: say('message.daily.subject', { count }),
        body: [say('message.daily.body', { count }), ...lines, ...more, all].join('\n\n'),
      },
    ]
  }

  return { single, daily }
}

export type MailWords = ReturnType<typeof createMailWords>

export interface WaitingDeps {
  database: Database
  clock: Clock
  mailer: Pick<Mailer, 'queueMany'>
  mailWords: MailWords
}

/** The row scope may have changed while the mails waited. */
async function stillSeen(db: Db, mails: readonly DueMail[]): Promise<DueMail[]> {
  const seen: DueMail[] = []
  for (const mail of mails) {
    const { about, limited, developerId } = mail
    if (about && limited.length > 0) await actAs(db, developerId)
    seen.push(...(about ? await listSeers(db, [mail], about) : [mail]))
  }
  return seen
}

/** Sends the mails that are due, unless another process is doing so. */
export async function sendDue({ database, clock, mailer, mailWords }: WaitingDeps): Promise<void> {
  const sendSome = () =>
    database.asOwner(async (db) => {
      if (!(await lockDue(db))) return 0
      const due = await takeDue(db, clock.now(), AT_ONCE)
      // Rights and wishes of now: they may have changed while the mail waited.
      const wanted = due.filter(
        (mail) => mail.canSignIn && canGet(mail, mail.kind) && sendsMail(wayOf(mail.ways, mail.kind)),
      )
      const people = Map.groupBy(
        await stillSeen(db, wanted),
        ({ developerId, accountId }) => `${developerId} ${accountId}`,
      )
      const mails = [...people.values()].flatMap((rows) => {
        const singles = rows.filter(({ isDaily }) => !isDaily)
        if (singles.length > LISTED) return mailWords.daily(rows)
        return [
          ...singles.flatMap((row) => mailWords.single(row.developerId, row, row)),
          ...mailWords.daily(rows.filter(({ isDaily }) => isDaily)),
        ]
      })
      await mailer.queueMany(db, mails)
      return due.length
    })
  while ((await sendSome()) > 0);
}
