// Deleting a role: asks with what happens, then does it. One that somebody has is refused by the server, with the count.
import { roleCalls } from '@sealwright/contract'
import type { RoleRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/confirm-action.tsx'
import { useAct } from '../../../lib/client.ts'
import { usePhrases } from '../../../lib/i18n.tsx'
import { toast } from '../../../lib/toast.ts'

export function useDeleteRole(onDone?: () => void): (role: Pick<RoleRow, 'guid' | 'name'>) => void {
  const t = usePhrases()
  const { act } = useAct(roleCalls.delete, {
    onDone: () => {
      toast.success(t('access.roles.deleted'))
      onDone?.()
    },
  })
  return useCallback(
    ({ guid, name }) =>
      void confirmAction({ title: t('access.roles.deleteTitle', { name }), consequence: t('access.roles.deleteConsequence'), verb: t('access.actions.deleteRole'), run: () => act({ guid }) }),
    [act, t],
  )
}
