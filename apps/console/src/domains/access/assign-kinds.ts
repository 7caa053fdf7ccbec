// The kinds of rows that are assigned to an administrator: how they are found, and the page of each row.
import { customerCalls, productCalls, userCalls, userLockCalls } from '@sealwright/contract'
import type { AssignedKind } from '@sealwright/contract'
import { useCan } from '../../lib/session/can.tsx'

export const FIND_CALLS = {
  product: productCalls.find,
  user: userCalls.find,
  customer: customerCalls.find,
  userLock: userLockCalls.find,
}

/** Whether the caller can choose among the rows of a kind. */
export const useCanAssign = (kind: AssignedKind): boolean => useCan(FIND_CALLS[kind])

export const ROW_PAGES = {
  product: '/product/view',
  user: '/user/view',
  customer: '/customer/view',
  userLock: '/dongle/user/view',
} as const satisfies Record<AssignedKind, string>
