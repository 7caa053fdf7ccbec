// Sends messages to administrators: a row per reader, and mail to those who want it. Both are written in the
// transaction that causes the message.
import { MESSAGE_KINDS, audienceOf } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Ids } from '../../kernel/ids.ts'
import type { Mailer, Message } from '../../kernel/mail/outbox.ts'
import type { Notice, Notify } from '../../kernel/notify.ts'
import { insertMessages, listReaders } from './message.queries.ts'
import type { Reader } from './message.queries.ts'

export interface NotifyDeps {
  ids: Ids
  mailer: Pick<Mailer, 'queueMany'>
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
}

/** The readers of a message: some persons, the super administrator, or the holders of a privilege. */
async function readersOf(of: Parameters<Notify>[0], { kind, to = [] }: Notice): Promise<Reader[]> {
  const audience = audienceOf(kind)
  if (audience === 'person') return (await listReaders(of, null)).filter((reader) => to.includes(reader.account_id))
  if (audience === 'super') return (await listReaders(of, null)).filter((reader) => reader.is_super)
  return listReaders(of, audience)
}

export function createNotify({ ids, mailer, languages, baseUrl }: NotifyDeps): Notify {
  function mailTo(developerId: number, { email, mobile, locale }: Reader, notice: Notice): Message[] {
    const to = email ?? mobile
    if (to === null) return []
    const say = languages[locale]
    const { kind, params, link } = notice
    return [
      {
        developerId,
        kind,
        to,
        subject: say(`message.kinds.${kind}.title`, params),
        body: `${say(`message.kinds.${kind}.body`, params)}\n\n${say('message.seeHere', { link: `${baseUrl()}${link}` })}`,
      },
    ]
  }

  return async function notify(of, notice) {
    const { kind, params, link, event } = notice
    const readers = await readersOf(of, notice)
    const told = await insertMessages(
      of.db,
      { developerId: of.developerId, kind, params, link, event: event ?? null, at: of.now },
      readers.map((reader) => ({ guid: ids.guid(), accountId: reader.account_id })),
    )
    if (MESSAGE_KINDS[kind].mail)
      await mailer.queueMany(
        of.db,
        readers
          .filter((reader) => told.has(reader.account_id))
          .flatMap((reader) => mailTo(of.developerId, reader, notice)),
      )
  }
}
