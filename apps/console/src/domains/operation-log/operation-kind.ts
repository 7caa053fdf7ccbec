// What a row of the log is about and what it did, read the same way wherever it is shown.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import type { PhraseKey } from '../../lib/i18n.tsx'
import type { ScreenPath } from '../../lib/screen.ts'

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

export function operationType(row: OperationRow): OperationType {
  return TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
}

interface Target {
  noun: PhraseKey
  /** Where such a thing is shown, by its guid. */
  at?: ScreenPath
}

/** Each kind of thing: its name in the middle of a sentence, and where one is shown. */
export const TARGETS = {
  account: { noun: 'operationLog.targets.account' },
  admin: { noun: 'operationLog.targets.admin' },
  customer: { noun: 'operationLog.targets.customer' },
  developer: { noun: 'operationLog.targets.developer' },
  integrator: { noun: 'operationLog.targets.integrator' },
  product: { noun: 'operationLog.targets.product', at: '/product/view' },
  role: { noun: 'operationLog.targets.role' },
  tag: { noun: 'operationLog.targets.tag' },
  user: { noun: 'operationLog.targets.user' },
  smartTemplate: { noun: 'operationLog.targets.smartTemplate', at: '/template/view' },
  accountTemplate: { noun: 'operationLog.targets.accountTemplate', at: '/pc/template/account/view' },
  snTemplate: { noun: 'operationLog.targets.snTemplate', at: '/pc/template/sn/view' },
  dongleTemplate: { noun: 'operationLog.targets.dongleTemplate', at: '/pc/template/dongle/view' },
} as const satisfies Record<OperationTarget, Target>
