import type { CaptchaWork } from '@sealwright/contract'
import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../../kernel/db/columns.ts'
import type { Secret } from './captcha.secret.ts'

export const captchaChallenge = pgTable(
  'captcha_challenge',
  {
    owner: bytes().notNull(),
    id: text().notNull(),
    type: text().$type<Secret['type']>().notNull(),
    answer: jsonb().$type<Secret>().notNull(),
    work: jsonb().$type<CaptchaWork>().notNull(),
    url: text(),
    account: bytes(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.id] })],
)

export const captchaPass = pgTable(
  'captcha_pass',
  {
    context: bytes().notNull(),
    id: text().notNull(),
    url: text(),
    fingerprint: bytes().notNull(),
    network: text().notNull(),
    account: bytes(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.context, table.id] })],
)

export const captchaUse = pgTable('captcha_use', {
  key: bytes().primaryKey(),
  times: instant('times').array().notNull(),
  isTaken: boolean('is_taken').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const captchaStanding = pgTable('captcha_standing', {
  /** A browser, a network or an account, as a keyed hash. */
  subject: bytes('context').primaryKey(),
  failures: instant('failures').array().notNull(),
  pausedUntil: instant('paused_until'),
  shutUntil: instant('shut_until'),
  expiresAt: instant('expires_at').notNull(),
})

export const captchaTrack = pgTable('captcha_track', {
  hash: bytes().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
