// The licenses of one customer, user, integrator or order, as a part of its page, with search and paging. A tab for two
// families shows one at a time. The address keeps the family, the filters and the page, as it keeps the tab.
import { LIMITS } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import type { ListSearch } from '../../../blocks/list/list-state.ts'
import { useCountText } from '../../../blocks/list/paging/list-count.ts'
import { answerKey, callServer } from '../../../lib/call/client.ts'
import { ScreenLink, changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import type { ScreenSearch } from '../../../lib/place/screen.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'
import { isCodeFamily, nameOf, statusFilter } from '../license-words.ts'
import { useRowActions } from '../list/license-rows.ts'
import { licenseCard, licenseColumns, useLicenseLook } from '../list/license.columns.tsx'

/** Search parameters that the tab adds to its page's address. */
export type LicensesTabSearch = ListSearch<'keyword' | 'status'> & { family?: string }

type Owner = 'customerGuid' | 'integratorGuid' | 'orderGuid' | 'userGuid'
const PATHS = {
  customerGuid: '/customer/view',
  integratorGuid: '/integrator/viewIntegrator',
  orderGuid: '/billing/order/view',
  userGuid: '/user/view',
} as const satisfies Record<Owner, keyof ScreenSearch>
/** Columns that would have the same value in every row. */
const LEFT_OUT: Readonly<Record<Owner, readonly string[]>> = {
  customerGuid: ['customerName'],
  integratorGuid: ['integratorName', 'source'],
  orderGuid: ['templateName', 'issueTime'],
  userGuid: ['customerName'],
}
const keyOf = (row: LicenseRow) => row.guid

/** Returns those of the given families that the person may view. */
export function useSeenFamilies(families: readonly LicenseFamily[]): LicenseFamily[] {
  const session = useSession()
  return families.filter((family) => hasAccess(session, FAMILIES[family].access.view))
}

interface Counted {
  records: number
  isEstimated: boolean
}

const combine = (results: readonly UseQueryResult<Counted>[]) =>
  results.every(({ data }) => data) ? results.flatMap(({ data }) => data ?? []) : undefined

/** The number of licenses for the tab title; undefined until it is loaded. */
export function useLicenseCount(families: readonly LicenseFamily[], of: Owner, guid: string): string | undefined {
  const countText = useCountText()
  const counts = useQueries({
    queries: families.map((family) => {
      const { calls, where } = FAMILIES[family]
      const owner: Partial<Record<Owner, string>> = { [of]: guid }
      const payload = { ...where, ...owner }
      return {
        queryKey: answerKey(calls.count, payload),
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<Counted> =>
          callServer(calls.count, payload, { signal }),
      }
    }),
    combine,
  })
  if (!counts) return undefined
  const isCapped = counts.some(({ isEstimated }) => isEstimated)
  const records = counts.reduce((sum, { records }) => sum + records, 0)
  // The server counts exactly only up to this number.
  return countText(isCapped ? LIMITS.page.exactCount : records, isCapped)
}

interface LicensesTabProps {
  /** The families that the person may view. */
  families: readonly LicenseFamily[]
  of: Owner
  guid: string
  /** The tab's key in the address. */
  tab: string
  /** Filters that make the full license list show these licenses. */
  listSearch: ListSearch<'keyword' | 'customerGuid' | 'integratorGuid' | 'orderGuid'>
}

function OneFamily({
  family,
  of,
  guid,
  tab,
  listSearch,
  choice,
}: Omit<LicensesTabProps, 'families'> & { family: LicenseFamily; choice: ReactNode }) {
  const t = usePhrases()
  const { path, calls, where } = FAMILIES[family]
  const own = PATHS[of]
  const actions = useRowActions(family)
  const look = useLicenseLook(family)
  const columns = useMemo(() => licenseColumns(look).filter(({ key }) => !LEFT_OUT[of].includes(key)), [look, of])
  const card = useCallback((row: LicenseRow) => licenseCard(look, row), [look])
  const rowName = useCallback((row: LicenseRow) => nameOf(family, row), [family])
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'search',
        name: 'keyword',
        label: t(isCodeFamily(family) ? 'license.list.searchCode' : 'license.list.searchNumber'),
      },
      statusFilter(t, family),
    ],
    [t, family],
  )
  const canOpen = useCanOpen(path)
  const canIssue = useCanOpen(`${path}/new`) && of !== 'integratorGuid' && of !== 'orderGuid'
  const issue = canIssue && (
    <ScreenLink
      to={`${path}/new`}
      search={{
        ...(of === 'userGuid' ? { userGuid: guid } : { customerGuid: guid }),
        sourcePath: `${own}?guid=${guid}&tab=${tab}`,
      }}
      className={buttonClass()}
    >
      <Plus size={15} aria-hidden />
      {t(`license.list.issue.${family}`)}
    </ScreenLink>
  )
  return (
    <ListPage
      isTab
      path={own}
      list={`license.${of}.${family}`}
      keeps={{ guid, tab, family }}
      call={calls.find}
      where={{ ...where, [of]: guid }}
      title={t(`license.families.${family}`)}
      tools={
        <>
          {choice}
          {canOpen && (
            <ScreenLink to={path} search={listSearch} className={buttonClass()}>
              {t('license.list.openList')}
            </ScreenLink>
          )}
          {issue}
        </>
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={rowName}
      actions={actions}
      empty={{
        icon: KeyRound,
        title: t(of === 'integratorGuid' ? 'license.list.emptyStock' : 'license.list.emptyTitle'),
        action: (
          <>
            {choice}
            {issue}
          </>
        ),
      }}
    />
  )
}

export function LicensesTab({ families, ...rest }: LicensesTabProps) {
  const t = usePhrases()
  const { of, guid, tab } = rest
  const search: LicensesTabSearch = useSearchOf(PATHS[of])
  const family = families.find((one) => one === search.family) ?? families[0]
  if (!family) return null
  const choice = families.length > 1 && (
    <Segmented
      label={t('license.fields.kind')}
      value={family}
      options={families.map((value) => ({ value, label: t(`license.families.${value}`) }))}
      onSelect={(chosen) => changeSearch(PATHS[of], { guid, tab, family: chosen })}
    />
  )
  return <OneFamily key={family} family={family} {...rest} choice={choice} />
}
