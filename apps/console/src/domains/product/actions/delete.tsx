// Deletes a product after a confirmation that explains the effect. The server refuses to delete a product that
// templates use, and says how many.
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
