import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { contact, kept, owned } from '../../kernel/db/columns.ts'

export const integrator = pgTable(
  'integrator',
  {
    ...owned,
    name: text().notNull(),
    ...contact,
    cloudQuota: integer('cloud_quota'),
    softQuota: integer('soft_quota'),
    isEnabled: boolean('is_enabled').notNull(),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Integrator = typeof integrator.$inferSelect
