// What the developer of the demo wrote to the platform: one message with an answer, and one without.
import { feedbackCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createFeedbackDesk } from '../domains/feedback/index.ts'
import { DEMO_ACCOUNT } from './accounts.ts'
import { firstOf } from './story.ts'
import type { Day, Story } from './story.ts'

export function feedbackDays({ make, ground, words }: Pick<Story, 'ground' | 'make' | 'words'>): Day[] {
  const { first, second } = words.feedback
  const write = async (payload: PayloadOf<typeof feedbackCalls.create>) =>
    (await firstOf(make(feedbackCalls.create, [payload]))).guid
  return [
    {
      ago: 21,
      act: async () => {
        const page = '/pc/license/sn/new'
        const guid = await write({ kind: 'suggestion', text: first.text, contact: DEMO_ACCOUNT, page })
        await createFeedbackDesk(ground).answer(guid, first.answer)
      },
    },
    { ago: 2, act: () => write({ kind: 'question', ...second, page: '/developerInfo' }) },
  ]
}
