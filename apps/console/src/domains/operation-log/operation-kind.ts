// What a row of the log is about and what it did, read the same way wherever it is shown.
import { OPERATION_TYPES, productCalls } from '@sealwright/contract'
import type { Call, OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import type { PhraseKey } from '../../lib/i18n.tsx'
import type { ScreenPath } from '../../lib/screen.ts'

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

export function operationType(row: OperationRow): OperationType {
  return TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
}

/** Where each kind of thing is shown, the call that its screen lives on, and its name in the middle of a sentence. */
export const TARGETS = {
  product: { path: '/product/view', call: productCalls.get, noun: 'operationLog.targets.product' },
} as const satisfies Record<OperationTarget, { path: ScreenPath; call: Call; noun: PhraseKey }>
