// Deleting a role: asks with what happens, then does it. One that somebody has cannot be deleted: the dialog says so
// and leads to who they are.
import { roleCalls } from '@sealwright/contract'
import type { RoleRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { goTo } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function useDeleteRole(
  onDone?: () => void,
): (role: Pick<RoleRow, 'guid' | 'name' | 'adminCount'>) => Promise<void> {
  const t = usePhrases()
  const { act } = useAct(roleCalls.delete, {
    onDone: () => {
      toast.success(t('access.roles.deleted'))
      onDone?.()
    },
  })
  return useCallback(
    async ({ guid, name, adminCount }) => {
      if (adminCount === 0)
        return confirmAction({
          title: t('access.roles.deleteTitle', { name }),
          consequence: t('access.roles.deleteConsequence'),
          verb: t('access.actions.deleteRole'),
          run: () => act({ guid }),
        })
      const isWanted = await confirm({
        title: t('access.roles.inUseTitle', { name }),
        body: t('access.roles.inUse', { count: adminCount }),
        confirmText: t('access.roles.seeAdministrators'),
      })
      if (isWanted) goTo('/role/view', { guid, tab: 'administrators' })
    },
    [act, t],
  )
}
