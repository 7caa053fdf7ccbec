// Deleting a product: asks with what happens, then does it. A product that a template uses is refused by the server,
// with the count.
import { productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function useDeleteProduct(
  onDone?: () => void,
): (product: Pick<ProductRow, 'guid' | 'name' | 'licenseId'>) => void {
  const t = usePhrases()
  const { act } = useAct(productCalls.delete, {
    onDone: () => {
      toast.success(t('product.delete.done'))
      onDone?.()
    },
  })
  return useCallback(
    ({ guid, name, licenseId }) =>
      void confirmAction({
        title: t('product.delete.title', { name }),
        consequence: t('product.delete.consequence', { licenseId: String(licenseId) }),
        verb: t('product.actions.delete'),
        run: () => act({ guid }),
      }),
    [act, t],
  )
}
