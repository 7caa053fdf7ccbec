// The public interface of feedback.
import { feedbackCalls, feedbackDesk } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { deskAnswers } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Notify } from '../../kernel/notify.ts'
import { createFeedbackInbox } from './desk.service.ts'
import { createFeedbackService } from './feedback.service.ts'

export { feedbackPurgeJob } from './feedback.job.ts'
export { createFeedbackDesk } from './operator.service.ts'

export interface FeedbackCenter {
  bindings: Binding[]
  deskBindings: DeskBinding[]
  waiting: ReturnType<typeof createFeedbackInbox>['waiting']
}

export function createFeedback(deps: {
  version: string
  notify: Notify
  languages: Record<Locale, Sentences>
}): FeedbackCenter {
  const service = createFeedbackService(deps)
  const inbox = createFeedbackInbox(deps)
  return {
    waiting: inbox.waiting,
    deskBindings: [
      deskAnswers(feedbackDesk.find, inbox.find),
      deskAnswers(feedbackDesk.get, inbox.get),
      deskAnswers(feedbackDesk.picture, inbox.picture),
      deskAnswers(feedbackDesk.answer, inbox.answer),
    ],
    bindings: [
      answers(feedbackCalls.create, service.create),
      answers(feedbackCalls.find, service.find),
      answers(feedbackCalls.picture, service.picture),
    ],
  }
}
