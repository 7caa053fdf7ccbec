// Messages of administrators: what happened to their developer, each with a link to its page. Whoever causes a message
// names a kind of this table and the values of its text. Notices come from the platform and have the same calls, so
// that one set of screens shows both.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, byGuid, clearable, guid, integer, oneOrMore, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import type { Privilege } from '../privileges.ts'
import { unreadCounts } from './unread.ts'

export type MessageAudience = 'person' | 'super' | Privilege

interface MessageKindOf {
  /**
   * Who gets it: one person, the super administrator, or everyone who holds a privilege. The super administrator holds
   * all.
   */
  to: MessageAudience
  /** Whether it is also sent by mail, until the reader decides otherwise. */
  mail: boolean
}

export const MESSAGE_KINDS = {
  taskFinished: { to: 'person', mail: false },
  taskPartly: { to: 'person', mail: false },
  taskFailed: { to: 'person', mail: false },
  applicationApproved: { to: 'super', mail: true },
  applicationRejected: { to: 'super', mail: true },
  developerSuspended: { to: 'super', mail: true },
  developerResumed: { to: 'super', mail: true },
  invitationAccepted: { to: 'person', mail: true },
  invitationDeclined: { to: 'person', mail: true },
  riskFound: { to: 'runtime.view', mail: false },
  seatsTaken: { to: 'runtime.view', mail: false },
  lowBalance: { to: 'billing.view', mail: true },
  billDue: { to: 'billing.view', mail: true },
  billOverdue: { to: 'billing.view', mail: true },
  packageEnding: { to: 'billing.view', mail: true },
  serviceFeeEnding: { to: 'billing.view', mail: true },
  serviceFeeOver: { to: 'billing.view', mail: true },
  senderFailing: { to: 'sender.view', mail: true },
  /** Deliveries were given up: the first of an outage. Then the first delivery that worked again. */
  webhookFailing: { to: 'webhook.view', mail: true },
  webhookWorking: { to: 'webhook.view', mail: true },
  /** The endpoint answered that it is gone, and was disabled. */
  webhookGone: { to: 'webhook.view', mail: true },
  templateApproved: { to: 'emailTemplate.view', mail: true },
  templateRejected: { to: 'emailTemplate.view', mail: true },
  // To the holders of the family's view privilege, each with the number of licenses in their row scope.
  smartLicensesEnding: { to: 'person', mail: false },
  accountLicensesEnding: { to: 'person', mail: false },
  snLicensesEnding: { to: 'person', mail: false },
  approvalWaiting: { to: 'person', mail: true },
  approvalReminder: { to: 'person', mail: true },
  approvalEscalated: { to: 'super', mail: true },
  approvalApproved: { to: 'person', mail: true },
  approvalRejected: { to: 'person', mail: true },
  approvalExpired: { to: 'person', mail: true },
  approvalAsked: { to: 'person', mail: true },
  approvalAnswered: { to: 'person', mail: true },
  approvalEdited: { to: 'person', mail: true },
  /** It was approved, and something of it could not take effect. */
  approvalFailed: { to: 'person', mail: true },
  /** The next place could not be given: money, a package, gifts or a quota is used up, or the template is gone. */
  campaignPaused: { to: 'activity.view', mail: true },
  campaignFull: { to: 'activity.view', mail: false },
  weeklyDigest: { to: 'super', mail: true },
  feedbackAnswered: { to: 'person', mail: true },
  /** Written by a platform operator. */
  platformMessage: { to: 'person', mail: true },
} as const satisfies Record<string, MessageKindOf>
export type MessageKind = keyof typeof MESSAGE_KINDS
const kinds = Object.keys(MESSAGE_KINDS) as [MessageKind, ...MessageKind[]] // not empty

export const audienceOf = (kind: MessageKind): MessageAudience => MESSAGE_KINDS[kind].to

/** How a person gets the messages of a kind. */
export const MESSAGE_WAYS = ['both', 'console', 'mail', 'none'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]

/** The way until the person chooses another one. */
export const initialWay = (kind: MessageKind): MessageWay => (MESSAGE_KINDS[kind].mail ? 'both' : 'console')

export const NOTICE_LEVELS = ['info', 'important'] as const
export type NoticeLevel = (typeof NOTICE_LEVELS)[number]

export const INBOX_STATES = ['all', 'unread', 'read'] as const
export type InboxState = (typeof INBOX_STATES)[number]

const inboxRow = <Kind extends z.core.$ZodType<string>>(kind: Kind) =>
  z.object({
    guid: z.string(),
    kind,
    title: z.string(),
    text: z.string(),
    /** The page of the console that shows the thing. */
    link: z.nullable(z.string()),
    isRead: z.boolean(),
    createTime: time,
  })
const messageRow = inboxRow(z.enum(kinds))
export type MessageRow = z.input<typeof messageRow>
const noticeRow = inboxRow(z.enum(NOTICE_LEVELS))
export type NoticeRow = z.input<typeof noticeRow>
/** A message or a notice, for parts that show both. */
export type InboxRow = MessageRow | NoticeRow

const guids = z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.page.maxSize))

/** The calls that messages and notices share. */
const inboxCalls = <Kind extends z.core.$ZodType<string>>(noun: 'message' | 'notice', kind: Kind) => ({
  find: defineCall({
    method: 'POST',
    path: `/${noun}/find.do`,
    access: anySession,
    effect: 'read',
    payload: pageQuery(['createTime'], {
      state: z._default(z.enum(INBOX_STATES), 'all'),
      kind: z.optional(oneOrMore(kind)),
      ...between,
    }),
    answer: pageOf(inboxRow(kind)),
    errors: ['platform.timeIllegal'],
    summary: `Lists the caller's ${noun}s, newest first.`,
  }),
  get: defineCall({
    method: 'POST',
    path: `/${noun}/get.do`,
    access: anySession,
    effect: 'read',
    payload: byGuid,
    answer: z.object({ row: inboxRow(kind), newer: z.nullable(z.string()), older: z.nullable(z.string()) }),
    errors: [`${noun}.notFound`],
    summary: `Returns a ${noun} and the guids of its neighbors. It stays unread until \`read\` is called.`,
  }),
  read: defineCall({
    method: 'POST',
    path: `/${noun}/read.do`,
    access: anySession,
    effect: 'write',
    whileSuspended: true,
    payload: z.object({ guids }),
    answer: z.object({ count: z.int() }),
    errors: [],
    summary: `Marks ${noun}s as read. Returns how many were unread.`,
  }),
  readAll: defineCall({
    method: 'POST',
    path: `/${noun}/readAll.do`,
    access: anySession,
    effect: 'write',
    whileSuspended: true,
    payload: z.object({ kind: z.optional(oneOrMore(kind)) }),
    answer: z.object({ count: z.int() }),
    errors: [],
    summary: `Marks all ${noun}s as read, or those of some kinds. Returns how many were unread.`,
  }),
  delete: defineCall({
    method: 'POST',
    path: `/${noun}/delete.do`,
    access: anySession,
    effect: 'write',
    whileSuspended: true,
    payload: z.object({ guids }),
    answer: z.object({ count: z.int() }),
    errors: [],
    summary: `Deletes ${noun}s for the caller alone. Returns how many there were.`,
  }),
})

const messageKind = z.enum(kinds)
const messageWay = z.object({ kind: messageKind, way: z.enum(MESSAGE_WAYS) })
/** A time of day, to the minute. */
const clockTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
const quietHours = z.object({ from: clockTime, until: clockTime })
export type QuietHours = z.output<typeof quietHours>

export const messageCalls = defineCalls('message', {
  ...inboxCalls('message', messageKind),
  count: defineCall({
    method: 'POST',
    path: '/message/count.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: unreadCounts,
    errors: [],
    summary: `Counts the caller's unread messages and notices, each up to ${LIMITS.message.countedMax}.`,
  }),
  preferences: defineCall({
    method: 'POST',
    path: '/message/preferences.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      /** One entry for each kind that the caller can get. */
      ways: z.array(messageWay),
      quietHours: z.nullable(quietHours),
      dailyHour: z.nullable(z.int()),
      /** The developer's time zone, in which the hours are. */
      timeZone: z.string(),
    }),
    errors: [],
    summary:
      'Returns how the caller gets messages: the way of each kind, the quiet hours and the hour of the daily mail.',
  }),
  updatePreferences: defineCall({
    method: 'POST',
    path: '/message/updatePreferences.do',
    access: anySession,
    effect: 'write',
    personal: true,
    payload: z.object({
      ways: z.optional(z.array(messageWay).check(z.maxLength(kinds.length))),
      quietHours: clearable(quietHours),
      dailyHour: clearable(integer(0, 23)),
    }),
    answer: z.object({}),
    errors: ['platform.timeIllegal'],
    summary:
      'Changes how the caller gets messages. During the quiet hours, mails wait. ' +
      'With an hour of the daily mail, one mail a day replaces the single ones.',
  }),
})

export const noticeCalls = defineCalls('message', inboxCalls('notice', z.enum(NOTICE_LEVELS)), 'notice')
