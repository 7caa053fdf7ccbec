// The list of roles.
import type { RoleRow } from '@sealwright/contract'
import { IdCard } from 'lucide-react'
import { useCallback } from 'react'
import { useEntityActions } from '../../blocks/entity/entity-actions.ts'
import { EntityList } from '../../blocks/entity/entity-list.tsx'
import { firstOf } from '../../blocks/entity/entity.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useDeleteRole } from './actions/delete-role.tsx'
import { role } from './role.entity.tsx'

export const first = firstOf(role)

export function Screen() {
  const t = usePhrases()
  const { view, edit, remove } = useEntityActions(role, useDeleteRole())
  const actions = useCallback(
    (row: RoleRow) => (row.isManageable ? [...edit(row), ...view(row), ...remove(row)] : view(row)),
    [view, edit, remove],
  )
  return (
    <EntityList
      entity={role}
      title={t('access.roles.titles.list')}
      sentence={t('access.roles.sentence')}
      actions={actions}
      empty={{ icon: IdCard, title: t('access.roles.emptyTitle'), sentence: t('access.roles.emptySentence') }}
    />
  )
}
