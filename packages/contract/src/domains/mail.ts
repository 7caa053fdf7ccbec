// Mail on its way. Every message is stored in the outbox first. The developer's own sender takes it, or else the
// platform's SMTP server. If there is neither, it stays in the outbox for the platform operator to read.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import { guid, toldTime } from '../kernel/wire.ts'

export const MAIL_STATES = ['queued', 'kept', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const mailMachine = defineMachine<MailState, 'send' | 'keep' | 'giveUp' | 'retry', 'system' | 'operator'>(
  'mail',
  'queued',
  [
    { from: 'queued', event: 'send', to: 'sent', who: 'system' },
    { from: 'queued', event: 'keep', to: 'kept', who: 'system' },
    { from: 'queued', event: 'giveUp', to: 'failed', who: 'system' },
    { from: 'failed', event: 'retry', to: 'queued', who: 'operator' },
    { from: 'kept', event: 'retry', to: 'queued', who: 'operator' },
  ],
)

/**
 * Why a message was not delivered. `unsubscribed`: the recipient wants no such mails. `unconfirmed`: the whole message
 * was sent, but the server never said whether it took it.
 */
export const MAIL_PROBLEMS = [
  'notAllowed',
  'hostUnknown',
  'refused',
  'timeout',
  'closed',
  'tlsRequired',
  'tlsFailed',
  'certificate',
  'signIn',
  'senderRefused',
  'recipientRefused',
  'messageRefused',
  'temporary',
  'unconfirmed',
  'unsubscribed',
  'other',
] as const
export type MailProblem = (typeof MAIL_PROBLEMS)[number]

/** The rows of the console that a mail can be about. */
export const MAIL_SUBJECTS = ['user', 'license'] as const
export type MailSubject = (typeof MAIL_SUBJECTS)[number]

/** The kinds of mail that the page of a user or a license shows. */
export const FOLLOWED_MAIL_KINDS = [
  'licenseCodes',
  'licenseIssued',
  'licensesEnding',
  'addAccount',
  'addAccountNew',
  'addAccountActivate',
  'registration',
  'promotion',
  'lendingAdmin',
  'lendingCode',
] as const
export type FollowedMailKind = (typeof FOLLOWED_MAIL_KINDS)[number]

/**
 * The kinds of mail that a developer's sender may carry. Whoever runs its server can read them. So none of them
 * contains a link or code that proves who owns an address, and none tells about the security of an account.
 */
export const SENDER_MAIL_KINDS: readonly string[] = [
  'licenseCodes',
  'licenseIssued',
  'licensesEnding',
  'addAccount',
  'addAccountNew',
  'registration',
  'promotion',
  'lendingCode',
  'templateTest',
]

const subject = { about: z.enum(MAIL_SUBJECTS), guid }

const row = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(MAIL_STATES),
  createTime: toldTime,
  sentTime: z.nullable(toldTime),
  problem: z.nullable(z.enum(MAIL_PROBLEMS)),
  /** The answer of the developer's own SMTP server. */
  said: z.nullable(z.string()),
  /** The address of the sender that took the mail. Null: the platform, or nobody yet. */
  sender: z.nullable(z.string()),
  canResend: z.boolean(),
})
export type MailRow = z.input<typeof row>

export const mailCalls = defineCalls(
  'sender',
  {
    find: defineCall({
      method: 'POST',
      path: '/mail/find.do',
      access: privilege('user.view', 'accountLicense.view', 'smartLicense.view', 'snLicense.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], subject),
      answer: pageOf(row),
      errors: ['user.notFound', 'license.notFound'],
      summary: 'Lists the mails about a user or a license, newest first, without their text.',
    }),
    resend: defineCall({
      method: 'POST',
      path: '/mail/resend.do',
      access: privilege('user.update', 'smartLicense.deliver', 'snLicense.deliver'),
      effect: 'write',
      payload: z.object({ ...subject, id: guid }),
      answer: z.object({}),
      errors: ['user.notFound', 'license.notFound', 'mail.notFound', 'mail.stateForbids'],
      summary: 'Sends a failed or kept mail again. The text of a sent mail is erased, so it cannot be sent again.',
    }),
  },
  'mail',
)
