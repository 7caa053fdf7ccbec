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
     * The person's account everywhere; null of a shadow account, which is this developer's own and has its password
     * here.
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
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type User = typeof endUser.$inferSelect
