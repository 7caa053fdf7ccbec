// Columns of the dongle tables, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type {
  CommandState,
  ContactWay,
  LockCommand,
  LockEventKind,
  LockHome,
  LockLicense,
  LockOperation,
  LockRequest,
  LockResult,
  LockStatus,
  StoredUpgradeStatus,
  UpgradeKind,
} from '@sealwright/contract'
import { getTableColumns } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, owned } from '../../kernel/db/columns.ts'

export const dongle = pgTable(
  'dongle',
  {
    ...owned,
    kind: text().$type<'user' | 'control'>().notNull(),
    shellNumber: text('shell_number').notNull(),
    serialNumber: text('serial_number').notNull(),
    producedAt: instant('produced_at').notNull(),
    firmware: text().notNull(),
    /** Base64url of 32 bytes. Null for a control lock. */
    signKey: text('sign_key'),
    sealKey: text('seal_key'),
    pinBox: bytes('pin_box'),
    status: integer().$type<LockStatus>().notNull(),
    home: integer().$type<LockHome>().notNull(),
    offlineDays: integer('offline_days').notNull(),
    activatedAt: instant('activated_at'),
    activeUntil: instant('active_until').notNull(),
    seenAt: instant('seen_at'),
    customerGuid: uuid('customer_guid'),
    integratorGuid: uuid('integrator_guid'),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    remark: text(),
    lastNumber: bigint('last_number', { mode: 'number' }).notNull().default(0),
    takenNumber: bigint('taken_number', { mode: 'number' }).notNull().default(0),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    licenses: integer().notNull().default(0),
    revision: integer().notNull().default(1),
    registeredAt: instant('registered_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

/** Locks that no developer has. */
export const dongleStock = pgTable('dongle_stock', {
  guid: uuid().primaryKey(),
  kind: text().$type<'user' | 'control'>().notNull(),
  shellNumber: text('shell_number').notNull(),
  serialNumber: text('serial_number').notNull(),
  producedAt: instant('produced_at').notNull(),
  firmware: text().notNull(),
  signKey: text('sign_key'),
  sealKey: text('seal_key'),
  /** Sealed for no developer. */
  pinBox: bytes('pin_box'),
  home: integer().$type<LockHome>().notNull(),
  offlineDays: integer('offline_days').notNull(),
  lastNumber: bigint('last_number', { mode: 'number' }).notNull().default(0),
  registeredAt: instant('registered_at').notNull(),
})

export const dongleCommand = pgTable(
  'dongle_command',
  {
    ...owned,
    dongleGuid: uuid('dongle_guid').notNull(),
    kind: text().$type<LockCommand>().notNull(),
    state: text().$type<CommandState>().notNull(),
    offlineDays: integer('offline_days'),
    reason: text(),
    failure: text().$type<LockResult>(),
    /** Of the first package that carried it. */
    number: bigint({ mode: 'number' }),
    /** The end of the latest package that carried it. */
    until: instant('until'),
    taskGuid: uuid('task_guid'),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    at: instant('at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const dongleIssue = pgTable(
  'dongle_issue',
  {
    ...owned,
    kind: text().$type<UpgradeKind>().notNull(),
    operations: jsonb().$type<LockOperation[]>().notNull(),
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull(),
    templateGuids: uuid('template_guids').array().notNull().default([]),
    remark: text(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const donglePackage = pgTable(
  'dongle_package',
  {
    ...owned,
    dongleGuid: uuid('dongle_guid').notNull(),
    shellNumber: text('shell_number').notNull(),
    issueGuid: uuid('issue_guid').notNull(),
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    status: integer().$type<StoredUpgradeStatus>().notNull(),
    results: text().array().$type<LockResult[]>(),
    reason: text().$type<LockResult>(),
    file: text(),
    digest: bytes().notNull(),
    fileName: text('file_name').notNull(),
    madeAt: instant('made_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    downloads: integer().notNull().default(0),
    downloadedAt: instant('downloaded_at'),
    reportedAt: instant('reported_at'),
    taskGuid: uuid('task_guid'),
    actorId: uuid('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    reissuedBy: uuid('reissued_by'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const dongleLicense = pgTable(
  'dongle_license',
  {
    ...owned,
    dongleGuid: uuid('dongle_guid').notNull(),
    shellNumber: text('shell_number').notNull(),
    licenseId: bigint('license_id', { mode: 'number' }).notNull(),
    inside: jsonb().$type<LockLicense>(),
    planned: jsonb().$type<LockLicense>(),
    expiresAt: instant('expires_at').notNull(),
    isExpired: boolean('is_expired').notNull().default(false),
    templateGuid: uuid('template_guid'),
    packageGuid: uuid('package_guid').notNull(),
    upgradeStatus: integer('upgrade_status').$type<StoredUpgradeStatus>().notNull(),
    remark: text(),
    customerGuid: uuid('customer_guid'),
    integratorGuid: uuid('integrator_guid'),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    issuedBy: uuid('issued_by').notNull(),
    issuerName: text('issuer_name').notNull(),
    issuedAt: instant('issued_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const dongleContact = pgTable(
  'dongle_contact',
  {
    ...owned,
    dongleGuid: uuid('dongle_guid').notNull(),
    fileId: text('file_id').notNull(),
    digest: bytes().notNull(),
    request: text().$type<LockRequest>().notNull(),
    way: text().$type<ContactWay>().notNull(),
    at: instant('at').notNull(),
    network: text(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    taskGuid: uuid('task_guid'),
    number: bigint({ mode: 'number' }),
    operations: jsonb().$type<LockOperation[]>().notNull().default([]),
    file: text(),
    fileDigest: bytes('file_digest'),
    packageGuids: uuid('package_guids').array().notNull().default([]),
    status: integer().$type<LockStatus>().notNull(),
    activeUntil: instant('active_until'),
    activationDay: date('activation_day'),
    validUntil: instant('valid_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const dongleEvent = pgTable(
  'dongle_event',
  {
    ...owned,
    dongleGuid: uuid('dongle_guid').notNull(),
    kind: text().$type<LockEventKind>().notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    request: text().$type<LockRequest>(),
    way: text().$type<ContactWay>(),
    command: text().$type<LockCommand>(),
    about: text(),
    reason: text(),
    digest: bytes(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Dongle = typeof dongle.$inferSelect
export type DongleCommand = typeof dongleCommand.$inferSelect
export type DongleIssue = typeof dongleIssue.$inferSelect
export type DonglePackage = typeof donglePackage.$inferSelect
export type DongleLicense = typeof dongleLicense.$inferSelect
export type DongleContact = typeof dongleContact.$inferSelect
export type DongleEvent = typeof dongleEvent.$inferSelect

/** The parts of a lock and of its commands that its life changes. */
export type LockLife = Pick<Dongle, 'status' | 'home' | 'offlineDays' | 'activatedAt' | 'activeUntil'>
export type CommandLife = Pick<
  DongleCommand,
  'guid' | 'kind' | 'state' | 'offlineDays' | 'failure' | 'number' | 'until' | 'endedAt'
>

export const PACKAGE_COLUMNS = getTableColumns(donglePackage)
