import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../kernel/db/columns.ts'

export const customer = pgTable(
  'customer',
  {
    developerId: bigint('developer_id', { mode: 'number' }).notNull(),
    guid: uuid().notNull(),
    name: text().notNull(),
    contact: text(),
    phone: text(),
    email: text(),
    address: text(),
    remark: text(),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    revision: integer().notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Customer = typeof customer.$inferSelect
