// The public interface of messages and notices.
import { messageCalls, messageDesk, noticeCalls } from '@sealwright/contract'
import type { Logger } from 'pino'
import { deskAnswers } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Notify } from '../../kernel/notify.ts'
import { createAnnouncing } from './announce.service.ts'
import { getBanner, setBanner } from './banner.service.ts'
import type { WaitingDeps } from './mail.service.ts'
import { messageJobs } from './message.job.ts'
import * as messages from './message.service.ts'
import * as notices from './notice.service.ts'
import { createUnread } from './unread.service.ts'
import type { Unread } from './unread.service.ts'

export { createMailWords } from './mail.service.ts'
export type { MailWords } from './mail.service.ts'
export type { Reader } from './message.kind.ts'
export { listReaders, listTold } from './message.queries.ts'
export { createNotify } from './notify.service.ts'
export { TO_EVERYBODY, endNotice, insertNotice, listAll as listNotices } from './announce.queries.ts'
export type { Notice } from './announce.queries.ts'
export { findBanner } from './banner.service.ts'

export interface MessageCenter {
  bindings: Binding[]
  deskBindings: DeskBinding[]
  jobs: Job[]
  unread: Unread
}

export function createMessage(deps: WaitingDeps & { log: Logger; notify: Notify }): MessageCenter {
  const unread = createUnread(deps)
  const announcing = createAnnouncing(deps)
  return {
    unread,
    jobs: messageJobs(deps),
    deskBindings: [
      deskAnswers(messageDesk.findNotices, announcing.findNotices),
      deskAnswers(messageDesk.getNotice, announcing.getNotice),
      deskAnswers(messageDesk.createNotice, announcing.createNotice),
      deskAnswers(messageDesk.updateNotice, announcing.updateNotice),
      deskAnswers(messageDesk.publishNotice, announcing.publishNotice),
      deskAnswers(messageDesk.withdrawNotice, announcing.withdrawNotice),
      deskAnswers(messageDesk.deleteNotice, announcing.deleteNotice),
      deskAnswers(messageDesk.find, announcing.find),
      deskAnswers(messageDesk.send, announcing.send),
      deskAnswers(messageDesk.banner, getBanner),
      deskAnswers(messageDesk.setBanner, setBanner),
    ],
    bindings: [
      answers(messageCalls.find, messages.find),
      answers(messageCalls.get, messages.get),
      answers(messageCalls.read, messages.read),
      answers(messageCalls.readAll, messages.readAll),
      answers(messageCalls.delete, messages.remove),
      answers(messageCalls.count, unread.count),
      answers(messageCalls.preferences, messages.preferences),
      answers(messageCalls.updatePreferences, messages.updatePreferences),
      answers(noticeCalls.find, notices.find),
      answers(noticeCalls.get, notices.get),
      answers(noticeCalls.read, notices.read),
      answers(noticeCalls.readAll, notices.readAll),
      answers(noticeCalls.delete, notices.remove),
    ],
  }
}
