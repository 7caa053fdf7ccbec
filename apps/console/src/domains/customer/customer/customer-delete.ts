// Deleting a customer: asks with what happens, then does it. Its users stay.
import { customerCalls } from '@sealwright/contract'
import type { CustomerRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function useDeleteCustomer(
  onDone?: () => void,
): (customer: Pick<CustomerRow, 'guid' | 'name' | 'userCount'>) => void {
  const t = usePhrases()
  const { act } = useAct(customerCalls.delete, {
    onDone: () => {
      toast.success(t('customer.customer.delete.done'))
      onDone?.()
    },
  })
  return useCallback(
    ({ guid, name, userCount }) =>
      void confirmAction({
        title: t('customer.customer.delete.title', { name }),
        consequence: t('customer.customer.delete.consequence', { count: userCount ?? 0 }),
        verb: t('customer.customer.actions.delete'),
        run: () => act({ guid }),
      }),
    [act, t],
  )
}
