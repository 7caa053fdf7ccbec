// What a row of the log is about and what it did, read the same way wherever it is shown.
import { OPERATION_TYPES, productCalls } from '@sealwright/contract'
import type { Call, OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import type { PhraseKey } from '../../lib/i18n.tsx'
import type { ScreenPath } from '../../lib/screen.ts'

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

export function operationType(row: OperationRow): OperationType {
  return TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
}

interface Target {
  noun: PhraseKey
  /** Where such a thing is shown, by its guid, and the call that the screen lives on. */
  at?: { path: ScreenPath; call: Call }
}

/** Each kind of thing: its name in the middle of a sentence, and where one is shown. */
export const TARGETS = {
  account: { noun: 'operationLog.targets.account' },
  developer: { noun: 'operationLog.targets.developer' },
  product: { noun: 'operationLog.targets.product', at: { path: '/product/view', call: productCalls.get } },
  smartTemplate: { noun: 'operationLog.targets.smartTemplate' },
  accountTemplate: { noun: 'operationLog.targets.accountTemplate' },
  snTemplate: { noun: 'operationLog.targets.snTemplate' },
  dongleTemplate: { noun: 'operationLog.targets.dongleTemplate' },
} as const satisfies Record<OperationTarget, Target>
