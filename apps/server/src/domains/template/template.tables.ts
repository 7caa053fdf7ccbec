// Columns of the template tables, for Drizzle. The SQL in db/migrations is the source; a test compares the two.
import type { TemplateContent, TemplateFamily, DataArea, DataAreaName, VERSION_ORIGINS } from '@sealwright/contract'
import { bigint, boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { developerId, instant, kept, owned } from '../../kernel/db/columns.ts'

/** The facts about a data area that a version stores besides its content: enough to list and compare it. */
export interface AreaSummary {
  source: DataArea['source']
  size: number
  digest: string
}

/**
 * `moduleNames` holds the names of granted modules at the time of the save, because a product may drop a module later.
 * Modules without a custom name are missing.
 */
export type StoredGrant = {
  licenseId: number
  licenseVersion: number | null
  modules: number[]
  moduleNames: Record<number, string>
} & Record<DataAreaName, AreaSummary | null>
export type StoredAreas = Record<DataAreaName, DataArea | null>

/** A version without the content of its data areas. The first grant is the template's own product. */
export type StoredTerms = Omit<TemplateContent, keyof StoredGrant | 'otherProducts'> & { grants: StoredGrant[] }

export const template = pgTable(
  'template',
  {
    ...owned,
    family: text().$type<TemplateFamily>().notNull(),
    name: text().notNull(),
    licenseId: bigint('license_id', { mode: 'number' }).notNull(),
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull(),
    licenseForm: integer('license_form'),
    assignedTo: uuid('assigned_to').array().notNull().default([]),
    canModify: boolean('can_modify').notNull(),
    canModifyModule: boolean('can_modify_module').notNull(),
    canModifyDataZone: boolean('can_modify_data_zone').notNull(),
    version: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const templateVersion = pgTable(
  'template_version',
  {
    developerId: developerId(),
    templateGuid: uuid('template_guid').notNull(),
    version: integer().notNull(),
    origin: text().$type<(typeof VERSION_ORIGINS)[number]>().notNull(),
    restoredVersion: integer('restored_version'),
    terms: jsonb().$type<StoredTerms>().notNull(),
    areasOf: integer('areas_of').notNull(),
    areas: jsonb().$type<StoredAreas[]>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.templateGuid, table.version] }),
    foreignKey({
      columns: [table.developerId, table.templateGuid],
      foreignColumns: [template.developerId, template.guid],
    }),
  ],
)

export type Template = typeof template.$inferSelect
export type TemplateVersion = Omit<typeof templateVersion.$inferSelect, 'areas'> & { areas: StoredAreas[] }
