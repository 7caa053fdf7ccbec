// Packages: offers to buy, and below them the owned packages.
import { packageCalls } from '@sealwright/contract'
import type { PackageRow } from '@sealwright/contract'
import { Package } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SettingsPage } from '../../../blocks/form/settings-page.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { PackageOffers } from './package-offers.tsx'
import { packageCard, packageColumns, packageFilters } from './package.columns.tsx'

const keyOf = (row: PackageRow) => row.guid
const nameOf = (row: PackageRow) => row.serial

/** Package types for the filter: those on offer and, if the person may see them, those owned. */
function useTypes(): readonly string[] {
  const offers = useAnswer(packageCalls.offers, {})
  const types = useAnswer(packageCalls.types, {}, { enabled: useCan(packageCalls.types) })
  return useMemo(
    () => [...new Set([...(types.data?.types ?? []), ...(offers.data?.offers ?? [])].map(({ type }) => type))],
    [offers.data, types.data],
  )
}

const LIST = { list: 'package', call: packageCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const [now] = useState(() => new Date())
  const types = useTypes()
  const columns = useMemo(() => packageColumns(t, now), [t, now])
  const filters = useMemo(() => packageFilters(t, types), [t, types])
  return (
    <SettingsPage title={t('billing.titles.package')} sentence={t('billing.package.sentence')}>
      <PackageOffers />
      <ListPage
        isPart
        path="/billing/package"
        {...LIST}
        title={t('billing.package.owned.title')}
        filters={filters}
        columns={columns}
        card={(row) => packageCard(t, row, now)}
        rowKey={keyOf}
        rowName={nameOf}
        empty={{
          icon: Package,
          title: t('billing.package.owned.emptyTitle'),
          sentence: t('billing.package.owned.emptySentence'),
        }}
      />
    </SettingsPage>
  )
}
