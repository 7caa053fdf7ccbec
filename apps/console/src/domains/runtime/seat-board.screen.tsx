// The seat board: the seats in use by license, and the seats that ended recently. It reloads every few seconds while
// the page is visible.
import { LIMITS, seatCalls } from '@sealwright/contract'
import type { SeatRow, SeatGroup } from '@sealwright/contract'
import { Activity, Eye, History } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { Tabs } from '../../blocks/control/tabs.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import type { Search } from '../../lib/place/screen.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useLicenseHref } from './license-href.ts'
import { LOOK_MS } from './look.ts'
import './runtime.css'
import { groupCard, groupColumns, groupKey, groupName } from './seat-groups.tsx'
import { useRelease } from './seat-release.tsx'
import { seatCard, seatColumns, seatKey, seatName } from './seat.columns.tsx'

const PATH = '/runtime/seat'
const LISTS = [seatCalls.licenses, seatCalls.find].map(({ name }) => ({ queryKey: [name] }))

function useFreshRows(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') LISTS.forEach((list) => void queryClient.invalidateQueries(list))
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

const TAKEN = { list: 'seat.licenses', call: seatCalls.licenses }
const ENDED = { list: 'seat.ended', call: seatCalls.find, where: { isTaken: '0' } }

export const first = (search: Search) =>
  search.tab === 'ended'
    ? firstPage({ ...ENDED, isTable: true })(search)
    : firstPage({ ...TAKEN, isTable: true })(search)

function useSearchFilter() {
  const t = usePhrases()
  return useMemo(() => [{ kind: 'search' as const, name: 'keyword', label: t('runtime.seats.search') }], [t])
}

function Taken() {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const release = useRelease()
  const canRelease = useCan(seatCalls.release)
  const look = useMemo(() => ({ t, hrefOf, release }), [t, hrefOf, release])
  const columns = useMemo(
    () => groupColumns(look).filter(({ key }) => canRelease || key !== 'release'),
    [look, canRelease],
  )
  return (
    <ListPage<SeatGroup>
      isTab
      path={PATH}
      {...TAKEN}
      title={t('runtime.seats.taken')}
      filters={useSearchFilter()}
      columns={columns}
      card={(group) => groupCard(look, group)}
      rowKey={groupKey}
      rowName={groupName}
      empty={{ icon: Activity, title: t('runtime.seats.emptyTitle'), sentence: t('runtime.seats.emptySentence') }}
    />
  )
}

function Ended() {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const look = useMemo(() => ({ t, isTaken: false, hrefOf }), [t, hrefOf])
  const columns = useMemo(() => seatColumns(look), [look])
  const actions = useCallback(
    (row: SeatRow): RowAction[] => {
      const href = hrefOf(row)
      return href === undefined ? [] : [{ key: 'license', label: t('runtime.seats.openLicense'), icon: Eye, href }]
    },
    [hrefOf, t],
  )
  const days = LIMITS.runtime.endedSeatDays
  return (
    <ListPage
      isTab
      path={PATH}
      {...ENDED}
      keeps={{ tab: 'ended' }}
      title={t('runtime.seats.ended')}
      filters={useSearchFilter()}
      columns={columns}
      card={(row) => seatCard(look, row)}
      rowKey={seatKey}
      rowName={seatName}
      actions={actions}
      empty={{
        icon: History,
        title: t('runtime.seats.emptyEndedTitle'),
        sentence: t('runtime.seats.emptyEndedSentence', { days }),
      }}
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { tab = 'taken' } = useSearchOf(PATH)
  const { data: count } = useAnswer(seatCalls.count, {}, { pollMs: LOOK_MS })
  useFreshRows()
  return (
    <div className="runtime-page">
      <PageHead
        title={
          <>
            {t('shell.runtime.seat')}
            {count && count.licenses > 0 && (
              <span className="count">{t('runtime.seats.licenses', { count: count.licenses })}</span>
            )}
          </>
        }
        sentence={t('runtime.seats.sentence')}
      />
      <Tabs
        label={t('shell.runtime.seat')}
        open={tab}
        onOpen={(key) => changeSearch(PATH, key === 'ended' ? { tab: key } : {})}
        tabs={[
          {
            key: 'taken',
            title: t('runtime.seats.taken'),
            ...(count && { count: format.number(count.taken + count.lent) }),
            content: <Taken />,
          },
          { key: 'ended', title: t('runtime.seats.ended'), content: <Ended /> },
        ]}
      />
    </div>
  )
}
