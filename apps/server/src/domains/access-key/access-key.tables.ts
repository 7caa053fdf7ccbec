import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, kept, owned } from '../../kernel/db/columns.ts'

export const accessKey = pgTable(
  'access_key',
  {
    ...owned,
    accountId: uuid('account_id').notNull(),
    keyId: text('key_id').notNull(),
    name: text().notNull(),
    secret: bytes().notNull(),
    formerSecret: bytes('former_secret'),
    formerUntil: instant('former_until'),
    privileges: text().array().notNull(),
    isLimited: boolean('is_limited').notNull(),
    networks: text().array().notNull(),
    endsAt: instant('ends_at'),
    isEnabled: boolean('is_enabled').notNull(),
    lastUsedAt: instant('last_used_at'),
    lastNetwork: text('last_network'),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type AccessKey = typeof accessKey.$inferSelect
