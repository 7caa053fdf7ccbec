// Webhooks: a developer's own systems are told of events. Deliveries are signed as Standard Webhooks describes, arrive
// at least once, and in order for each license.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import {
  between,
  byGuid,
  clearable,
  guid,
  integer,
  line,
  revision,
  rule,
  someOf,
  time,
  toldTime,
} from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.webhook

/** Events, as `thing.happened`. `webhook.test` is sent on request only. */
export const WEBHOOK_EVENTS = [
  'license.issued',
  'license.updated',
  'license.locked',
  'license.unlocked',
  'license.expired',
  'license.replaced',
  'license.deleted',
  'license.approved',
  'license.rejected',
  'device.bound',
  'device.unbound',
  'user.created',
  'user.updated',
  'user.deleted',
  'order.charged',
  'task.finished',
  'dongle.changed',
  'upgrade.reported',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const TEST_EVENT = 'webhook.test'
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, TEST_EVENT] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]
/** The ports of public addresses that deliveries can go to, with https. */
export const WEBHOOK_PORTS: readonly number[] = [443, 8443]

const isUrl = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username === '' && password === ''
}

const fields = {
  url: line(limits.urlMax).check(rule('notUrl', isUrl)),
  description: clearable(line(limits.descriptionMax)),
  events: someOf(WEBHOOK_EVENTS),
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt failed: the address is not allowed, was not found, did not answer, or answered with an error. */
export const DELIVERY_PROBLEMS = ['notAllowed', 'hostUnknown', 'refused', 'timeout', 'tls', 'status', 'closed'] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

const endpointRow = z.object({
  guid: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isEnabled: z.boolean(),
  /** Since when deliveries fail. */
  failingSince: z.nullable(toldTime),
  /** Deliveries of the last LIMITS.webhook.keptDays, and those that wait. */
  delivered: z.int(),
  failed: z.int(),
  waiting: z.int(),
  lastTime: z.nullable(toldTime),
  /** Until then, deliveries are also signed with the secret before the last rotation. */
  formerUntil: z.nullable(toldTime),
  creator: z.string(),
  createTime: toldTime,
  revision: z.int(),
})
export type WebhookRow = z.input<typeof endpointRow>

const attempt = z.object({
  at: time,
  /** Null: no answer came. */
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(DELIVERY_PROBLEMS)),
  milliseconds: z.int(),
})

const deliveryRow = z.object({
  guid: z.string(),
  /** The id of the event, as the header `webhook-id` has it. */
  eventId: z.string(),
  event: z.string(),
  eventTime: time,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The next attempt of a waiting delivery. */
  nextTime: z.nullable(toldTime),
  last: z.nullable(attempt),
  /** The license or other thing that the event is about, in words. */
  about: z.nullable(z.string()),
})
export type DeliveryRow = z.input<typeof deliveryRow>

const secretAnswer = z.object({ guid: z.string(), secret: z.string() })
const ADDRESS_ERRORS = ['webhook.addressNotAllowed', 'webhook.urlTaken'] as const

export const webhookCalls = defineCalls('webhook', {
  find: defineCall({
    method: 'POST',
    path: '/webhook/find.do',
    access: privilege('webhook.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], {}),
    answer: pageOf(endpointRow),
    errors: [],
    summary: 'Lists the endpoints, the latest first.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/webhook/get.do',
    access: privilege('webhook.view'),
    effect: 'read',
    payload: byGuid,
    answer: endpointRow,
    errors: ['webhook.notFound'],
    summary: 'Returns an endpoint. The secret is never returned.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/webhook/create.do',
    access: privilege('webhook.update'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(fields),
    answer: secretAnswer,
    errors: [...ADDRESS_ERRORS, 'webhook.limit'],
    summary: 'Adds an endpoint. Its secret is returned only here. It hears of events from now on.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/webhook/update.do',
    access: privilege('webhook.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({
      guid,
      url: z.optional(fields.url),
      description: fields.description,
      events: z.optional(fields.events),
      revision,
    }),
    answer: z.object({ guid: z.string() }),
    errors: [...ADDRESS_ERRORS, 'webhook.notFound', 'platform.stale'],
    summary: 'Changes an endpoint. An absent field stays.',
  }),
  setEnabled: defineCall({
    method: 'POST',
    path: '/webhook/setEnabled.do',
    access: privilege('webhook.update'),
    effect: 'write',
    payload: z.object({ guid, isEnabled: z.boolean() }),
    answer: z.object({}),
    errors: ['webhook.notFound'],
    summary: 'Enables or disables an endpoint. A disabled one hears of nothing, and what waits for it is dropped.',
  }),
  rotate: defineCall({
    method: 'POST',
    path: '/webhook/rotate.do',
    access: privilege('webhook.update'),
    effect: 'write',
    sensitive: true,
    payload: z.object({ guid, overlapHours: z._default(integer(0, limits.overlapHoursMax), limits.overlapHours) }),
    answer: secretAnswer,
    errors: ['webhook.notFound'],
    summary: 'Makes a new secret. For some hours, deliveries are signed with both.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/webhook/delete.do',
    access: privilege('webhook.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['webhook.notFound'],
    summary: 'Deletes an endpoint with its log.',
  }),
  sendTest: defineCall({
    method: 'POST',
    path: '/webhook/sendTest.do',
    access: privilege('webhook.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({ guid: z.string() }),
    errors: ['webhook.notFound', 'webhook.disabled', 'platform.tooFrequent'],
    summary: 'Sends a test event to an endpoint. Returns its delivery.',
  }),
  deliveries: defineCall({
    method: 'POST',
    path: '/webhook/deliveries.do',
    access: privilege('webhook.view'),
    effect: 'read',
    payload: pageQuery(['eventTime'], {
      guid,
      state: z.optional(z.enum(DELIVERY_STATES)),
      event: z.optional(z.enum(WEBHOOK_TYPES)),
      ...between,
    }),
    answer: pageOf(deliveryRow),
    errors: ['webhook.notFound', 'platform.timeIllegal'],
    summary: `Lists the deliveries of an endpoint, the latest first. They are kept for ${limits.keptDays} days.`,
  }),
  delivery: defineCall({
    method: 'POST',
    path: '/webhook/delivery.do',
    access: privilege('webhook.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      ...deliveryRow.shape,
      url: z.string(),
      /** As sent. */
      body: z.string(),
      /** The latest first. `answer` is the beginning of what the endpoint answered. */
      tries: z.array(
        z.object({ ...attempt.shape, headers: z.record(z.string(), z.string()), answer: z.nullable(z.string()) }),
      ),
    }),
    errors: ['webhook.deliveryNotFound'],
    summary: 'Returns a delivery with its request, and the answer to each attempt.',
  }),
  sendAgain: defineCall({
    method: 'POST',
    path: '/webhook/sendAgain.do',
    access: privilege('webhook.update'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({ guid: z.string() }),
    errors: ['webhook.deliveryNotFound', 'webhook.disabled'],
    summary: 'Sends the event of a delivery again, with the same id.',
  }),
})
