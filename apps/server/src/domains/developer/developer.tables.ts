import { COUNTED_PARTS, LIMITS } from '@sealwright/contract'
import type { ApplicationState, DeveloperStatus, MachinePart } from '@sealwright/contract'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, owned } from '../../kernel/db/columns.ts'

export interface Contact {
  name: string
  title: string | null
  phone: string | null
  email: string | null
}

export const developer = pgTable('developer', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  displayName: text('display_name'),
  status: text().$type<DeveloperStatus>().notNull(),
  serviceUntil: instant('service_until'),
  timeZone: text('time_zone').notNull(),
  createdAt: instant('created_at').notNull(),
  country: text().notNull(),
  spreadCode: text('spread_code'),
  bdVid: text('bd_vid'),
  sourceKeyword: text('source_keyword'),
  formalAt: instant('formal_at'),
  suspendedAt: instant('suspended_at'),
  suspendedReason: text('suspended_reason'),
  programsUntil: instant('programs_until'),
  templatesTrusted: boolean('templates_trusted').notNull().default(false),
})

export const developerProfile = pgTable('developer_profile', {
  developerId: bigint('developer_id', { mode: 'number' }).primaryKey(),
  website: text(),
  brief: text(),
  introduction: text(),
  logo: bytes(),
  contacts: jsonb().$type<Contact[]>().notNull(),
  machineParts: text('machine_parts')
    .array()
    .$type<MachinePart[]>()
    .notNull()
    .default([...COUNTED_PARTS]),
  partChangesPerMonth: integer('part_changes_per_month').notNull().default(LIMITS.runtime.partChangesPerMonth.initial),
  partChangesPerYear: integer('part_changes_per_year').notNull().default(LIMITS.runtime.partChangesPerYear.initial),
  apiPassword: bytes('api_password'),
  pin: bytes(),
  pinSetAt: instant('pin_set_at'),
  revision: integer().notNull(),
  updatedBy: uuid('updated_by'),
  updatedAt: instant('updated_at').notNull(),
})

export type DeveloperProfile = typeof developerProfile.$inferSelect

export const formalApplication = pgTable(
  'formal_application',
  {
    ...owned,
    state: text().$type<ApplicationState>().notNull(),
    companyName: text('company_name').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    contactEmail: text('contact_email'),
    statement: text(),
    reason: text(),
    appliedBy: uuid('applied_by').notNull(),
    appliedAt: instant('applied_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type FormalApplication = typeof formalApplication.$inferSelect
