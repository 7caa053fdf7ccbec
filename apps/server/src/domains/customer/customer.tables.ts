import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { contact, kept, owned } from '../../kernel/db/columns.ts'

export const customer = pgTable(
  'customer',
  {
    ...owned,
    name: text().notNull(),
    ...contact,
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Customer = typeof customer.$inferSelect
