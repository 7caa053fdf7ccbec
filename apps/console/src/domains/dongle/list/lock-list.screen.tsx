// The list of user locks.
import { userLockCalls } from '@sealwright/contract'
import type { LockRow } from '@sealwright/contract'
import { ChartPie, FileUp, ListChecks, Usb } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { countRows } from '../../../blocks/list/count-rows.ts'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import { filterNames } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import { guideHref } from '../../../lib/place/guide.ts'
import { ScreenLink, goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCanOpen } from '../../../lib/session/can.tsx'
import { useLanguage, usePhrases } from '../../../lib/words/i18n.tsx'
import { handLocks } from '../choose/handed-locks.ts'
import { useLockFilters } from './lock-filters.ts'
import { useLockActions, useLockBatch } from './lock-rows.ts'
import { lockCard, lockColumns, useLockLook } from './lock.columns.tsx'

const PATH = '/dongle/user'
const SOURCE = { list: 'userLock', call: userLockCalls.find }
const keyOf = (row: LockRow) => row.guid
const nameOf = (row: LockRow) => row.shellNumber

/** Exports all rows that match the current filters. */
function LockExport({ filters }: { filters: readonly Filter[] }) {
  const t = usePhrases()
  const search: Readonly<Record<string, string | undefined>> = useSearchOf(PATH)
  const payload = Object.fromEntries(filterNames(filters).map((name) => [name, search[name]]))
  return (
    <ExportMenu
      path={userLockCalls.export.path}
      payload={payload}
      count={() => countRows(userLockCalls.find, payload)}
      fileName={t('userLock.list.fileName')}
    />
  )
}

function Tools({ filters }: { filters: readonly Filter[] }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const canImport = useCanOpen('/dongle/user/import')
  const canChange = useCanOpen('/dongle/user/batch')
  return (
    <>
      <ScreenLink to="/dongle/user/dashboard" className={buttonClass()}>
        <ChartPie size={15} aria-hidden />
        {t('userLock.list.dashboard')}
      </ScreenLink>
      <Can call={userLockCalls.export}>
        <LockExport filters={filters} />
      </Can>
      {canImport && (
        <ScreenLink to="/dongle/user/import" className={buttonClass()}>
          <FileUp size={15} aria-hidden />
          {t('userLock.list.import')}
        </ScreenLink>
      )}
      {canChange && (
        <Button
          kind="primary"
          icon={ListChecks}
          onPress={() => goTo('/dongle/user/batch', { handed: handLocks({ guids: [], search }) })}
        >
          {t('userLock.list.batch')}
        </Button>
      )}
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const { locale } = useLanguage()
  const filters = useLockFilters()
  const actions = useLockActions()
  const batch = useLockBatch()
  const look = useLockLook()
  const columns = useMemo(() => lockColumns(look), [look])
  const card = useCallback((row: LockRow) => lockCard(look, row), [look])
  return (
    <ListPage
      path={PATH}
      {...SOURCE}
      title={t('userLock.titles.list')}
      sentence={t('userLock.list.sentence')}
      primary={<Tools filters={filters} />}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={batch}
      kind="userLock"
      empty={{
        icon: Usb,
        title: t('userLock.list.emptyTitle'),
        sentence: t('userLock.list.emptySentence'),
        action: (
          <a className={buttonClass()} href={guideHref(locale, 'dongles')} target="_blank" rel="noopener">
            {t('userLock.list.emptyGuide')}
          </a>
        ),
      }}
    />
  )
}

export const first = firstPage(SOURCE)
