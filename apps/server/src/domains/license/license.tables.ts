// Columns of the license tables, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type {
  DeliveryChannel,
  HistoryKind,
  LicenseFamily,
  LicenseSource,
  LineKind,
  MACHINE_STATES,
  MachinePart,
  Rates,
  StoredStatus,
} from '@sealwright/contract'
import { LIMITS } from '@sealwright/contract'
import { and, eq, gte, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { developerId, instant, owned } from '../../kernel/db/columns.ts'
import type { StoredAreas, StoredTerms } from '../template/index.ts'

/**
 * The rates of an issue, and whether vouchers paid instead of the balance. `pricedAt` (ISO 8601): a resubmission priced
 * it anew, so paid days count from then and not from the issue.
 */
export type FrozenRates = Rates & { byVoucher?: true; pricedAt?: string }

export const licenseTerms = pgTable(
  'license_terms',
  {
    ...owned,
    terms: jsonb().$type<StoredTerms>().notNull(),
    areasOf: uuid('areas_of').notNull(),
    areas: jsonb().$type<StoredAreas[]>(),
    /** Instants, ISO 8601 in UTC, by license id. */
    productEnds: jsonb('product_ends').$type<Record<string, string>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const licenseIssue = pgTable(
  'license_issue',
  {
    ...owned,
    family: text().$type<LicenseFamily>().notNull(),
    templateGuid: uuid('template_guid').notNull(),
    templateVersion: integer('template_version').notNull(),
    termsGuid: uuid('terms_guid').notNull(),
    source: text().$type<LicenseSource>().notNull(),
    count: integer().notNull(),
    /** Fixed at the issue. Every later change of these licenses uses these rates. */
    rates: jsonb().$type<FrozenRates>().notNull(),
    orderGuid: uuid('order_guid'),
    taskGuid: uuid('task_guid'),
    issuedBy: uuid('issued_by').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** The approval request that caught it. */
    requestGuid: uuid('request_guid'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const license = pgTable(
  'license',
  {
    ...owned,
    family: text().$type<LicenseFamily>().notNull(),
    serial: text().notNull(),
    issueGuid: uuid('issue_guid').notNull(),
    termsGuid: uuid('terms_guid').notNull(),
    templateGuid: uuid('template_guid').notNull(),
    licenseId: bigint('license_id', { mode: 'number' }).notNull(),
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull(),
    licenseForm: integer('license_form').notNull(),
    userGuid: uuid('user_guid'),
    account: text(),
    customerGuid: uuid('customer_guid'),
    tagGuids: uuid('tag_guids').array().notNull().default([]),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    source: text().$type<LicenseSource>().notNull(),
    state: integer().$type<StoredStatus>().notNull(),
    expiry: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    partlyUntil: instant('partly_until').notNull(),
    finalAt: instant('final_at'),
    firstUsedAt: instant('first_used_at'),
    approvedAt: instant('approved_at'),
    bound: integer().notNull().default(0),
    everBound: integer('ever_bound').notNull().default(0),
    usesTaken: bigint('uses_taken', { mode: 'number' }).notNull().default(0),
    isPaid: boolean('is_paid').notNull(),
    charged: jsonb().$type<Partial<Record<LineKind, number>>>().notNull().default({}),
    quotaHolder: uuid('quota_holder'),
    passwordBox: text('password_box'),
    remark: text(),
    deliveredTo: text('delivered_to'),
    deliveredAt: instant('delivered_at'),
    replacedBy: uuid('replaced_by'),
    revision: integer().notNull().default(1),
    issuedBy: uuid('issued_by').notNull(),
    issuedAt: instant('issued_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    endedAt: instant('ended_at'),
    dueAt: instant('due_at')
      .notNull()
      .generatedAlwaysAs(sql`never()`),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const licenseEvent = pgTable(
  'license_event',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    kind: text().$type<Exclude<HistoryKind, 'issue'>>().notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    termsBefore: uuid('terms_before'),
    termsAfter: uuid('terms_after'),
    about: text(),
    channel: text().$type<DeliveryChannel>(),
    reason: text(),
    amountFen: bigint('amount_fen', { mode: 'number' }),
    orderGuid: uuid('order_guid'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

/** An update that an approval flow caught. */
export const licenseWaitingUpdate = pgTable(
  'license_waiting_update',
  {
    developerId: developerId(),
    requestGuid: uuid('request_guid').notNull(),
    licenseGuid: uuid('license_guid').notNull(),
    baseTermsGuid: uuid('base_terms_guid').notNull(),
    termsGuid: uuid('terms_guid').notNull(),
    baseRevision: integer('base_revision').notNull(),
    /** Whether the license was paid when the update was priced. */
    wasPaid: boolean('was_paid').notNull(),
    orderGuid: uuid('order_guid'),
    charged: jsonb().$type<Partial<Record<LineKind, number>>>().notNull(),
    fen: bigint({ mode: 'number' }).notNull(),
    state: text().$type<'waiting' | 'applied' | 'rejected' | 'dropped'>().notNull().default('waiting'),
    reason: text(),
    requestedBy: uuid('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.requestGuid, table.licenseGuid] })],
)

export const boundMachine = pgTable(
  'bound_machine',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    fingerprint: text().notNull(),
    name: text().notNull(),
    os: text(),
    network: text(),
    addresses: jsonb().$type<{ ip: string; mac: string }[]>().notNull().default([]),
    isOffline: boolean('is_offline').notNull().default(false),
    /** `kind=digest` each. */
    parts: text().array().notNull().default([]),
    drifts: integer().notNull().default(0),
    state: text().$type<(typeof MACHINE_STATES)[number]>().notNull(),
    boundAt: instant('bound_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    machineKey: text('machine_key'),
    removals: integer().notNull().default(0),
    /** Of the program, as its last call said. */
    programVersion: integer('program_version'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

/** A tolerated change of a part. The digests are of the part before and after it. */
export const partChange = pgTable(
  'part_change',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    machineGuid: uuid('machine_guid').notNull(),
    part: text().$type<MachinePart>().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    /** More than half of the parts have changed, so the device was counted as another one. */
    isCounted: boolean('is_counted').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const quotaUse = pgTable(
  'quota_use',
  {
    developerId: developerId(),
    holder: uuid().notNull(),
    form: text().$type<'cloud' | 'soft' | 'trial'>().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.holder, table.form] })],
)

export type License = typeof license.$inferSelect
export type LicenseIssue = typeof licenseIssue.$inferSelect
export type WaitingUpdate = typeof licenseWaitingUpdate.$inferSelect
export type LicenseEvent = typeof licenseEvent.$inferSelect
export type BoundMachine = typeof boundMachine.$inferSelect
/** Terms with the content of their data areas. */
export type Terms = Omit<typeof licenseTerms.$inferSelect, 'areas'> & { areas: StoredAreas[] }

/** Licenses of the caller's developer. */
export const isOurs = (tenant: { developerId: number }): SQL => eq(license.developerId, tenant.developerId)

/**
 * Licenses that this order paid for: one, or those of an issue, unless they had ended before. Two conditions, so that
 * each has an index.
 */
export function isPaidBy({ developerId }: { developerId: number }, orderGuid: string): SQL | undefined {
  const order = (column: string) =>
    sql`(select o.${sql.raw(column)} from billing_order o
      where o.developer_id = ${developerId} and o.guid = ${orderGuid}::uuid)`
  return and(
    or(sql`${license.issueGuid} = ${order('paid_for')}`, sql`${license.guid} = ${order('paid_for')}`),
    sql`(${license.endedAt} is null or ${license.endedAt} > ${order('created_at')})`,
  )
}

/**
 * Codes that begin so: a range from the first to the last possible code, which an index can serve even under row-level
 * security. Z is the last character of the alphabet of codes. A visiting operator sees the first group of a code and
 * searches no further: by longer parts, they could find out the rest, one character at a time.
 */
export function codeBegins({ caller }: { caller: { visit?: object } }, beginning: string): SQL | undefined {
  const { codeLength, codeGroup } = LIMITS.license
  const searched = caller.visit ? beginning.slice(0, codeGroup) : beginning
  return and(gte(license.serial, searched), lte(license.serial, searched.padEnd(codeLength, 'Z')))
}
