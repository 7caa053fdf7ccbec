// The list of integrators.
import { integratorCalls } from '@sealwright/contract'
import type { IntegratorRow } from '@sealwright/contract'
import { CirclePause, CirclePlay, Eye, Handshake, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useDeleteIntegrator, useSwitchIntegrator } from './actions/switch.ts'
import { integratorCard, integratorColumns, integratorFilters, viewOf } from './integrator.columns.tsx'

const keyOf = (row: IntegratorRow) => row.guid
const nameOf = (row: IntegratorRow) => row.name

const LIST = { list: 'integrator', call: integratorCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const canUpdate = useCan(integratorCalls.update)
  const canDelete = useCan(integratorCalls.delete)
  const switchOne = useSwitchIntegrator()
  const remove = useDeleteIntegrator()
  const columns = useMemo(() => integratorColumns(t), [t])
  const filters = useMemo(() => integratorFilters(t), [t])
  const actions = useCallback(
    (row: IntegratorRow): RowAction[] => [
      { key: 'view', label: t('integrator.actions.view'), icon: Eye, href: viewOf(row.guid) },
      ...(canUpdate
        ? [
            {
              key: 'edit',
              label: t('integrator.actions.edit'),
              icon: Pencil,
              href: pathTo('/integrator/edit', { guid: row.guid }),
            },
            {
              key: 'switch',
              label: t(row.isEnabled ? 'integrator.actions.disable' : 'integrator.actions.enable'),
              icon: row.isEnabled ? CirclePause : CirclePlay,
              onSelect: () => switchOne(row),
            },
          ]
        : []),
      ...(canDelete
        ? [
            {
              key: 'delete',
              label: t('integrator.actions.delete'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => remove(row),
            },
          ]
        : []),
    ],
    [canUpdate, canDelete, switchOne, remove, t],
  )
  const create = (
    <Can call={integratorCalls.create}>
      <ScreenLink to="/integrator/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('integrator.list.create')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/integrator"
      {...LIST}
      title={t('integrator.titles.list')}
      sentence={t('integrator.list.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={(row) => integratorCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Handshake,
        title: t('integrator.list.emptyTitle'),
        sentence: t('integrator.list.emptySentence'),
        action: create,
      }}
    />
  )
}
