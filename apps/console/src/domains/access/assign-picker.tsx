// The picker of the rows that an administrator sees: products, users, customers or user locks.
import { LIMITS, accessCalls } from '@sealwright/contract'
import type { AnswerOf, AssignedKind } from '@sealwright/contract'
import type { ReactNode } from 'react'
import type { PickerSource } from '../../blocks/picker/picker-source.ts'
import { Picker } from '../../blocks/picker/picker.tsx'
import type { PickerChanges } from '../../blocks/picker/picker.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { FIND_CALLS } from './assign-kinds.ts'
import { assignedItem } from './assigned-item.ts'

type AssignedRow = AnswerOf<typeof accessCalls.findAssigned>['rows'][number]

/** What people paste. */
const PASTED = { product: 'names', user: 'accounts', customer: 'names', userLock: 'shellNumbers' } as const

interface KindPickerProps {
  kind: AssignedKind
  /** Whose assigned rows are changed; absent for a new administrator, who has none. */
  userId?: string | undefined
  what: string
  changes: PickerChanges
  onChange: (changes: PickerChanges) => void
}

export function KindPicker({ kind, userId, ...rest }: KindPickerProps) {
  const t = usePhrases()
  const itemOf = (row: AssignedRow) => assignedItem(t, kind, row)
  const chosen: PickerSource<AssignedRow> | undefined =
    userId === undefined
      ? undefined
      : { call: accessCalls.findAssigned, where: { userId, kind }, searchBy: 'name', itemOf }
  const pick = {
    ...rest,
    ...(chosen && { chosen }),
    max: LIMITS.access.assignAtOnce,
    pasted: PASTED[kind],
  }
  const pickers: Record<AssignedKind, ReactNode> = {
    product: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.product,
          searchBy: 'productName',
          itemOf: ({ guid, name, licenseId }) => itemOf({ guid, name, note: String(licenseId) }),
        }}
      />
    ),
    user: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.user,
          searchBy: 'account',
          itemOf: ({ guid, account, userName }) => itemOf({ guid, name: account, note: userName }),
        }}
      />
    ),
    customer: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.customer,
          searchBy: 'name',
          itemOf: ({ guid, name, contact }) => itemOf({ guid, name, note: contact }),
        }}
      />
    ),
    userLock: (
      <Picker
        {...pick}
        offered={{
          call: FIND_CALLS.userLock,
          searchBy: 'keyword',
          itemOf: ({ guid, shellNumber, customerName }) => itemOf({ guid, name: shellNumber, note: customerName }),
        }}
      />
    ),
  }
  return pickers[kind]
}
