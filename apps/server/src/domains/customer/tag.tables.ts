import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../kernel/db/columns.ts'

export const tag = pgTable(
  'tag',
  {
    developerId: bigint('developer_id', { mode: 'number' }).notNull(),
    guid: uuid().notNull(),
    name: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Tag = typeof tag.$inferSelect
