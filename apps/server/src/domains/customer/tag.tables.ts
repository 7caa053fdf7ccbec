import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const tag = pgTable(
  'tag',
  {
    developerId: bigint('developer_id', { mode: 'number' }).notNull(),
    guid: uuid().notNull(),
    name: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Tag = typeof tag.$inferSelect
