// Administrators and their access: roles, direct privileges, row scopes, quotas and validity. No administrator can
// grant more than they have. The super administrator can view the console as any other administrator, and every
// administrator can query the reasons for missing access.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, privilege, superAdministrator } from '../kernel/call.ts'
import { accountName, noSpecialCharacters } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, clearable, guid, integer, line, paragraph, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { PRIVILEGES } from '../privileges.ts'

const limits = LIMITS.access

/**
 * An administrator in filters and pickers. The displayed name is the first non-empty of userName, account, phone and
 * email.
 */
const adminOption = z.object({
  userId: z.string(),
  userName: z.nullable(z.string()),
  account: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type AdminOption = z.input<typeof adminOption>

export function adminName({ userName, account, phone, email }: Omit<AdminOption, 'userId'>): string {
  return userName || account || phone || email || ''
}

/** Kinds of rows that can be assigned to an administrator. */
export const ASSIGNED_KINDS = ['product', 'user', 'customer', 'userLock'] as const
export type AssignedKind = (typeof ASSIGNED_KINDS)[number]
/** `some`: rows that the administrator created and rows that are assigned to them. */
export const SCOPES = ['all', 'some'] as const
export type ScopeChoice = (typeof SCOPES)[number]
const scopeChoice = z._default(z.enum(SCOPES), 'all')

export const quota = clearable(integer(0, limits.quotaMax))
const privileges = z.array(z.enum(PRIVILEGES)).check(z.maxLength(PRIVILEGES.length))
const roleGuids = z.array(guid).check(z.maxLength(limits.roles))

const someGuids = z._default(z.array(guid).check(z.maxLength(limits.assignAtOnce)), [])
const assignedChange = z.optional(z.object({ add: someGuids, remove: someGuids }))
/** Rows to assign and to take back, by kind. Rows outside the caller's row scope are ignored. */
const assignments = z.optional(
  z.object({ product: assignedChange, user: assignedChange, customer: assignedChange, userLock: assignedChange }),
)
/** Allows for the largest assignments of all kinds. */
const adminBodyBytes = 512 * 1024

/** The access of an administrator. Without an end of validity it is permanent. */
const adminFields = {
  userName: clearable(line(LIMITS.account.userNameMax).check(noSpecialCharacters)),
  roleGuids: z._default(roleGuids, []),
  privileges: z._default(privileges, []),
  productScope: scopeChoice,
  userScope: scopeChoice,
  customerScope: scopeChoice,
  userLockScope: scopeChoice,
  cloudQuota: quota,
  softQuota: quota,
  validUntil: clearable(time),
  remark: clearable(paragraph(limits.remarkMax)),
}

/**
 * `waiting`: invited, and no member before they accept. `lapsed`: the invitation expired. `ended`: the validity is
 * over.
 */
export const ADMIN_STATES = ['active', 'waiting', 'lapsed', 'disabled', 'ended'] as const
export type AdminState = (typeof ADMIN_STATES)[number]

/** Whether somebody is invited and has not joined. Their `userId` is then that of the invitation. */
export const isInvited = (state: AdminState) => state === 'waiting' || state === 'lapsed'

const adminRow = z.object({
  ...adminOption.shape,
  isSuper: z.boolean(),
  isSelf: z.boolean(),
  state: z.enum(ADMIN_STATES),
  roles: z.array(z.object({ guid: z.string(), name: z.string() })),
  /** Granted directly, in addition to the roles. */
  privileges: z.array(z.string()),
  productScope: z.enum(SCOPES),
  userScope: z.enum(SCOPES),
  customerScope: z.enum(SCOPES),
  userLockScope: z.enum(SCOPES),
  cloudQuota: z.nullable(z.int()),
  softQuota: z.nullable(z.int()),
  validUntil: z.nullable(time),
  remark: z.nullable(z.string()),
  /** False if the administrator has more access than the caller, who then cannot change them. */
  isManageable: z.boolean(),
  createTime: time,
  updateTime: time,
})
export type AdminRow = z.input<typeof adminRow>

const byUserId = z.object({ userId: guid })
/** Why an administrator cannot be changed by the caller. */
const UNTOUCHABLE = ['access.adminNotFound', 'access.superUntouched', 'access.ownSelf', 'access.hasMore'] as const
const revision = z.optional(integer(1, Number.MAX_SAFE_INTEGER))
const assigned = { userId: guid, kind: z.enum(ASSIGNED_KINDS) }

export const accessCalls = defineCalls(
  'access',
  {
    list: defineCall({
      method: 'POST',
      path: '/admin/list.do',
      access: anySession,
      effect: 'read',
      payload: z.object({}),
      answer: z.array(adminOption),
      errors: [],
      summary: "Lists the developer's administrators for filters. Empty for integrators (`devType` 1).",
    }),
    find: defineCall({
      method: 'POST',
      path: '/admin/find.do',
      access: privilege('admin.view'),
      effect: 'read',
      payload: pageQuery(['updateTime', 'userName'], {
        userName: z.optional(line(LIMITS.account.accountMax)),
        state: z.optional(z.enum(ADMIN_STATES)),
        roleGuid: z.optional(guid),
      }),
      answer: pageOf(adminRow),
      errors: [],
      summary:
        'Lists administrators, super administrator first. Filters: part of the name, account or remark; state; role.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/admin/get.do',
      access: privilege('admin.view'),
      effect: 'read',
      payload: byUserId,
      answer: z.object({
        ...adminRow.shape,
        revision: z.int(),
        effectivePrivileges: z.array(z.string()),
        assigned: z.object({ product: z.int(), user: z.int(), customer: z.int(), userLock: z.int() }),
        lastSignIn: z.nullable(time),
      }),
      errors: ['access.adminNotFound'],
      summary: 'Returns an administrator with effective privileges, scopes, quotas and the number of assigned rows.',
    }),
    create: defineCall({
      method: 'POST',
      path: '/admin/create.do',
      access: privilege('admin.create'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      bodyBytes: adminBodyBytes,
      payload: z.object({ account: accountName, ...adminFields, assignments }),
      answer: z.object({ userId: z.string() }),
      errors: [
        'access.alreadyAdministrator',
        'access.alreadyInvited',
        'access.invitationLimit',
        'access.grantsMore',
        'access.administratorLimit',
        'access.validityPast',
        'role.notFound',
      ],
      summary:
        'Invites the owner of an address to become an administrator. They get a message with a link and become one ' +
        'by accepting. The answer is the same whether or not the address has an account. `assignments` assigns rows ' +
        'at once.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/admin/update.do',
      access: privilege('admin.update'),
      effect: 'write',
      sends: 'json',
      bodyBytes: adminBodyBytes,
      payload: z.object({
        userId: guid,
        userName: adminFields.userName,
        roleGuids: z.optional(roleGuids),
        privileges: z.optional(privileges),
        productScope: z.optional(z.enum(SCOPES)),
        userScope: z.optional(z.enum(SCOPES)),
        customerScope: z.optional(z.enum(SCOPES)),
        userLockScope: z.optional(z.enum(SCOPES)),
        cloudQuota: quota,
        softQuota: quota,
        validUntil: adminFields.validUntil,
        remark: adminFields.remark,
        assignments,
        revision,
      }),
      answer: z.object({ userId: z.string() }),
      errors: [
        'access.adminNotFound',
        'access.superUntouched',
        'access.ownSelf',
        'access.grantsMore',
        'access.hasMore',
        'access.validityPast',
        'role.notFound',
        'platform.stale',
      ],
      summary:
        'Updates the access of an administrator, effective with their next call. An empty value clears a field; an ' +
        'absent key leaves it unchanged. The name changes only until the invitation is accepted. `assignments` ' +
        'assigns rows and takes them back.',
    }),
    enable: defineCall({
      method: 'POST',
      path: '/admin/enable.do',
      access: privilege('admin.update'),
      effect: 'write',
      payload: byUserId,
      answer: z.object({}),
      errors: [...UNTOUCHABLE, 'access.notAccepted'],
      summary: 'Lets a disabled administrator sign in again.',
    }),
    disable: defineCall({
      method: 'POST',
      path: '/admin/disable.do',
      access: privilege('admin.update'),
      effect: 'write',
      payload: byUserId,
      answer: z.object({ endedSessions: z.int() }),
      errors: [...UNTOUCHABLE, 'access.notAccepted'],
      summary: 'Disables an administrator and ends their sessions at once.',
    }),
    delete: defineCall({
      method: 'POST',
      path: '/admin/delete.do',
      access: privilege('admin.delete'),
      effect: 'write',
      payload: byUserId,
      answer: z.object({}),
      errors: UNTOUCHABLE,
      summary:
        'Removes an administrator, ends their sessions and removes their assignments. The account and the rows they ' +
        'created remain. Withdraws the invitation of an administrator who has not accepted it.',
    }),
    resendInvitation: defineCall({
      method: 'POST',
      path: '/admin/resendInvitation.do',
      access: privilege('admin.create', 'admin.update'),
      effect: 'write',
      perMinute: 30,
      payload: byUserId,
      answer: z.object({}),
      errors: [
        'access.adminNotFound',
        'access.alreadyActive',
        'access.hasMore',
        'access.invitationLimit',
        'access.validityPast',
        'identity.codeTooSoon',
      ],
      summary: 'Sends an invitation again and renews its term.',
    }),
    findAssigned: defineCall({
      method: 'POST',
      path: '/admin/findAssigned.do',
      access: privilege('admin.view'),
      effect: 'read',
      payload: pageQuery(['name'], { ...assigned, name: z.optional(line(LIMITS.account.accountMax)) }),
      answer: pageOf(z.object({ guid: z.string(), name: z.string(), note: z.nullable(z.string()) })),
      errors: ['access.adminNotFound'],
      summary: "Lists the products, users or customers assigned to an administrator, within the caller's row scope.",
    }),
    assign: defineCall({
      method: 'POST',
      path: '/admin/assign.do',
      access: privilege('admin.update'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ ...assigned, scope: z.optional(z.enum(SCOPES)), add: someGuids, remove: someGuids }),
      answer: z.object({ added: z.int(), removed: z.int() }),
      errors: [
        'access.adminNotFound',
        'access.superUntouched',
        'access.ownSelf',
        'access.hasMore',
        'access.grantsMore',
      ],
      summary:
        'Assigns products, users or customers to an administrator or removes assignments, and sets the scope: all ' +
        "rows or only assigned ones. Ignores rows outside the caller's row scope.",
    }),
    viewAs: defineCall({
      method: 'POST',
      path: '/admin/viewAs.do',
      access: superAdministrator,
      effect: 'write',
      payload: byUserId,
      answer: z.object({}),
      errors: ['access.adminNotFound', 'access.ownSelf', 'access.notAccepted'],
      summary:
        'Makes this session view the console as another administrator, read-only. The operation log records the ' +
        'start and the end.',
    }),
    endViewAs: defineCall({
      method: 'POST',
      path: '/admin/endViewAs.do',
      access: anySession,
      effect: 'write',
      whileSuspended: true,
      whileViewing: true,
      payload: z.object({}),
      answer: z.object({}),
      errors: ['access.notViewing'],
      summary: 'Ends viewing as another administrator.',
    }),
    leave: defineCall({
      method: 'POST',
      path: '/admin/leave.do',
      access: anySession,
      sensitive: true,
      effect: 'write',
      personal: true,
      payload: z.object({}),
      answer: z.object({}),
      errors: ['identity.confirmPassword', 'access.superStays'],
      summary:
        'Ends the membership of the signed-in account, as an administrator or as a member of an integrator, and all ' +
        'its sessions. The account remains and can accept another invitation.',
    }),
    explain: defineCall({
      method: 'POST',
      path: '/admin/explain.do',
      access: anySession,
      effect: 'read',
      payload: z.object({}),
      answer: z.object({
        isSuper: z.boolean(),
        /** All privileges: whether the caller has each one, and through which roles. */
        privileges: z.array(
          z.object({ name: z.string(), isHeld: z.boolean(), roles: z.array(z.string()), isDirect: z.boolean() }),
        ),
        scopes: z.array(z.object({ kind: z.enum(ASSIGNED_KINDS), scope: z.enum(SCOPES), assigned: z.int() })),
        quotas: z.object({
          cloud: z.nullable(z.int()),
          soft: z.nullable(z.int()),
          cloudUsed: z.int(),
          softUsed: z.int(),
        }),
        validUntil: z.nullable(time),
        /** Names of the people who can change the caller's access. */
        askWhom: z.array(z.string()),
      }),
      errors: [],
      summary:
        "Explains the caller's access: every privilege with its source, row scopes, quotas, validity, and the people " +
        'who can change them.',
    }),
  },
  'admin',
)

const roleFields = {
  name: line(limits.roleNameMax).check(noSpecialCharacters),
  description: clearable(line(limits.descriptionMax)),
  privileges: privileges.check(z.minLength(1)),
}
const roleRow = z.object({
  guid: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  privileges: z.array(z.string()),
  adminCount: z.int(),
  isManageable: z.boolean(),
  createTime: time,
  updateTime: time,
})
export type RoleRow = z.input<typeof roleRow>

export const roleCalls = defineCalls(
  'access',
  {
    find: defineCall({
      method: 'POST',
      path: '/role/find.do',
      access: privilege('role.view'),
      effect: 'read',
      payload: pageQuery(['updateTime', 'name'], { name: z.optional(line(limits.roleNameMax)) }),
      answer: pageOf(roleRow),
      errors: [],
      summary: 'Lists roles, most recently updated first.',
    }),
    list: defineCall({
      method: 'POST',
      path: '/role/list.do',
      access: privilege('role.view', 'admin.view', 'admin.create', 'admin.update'),
      effect: 'read',
      payload: z.object({}),
      answer: z.array(
        z.object({ guid: z.string(), name: z.string(), privileges: z.array(z.string()), isManageable: z.boolean() }),
      ),
      errors: [],
      summary:
        'Lists all roles by name for selection. Roles with privileges that the caller does not have are not ' +
        'manageable.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/role/get.do',
      access: privilege('role.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.object({
        ...roleRow.shape,
        revision: z.int(),
        createdBy: z.string(),
        administrators: z.array(adminOption),
      }),
      errors: ['role.notFound'],
      summary: 'Returns a role with its privileges and its administrators.',
    }),
    create: defineCall({
      method: 'POST',
      path: '/role/create.do',
      access: privilege('role.create'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z.object(roleFields),
      answer: z.object({ guid: z.string() }),
      errors: ['role.nameTaken', 'role.limit', 'access.grantsMore'],
      summary: 'Creates a role from privileges that the caller has.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/role/update.do',
      access: privilege('role.update'),
      effect: 'write',
      sends: 'json',
      payload: z.object({
        guid,
        name: z.optional(roleFields.name),
        description: roleFields.description,
        privileges: z.optional(roleFields.privileges),
        revision,
      }),
      answer: z.object({ guid: z.string() }),
      errors: ['role.notFound', 'role.nameTaken', 'access.grantsMore', 'access.hasMore', 'platform.stale'],
      summary: 'Updates a role, effective with the next call of each of its administrators.',
    }),
    delete: defineCall({
      method: 'POST',
      path: '/role/delete.do',
      access: privilege('role.delete'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['role.notFound', 'role.inUse', 'access.hasMore'],
      summary: 'Deletes a role that no administrator has.',
    }),
  },
  'role',
)
