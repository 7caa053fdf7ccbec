// Messages that tell people what was done to their account: in their own language, with the time as they read it,
// wherever the request came from.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Db } from '../../../kernel/db/database.ts'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { shownTime } from '../identity.rules.ts'

export interface Told {
  /** The developer that this person works for, if any. */
  developerId: number | null
  locale: Locale
  /** Theirs, or else their developer's. */
  timeZone: string
  email: string | null
  mobile: string | null
}

export interface Notice {
  kind: 'passwordChanged' | 'addressChanged' | 'addressAdded'
  at: Date
  /** The address that is new. */
  address?: string
  /** Where to, if not to where people read their messages: by e-mail, or else as a text message. */
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
