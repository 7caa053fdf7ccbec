// The Drizzle tables of the ledger and of everything that is built on it. Nothing inserts into the ledger through these
// tables: `post_transfer` does that.
import { LIMITS } from '@sealwright/contract'
import type {
  BillState,
  ChargeCategory,
  Movement,
  OrderState,
  PaymentMethod,
  PriceLine,
  Price,
  SandboxState,
  TopUpState,
} from '@sealwright/contract'
import { and, gte, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../kernel/db/columns.ts'
import type { Period } from '../../../kernel/db/list.ts'

const developerId = bigint('developer_id', { mode: 'number' }).notNull()
const fen = (name: string) => bigint(name, { mode: 'number' })

export const ledgerAccount = pgTable(
  'ledger_account',
  {
    developerId,
    kind: text().notNull(),
    ref: uuid().notNull(),
    hold: uuid().notNull(),
    balance: fen('balance').notNull(),
    entries: fen('entries').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.kind, table.ref, table.hold] })],
)

export const ledgerTransfer = pgTable(
  'ledger_transfer',
  {
    developerId,
    guid: uuid().notNull(),
    purpose: text().notNull(),
    movement: text().$type<Movement>().notNull(),
    orderGuid: uuid('order_guid'),
    reverses: uuid(),
    subject: text().notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    developerId,
    transferGuid: uuid('transfer_guid').notNull(),
    kind: text().notNull(),
    ref: uuid().notNull(),
    hold: uuid().notNull(),
    amount: fen('amount').notNull(),
    n: fen('n'),
    balance: fen('balance'),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.transferGuid, table.kind, table.ref, table.hold] })],
)

export const billingOrder = pgTable(
  'billing_order',
  {
    developerId,
    guid: uuid().notNull(),
    orderId: text('order_id').notNull(),
    purpose: text().notNull(),
    category: text().$type<ChargeCategory>().notNull(),
    subject: text().notNull(),
    count: integer().notNull(),
    lines: jsonb().$type<PriceLine[]>().notNull(),
    units: jsonb().$type<Price['units']>(),
    amountFen: fen('amount_fen').notNull(),
    chargedFen: fen('charged_fen').notNull(),
    status: text().$type<OrderState>().notNull(),
    isReversed: boolean('is_reversed').notNull(),
    createdBy: uuid('created_by'),
    creator: text(),
    createdAt: instant('created_at').notNull(),
    /** The issue or the license that it is for, from the purpose. Null if it is for no license. */
    paidFor: uuid('paid_for').generatedAlwaysAs(sql`null`),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type StoredOrder = typeof billingOrder.$inferSelect
export type BillingOrder = Omit<StoredOrder, 'paidFor'>

export const bill = pgTable(
  'bill',
  {
    developerId,
    guid: uuid().notNull(),
    billingId: text('billing_id').notNull(),
    orderGuid: uuid('order_guid').notNull(),
    category: text().$type<ChargeCategory>().notNull(),
    subject: text().notNull(),
    projectedFen: fen('projected_fen').notNull(),
    actualFen: fen('actual_fen').notNull(),
    giftFen: fen('gift_fen').notNull(),
    status: text().$type<BillState>().notNull(),
    isReversed: boolean('is_reversed').notNull(),
    dueAt: instant('due_at'),
    createdBy: uuid('created_by'),
    creator: text(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Bill = typeof bill.$inferSelect

export const packageOffer = pgTable('package_offer', {
  guid: uuid().primaryKey(),
  type: text().notNull(),
  licenses: integer().notNull(),
  updates: integer().notNull(),
  days: integer().notNull(),
  priceFen: fen('price_fen').notNull(),
  createdAt: instant('created_at').notNull(),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  retiredAt: instant('retired_at'),
})
export type PackageOfferRow = typeof packageOffer.$inferSelect

export const ownedPackage = pgTable(
  'package',
  {
    developerId,
    guid: uuid().notNull(),
    serial: text().notNull(),
    offerGuid: uuid('offer_guid'),
    type: text().notNull(),
    licenses: integer().notNull(),
    updates: integer().notNull(),
    priceFen: fen('price_fen').notNull(),
    orderGuid: uuid('order_guid'),
    boughtAt: instant('bought_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type OwnedPackage = typeof ownedPackage.$inferSelect

export const topUp = pgTable(
  'top_up',
  {
    developerId,
    guid: uuid().notNull(),
    serial: text().notNull(),
    amountFen: fen('amount_fen').notNull(),
    giftFen: fen('gift_fen').notNull(),
    method: text().$type<PaymentMethod>().notNull(),
    status: text().$type<TopUpState>().notNull(),
    providerRef: text('provider_ref'),
    isRefunded: boolean('is_refunded').notNull(),
    askedAt: instant('asked_at'),
    createdBy: uuid('created_by').notNull(),
    creator: text().notNull(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type TopUp = typeof topUp.$inferSelect

export const paymentEvent = pgTable(
  'payment_event',
  {
    developerId,
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    topUpGuid: uuid('top_up_guid').notNull(),
    source: text().$type<'callback' | 'query' | 'close'>().notNull(),
    state: text().notNull(),
    amountFen: fen('amount_fen').notNull(),
    providerRef: text('provider_ref'),
    outcome: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.id] })],
)

export const sandboxPayment = pgTable('sandbox_payment', {
  serial: text().primaryKey(),
  amountFen: fen('amount_fen').notNull(),
  subject: text().notNull(),
  state: text().$type<SandboxState>().notNull(),
  isRefunded: boolean('is_refunded').notNull(),
  returnUrl: text('return_url').notNull(),
  notifyUrl: text('notify_url').notNull(),
  createdAt: instant('created_at').notNull(),
  paidAt: instant('paid_at'),
})

export const billingTerms = pgTable('billing_terms', {
  developerId: bigint('developer_id', { mode: 'number' }).primaryKey(),
  lowBalanceFen: fen('low_balance_fen'),
  lowToldAt: instant('low_told_at'),
  autoRenew: boolean('auto_renew').notNull(),
  feeFen: fen('fee_fen'),
  limits: jsonb().notNull(),
})

export const reminder = pgTable(
  'reminder',
  {
    developerId,
    kind: text().notNull(),
    ref: uuid().notNull(),
    endsAt: instant('ends_at').notNull(),
    days: integer().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.kind, table.ref, table.endsAt, table.days] })],
)

/** Serials consist of digits and capital letters, so a prefix is a range of the index in any collation. */
export function begins(column: PgColumn, given: string | undefined): SQL | undefined {
  if (given === undefined) return undefined
  const prefix = given.toUpperCase()
  return /^[\dA-Z]+$/.test(prefix)
    ? and(gte(column, prefix), lte(column, prefix.padEnd(LIMITS.billing.serialMax, 'Z')))
    : sql`false`
}

export const within = (column: PgColumn, { startTime, endTime }: Period) =>
  and(startTime && gte(column, startTime), endTime && lte(column, endTime))
