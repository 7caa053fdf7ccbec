// The list of customers.
import { customerCalls } from '@sealwright/contract'
import type { CustomerRow } from '@sealwright/contract'
import { BriefcaseBusiness } from 'lucide-react'
import { useCallback } from 'react'
import { useEntityActions } from '../../../blocks/entity/entity-actions.ts'
import { EntityList } from '../../../blocks/entity/entity-list.tsx'
import { firstOf } from '../../../blocks/entity/entity.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useDeleteCustomer } from './customer-delete.ts'
import { customer } from './customer.entity.tsx'

export const first = firstOf(customer)

export function Screen() {
  const t = usePhrases()
  const canCreate = useCan(customerCalls.create)
  const { edit, view, remove } = useEntityActions(customer, useDeleteCustomer())
  return (
    <EntityList
      entity={customer}
      title={t('customer.customer.titles.list')}
      sentence={t('customer.customer.list.sentence')}
      actions={useCallback((row: CustomerRow) => [...edit(row), ...view(row), ...remove(row)], [edit, view, remove])}
      empty={{
        icon: BriefcaseBusiness,
        title: t('customer.customer.list.emptyTitle'),
        sentence: canCreate ? t('customer.customer.list.emptySentence') : undefined,
      }}
      kind="customer"
    />
  )
}
