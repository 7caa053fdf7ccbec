// The list of roles.
import { roleCalls } from '@sealwright/contract'
import type { RoleRow } from '@sealwright/contract'
import { Eye, IdCard, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useDeleteRole } from './actions/delete-role.tsx'
import { roleCard, roleColumns, roleFilters } from './role.columns.tsx'

const keyOf = (row: RoleRow) => row.guid
const nameOf = (row: RoleRow) => row.name

const LIST = { list: 'role', call: roleCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const canUpdate = useCan(roleCalls.update)
  const canDelete = useCan(roleCalls.delete)
  const remove = useDeleteRole()
  const columns = useMemo(() => roleColumns(t), [t])
  const filters = useMemo(() => roleFilters(t), [t])
  const actions = useCallback(
    (row: RoleRow): RowAction[] => [
      ...(canUpdate && row.isManageable
        ? [
            {
              key: 'edit',
              label: t('access.actions.edit'),
              icon: Pencil,
              href: pathTo('/role/edit', { guid: row.guid }),
            },
          ]
        : []),
      { key: 'view', label: t('access.actions.view'), icon: Eye, href: pathTo('/role/view', { guid: row.guid }) },
      ...(canDelete && row.isManageable
        ? [
            {
              key: 'delete',
              label: t('access.actions.deleteRole'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => void remove(row),
            },
          ]
        : []),
    ],
    [canUpdate, canDelete, remove, t],
  )
  const create = (
    <Can call={roleCalls.create}>
      <ScreenLink to="/role/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('access.roles.create')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/role"
      {...LIST}
      title={t('access.titles.roles')}
      sentence={t('access.roles.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={(row) => roleCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: IdCard,
        title: t('access.roles.emptyTitle'),
        sentence: t('access.roles.emptySentence'),
        action: create,
      }}
    />
  )
}
