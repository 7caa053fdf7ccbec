// Messages about money: to the super administrator, in their language, with a link to the page concerned. They are
// written in the transaction that causes them.
import type { Locale } from '@sealwright/contract'
import type { PhraseParams, Sentences } from '@sealwright/phrases'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import { findSuperAdministrator } from '../../developer/index.ts'
import type { Books } from '../ledger/ledger.kind.ts'

export interface MessageDeps {
  mailer: Pick<Mailer, 'queue'>
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
}

type MessageKind = 'lowBalance' | 'packageEnding' | 'serviceFeeEnding' | 'serviceFeeOver' | 'billDue' | 'billOverdue'

export const createMessages = ({ mailer, languages, baseUrl }: MessageDeps) =>
  async function tell(
    { db, developerId }: Pick<Books, 'db' | 'developerId'>,
    kind: MessageKind,
    path: string,
    given: PhraseParams,
  ): Promise<void> {
    const person = await findSuperAdministrator(db, developerId)
    const to = person?.email ?? person?.mobile
    if (!person || !to) return
    const say = languages[person.locale]
    const params = { ...given, link: `${baseUrl()}${path}` }
    await mailer.queue(db, {
      developerId,
      kind,
      to,
      subject: say(`mail.${kind}.subject`, params),
      body: say(`mail.${kind}.body`, params),
    })
  }
