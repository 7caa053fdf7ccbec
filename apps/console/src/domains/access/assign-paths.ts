// Where rows of each kind are assigned. Apart from screens.ts, which loads the screens that link there.
import type { AssignedKind } from '@sealwright/contract'

export const ASSIGN_PATHS = {
  product: '/access/assignProduct',
  user: '/access/assignUser',
  customer: '/access/assignCustomer',
} as const satisfies Record<AssignedKind, string>
