import type { AdminState, AssignedKind, IntegratorAssigned, Locale, Privilege, ScopeKind } from '@sealwright/contract'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { developerId, instant, owned } from '../../kernel/db/columns.ts'

export const role = pgTable(
  'role',
  {
    ...owned,
    name: text().notNull(),
    description: text(),
    privileges: text().array().$type<Privilege[]>().notNull(),
    revision: integer().notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Role = typeof role.$inferSelect

/** Its `privileges` are those beside the roles'; the kinds in `limited` are seen in part. */
export const membership = pgTable(
  'membership',
  {
    developerId: developerId(),
    accountId: uuid('account_id').notNull(),
    isSuper: boolean('is_super').notNull(),
    privileges: text().array().$type<Privilege[]>().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    validUntil: instant('valid_until'),
    limited: text().array().$type<ScopeKind[]>().notNull(),
    cloudQuota: integer('cloud_quota'),
    softQuota: integer('soft_quota'),
    remark: text(),
    integratorGuid: uuid('integrator_guid'),
    revision: integer().notNull(),
    createdBy: uuid('created_by'),
    updatedBy: uuid('updated_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.accountId] })],
)
export type Membership = typeof membership.$inferSelect

export type GivenRole = Pick<Role, 'guid' | 'name' | 'privileges'>

/** An administrator: the membership with its account and roles, and how it stands now. */
export type Admin = Pick<
  Membership,
  | 'isSuper'
  | 'privileges'
  | 'isEnabled'
  | 'validUntil'
  | 'limited'
  | 'cloudQuota'
  | 'softQuota'
  | 'remark'
  | 'revision'
  | 'updatedBy'
  | 'createdAt'
  | 'updatedAt'
> & {
  userId: string
  userName: string | null
  email: string | null
  mobile: string | null
  locale: Locale
  isActivated: boolean
  state: AdminState
  roles: GivenRole[]
}

/** What somebody who joins is given beside roles. */
export type MemberTerms = Pick<
  Membership,
  'privileges' | 'limited' | 'cloudQuota' | 'softQuota' | 'validUntil' | 'remark'
>

export const membershipRole = pgTable(
  'membership_role',
  { developerId: developerId(), accountId: uuid('account_id').notNull(), roleGuid: uuid('role_guid').notNull() },
  (table) => [primaryKey({ columns: [table.developerId, table.accountId, table.roleGuid] })],
)

/**
 * A list of another domain, as far as it is about whom a row is assigned to: the row's name, and what tells two of one
 * name apart.
 */
const assignable = (table: string, name: string, note: string) =>
  pgTable(table, {
    developerId: developerId(),
    guid: uuid().notNull(),
    name: text(name).notNull(),
    note: text(note),
    assignedTo: uuid('assigned_to').array().notNull(),
    deletedAt: instant('deleted_at'),
  })

/** What can be assigned, to administrators or to integrators. */
export type Assignable = AssignedKind | IntegratorAssigned

export const ASSIGNABLE: Record<Assignable, ReturnType<typeof assignable>> = {
  product: assignable('product', 'name', 'license_id'),
  template: assignable('template', 'name', 'license_id'),
  user: assignable('end_user', 'account', 'user_name'),
  customer: assignable('customer', 'name', 'contact'),
}
