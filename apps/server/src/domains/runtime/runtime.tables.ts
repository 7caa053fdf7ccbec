// Columns of the runtime tables, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type { D2cPackage, ExchangeKind, ExchangeWay, RuntimeAct, RuntimeReason, SeatEnd } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, developerId, instant, owned } from '../../kernel/db/columns.ts'
import type { TracedUse } from '../license/index.ts'

export const signingKey = pgTable(
  'signing_key',
  {
    developerId: developerId(),
    kid: text().notNull(),
    kind: text().$type<'root' | 'lease' | 'exchange'>().notNull(),
    /** Base64url of 32 bytes. */
    publicKey: text('public_key').notNull(),
    privateKey: bytes('private_key').notNull(),
    certificate: text(),
    createdAt: instant('created_at').notNull(),
    signsFrom: instant('signs_from').notNull(),
    signsUntil: instant('signs_until').notNull(),
    goodUntil: instant('good_until').notNull(),
    retiredAt: instant('retired_at'),
    retiredBy: uuid('retired_by'),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.kid] })],
)

export const userToken = pgTable(
  'user_token',
  {
    developerId: developerId(),
    digest: bytes().notNull(),
    userGuid: uuid('user_guid').notNull(),
    network: text(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.digest] })],
)

export const deviceLogin = pgTable(
  'device_login',
  {
    developerId: developerId(),
    digest: bytes().notNull(),
    userCode: text('user_code').notNull(),
    programName: text('program_name'),
    machineName: text('machine_name'),
    network: text().notNull(),
    state: text().$type<'open' | 'confirmed' | 'denied'>().notNull(),
    userGuid: uuid('user_guid'),
    accountId: uuid('account_id'),
    intervalSeconds: integer('interval_seconds').notNull(),
    polledAt: instant('polled_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.digest] })],
)

export const lease = pgTable(
  'lease',
  {
    developerId: developerId(),
    machineGuid: uuid('machine_guid').notNull(),
    licenseGuid: uuid('license_guid').notNull(),
    guid: uuid().notNull(),
    kid: text().notNull(),
    revision: integer().notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.machineGuid] })],
)

export const formerCode = pgTable(
  'former_code',
  {
    developerId: developerId(),
    serial: text().notNull(),
    licenseGuid: uuid('license_guid').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.serial] })],
)

export const seat = pgTable(
  'seat',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    holder: text().notNull(),
    machineGuid: uuid('machine_guid'),
    userGuid: uuid('user_guid'),
    /** The token digest of the sign-in that took the seat. */
    token: bytes(),
    account: text(),
    /** The account in lower case, for the search. */
    accountKey: text('account_key').generatedAlwaysAs(sql`null`),
    fingerprint: text().notNull(),
    parts: text().array().notNull().default([]),
    machineName: text('machine_name').notNull(),
    processName: text('process_name'),
    pid: bigint({ mode: 'number' }),
    osSession: text('os_session'),
    network: text(),
    timeoutSeconds: integer('timeout_seconds').notNull(),
    startedAt: instant('started_at').notNull(),
    beatAt: instant('beat_at').notNull(),
    until: instant('until').notNull(),
    leaseGuid: uuid('lease_guid'),
    leaseKid: text('lease_kid'),
    leaseRevision: integer('lease_revision'),
    leasedAt: instant('leased_at'),
    endedAt: instant('ended_at'),
    endKind: text('end_kind').$type<SeatEnd>(),
    reason: text(),
    releasedBy: uuid('released_by'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const useTaken = pgTable(
  'use_taken',
  {
    developerId: developerId(),
    licenseGuid: uuid('license_guid').notNull(),
    requestId: text('request_id').notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    usesLeft: bigint('uses_left', { mode: 'number' }).notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.licenseGuid, table.requestId] })],
)

export const licenseData = pgTable(
  'license_data',
  {
    developerId: developerId(),
    licenseGuid: uuid('license_guid').notNull(),
    licenseId: bigint('license_id', { mode: 'number' }).notNull(),
    content: bytes().notNull(),
    revision: integer().notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.licenseGuid, table.licenseId] })],
)

export const runtimeEvent = pgTable(
  'runtime_event',
  {
    ...owned,
    at: instant('at').notNull(),
    act: text().$type<RuntimeAct>().notNull(),
    /** Null if the act succeeded. */
    reason: text().$type<RuntimeReason>(),
    params: jsonb().$type<PhraseParams>().notNull().default({}),
    trace: jsonb().$type<TracedUse[]>(),
    licenseGuid: uuid('license_guid'),
    userGuid: uuid('user_guid'),
    serial: text(),
    account: text(),
    /** The account in lower case, for the search. */
    accountKey: text('account_key').generatedAlwaysAs(sql`null`),
    machineName: text('machine_name'),
    fingerprint: text(),
    network: text(),
    times: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const exchange = pgTable(
  'exchange',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    machineGuid: uuid('machine_guid').notNull(),
    kind: text().$type<ExchangeKind>().notNull(),
    /** The `jti` of the C2D. */
    fileId: text('file_id').notNull(),
    digest: bytes().notNull(),
    name: text().notNull(),
    machineName: text('machine_name').notNull(),
    /** By the clock of the device. */
    madeAt: instant('made_at').notNull(),
    at: instant('at').notNull(),
    way: text().$type<ExchangeWay>().notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    taskGuid: uuid('task_guid'),
    /** The D2C. Null after its end. */
    answer: text(),
    /** SHA-256 of the sealed document in the D2C. */
    answerDigest: bytes('answer_digest').notNull(),
    answerName: text('answer_name').notNull(),
    packages: text().array().$type<D2cPackage['kind'][]>().notNull(),
    leaseGuid: uuid('lease_guid'),
    validUntil: instant('valid_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

/** A lease without its developer. */
export type NewLease = Omit<typeof lease.$inferInsert, 'developerId'>
export type Exchange = typeof exchange.$inferSelect
export type SigningKeyRow = typeof signingKey.$inferSelect
export type Seat = typeof seat.$inferSelect
export type RuntimeEvent = typeof runtimeEvent.$inferSelect
export type NewEvent = typeof runtimeEvent.$inferInsert
