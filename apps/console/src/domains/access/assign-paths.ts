// The screens that assign rows of each kind. In a file of its own to avoid an import cycle with screens.ts.
import type { AssignedKind } from '@sealwright/contract'

export const ASSIGN_PATHS = {
  product: '/access/assignProduct',
  user: '/access/assignUser',
  customer: '/access/assignCustomer',
  userLock: '/access/assignUserLock',
} as const satisfies Record<AssignedKind, string>
