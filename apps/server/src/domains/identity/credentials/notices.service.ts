// Messages about changes to an account. They use the language and time zone of the account, not those of the request.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Db } from '../../../kernel/db/database.ts'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { shownTime } from '../identity.rules.ts'

export interface Told {
  /** The developer that the account belongs to, if any. */
  developerId: number | null
  locale: Locale
  /** The time zone of the account, or else of its developer. */
  timeZone: string
  email: string | null
  mobile: string | null
}

export interface Notice {
  kind: 'passwordChanged' | 'addressChanged' | 'addressAdded'
  at: Date
  /** The new address. */
  address?: string
  /** The recipient, if not the default (the e-mail address, or else the mobile number). */
  to?: string | null
}

export function createNotices({
  mailer,
  languages,
}: {
  mailer: Pick<Mailer, 'queue'>
  languages: Record<Locale, Sentences>
}) {
  return {
    async tell(
      db: Db,
      person: Told,
      { kind, at, address = '', to = person.email ?? person.mobile }: Notice,
    ): Promise<void> {
      if (to === null) return
      const say = languages[person.locale]
      const params = { address, time: shownTime(person, at) }
      await mailer.queue(db, {
        developerId: person.developerId,
        kind,
        to,
        subject: say(`mail.${kind}.subject`, params),
        body: say(`mail.${kind}.body`, params),
      })
    },
  }
}
export type Notices = ReturnType<typeof createNotices>
