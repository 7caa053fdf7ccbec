import type { DataArea } from '@sealwright/contract'
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, kept, owned } from '../../kernel/db/columns.ts'

/** A module that the product defines. A null name stands for the default name, which depends on the language. */
export interface DefinedModule {
  moduleId: number
  moduleName: string | null
}

export const product = pgTable(
  'product',
  {
    ...owned,
    licenseId: bigint('license_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    displayName: text('display_name').notNull(),
    licenseForm: integer('license_form').notNull(),
    licenseVersion: integer('license_version'),
    brief: text(),
    logo: bytes(),
    modules: jsonb().$type<DefinedModule[]>().notNull(),
    rom: jsonb().$type<DataArea>(),
    raw: jsonb().$type<DataArea>(),
    pub: jsonb().$type<DataArea>(),
    romSize: integer('rom_size').notNull(),
    rawSize: integer('raw_size').notNull(),
    pubSize: integer('pub_size').notNull(),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Product = typeof product.$inferSelect
