// The license list: one screen for the three families, which differ in their calls, display names and a few columns.
import { LIMITS } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow, PayloadOf } from '@sealwright/contract'
import { KeyRound, Layers, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import { filterNames } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import { callServer } from '../../../lib/call/client.ts'
import { ScreenLink, useSearchOf } from '../../../lib/place/navigate.tsx'
import type { LoadedScreen } from '../../../lib/place/screen.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES, screenOfFamily } from '../license-family.ts'
import { nameOf } from '../license-words.ts'
import { useLicenseFilters } from './license-filters.ts'
import { useBatchActions, useRowActions } from './license-rows.ts'
import { licenseCard, licenseColumns, useLicenseLook } from './license.columns.tsx'

const keyOf = (row: LicenseRow) => row.guid

/** Exports all rows that match the current filters. */
function LicenseExport({ family, filters }: { family: LicenseFamily; filters: readonly Filter[] }) {
  const t = usePhrases()
  const { path, calls, where } = FAMILIES[family]
  const search: Readonly<Record<string, string | undefined>> = useSearchOf(path)
  const payload = { ...where, ...Object.fromEntries(filterNames(filters).map((name) => [name, search[name]])) }
  // Ignore a failed count: the download reports the same error.
  const count = () =>
    callServer(calls.count, payload as PayloadOf<typeof calls.count>).then(
      ({ records }) => ({ records, isCapped: false }),
      () => undefined,
    ) // raw strings of the address, which the list sends too
  return (
    <ExportMenu path={calls.export.path} payload={payload} count={count} fileName={t(`license.families.${family}`)} />
  )
}

function sourceOf(family: LicenseFamily) {
  const { calls, where } = FAMILIES[family]
  return { list: family === 'smart' ? 'license' : `pcLicense.${family}`, call: calls.find, where }
}

function LicenseList({ family }: { family: LicenseFamily }) {
  const t = usePhrases()
  const session = useSession()
  const { path, access } = FAMILIES[family]
  const filters = useLicenseFilters(family)
  const actions = useRowActions(family)
  const batch = useBatchActions(family)
  const look = useLicenseLook(family)
  const columns = useMemo(() => licenseColumns(look), [look])
  const card = useCallback((row: LicenseRow) => licenseCard(look, row), [look])
  const rowName = useCallback((row: LicenseRow) => nameOf(family, row), [family])
  const canIssue = useCanOpen(`${path}/new`)
  const canBatch = useCanOpen('/pc/license/account/batch') && family === 'account'
  const isLimited = session.limited.includes('product')
  const issue = (
    <>
      {canBatch && (
        <ScreenLink to="/pc/license/account/batch" className={buttonClass()}>
          <Layers size={15} aria-hidden />
          {t('license.list.batchIssue')}
        </ScreenLink>
      )}
      {canIssue && (
        <ScreenLink to={`${path}/new`} className={buttonClass({ kind: 'primary' })}>
          <Plus size={15} aria-hidden />
          {t(`license.list.issue.${family}`)}
        </ScreenLink>
      )}
    </>
  )
  return (
    <ListPage
      path={path}
      {...sourceOf(family)}
      title={t(`license.families.${family}`)}
      sentence={t(`license.list.sentences.${family}`)}
      primary={
        <>
          {hasAccess(session, access.export) && <LicenseExport family={family} filters={filters} />}
          {issue}
        </>
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={rowName}
      actions={actions}
      batch={batch}
      empty={{
        icon: KeyRound,
        title: t(isLimited ? 'license.list.emptyLimited' : 'license.list.emptyTitle'),
        sentence: canIssue ? t(`license.list.emptySentences.${family}`, { max: LIMITS.license.batchCodes }) : undefined,
        action: issue,
      }}
    />
  )
}

export const screenOf = screenOfFamily(({ family: { family } }) => <LicenseList family={family} />)

export const loadedOf = (family: LicenseFamily): LoadedScreen => ({
  Screen: screenOf(family),
  first: firstPage(sourceOf(family)),
})
