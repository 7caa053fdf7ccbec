import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, owned } from '../../kernel/db/columns.ts'

export const tag = pgTable(
  'tag',
  {
    ...owned,
    name: text().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Tag = typeof tag.$inferSelect
