// The public interface of feedback.
import { feedbackCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { createFeedbackService } from './feedback.service.ts'

export { feedbackPurgeJob } from './feedback.job.ts'
export { createFeedbackDesk } from './operator.service.ts'

export function createFeedback(deps: { version: string }): { bindings: Binding[] } {
  const service = createFeedbackService(deps)
  return {
    bindings: [
      answers(feedbackCalls.create, service.create),
      answers(feedbackCalls.find, service.find),
      answers(feedbackCalls.picture, service.picture),
    ],
  }
}
