// Columns of accounts and sessions, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type { Locale, TimeFormat } from '@sealwright/contract'
import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../../kernel/db/columns.ts'

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  email: text(),
  mobile: text(),
  userName: text('user_name'),
  passwordHash: text('password_hash').notNull(),
  activatedAt: instant('activated_at'),
  locale: text().$type<Locale>().notNull(),
  timeFormat: text('time_format').$type<TimeFormat>().notNull(),
  pageSize: integer('page_size').notNull(),
  createdAt: instant('created_at').notNull(),
  timeZone: text('time_zone'),
  passwordChangedAt: instant('password_changed_at'),
  totpSecret: bytes('totp_secret'),
  totpEnabledAt: instant('totp_enabled_at'),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }),
  mobilePostponedUntil: instant('mobile_postponed_until'),
  /** Issuing asks once more above this amount. Null: never. */
  confirmAboveFen: bigint('confirm_above_fen', { mode: 'number' }),
  /** Of an access key: nobody signs in to it. */
  isKey: boolean('is_key').notNull(),
})

export const session = pgTable('session', {
  id: text().primaryKey(),
  secretHash: bytes('secret_hash').notNull(),
  accountId: uuid('account_id').notNull(),
  /** Null if the account belongs to no developer. Such a session stays pending. */
  developerId: bigint('developer_id', { mode: 'number' }),
  state: text().$type<'pending' | 'active'>().notNull(),
  fingerprint: text(),
  network: text().notNull(),
  userAgent: text('user_agent'),
  createdAt: instant('created_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  publicId: uuid('public_id').notNull().defaultRandom(),
  owes: text().$type<'mfa' | 'binding'>(),
  confirmedAt: instant('confirmed_at'),
  owedNotice: text('owed_notice').$type<'developer.becameFormal'>(),
  deviceId: uuid('device_id'),
  viewAs: uuid('view_as'),
})
