import type { AccountType } from '@sealwright/contract'
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../kernel/db/columns.ts'

export const endUser = pgTable(
  'end_user',
  {
    developerId: bigint('developer_id', { mode: 'number' }).notNull(),
    guid: uuid().notNull(),
    accountType: integer('account_type').$type<AccountType>().notNull(),
    account: text().notNull(),
    /** The person's account everywhere; null of a shadow account, which is this developer's own and has its password here. */
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
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type User = typeof endUser.$inferSelect
