// Deleting a customer. The question says that its users stay.
import type { CustomerRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { useDelete } from '../../../blocks/entity/entity-actions.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { customer } from './customer.entity.tsx'

export function useDeleteCustomer(onDone?: () => void) {
  const t = usePhrases()
  const consequenceOf = useCallback(
    ({ userCount }: CustomerRow) => t('customer.customer.delete.consequence', { count: userCount ?? 0 }),
    [t],
  )
  return useDelete(customer, consequenceOf, onDone)
}
