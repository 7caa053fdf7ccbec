import type { AccountType } from '@sealwright/contract'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, kept, owned } from '../../kernel/db/columns.ts'

export const endUser = pgTable(
  'end_user',
  {
    ...owned,
    accountType: integer('account_type').$type<AccountType>().notNull(),
    account: text().notNull(),
    /**
     * The person's global account. Null for a shadow account, which belongs to this developer and has its password in
     * this table.
     */
    accountId: uuid('account_id'),
    passwordHash: text('password_hash'),
    userName: text('user_name'),
    gender: integer().notNull(),
    phone: text(),
    address: text(),
    description: text(),
    customerGuid: uuid('customer_guid'),
    tagGuids: uuid('tag_guids').array().notNull().default([]),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    activatedAt: instant('activated_at'),
    /** The import task that added the user, and the row of its file. */
    importGuid: uuid('import_guid'),
    importRow: integer('import_row'),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type User = typeof endUser.$inferSelect
