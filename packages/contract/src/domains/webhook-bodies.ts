// The body of each webhook event. Triggers of the server write the data, so its tests hold every event that is sent to
// these schemas. The reference and the tables of the guide follow them too. An object can gain fields in a later
// version: receivers must accept fields that they do not know.
import * as z from 'zod/mini'
import { CHARGE_CATEGORIES } from './billing/billing.ts'
import { PRICE_UNITS } from './billing/pricing.ts'
import { ACCOUNT_TYPES, GENDERS } from './customer.ts'
import { LOCK_RESULTS } from './dongle/dongle-files.ts'
import { LOCK_STATUSES } from './dongle/lock-states.ts'
import { UPGRADE_STATUSES } from './dongle/upgrade-states.ts'
import { LICENSE_FAMILIES, LICENSE_SOURCES } from './license/license-rules.ts'
import { LICENSE_STATUSES } from './license/license-states.ts'
import type { HistoryKind } from './license/license.ts'
import { TASK_KINDS, TASK_STATUSES } from './task.ts'
import type { TaskKind } from './task.ts'
import type { WebhookType } from './webhook.ts'

/** The headers of a delivery, as Standard Webhooks names them. */
export const WEBHOOK_HEADERS = {
  'webhook-id': 'The id of the event. It is the same for every attempt and repetition.',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970.',
  'webhook-signature': 'The signatures of the attempt, separated by spaces: one, or two while a secret is rotated.',
} as const

/** ISO 8601, in UTC. */
const moment = z.iso.datetime()
const perhaps = { text: z.nullable(z.string()), moment: z.nullable(moment) }

const license = z.object({
  guid: z.string(),
  /** Without hyphens. */
  serial: z.string(),
  family: z.enum(LICENSE_FAMILIES),
  status: z.literal(Object.values(LICENSE_STATUSES)),
  source: z.enum(LICENSE_SOURCES),
  licenseId: z.int(),
  /** All products, the first included. */
  licenseIds: z.array(z.int()),
  productName: z.string(),
  templateGuid: z.string(),
  templateName: z.string(),
  userGuid: perhaps.text,
  account: perhaps.text,
  customerGuid: perhaps.text,
  customerName: perhaps.text,
  remark: perhaps.text,
  bound: z.int(),
  taskGuid: perhaps.text,
  orderGuid: perhaps.text,
  issueTime: moment,
  firstUseTime: perhaps.moment,
  expireTime: perhaps.moment,
  endedTime: perhaps.moment,
  replacedBy: perhaps.text,
  revision: z.int(),
})

const device = z.object({ name: z.string(), guid: z.optional(z.string()), fingerprint: z.optional(z.string()) })

const user = z.object({
  guid: z.string(),
  account: z.string(),
  accountType: z.literal(Object.values(ACCOUNT_TYPES)),
  userName: perhaps.text,
  gender: z.literal(Object.values(GENDERS)),
  phone: perhaps.text,
  address: perhaps.text,
  description: perhaps.text,
  customerGuid: perhaps.text,
  customerName: perhaps.text,
  tags: z.array(z.string()),
  isActive: z.boolean(),
  createTime: moment,
})

const order = z.object({
  guid: z.string(),
  orderId: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  subject: z.string(),
  count: z.int(),
  amountFen: z.int(),
  chargedFen: z.int(),
  /** What was taken from a stock instead of money. */
  units: z.nullable(z.object({ stock: z.enum(PRICE_UNITS), count: z.int() })),
  createTime: moment,
})

const task = z.object({
  guid: z.string(),
  kind: z.enum(Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]]), // not empty
  status: z.literal(Object.values(TASK_STATUSES)),
  subject: z.string(),
  total: z.int(),
  success: z.int(),
  fail: z.int(),
  skip: z.int(),
  /** The name of the error that stopped the whole task. */
  error: perhaps.text,
  /** The task that this one takes back. */
  undoes: perhaps.text,
  createTime: moment,
  finishTime: moment,
})

const lock = z.object({
  guid: z.string(),
  shellNumber: z.string(),
  serialNumber: z.string(),
  status: z.literal(Object.values(LOCK_STATUSES)),
  customerGuid: perhaps.text,
  activeUntil: perhaps.moment,
  seenTime: perhaps.moment,
})

const upgrade = z.object({
  guid: z.string(),
  number: z.int(),
  status: z.literal([UPGRADE_STATUSES.upgraded, UPGRADE_STATUSES.failed]),
  /** The first result that is not `done`. */
  reason: z.nullable(z.enum(LOCK_RESULTS)),
  /** Of each operation. */
  results: z.nullable(z.array(z.enum(LOCK_RESULTS))),
  licenseIds: z.array(z.int()),
  taskGuid: perhaps.text,
  makeTime: moment,
  reportTime: perhaps.moment,
})

const webhook = z.object({ guid: z.string(), description: perhaps.text })

/** The records that events tell of, by their names in `data`. */
export const WEBHOOK_RECORDS = { license, device, user, order, task, lock, upgrade, webhook } as const

const at = '2026-11-18T05:00:00.000Z'
const guidOf = (last: number) => `0199a1b2-0000-7000-8000-${String(last).padStart(12, '0')}`
const LICENSE: z.infer<typeof license> = {
  guid: guidOf(1),
  serial: '7H2KM9QDX4TB6WFA',
  family: 'sn',
  status: LICENSE_STATUSES.unbound,
  source: 'single',
  licenseId: 1001,
  licenseIds: [1001],
  productName: 'Star Chart',
  templateGuid: guidOf(2),
  templateName: 'Star Chart, one year',
  userGuid: null,
  account: null,
  customerGuid: guidOf(3),
  customerName: 'Example Ltd.',
  remark: 'Order 42',
  bound: 0,
  taskGuid: null,
  orderGuid: guidOf(4),
  issueTime: at,
  firstUseTime: null,
  expireTime: '2027-11-18T05:00:00.000Z',
  endedTime: null,
  replacedBy: null,
  revision: 1,
}
const USER: z.infer<typeof user> = {
  guid: guidOf(5),
  account: 'user@example.com',
  accountType: ACCOUNT_TYPES.email,
  userName: 'Zhou Min',
  gender: GENDERS.unknown,
  phone: null,
  address: null,
  description: null,
  customerGuid: guidOf(3),
  customerName: 'Example Ltd.',
  tags: ['important'],
  isActive: true,
  createTime: at,
}
const LOCK: z.infer<typeof lock> = {
  guid: guidOf(6),
  shellNumber: '100000000001',
  serialNumber: '0123456789abcdef0123456789abcdef',
  status: LOCK_STATUSES.activated,
  customerGuid: null,
  activeUntil: '2026-12-18T05:00:00.000Z',
  seenTime: at,
}

/** An event: what happened, the schema of its data, and an example of that. */
const event = <Data extends z.ZodMiniObject>(summary: string, data: Data, example: z.infer<Data>) => ({
  summary,
  data,
  example,
})
const licenseEvent = (summary: string, after: Partial<typeof LICENSE> = {}) =>
  event(summary, z.object({ license }), { license: { ...LICENSE, ...after } })
const userEvent = (summary: string) => event(summary, z.object({ user }), { user: USER })

type Acts = readonly [HistoryKind, ...HistoryKind[]]
/** What the history of the license says of a change. Reason, order and amount are absent if there is none. */
const changeOf = (acts: Acts) => ({
  act: z.enum(acts),
  /** Who did it: the name of a person, a device or the platform. */
  actor: z.string(),
  reason: z.optional(z.string()),
  orderGuid: z.optional(z.string()),
  amountFen: z.optional(z.int()),
})
const changeEvent = (summary: string, acts: Acts, after: Partial<typeof LICENSE>) =>
  event(summary, z.object({ ...changeOf(acts), license }), {
    act: acts[0],
    actor: 'Lin Yue',
    license: { ...LICENSE, revision: 2, ...after },
  })
const deviceEvent = (summary: string, acts: Acts, bound: number) =>
  event(summary, z.object({ ...changeOf(acts), device, license }), {
    act: acts[0],
    actor: 'Office PC',
    device: { name: 'Office PC', guid: guidOf(7), fingerprint: 'b1946ac92492d2347c6235b4d2611184' },
    license: { ...LICENSE, status: LICENSE_STATUSES.bound, firstUseTime: at, bound },
  })

const { unbound, locked, expired, replaced, deleted, rejected } = LICENSE_STATUSES
export const WEBHOOK_BODIES = {
  'license.issued': licenseEvent('A license was issued. It may still wait for its approval.'),
  'license.updated': changeEvent(
    'The content of a license changed, its last change was taken back, or it got another code.',
    ['refresh', 'restore', 'resubmit', 'edit', 'rekey'],
    { expireTime: '2028-11-18T05:00:00.000Z' },
  ),
  'license.locked': changeEvent('A license was locked.', ['lock'], { status: locked }),
  'license.unlocked': changeEvent('A license was unlocked.', ['unlock'], { status: unbound }),
  'license.expired': licenseEvent('The time of a license ended.', { status: expired }),
  'license.replaced': changeEvent('Another license of the same user replaced this one.', ['replace'], {
    status: replaced,
    endedTime: at,
    replacedBy: guidOf(8),
  }),
  'license.deleted': changeEvent('A license was deleted.', ['delete'], { status: deleted, endedTime: at }),
  'license.approved': changeEvent('A license was approved.', ['approve'], { status: unbound }),
  'license.rejected': changeEvent('The approval of a license was refused.', ['reject'], { status: rejected }),
  'device.bound': deviceEvent('A device was bound to a license.', ['bind'], 1),
  'device.unbound': deviceEvent('A device was unbound from a license.', ['unbind', 'recycle'], 0),
  'user.created': userEvent('A user was created.'),
  'user.updated': userEvent('A user changed.'),
  'user.deleted': userEvent('A user was deleted.'),
  'order.charged': event('An order was charged.', z.object({ order }), {
    order: {
      guid: guidOf(4),
      orderId: 'OD20261118050000000001',
      category: 'issue',
      subject: 'Star Chart, one year',
      count: 1,
      amountFen: 5800,
      chargedFen: 5800,
      units: null,
      createTime: at,
    },
  }),
  'task.finished': event('A task ended.', z.object({ task }), {
    task: {
      guid: guidOf(9),
      kind: 'snLock',
      status: TASK_STATUSES.completed,
      subject: 'Star Chart, one year',
      total: 100,
      success: 100,
      fail: 0,
      skip: 0,
      error: null,
      undoes: null,
      createTime: at,
      finishTime: at,
    },
  }),
  'dongle.changed': event(
    'The status of a user lock changed.',
    z.object({ lock, statusBefore: z.literal(Object.values(LOCK_STATUSES)) }),
    { lock: LOCK, statusBefore: LOCK_STATUSES.firstActivation },
  ),
  'upgrade.reported': event('A user lock reported the result of an upgrade package.', z.object({ upgrade, lock }), {
    upgrade: {
      guid: guidOf(10),
      number: 3,
      status: UPGRADE_STATUSES.upgraded,
      reason: null,
      results: ['done'],
      licenseIds: [1001],
      taskGuid: null,
      makeTime: at,
      reportTime: at,
    },
    lock: LOCK,
  }),
  'webhook.test': event('Somebody asked for a test event.', z.object({ webhook }), {
    webhook: { guid: guidOf(11), description: 'Orders of the web shop' },
  }),
} as const satisfies Record<WebhookType, ReturnType<typeof event>>

/** The body of a delivery. Its id is in the header `webhook-id`, and the same for every attempt. */
export type WebhookBody<Type extends WebhookType = WebhookType> = {
  [Each in Type]: { type: Each; timestamp: string; data: z.infer<(typeof WEBHOOK_BODIES)[Each]['data']> }
}[Type]

/** The schema of a body. */
export const webhookBody = (type: WebhookType) =>
  z.object({ type: z.literal(type), timestamp: moment, data: WEBHOOK_BODIES[type].data })
/** Such a body. */
export const webhookExample = (type: WebhookType) => ({ type, timestamp: at, data: WEBHOOK_BODIES[type].example })
