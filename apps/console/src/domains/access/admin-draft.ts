// The draft of the administrator form: made from an answer, sent as a payload.
import { isPrivilege } from '@sealwright/contract'
import type { AnswerOf, AssignedKind, Privilege, ScopeChoice, accessCalls } from '@sealwright/contract'

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
}

export const SCOPE_FIELDS = {
  product: 'productScope',
  user: 'userScope',
  customer: 'customerScope',
  userLock: 'userLockScope',
} as const satisfies Record<AssignedKind, keyof AdminDraft>

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
  }
}

/** The draft as a payload: an empty text clears the field. */
export const spellAdmin = (draft: AdminDraft): Record<string, unknown> => ({ ...draft })
