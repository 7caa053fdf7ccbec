// Deleting a role. A role that administrators have cannot be deleted: the dialog says so and leads to them.
import type { RoleRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { useDelete } from '../../../blocks/entity/entity-actions.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { goTo } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { role } from '../role.entity.tsx'

export function useDeleteRole(onDone?: () => void): (row: RoleRow) => void {
  const t = usePhrases()
  const consequenceOf = useCallback(() => t('access.roles.deleteConsequence'), [t])
  const remove = useDelete(role, consequenceOf, onDone)
  return useCallback(
    (row) => {
      if (row.adminCount === 0) return remove(row)
      const { guid, name, adminCount } = row
      void confirm({
        title: t('access.roles.inUseTitle', { name }),
        body: t('access.roles.inUse', { count: adminCount }),
        confirmText: t('access.roles.seeAdministrators'),
      }).then((isWanted) => isWanted && goTo('/role/view', { guid, tab: 'administrators' }))
    },
    [remove, t],
  )
}
