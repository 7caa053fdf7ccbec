// The outbox of mails and text messages at the platform desk. Subjects and bodies never leave the server: they hold
// codes and links of people who are nobody's business here.
import * as z from 'zod/mini'
import { CODE_PURPOSES } from '../domains/identity.ts'
import { FOLLOWED_MAIL_KINDS, MAIL_PROBLEMS, MAIL_STATES } from '../domains/mail.ts'
import { MESSAGE_KINDS } from '../domains/message.ts'
import type { MessageKind } from '../domains/message.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, guid, line, oneOrMore, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

export const MAIL_CHANNELS = ['mail', 'sms'] as const
export type MailChannel = (typeof MAIL_CHANNELS)[number]

/** The kinds of mail that are not messages to administrators. */
export const PLAIN_MAIL_KINDS = [
  ...FOLLOWED_MAIL_KINDS,
  ...CODE_PURPOSES,
  'alreadyRegistered',
  'passwordChanged',
  'addressChanged',
  'addressAdded',
  'adminInvited',
  'partnerInvited',
  'dailyMessages',
  'templateTest',
  'senderTest',
  'operatorInvitation',
  'operatorLink',
  'test',
] as const
export type PlainMailKind = (typeof PLAIN_MAIL_KINDS)[number]
const messageKinds = Object.keys(MESSAGE_KINDS) as MessageKind[] // keys of a const object
export const OUTBOX_KINDS: readonly (PlainMailKind | MessageKind)[] = [...PLAIN_MAIL_KINDS, ...messageKinds]

const row = z.object({
  id: z.string(),
  developerId: z.nullable(z.string()),
  developerName: z.nullable(z.string()),
  kind: z.string(),
  channel: z.enum(MAIL_CHANNELS),
  recipient: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  problem: z.nullable(z.enum(MAIL_PROBLEMS)),
  lastError: z.nullable(z.string()),
  createTime: toldTime,
  sentTime: z.nullable(toldTime),
  canResend: z.boolean(),
})
export type DeskMail = z.input<typeof row>

export const mailDesk = defineCalls(
  'sender',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/mail/find.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        recipient: z.optional(line(LIMITS.account.accountMax)),
        state: z.optional(oneOrMore(z.enum(MAIL_STATES))),
        channel: z.optional(z.enum(MAIL_CHANNELS)),
        kind: z.optional(oneOrMore(line(64))),
        ...between,
      }),
      answer: pageOf(row),
      errors: ['platform.timeIllegal'],
      summary:
        'Lists mails and text messages without their texts, the latest first. Filter: beginning of the recipient.',
    }),
    resend: defineCall({
      method: 'POST',
      path: '/platform/mail/resend.do',
      access: operator('talk.send'),
      effect: 'write',
      payload: z.object({ id: guid }),
      answer: z.object({}),
      errors: ['mail.notFound', 'mail.stateForbids'],
      summary: 'Sends a failed or kept message again.',
    }),
  },
  'mailDesk',
)
