import type { DeliveryProblem, DeliveryState, WebhookBody, WebhookEvent, WebhookType } from '@sealwright/contract'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, developerId, instant, kept, owned } from '../../kernel/db/columns.ts'

export const webhook = pgTable(
  'webhook',
  {
    ...owned,
    url: text().notNull(),
    description: text(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    secret: bytes().notNull(),
    formerSecret: bytes('former_secret'),
    formerUntil: instant('former_until'),
    isEnabled: boolean('is_enabled').notNull(),
    failingSince: instant('failing_since'),
    toldAt: instant('told_at'),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Webhook = typeof webhook.$inferSelect

export const webhookEvent = pgTable(
  'webhook_event',
  {
    developerId: developerId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    guid: uuid().notNull(),
    kind: text().$type<WebhookType>().notNull(),
    subject: uuid(),
    about: text(),
    at: instant('at').notNull(),
    data: jsonb().$type<WebhookBody['data']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.id] })],
)

export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    ...owned,
    webhookGuid: uuid('webhook_guid').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    subject: uuid(),
    kind: text().$type<WebhookType>().notNull(),
    eventAt: instant('event_at').notNull(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull(),
    dueAt: instant('due_at').notNull(),
    claimedUntil: instant('claimed_until'),
    since: instant('since'),
    lastAt: instant('last_at'),
    lastStatus: integer('last_status'),
    lastProblem: text('last_problem').$type<DeliveryProblem>(),
    lastMs: integer('last_ms'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Delivery = typeof webhookDelivery.$inferSelect

export const webhookAttempt = pgTable(
  'webhook_attempt',
  {
    developerId: developerId(),
    deliveryGuid: uuid('delivery_guid').notNull(),
    n: integer().notNull(),
    webhookGuid: uuid('webhook_guid').notNull(),
    at: instant('at').notNull(),
    status: integer(),
    problem: text().$type<DeliveryProblem>(),
    ms: integer().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    answer: text(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.deliveryGuid, table.n] })],
)
