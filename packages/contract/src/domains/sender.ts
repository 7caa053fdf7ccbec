// Senders: the SMTP accounts of a developer. Mails of the developer go through the default sender. If it fails, or if
// there is none, they go through the platform's SMTP server.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { email, noSpecialCharacters } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, clearable, guid, integer, line, revision, rule, toldTime, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { MAIL_PROBLEMS } from './mail.ts'

/** `tls` from the first byte, `starttls` before sign-in, or `none`: password and mails are readable on the way. */
export const TLS_MODES = ['tls', 'starttls', 'none'] as const
export type TlsMode = (typeof TLS_MODES)[number]

/** The ports of mail servers. Other ports need an exception of the platform operator. */
export const SMTP_PORTS: readonly number[] = [25, 465, 587, 2465, 2525, 2587]

/** The usual port of each mode. */
export const TLS_PORTS: Readonly<Record<TlsMode, number>> = { tls: 465, starttls: 587, none: 25 }

export const SENDER_STATES = ['unverified', 'working', 'failing'] as const
export type SenderState = (typeof SENDER_STATES)[number]

const HOST =
  /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*|[\da-f:.]*:[\da-f:.]*)$/i

const fields = {
  email,
  name: z.optional(line(LIMITS.sender.nameMax).check(noSpecialCharacters)),
  host: line(LIMITS.sender.hostMax).check(rule('notHost', (value: string) => HOST.test(value))),
  port: integer(LIMITS.port.min, LIMITS.port.max),
  tls: z.enum(TLS_MODES),
  smtpUser: z.optional(line(LIMITS.sender.userMax)),
  password: z.optional(verbatim(LIMITS.sender.passwordMax)),
}

const row = z.object({
  guid: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  host: z.string(),
  port: z.int(),
  tls: z.enum(TLS_MODES),
  smtpUser: z.nullable(z.string()),
  hasPassword: z.boolean(),
  isDefault: z.boolean(),
  state: z.enum(SENDER_STATES),
  failingSince: z.nullable(toldTime),
  problem: z.nullable(z.enum(MAIL_PROBLEMS)),
  /** What the server said when it failed. */
  said: z.nullable(z.string()),
  /** Mails of the last LIMITS.sender.countedDays: taken, not taken, and refused because of the recipient. */
  delivered: z.int(),
  failed: z.int(),
  bounced: z.int(),
  createTime: toldTime,
  updateTime: toldTime,
  revision: z.int(),
})
export type SenderRow = z.input<typeof row>

/** Null: it worked. */
const outcome = z.object({ problem: z.nullable(z.enum(MAIL_PROBLEMS)), said: z.nullable(z.string()) })

export const senderCalls = defineCalls('sender', {
  find: defineCall({
    method: 'POST',
    path: '/sender/find.do',
    access: privilege('sender.view'),
    effect: 'read',
    payload: pageQuery(['updateTime', 'email'], {
      email: z.optional(line(LIMITS.account.accountMax)),
      state: z.optional(z.enum(SENDER_STATES)),
    }),
    answer: pageOf(row),
    errors: [],
    summary: 'Lists senders, the default first. Filters: part of the address, the display name or the host; the state.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/sender/get.do',
    access: privilege('sender.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      ...row.shape,
      days: z.array(z.object({ day: z.string(), delivered: z.int(), failed: z.int(), bounced: z.int() })),
    }),
    errors: ['sender.notFound'],
    summary: 'Returns a sender with its mails per day. The password is never returned.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/sender/create.do',
    access: privilege('sender.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(fields),
    answer: z.object({ guid: z.string() }),
    errors: ['sender.limit', 'sender.portNotAllowed', 'sender.passwordNeeded', 'sender.userNeeded'],
    summary: 'Adds a sender. The first one becomes the default.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/sender/update.do',
    access: privilege('sender.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({
      guid,
      email: z.optional(fields.email),
      name: clearable(fields.name),
      host: z.optional(fields.host),
      port: z.optional(fields.port),
      tls: z.optional(fields.tls),
      smtpUser: clearable(fields.smtpUser),
      password: fields.password,
      revision,
    }),
    answer: z.object({ guid: z.string() }),
    errors: [
      'sender.notFound',
      'sender.portNotAllowed',
      'sender.passwordNeeded',
      'sender.userNeeded',
      'platform.stale',
    ],
    summary:
      'Changes a sender: an empty value clears, an absent key stays. An empty password stays, unless the server or ' +
      'the user changes: then it must be sent again.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/sender/delete.do',
    access: privilege('sender.delete'),
    effect: 'write',
    payload: z.object({ guid, nextGuid: z.optional(guid) }),
    answer: z.object({}),
    errors: ['sender.notFound'],
    summary: 'Deletes a sender. If it was the default, `nextGuid` is the next one; without it, the platform sends.',
  }),
  setDefault: defineCall({
    method: 'POST',
    path: '/sender/setDefault.do',
    access: privilege('sender.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['sender.notFound'],
    summary: 'Makes a sender the default.',
  }),
  verify: defineCall({
    method: 'POST',
    path: '/sender/verify.do',
    access: privilege('sender.update'),
    effect: 'own',
    payload: byGuid,
    answer: outcome,
    errors: ['sender.notFound', 'platform.tooFrequent'],
    summary: 'Connects to the SMTP server of a sender and signs in.',
  }),
  sendTest: defineCall({
    method: 'POST',
    path: '/sender/sendTest.do',
    access: privilege('sender.update'),
    effect: 'own',
    payload: byGuid,
    answer: z.object({ ...outcome.shape, to: z.string() }),
    errors: ['sender.notFound', 'sender.noOwnEmail', 'platform.tooFrequent'],
    summary: "Sends a test mail through a sender to the caller's own address.",
  }),
})
