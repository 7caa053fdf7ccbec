// What the platform says to developers, at the platform desk: notices, messages to administrators, and the banner that
// every page shows during maintenance.
import * as z from 'zod/mini'
import { NOTICE_LEVELS } from '../domains/message.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import {
  byGuid,
  clearable,
  guid,
  integer,
  line,
  oneOrMore,
  paragraph,
  revision,
  time,
  toldTime,
} from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { bannerShape } from './banner.ts'

const limits = LIMITS.notice
const developerId = integer(1, Number.MAX_SAFE_INTEGER)

/** Who sees a notice: everybody, the administrators of formal or of trial developers, or those of named ones. */
export const NOTICE_AUDIENCES = ['all', 'formal', 'trial', 'named'] as const
export type NoticeAudience = (typeof NOTICE_AUDIENCES)[number]

export const NOTICE_STATES = ['draft', 'planned', 'shown', 'ended', 'withdrawn'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** Before it starts, everything can change. Then, its texts. */
export const canChangeNotice = (state: NoticeState) => ({
  all: state === 'draft' || state === 'planned',
  texts: state === 'draft' || state === 'planned' || state === 'shown',
})

const title = line(limits.titleMax)
const text = paragraph(limits.textMax).check(z.minLength(1))
const developers = z._default(z.array(developerId).check(z.maxLength(limits.developersMax)), [])
const named = z.object({ id: z.string(), name: z.string() })

const noticeFields = {
  titleZh: title,
  textZh: text,
  titleEn: title,
  textEn: text,
  level: z.enum(NOTICE_LEVELS),
  audience: z.enum(NOTICE_AUDIENCES),
  /** Of the audience `named`. */
  developers,
  /** Empty: when it is published. */
  startTime: clearable(time),
  endTime: clearable(time),
}

const noticeRow = z.object({
  guid: z.string(),
  state: z.enum(NOTICE_STATES),
  level: z.enum(NOTICE_LEVELS),
  titleZh: z.string(),
  titleEn: z.string(),
  audience: z.enum(NOTICE_AUDIENCES),
  startTime: z.nullable(toldTime),
  endTime: z.nullable(toldTime),
  /** Administrators of the audience who read it, of how many. */
  readers: z.int(),
  people: z.int(),
  revision: z.int(),
})
export type DeskNotice = z.input<typeof noticeRow>

/** Which administrators of a developer get a message. */
export const MESSAGE_READERS = ['all', 'super'] as const
export type MessageReaders = (typeof MESSAGE_READERS)[number]

const sentRow = z.object({
  guid: z.string(),
  operator: z.string(),
  titleZh: z.nullable(z.string()),
  textZh: z.nullable(z.string()),
  titleEn: z.nullable(z.string()),
  textEn: z.nullable(z.string()),
  readers: z.enum(MESSAGE_READERS),
  developers: z.array(named),
  createTime: toldTime,
  /** How many people got it, and how many of them read it in the console. */
  people: z.int(),
  read: z.int(),
})
export type SentMessage = z.input<typeof sentRow>

export const messageDesk = defineCalls(
  'message',
  {
    findNotices: defineCall({
      method: 'POST',
      path: '/platform/notice/find.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: pageQuery(['startTime'], {
        state: z.optional(oneOrMore(z.enum(NOTICE_STATES))),
        audience: z.optional(oneOrMore(z.enum(NOTICE_AUDIENCES))),
      }),
      answer: pageOf(noticeRow),
      errors: [],
      summary: 'Lists notices: drafts, then the latest start first.',
    }),
    getNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/get.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.object({ ...noticeRow.shape, textZh: z.string(), textEn: z.string(), developers: z.array(named) }),
      errors: ['notice.notFound'],
      summary: 'Returns a notice in both languages.',
    }),
    createNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/create.do',
      access: operator('talk.send'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z.object(noticeFields),
      answer: z.object({ guid: z.string() }),
      errors: ['notice.developersNeeded', 'notice.developerUnknown', 'platform.timeIllegal'],
      summary: 'Stores a draft of a notice. Nobody sees it until it is published.',
    }),
    updateNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/update.do',
      access: operator('talk.send'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ guid, ...noticeFields, revision }),
      answer: z.object({}),
      errors: [
        'notice.notFound',
        'notice.started',
        'notice.over',
        'notice.developersNeeded',
        'notice.developerUnknown',
        'platform.timeIllegal',
        'platform.stale',
      ],
      summary: 'Changes a notice: everything before it starts, afterwards its texts.',
    }),
    publishNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/publish.do',
      access: operator('talk.send'),
      effect: 'write',
      payload: z.object({ guid, revision }),
      answer: z.object({}),
      errors: ['notice.notFound', 'notice.notDraft', 'platform.timeIllegal', 'platform.stale'],
      summary: 'Publishes a draft. Its audience sees it from its start on, or at once.',
    }),
    withdrawNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/withdraw.do',
      access: operator('talk.send'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['notice.notFound', 'notice.over'],
      summary: 'Ends a notice now. Nobody sees it anymore.',
    }),
    deleteNotice: defineCall({
      method: 'POST',
      path: '/platform/notice/delete.do',
      access: operator('talk.send'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['notice.notFound', 'notice.notDraft'],
      summary: 'Deletes a draft.',
    }),
    find: defineCall({
      method: 'POST',
      path: '/platform/message/find.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], { developerId: z.optional(developerId) }),
      answer: pageOf(sentRow),
      errors: [],
      summary: 'Lists the messages that operators sent to developers, the latest first.',
    }),
    send: defineCall({
      method: 'POST',
      path: '/platform/message/send.do',
      access: operator('talk.send'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z.object({
        developers: z.array(developerId).check(z.minLength(1), z.maxLength(limits.developersMax)),
        readers: z.enum(MESSAGE_READERS),
        titleZh: clearable(title),
        textZh: clearable(paragraph(limits.textMax)),
        titleEn: clearable(title),
        textEn: clearable(paragraph(limits.textMax)),
      }),
      answer: z.object({ guid: z.string(), people: z.int() }),
      errors: ['message.textNeeded', 'message.nobody', 'notice.developerUnknown'],
      summary:
        'Sends a message to administrators of some developers, in both languages or in one. People get it by mail ' +
        'too, unless they turned that off.',
    }),
    banner: defineCall({
      method: 'POST',
      path: '/platform/banner/get.do',
      access: operator('talk.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({ banner: z.nullable(bannerShape), revision: z.int() }),
      errors: [],
      summary: 'Returns the maintenance banner, also before it starts and after it ended.',
    }),
    setBanner: defineCall({
      method: 'POST',
      path: '/platform/banner/set.do',
      access: operator('talk.send'),
      effect: 'write',
      sends: 'json',
      // 0 stands for no banner yet.
      payload: z.object({ banner: z.nullable(bannerShape), revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)) }),
      answer: z.object({}),
      errors: ['platform.timeIllegal', 'platform.stale'],
      summary: 'Sets the maintenance banner that every page shows, or removes it.',
    }),
  },
  'messageDesk',
)
