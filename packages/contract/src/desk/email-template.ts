// Reviews of e-mail templates at the platform desk: the queue of all developers, one template beside the text that was
// approved before, and the decision. Templates of trusted developers pass without one.
import * as z from 'zod/mini'
import { EMAIL_TEMPLATE_TYPES, REVIEW_STATUSES } from '../domains/email-template.ts'
import { LOCALES } from '../domains/identity.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, guid, integer, oneOrMore, paragraph, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const type = z.literal(Object.values(EMAIL_TEMPLATE_TYPES))
const status = z.literal(Object.values(REVIEW_STATUSES))
const developerId = integer(1, Number.MAX_SAFE_INTEGER)
/** The decision is about the text that the operator read. */
const readRevision = integer(1, Number.MAX_SAFE_INTEGER)

const row = z.object({
  guid: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  isTrusted: z.boolean(),
  name: z.string(),
  type,
  language: z.enum(LOCALES),
  subject: z.string(),
  status,
  reason: z.nullable(z.string()),
  submitTime: toldTime,
})
export type ReviewRow = z.input<typeof row>

/** A text of a template, and the mail that it makes with sample values. */
const reviewed = z.object({
  subject: z.string(),
  /** The words and link targets of the body. */
  words: z.string(),
  /** The plain text part, if it has one of its own. */
  text: z.nullable(z.string()),
  mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})
export type ReviewedText = z.input<typeof reviewed>

export const emailTemplateDesk = defineCalls(
  'emailTemplate',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/review/find.do',
      access: operator('review.view'),
      effect: 'read',
      payload: pageQuery(['submitTime'], {
        status: z._default(oneOrMore(status), [REVIEW_STATUSES.reviewing]),
        type: z.optional(oneOrMore(type)),
        developerId: z.optional(developerId),
      }),
      answer: pageOf(row),
      errors: [],
      summary: 'Lists e-mail templates of all developers, by default those that wait for a review, the oldest first.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/platform/review/get.do',
      access: operator('review.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.object({
        ...row.shape,
        revision: z.int(),
        now: reviewed,
        /** The text that was approved last. Null: none was. */
        before: z.nullable(z.extend(reviewed, { time: toldTime })),
      }),
      errors: ['emailTemplate.notFound'],
      summary: 'Returns an e-mail template as a mail with sample values, and the text that was approved before.',
    }),
    approve: defineCall({
      method: 'POST',
      path: '/platform/review/approve.do',
      access: operator('review.decide'),
      effect: 'write',
      payload: z.object({ guid, revision: readRevision }),
      answer: z.object({}),
      errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids', 'emailTemplate.changedMeanwhile'],
      summary: 'Approves an e-mail template. Its developer gets a message and can enable it.',
    }),
    reject: defineCall({
      method: 'POST',
      path: '/platform/review/reject.do',
      access: operator('review.decide'),
      effect: 'write',
      payload: z.object({
        guid,
        revision: readRevision,
        reason: paragraph(LIMITS.emailTemplate.reasonMax).check(z.minLength(1)),
      }),
      answer: z.object({}),
      errors: ['emailTemplate.notFound', 'emailTemplate.stateForbids', 'emailTemplate.changedMeanwhile'],
      summary: 'Rejects an e-mail template. Its developer gets a message with the reason.',
    }),
    trust: defineCall({
      method: 'POST',
      path: '/platform/review/trust.do',
      access: operator('review.decide'),
      effect: 'write',
      payload: z.object({ developerId, isTrusted: z.boolean() }),
      answer: z.object({}),
      errors: ['operator.developerNotFound'],
      summary: 'Lets the e-mail templates of a developer pass without a review, or ends that. Waiting ones still wait.',
    }),
  },
  'emailTemplateDesk',
)
