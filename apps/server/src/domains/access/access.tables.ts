import type { AdminState, AssignedKind, IntegratorAssigned, Privilege, ScopeKind } from '@sealwright/contract'
import { boolean, integer, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/** `privileges` are granted besides those of the roles. Of the kinds in `limited`, only assigned rows are visible. */
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

/** An address that is invited to join, with the terms of the membership to come. Its guid stands for the person. */
export const invitation = pgTable(
  'invitation',
  {
    ...owned,
    address: text().notNull(),
    userName: text('user_name'),
    integratorGuid: uuid('integrator_guid'),
    privileges: text().array().$type<Privilege[]>().notNull(),
    limited: text().array().$type<ScopeKind[]>().notNull(),
    cloudQuota: integer('cloud_quota'),
    softQuota: integer('soft_quota'),
    validUntil: instant('valid_until'),
    remark: text(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revision: integer().notNull(),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Invitation = typeof invitation.$inferSelect

export type GivenRole = Pick<Role, 'guid' | 'name' | 'privileges'>

/**
 * An administrator with the roles and the present state. `userId` is the account of a member, or the guid of an
 * invitation.
 */
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
  state: AdminState
  roles: GivenRole[]
}

/** The terms of a membership, except roles. */
export type MemberTerms = Pick<
  Membership,
  'privileges' | 'limited' | 'cloudQuota' | 'softQuota' | 'validUntil' | 'remark'
>

export const membershipRole = pgTable(
  'membership_role',
  { developerId: developerId(), holder: uuid('account_id').notNull(), roleGuid: uuid('role_guid').notNull() },
  (table) => [primaryKey({ columns: [table.developerId, table.holder, table.roleGuid] })],
)
export const invitationRole = pgTable(
  'invitation_role',
  { developerId: developerId(), holder: uuid('invitation_guid').notNull(), roleGuid: uuid('role_guid').notNull() },
  (table) => [primaryKey({ columns: [table.developerId, table.holder, table.roleGuid] })],
)
/** The roles of members and of invited people. */
export const staffRole = pgView('staff_role', {
  developerId: developerId(),
  userId: uuid('user_id').notNull(),
  roleGuid: uuid('role_guid').notNull(),
}).existing()

/**
 * The columns of another domain's table that assignments need: whom a row is assigned to, its name, and a note that
 * distinguishes rows of the same name.
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

/** The kinds of rows that can be assigned to administrators or integrators. */
export type Assignable = AssignedKind | IntegratorAssigned

export const ASSIGNABLE: Record<Assignable, ReturnType<typeof assignable>> = {
  product: assignable('product', 'name', 'license_id'),
  template: assignable('template', 'name', 'license_id'),
  user: assignable('end_user', 'account', 'user_name'),
  customer: assignable('customer', 'name', 'contact'),
  userLock: assignable('dongle', 'shell_number', 'remark'),
}
