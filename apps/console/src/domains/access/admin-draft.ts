// The draft of the administrator form: made from an answer, sent as a payload.
import { ASSIGNED_KINDS, isPrivilege } from '@sealwright/contract'
import type { AnswerOf, AssignedKind, Privilege, ScopeChoice, accessCalls } from '@sealwright/contract'
import type { PickerChanges } from '../../blocks/picker/picker.tsx'

export type AdminAnswer = AnswerOf<typeof accessCalls.get>

export interface AdminDraft {
  /** Read-only for an existing administrator. */
  account: string
  userName: string
  roleGuids: readonly string[]
  privileges: readonly Privilege[]
  productScope: ScopeChoice
  userScope: ScopeChoice
  customerScope: ScopeChoice
  userLockScope: ScopeChoice
  cloudQuota: string
  softQuota: string
  /** Empty: permanent. */
  validUntil: string
  remark: string
  /** Rows to assign and to take back; sent for the kinds of which the administrator sees only some rows. */
  assignments: Readonly<Record<AssignedKind, PickerChanges>>
}

export const SCOPE_FIELDS = {
  product: 'productScope',
  user: 'userScope',
  customer: 'customerScope',
  userLock: 'userLockScope',
} as const satisfies Record<AssignedKind, keyof AdminDraft>

const none: PickerChanges = { add: [], remove: [] }
const NOTHING_ASSIGNED = { product: none, user: none, customer: none, userLock: none }

export const EMPTY_ADMIN: AdminDraft = {
  account: '',
  userName: '',
  roleGuids: [],
  privileges: [],
  productScope: 'all',
  userScope: 'all',
  customerScope: 'all',
  userLockScope: 'all',
  cloudQuota: '',
  softQuota: '',
  validUntil: '',
  remark: '',
  assignments: NOTHING_ASSIGNED,
}

const typed = (value: number | null) => (value === null ? '' : String(value))

export function draftOf(admin: AdminAnswer): AdminDraft {
  return {
    account: admin.account ?? admin.phone ?? admin.email ?? '',
    userName: admin.userName ?? '',
    roleGuids: admin.roles.map(({ guid }) => guid),
    privileges: admin.privileges.filter(isPrivilege),
    productScope: admin.productScope,
    userScope: admin.userScope,
    customerScope: admin.customerScope,
    userLockScope: admin.userLockScope,
    cloudQuota: typed(admin.cloudQuota),
    softQuota: typed(admin.softQuota),
    validUntil: admin.validUntil ?? '',
    remark: admin.remark ?? '',
    assignments: NOTHING_ASSIGNED,
  }
}

/** The draft as a payload: an empty text clears the field. */
export function spellAdmin(draft: AdminDraft): Record<string, unknown> {
  const guids = (items: PickerChanges['add']) => items.map(({ guid }) => guid)
  const changed = ASSIGNED_KINDS.filter((kind) => {
    const { add, remove } = draft.assignments[kind]
    return draft[SCOPE_FIELDS[kind]] === 'some' && add.length + remove.length > 0
  })
  return {
    ...draft,
    assignments: Object.fromEntries(
      changed.map((kind) => {
        const { add, remove } = draft.assignments[kind]
        return [kind, { add: guids(add), remove: guids(remove) }]
      }),
    ),
  }
}
