// Columns of the lending tables, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type { StoredLendingState } from '@sealwright/contract'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, developerId, instant, owned } from '../../kernel/db/columns.ts'

/** Who may lend the seats of a code. */
export const lendingAdmin = pgTable(
  'lending_admin',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    email: text().notNull(),
    invitedAt: instant('invited_at').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    inviterName: text('inviter_name').notNull(),
    seenAt: instant('seen_at'),
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

/** Links of mails, which work once, and the sign-ins with them. */
export const lendingPass = pgTable(
  'lending_pass',
  {
    developerId: developerId(),
    digest: bytes().notNull(),
    adminGuid: uuid('admin_guid').notNull(),
    kind: text().$type<'link' | 'session'>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.digest] })],
)

export const lending = pgTable(
  'lending',
  {
    ...owned,
    licenseGuid: uuid('license_guid').notNull(),
    code: text().notNull(),
    state: text().$type<StoredLendingState>().notNull(),
    person: text().notNull(),
    email: text(),
    days: integer().notNull(),
    note: text(),
    isBorrowed: boolean('is_borrowed').notNull().default(false),
    adminGuid: uuid('admin_guid'),
    actorId: uuid('actor_id'),
    lenderName: text('lender_name').notNull(),
    requestId: uuid('request_id'),
    createdAt: instant('created_at').notNull(),
    dueAt: instant('due_at').notNull(),
    fingerprint: text(),
    /** `kind=digest` each, as the device had them when it got the seat. */
    parts: text().array().notNull().default([]),
    machineName: text('machine_name'),
    os: text(),
    network: text(),
    boundAt: instant('bound_at'),
    seenAt: instant('seen_at'),
    endedAt: instant('ended_at'),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type LendingAdmin = typeof lendingAdmin.$inferSelect
export type Lending = typeof lending.$inferSelect
export type NewLending = typeof lending.$inferInsert
