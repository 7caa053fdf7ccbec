// The list of administrators.
import { accessCalls, adminName, roleCalls } from '@sealwright/contract'
import type { AdminRow } from '@sealwright/contract'
import { Plus, ShieldUser } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { useWanted } from '../../blocks/control/wanted.ts'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useAdminActions } from './actions/admin-actions.tsx'
import { adminCard, adminColumns, adminFilters } from './admin.columns.tsx'

const keyOf = (row: AdminRow) => row.userId

const LIST = { list: 'access', call: accessCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const [isWanted, load] = useWanted()
  const { data: roles } = useAnswer(roleCalls.list, {}, { enabled: isWanted })
  const columns = useMemo(() => adminColumns(t), [t])
  const card = useCallback((row: AdminRow) => adminCard(t, row), [t])
  const filters = useMemo(() => adminFilters(t, roles, load), [t, roles, load])
  const actions = useAdminActions()
  const create = (
    <Can call={accessCalls.create}>
      <ScreenLink to="/access/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('access.list.create')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/access"
      {...LIST}
      title={t('access.titles.list')}
      sentence={t('access.list.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={adminName}
      actions={actions}
      empty={{
        icon: ShieldUser,
        title: t('access.list.emptyTitle'),
        sentence: t('access.list.emptySentence'),
        action: create,
      }}
    />
  )
}
