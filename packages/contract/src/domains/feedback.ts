// Feedback of people who use the console to the platform operator: a text with pictures, and the operator's answer. A
// person sees only their own.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { base64Length, isEmail, isMobile } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { PICTURE_TYPES, pictureField } from '../kernel/picture.ts'
import { guid, integer, line, paragraph, rule, time } from '../kernel/wire.ts'
import { LANDLINE, LIMITS } from '../limits.ts'

const limits = LIMITS.feedback
/** The other fields. */
const TEXT_BYTES = 64 * 1024

export const FEEDBACK_KINDS = ['problem', 'suggestion', 'question', 'other'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

const picture = pictureField(limits)

export const feedbackFields = {
  kind: z.enum(FEEDBACK_KINDS),
  text: paragraph(limits.textMax).check(z.minLength(limits.textMin)),
  contact: z.optional(
    z.nullable(
      line(LIMITS.account.accountMax).check(
        rule('contactFormat', (value: string) => isEmail(value) || isMobile(value) || LANDLINE.test(value)),
      ),
    ),
  ),
  pictures: z._default(z.array(picture).check(z.maxLength(limits.pictures)), []),
}

const feedbackRow = z.object({
  guid: z.string(),
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string(),
  contact: z.nullable(z.string()),
  page: z.nullable(z.string()),
  version: z.string(),
  /** The number of pictures. */
  pictures: z.int(),
  createTime: time,
  answer: z.nullable(z.string()),
  answerTime: z.nullable(time),
})

export const feedbackCalls = defineCalls('feedback', {
  create: defineCall({
    method: 'POST',
    path: '/feedback/create.do',
    access: anySession,
    personal: true,
    effect: 'write',
    idempotent: true,
    sends: 'json',
    bodyBytes: limits.pictures * base64Length(limits.pictureBytes) + TEXT_BYTES,
    payload: z.object({
      ...feedbackFields,
      /** The page of the console that the person came from. */
      page: z.optional(z.nullable(line(limits.pageMax))),
    }),
    answer: z.object({ guid: z.string() }),
    errors: ['feedback.tooMany'],
    summary: 'Sends feedback to the platform operator, with at most five pictures in base64 (PNG, JPEG or WebP).',
  }),
  find: defineCall({
    method: 'POST',
    path: '/feedback/find.do',
    access: anySession,
    personal: true,
    effect: 'read',
    payload: pageQuery(['createTime'], {}),
    answer: z.extend(pageOf(feedbackRow), {
      /** The version of this center, which is stored with new feedback. */
      version: z.string(),
    }),
    errors: [],
    summary: "Lists the caller's own feedback with the answers, the newest first.",
  }),
  picture: defineCall({
    method: 'POST',
    path: '/feedback/picture.do',
    access: anySession,
    personal: true,
    effect: 'read',
    payload: z.object({ guid, position: integer(1, limits.pictures) }),
    answer: z.object({ type: z.enum(PICTURE_TYPES), base64: z.string() }),
    errors: ['feedback.notFound'],
    summary: "Returns a picture of the caller's own feedback.",
  }),
})
