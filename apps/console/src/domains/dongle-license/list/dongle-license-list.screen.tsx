// The list of licenses in dongles.
import { dongleLicenseCalls } from '@sealwright/contract'
import type { DongleLicenseRow } from '@sealwright/contract'
import { Eraser, KeyRound, Layers, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { countRows } from '../../../blocks/list/count-rows.ts'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import { filterNames } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import { ScreenLink, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCanOpen } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useCanEmpty } from '../can-empty.ts'
import { useDongleLicenseFilters } from './dongle-license-filters.ts'
import { useBatchActions, useRowActions } from './dongle-license-rows.ts'
import { dongleLicenseCard, dongleLicenseColumns, useDongleLook } from './dongle-license.columns.tsx'

const PATH = '/pc/license/dongle'
const SOURCE = { list: 'dongleLicense', call: dongleLicenseCalls.find }
const keyOf = (row: DongleLicenseRow) => row.guid
const nameOf = (row: DongleLicenseRow) => `${row.shellNumber} ${row.productName}`

/** Exports all rows that match the current filters. */
function Export({ filters }: { filters: readonly Filter[] }) {
  const t = usePhrases()
  const search: Readonly<Record<string, string | undefined>> = useSearchOf(PATH)
  const payload = Object.fromEntries(filterNames(filters).map((name) => [name, search[name]]))
  return (
    <ExportMenu
      path={dongleLicenseCalls.export.path}
      payload={payload}
      count={() => countRows(dongleLicenseCalls.find, payload)}
      fileName={t('dongleLicense.titles.list')}
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const filters = useDongleLicenseFilters()
  const look = useDongleLook('lock')
  const columns = useMemo(() => dongleLicenseColumns(look), [look])
  const card = useCallback((row: DongleLicenseRow) => dongleLicenseCard(look, row), [look])
  const actions = useRowActions('lock')
  const batch = useBatchActions()
  const canIssue = useCanOpen(`${PATH}/new`)
  const canEmpty = useCanEmpty()
  const { limited } = useSession()
  const isLimited = limited.includes('product') || limited.includes('userLock')
  const issue = canIssue && (
    <ScreenLink to={`${PATH}/new`} className={buttonClass({ kind: 'primary' })}>
      <Plus size={15} aria-hidden />
      {t('dongleLicense.list.issue')}
    </ScreenLink>
  )
  return (
    <ListPage
      path={PATH}
      {...SOURCE}
      title={t('dongleLicense.titles.list')}
      sentence={t('dongleLicense.list.sentence')}
      primary={
        <>
          <Can call={dongleLicenseCalls.export}>
            <Export filters={filters} />
          </Can>
          {canEmpty && (
            <ScreenLink to={`${PATH}/empty`} className={buttonClass()}>
              <Eraser size={15} aria-hidden />
              {t('dongleLicense.list.empty')}
            </ScreenLink>
          )}
          {canIssue && (
            <ScreenLink to={`${PATH}/batch`} className={buttonClass()}>
              <Layers size={15} aria-hidden />
              {t('dongleLicense.list.batch')}
            </ScreenLink>
          )}
          {issue}
        </>
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={batch}
      empty={{
        icon: KeyRound,
        title: t(isLimited ? 'license.list.emptyLimited' : 'dongleLicense.list.emptyTitle'),
        sentence: canIssue ? t('dongleLicense.list.emptySentence') : undefined,
        action: issue,
      }}
    />
  )
}

export const first = firstPage(SOURCE)
