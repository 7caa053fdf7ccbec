// SQL of webhooks. Endpoints, events and deliveries are read as the tenant; due deliveries are claimed by the owner,
// across tenants. A developer has at most twenty endpoints, so their list needs no search index.
import { DELIVERY_STATES, LIMITS, TEST_EVENT } from '@sealwright/contract'
import type { DeliveryProblem, DeliveryState, WebhookBody, WebhookType } from '@sealwright/contract'
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type pg from 'pg'
import { readCounters } from '../../kernel/db/counters.ts'
import type { Statement } from '../../kernel/db/database.ts'
import type { Period, Slice } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { webhook, webhookAttempt, webhookDelivery, webhookEvent } from './webhook.tables.ts'
import type { Delivery, Webhook } from './webhook.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** A list for readPage, in a total order (ties by guid). */
export async function listWebhooks(scope: Scope, order: 'asc' | 'desc') {
  const where = living(scope, webhook)
  return {
    count: { records: await scope.db.$count(webhook, where), isCapped: false },
    page({ offset, limit, isReversed }: Slice): Promise<Webhook[]> {
      const direction = (order === 'asc') === isReversed ? desc : asc
      return scope.db
        .select()
        .from(webhook)
        .where(where)
        .orderBy(direction(webhook.createdAt), direction(webhook.guid))
        .offset(offset)
        .limit(limit)
    },
  }
}

/** Counts the enabled endpoints whose deliveries fail. */
export function countFailing(scope: Scope): Promise<number> {
  return scope.db.$count(webhook, and(living(scope, webhook), webhook.isEnabled, isNotNull(webhook.failingSince)))
}

export type Counts = Record<'delivered' | 'failed' | 'waiting', number>

/** The deliveries of these endpoints by state, and the time of the last attempt. */
export async function listCounts(
  scope: Within,
  guids: readonly string[],
): Promise<Map<string, Counts & { lastTime: Date | null }>> {
  if (guids.length === 0) return new Map()
  const nameOf = (guid: string, state: DeliveryState) => `webhook=${guid}.${state}`
  const counts = await readCounters(
    scope,
    guids.flatMap((guid) => DELIVERY_STATES.map((state) => nameOf(guid, state))),
  )
  const { rows } = await scope.db.execute<{ guid: string; at: string | null }>(sql`
    select w.guid, (select max(a.at) from webhook_attempt a
      where a.developer_id = ${scope.developerId} and a.webhook_guid = w.guid) as at
    from unnest(${sql.param([...guids])}::uuid[]) as w (guid)`)
  return new Map(
    rows.map(({ guid, at }) => [
      guid,
      {
        delivered: counts[nameOf(guid, 'delivered')] ?? 0,
        failed: counts[nameOf(guid, 'failed')] ?? 0,
        waiting: counts[nameOf(guid, 'waiting')] ?? 0,
        lastTime: at === null ? null : new Date(at),
      },
    ]),
  )
}

/** Drops what waits for an endpoint. Whoever calls holds the endpoint. */
export async function dropWaiting(scope: Within, webhookGuid: string): Promise<void> {
  await scope.db
    .update(webhookDelivery)
    .set({ state: 'dropped' })
    .where(
      and(
        eq(webhookDelivery.developerId, scope.developerId),
        eq(webhookDelivery.webhookGuid, webhookGuid),
        eq(webhookDelivery.state, 'waiting'),
      ),
    )
}

export interface NewDelivery {
  guid: string
  webhookGuid: string
  now: Date
}

/** An event for one endpoint alone. */
export async function insertTest(
  scope: Within,
  { guid, webhookGuid, now }: NewDelivery,
  event: { guid: string; kind: typeof TEST_EVENT; about: string; data: WebhookBody<typeof TEST_EVENT>['data'] },
): Promise<void> {
  const { developerId, db } = scope
  const [made] = await db
    .insert(webhookEvent)
    .values({ ...event, developerId, subject: null, at: now })
    .returning({ id: webhookEvent.id })
  if (!made) throw new Error('an insert returned no row')
  await insertDelivery(scope, { guid, webhookGuid, now }, { eventId: made.id, kind: event.kind, eventAt: now })
}

/** A delivery outside the order of its subject. */
export async function insertDelivery(
  { db, developerId }: Within,
  { guid, webhookGuid, now }: NewDelivery,
  { eventId, kind, eventAt }: Pick<Delivery, 'eventId' | 'kind' | 'eventAt'>,
): Promise<void> {
  await db.insert(webhookDelivery).values({
    developerId,
    guid,
    webhookGuid,
    eventId,
    kind,
    eventAt,
    state: 'waiting',
    attempts: 0,
    dueAt: now,
  })
}

/** The times of the test events of an endpoint since then, oldest first. */
export async function listTests({ db, developerId }: Within, webhookGuid: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: webhookDelivery.eventAt })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.developerId, developerId),
        eq(webhookDelivery.webhookGuid, webhookGuid),
        eq(webhookDelivery.kind, TEST_EVENT),
        gte(webhookDelivery.eventAt, since),
      ),
    )
    .orderBy(asc(webhookDelivery.eventAt))
  return rows.map(({ at }) => at)
}

export interface DeliveryFilter extends Period {
  state?: DeliveryState | undefined
  event?: WebhookType | undefined
}

const COLUMNS = {
  delivery: webhookDelivery,
  eventGuid: webhookEvent.guid,
  about: webhookEvent.about,
}
const isEvent = and(
  eq(webhookEvent.developerId, webhookDelivery.developerId),
  eq(webhookEvent.id, webhookDelivery.eventId),
)

export interface ToldDelivery extends Delivery {
  eventGuid: string
  about: string | null
}

/** A list for readPage, by the time of the event. */
export async function listDeliveries(
  scope: Scope,
  webhookGuid: string,
  { state, event, startTime, endTime }: DeliveryFilter,
  order: 'asc' | 'desc',
) {
  const of = eq(webhookDelivery.developerId, scope.developerId)
  const where = and(
    of,
    eq(webhookDelivery.webhookGuid, webhookGuid),
    state && eq(webhookDelivery.state, state),
    event === undefined ? undefined : eq(webhookDelivery.kind, event),
    startTime && gte(webhookDelivery.eventAt, startTime),
    endTime && lt(webhookDelivery.eventAt, endTime),
  )
  const ids = await walkIds(scope, { table: webhookDelivery, where, column: webhookDelivery.eventAt, order })
  return listOf(ids, async (guids): Promise<ToldDelivery[]> => {
    const rows = await scope.db
      .select(COLUMNS)
      .from(webhookDelivery)
      .innerJoin(webhookEvent, isEvent)
      .where(and(of, inArray(webhookDelivery.guid, guids)))
    return rows.map(({ delivery, ...told }) => ({ ...delivery, ...told }))
  })
}

/** A delivery of an endpoint that exists, with its event. */
export async function findDelivery({ db, developerId }: Within, guid: string) {
  const [row] = await db
    .select({
      ...COLUMNS,
      url: webhook.url,
      isEnabled: webhook.isEnabled,
      data: webhookEvent.data,
      at: webhookEvent.at,
    })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, isEvent)
    .innerJoin(webhook, and(living({ db, developerId }, webhook), eq(webhook.guid, webhookDelivery.webhookGuid)))
    .where(and(eq(webhookDelivery.developerId, developerId), eq(webhookDelivery.guid, guid)))
  if (!row) return undefined
  const { delivery, ...told } = row
  return { ...delivery, ...told }
}

/** The attempts of a delivery, the latest first. */
export const listAttempts = ({ db, developerId }: Within, deliveryGuid: string) =>
  db
    .select()
    .from(webhookAttempt)
    .where(and(eq(webhookAttempt.developerId, developerId), eq(webhookAttempt.deliveryGuid, deliveryGuid)))
    .orderBy(desc(webhookAttempt.n))

/** A delivery of the same event to the same endpoint that waits. */
export async function findWaiting(
  { db, developerId }: Within,
  { webhookGuid, eventId }: Pick<Delivery, 'webhookGuid' | 'eventId'>,
): Promise<Delivery | undefined> {
  const [row] = await db
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.developerId, developerId),
        eq(webhookDelivery.eventId, eventId),
        eq(webhookDelivery.webhookGuid, webhookGuid),
        eq(webhookDelivery.state, 'waiting'),
      ),
    )
    .limit(1)
  return row
}

/** Makes a waiting delivery due. One that a process has just taken stays as it is. */
export async function hurry({ db, developerId }: Within, guid: string, now: Date): Promise<void> {
  await db
    .update(webhookDelivery)
    .set({ dueAt: now })
    .where(
      and(
        eq(webhookDelivery.developerId, developerId),
        eq(webhookDelivery.guid, guid),
        eq(webhookDelivery.state, 'waiting'),
        sql`(${webhookDelivery.claimedUntil} is null or ${webhookDelivery.claimedUntil} <= ${now}::timestamptz)`,
      ),
    )
}

export interface Claimed {
  developerId: number
  guid: string
  webhookGuid: string
  claimedUntil: Date
  attempts: number
  since: Date
  url: string
  secret: Buffer
  formerSecret: Buffer | null
  formerUntil: Date | null
  eventGuid: string
  kind: WebhookType
  at: Date
  data: WebhookBody['data']
}

/** Whether something may be due. One look at an index. */
export async function isAnyDue(owner: pg.Pool, now: Date): Promise<boolean> {
  const { rows } = await owner.query<{ due: boolean }>(
    "select exists (select from webhook_delivery where state = 'waiting' and due_at <= $1) as due",
    [now],
  )
  return rows[0]?.due ?? false
}

/** A post that is in flight in this process. */
export type Flight = Pick<Claimed, 'developerId' | 'webhookGuid'>

/** Takes due deliveries until `until`. No other process takes them meanwhile. Developers take turns. */
export async function claim(
  owner: pg.Pool,
  how: { now: Date; until: Date; most: number; mostOfOne: number; mostOfDeveloper: number; flying: readonly Flight[] },
): Promise<Claimed[]> {
  const { now, until, most, mostOfOne, mostOfDeveloper, flying } = how
  // Two statements: the second one sees what the first one wrote.
  const { rows: taken } = await owner.query<{ developer_id: number; guid: string }>(
    'select developer_id, guid from claim_webhooks($1, $2, $3, $4, $5, $6, $7)',
    [
      now,
      until,
      most,
      mostOfOne,
      mostOfDeveloper,
      flying.map(({ developerId }) => developerId),
      flying.map(({ webhookGuid }) => webhookGuid),
    ],
  )
  if (taken.length === 0) return []
  const { rows } = await owner.query<Claimed>(
    `select d.developer_id as "developerId", d.guid, d.webhook_guid as "webhookGuid", d.attempts, d.since,
       d.claimed_until as "claimedUntil", w.url, w.secret, w.former_secret as "formerSecret",
       w.former_until as "formerUntil", e.guid as "eventGuid", e.kind, e.at, e.data
     from unnest($1::bigint[], $2::uuid[]) as t (developer_id, guid)
       join webhook_delivery d on d.developer_id = t.developer_id and d.guid = t.guid
       join webhook w on w.developer_id = d.developer_id and w.guid = d.webhook_guid
       join webhook_event e on e.developer_id = d.developer_id and e.id = d.event_id
     order by d.event_id`,
    [taken.map((row) => row.developer_id), taken.map((row) => row.guid)],
  )
  return rows
}

export interface Tried {
  at: Date
  status: number | null
  problem: DeliveryProblem | null
  ms: number
  headers: Record<string, string>
  answer: string | null
}

/** What people must hear of after an attempt. */
export interface Told {
  told: 'failing' | 'working' | 'gone'
  url: string
  webhook_guid: string
}

/** Records an attempt with its outcome. `next`: the time of the next one, null if there is none. */
export const settling = (
  { developerId, guid, claimedUntil }: Pick<Claimed, 'developerId' | 'guid' | 'claimedUntil'>,
  tried: Tried,
  next: Date | null,
): Statement => ({
  name: 'settle_webhook',
  text: 'select * from settle_webhook($1, $2, $3, $4, $5)',
  values: [developerId, guid, claimedUntil, JSON.stringify(tried), next],
})

const PURGED = 2_000

/**
 * Deletes what is older than the log keeps, the log of deleted endpoints, and drops what an act left for an endpoint
 * that was disabled at the same moment.
 */
export async function purge(owner: pg.Pool, now: Date): Promise<void> {
  await owner.query(
    `update webhook_delivery d set state = 'dropped' from webhook w
     where d.state = 'waiting' and w.developer_id = d.developer_id and w.guid = d.webhook_guid
       and (not w.is_enabled or w.deleted_at is not null)`,
  )
  const cutOff = `$1::timestamptz - interval '${LIMITS.webhook.keptDays} days'`
  const isOld = `select e.developer_id, e.id from webhook_event e where e.at < ${cutOff}
    and not exists (select from webhook_delivery d
      where d.developer_id = e.developer_id and d.event_id = e.id and d.state = 'waiting')
    order by e.at limit ${PURGED}`
  const ofOld = `select d.developer_id, d.guid from webhook_delivery d join old o
    on d.developer_id = o.developer_id and d.event_id = o.id`
  const deleting = (deliveries: string) => `gone as (${deliveries}),
    tried as (delete from webhook_attempt a using gone g
      where a.developer_id = g.developer_id and a.delivery_guid = g.guid),
    sent as (delete from webhook_delivery d using gone g where d.developer_id = g.developer_id and d.guid = g.guid)`
  const untilDone = async (text: string, values: unknown[]) => {
    for (;;) {
      const { rows } = await owner.query<{ n: number }>(text, values)
      if ((rows[0]?.n ?? 0) < PURGED) return
    }
  }
  await untilDone(
    `with old as materialized (${isOld}), ${deleting(ofOld)}, told as (
       delete from webhook_event e using old o where e.developer_id = o.developer_id and e.id = o.id)
     select count(*)::int as n from old`,
    [now],
  )
  await untilDone(
    `with ${deleting(`select d.developer_id, d.guid from webhook w join webhook_delivery d
       on d.developer_id = w.developer_id and d.webhook_guid = w.guid
       where w.deleted_at is not null limit ${PURGED}`)}
     select count(*)::int as n from gone`,
    [],
  )
}
