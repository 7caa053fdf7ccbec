// The inbox of feedback at the platform desk. Each feedback is answered once.
import * as z from 'zod/mini'
import { FEEDBACK_KINDS } from '../domains/feedback.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { PICTURE_TYPES } from '../kernel/picture.ts'
import { byGuid, guid, integer, oneOrMore, paragraph, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.feedback

export const FEEDBACK_STATES = ['open', 'answered'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

const row = z.object({
  guid: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  /** The e-mail address or mobile number of the sender's account. */
  account: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string(),
  page: z.nullable(z.string()),
  version: z.string(),
  pictures: z.int(),
  createTime: toldTime,
  answer: z.nullable(z.string()),
  answerTime: z.nullable(toldTime),
})
export type ReceivedFeedback = z.input<typeof row>

export const feedbackDesk = defineCalls(
  'feedback',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/feedback/find.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        state: z.optional(z.enum(FEEDBACK_STATES)),
        kind: z.optional(oneOrMore(z.enum(FEEDBACK_KINDS))),
        developerId: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
      }),
      answer: pageOf(row),
      errors: [],
      summary: 'Lists the feedback of all developers, the latest first.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/platform/feedback/get.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: byGuid,
      answer: row,
      errors: ['feedback.notFound'],
      summary: 'Returns one feedback.',
    }),
    picture: defineCall({
      method: 'POST',
      path: '/platform/feedback/picture.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: z.object({ guid, position: integer(1, limits.pictures) }),
      answer: z.object({ type: z.enum(PICTURE_TYPES), base64: z.string() }),
      errors: ['feedback.notFound'],
      summary: 'Returns a picture of a feedback.',
    }),
    answer: defineCall({
      method: 'POST',
      path: '/platform/feedback/answer.do',
      access: operator('talk.send'),
      effect: 'write',
      payload: z.object({ guid, answer: paragraph(limits.answerMax).check(z.minLength(1)) }),
      answer: z.object({}),
      errors: ['feedback.notFound', 'feedback.answered'],
      summary: 'Answers a feedback, once. The sender gets a message.',
    }),
  },
  'feedbackDesk',
)
