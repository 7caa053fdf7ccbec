// Sends messages to administrators: a row per reader, and mail to those who want it, now or when it is due. All of it
// is written in the transaction that causes the message.
import { audienceOf } from '@sealwright/contract'
import type { Ids } from '../../kernel/ids.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { NewMessage, Notify } from '../../kernel/notify.ts'
import type { MailWords } from './mail.service.ts'
import type { Reader, Tenant } from './message.kind.ts'
import { claimEvent, insertMessages, insertWaiting, listReaders, listSeers } from './message.queries.ts'
import { dueAt, sendsMail, showsInConsole, wayOf } from './message.rules.ts'

export interface NotifyDeps {
  ids: Ids
  mailer: Pick<Mailer, 'queueMany'>
  mailWords: MailWords
}

/** Some persons, the super administrator, or the holders of a privilege. */
async function audience(of: Tenant, { kind, to = [] }: NewMessage): Promise<Reader[]> {
  const wanted = audienceOf(kind)
  if (wanted === 'person') return (await listReaders(of, null)).filter(({ accountId }) => to.includes(accountId))
  if (wanted === 'super') return (await listReaders(of, null)).filter(({ isSuper }) => isSuper)
  return listReaders(of, wanted)
}

async function readersOf(of: Tenant, message: NewMessage): Promise<Reader[]> {
  const { only } = message
  const readers = (await audience(of, message)).filter(({ accountId }) => !only || only.includes(accountId))
  const seeing = message.about ? await listSeers(of.db, readers, message.about) : readers
  if (message.event === undefined || seeing.length === 0) return seeing
  const untold = await claimEvent(
    of,
    message.event,
    seeing.map(({ accountId }) => accountId),
  )
  return seeing.filter(({ accountId }) => untold.has(accountId))
}

export function createNotify({ ids, mailer, mailWords }: NotifyDeps): Notify {
  return async function notify(of, message) {
    const readers = (await readersOf(of, message)).map((reader) => ({
      ...reader,
      guid: ids.guid(),
      way: wayOf(reader.ways, message.kind),
      dueAt: dueAt(of.now, reader),
    }))
    await insertMessages(
      of,
      message,
      readers.filter(({ way }) => showsInConsole(way)),
    )
    const mailed = readers.filter(({ way }) => sendsMail(way))
    await mailer.queueMany(
      of.db,
      mailed.flatMap((reader) => (reader.dueAt ? [] : mailWords.single(of.developerId, reader, message))),
    )
    await insertWaiting(
      of,
      message,
      mailed.flatMap(({ guid, accountId, dueAt: due, dailyHour }) =>
        due ? [{ guid, accountId, dueAt: due, isDaily: dailyHour !== null }] : [],
      ),
    )
  }
}
