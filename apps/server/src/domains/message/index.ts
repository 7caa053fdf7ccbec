// The public interface of messages and notices.
import { messageCalls, noticeCalls } from '@sealwright/contract'
import type { Logger } from 'pino'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
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
export { endNotice, insertNotice, listAll as listNotices } from './notice.queries.ts'
export type { Notice } from './notice.queries.ts'

export interface MessageCenter {
  bindings: Binding[]
  jobs: Job[]
  unread: Unread
}

export function createMessage(deps: WaitingDeps & { log: Logger }): MessageCenter {
  const unread = createUnread(deps)
  return {
    unread,
    jobs: messageJobs(deps),
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
