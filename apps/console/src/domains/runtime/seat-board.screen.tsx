// The seat board: the seats in use, and the seats that ended recently. It reloads every few seconds while the page is
// visible.
import { LIMITS, seatCalls } from '@sealwright/contract'
import type { SeatRow } from '@sealwright/contract'
import { Activity, Eye, History } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { Tabs } from '../../blocks/control/tabs.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import type { Search } from '../../lib/place/screen.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useLicenseHref } from './license-href.ts'
import { LOOK_MS } from './look.ts'
import './runtime.css'
import { useRelease } from './seat-release.tsx'
import { seatCard, seatColumns, seatKey, seatName } from './seat.columns.tsx'

const PATH = '/runtime/seat'
const LISTS = { queryKey: [seatCalls.find.name] }

function useFreshRows(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries(LISTS)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

const TAKEN = { list: 'seat', call: seatCalls.find, where: {} }
const ENDED = { list: 'seat.ended', call: seatCalls.find, where: { isTaken: '0' } }

export const first = (search: Search) =>
  firstPage({ ...(search.tab === 'ended' ? ENDED : TAKEN), isTable: true })(search)

function Seats({ isTaken }: { isTaken: boolean }) {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const release = useRelease()
  const look = useMemo(() => ({ t, isTaken, hrefOf }), [t, isTaken, hrefOf])
  const columns = useMemo(() => seatColumns(look), [look])
  const filters = useMemo(() => [{ kind: 'search' as const, name: 'keyword', label: t('runtime.seats.search') }], [t])
  const source = isTaken ? TAKEN : ENDED
  const actions = useCallback(
    (row: SeatRow): RowAction[] => {
      const href = hrefOf(row)
      return [
        ...release(row),
        ...(href === undefined
          ? []
          : [{ key: 'license', label: t('runtime.seats.openLicense'), icon: Eye, href, isShown: !isTaken }]),
      ]
    },
    [release, hrefOf, isTaken, t],
  )
  const days = LIMITS.runtime.endedSeatDays
  return (
    <ListPage
      isTab
      path={PATH}
      {...source}
      keeps={{ tab: isTaken ? undefined : 'ended' }}
      title={t(isTaken ? 'runtime.seats.taken' : 'runtime.seats.ended')}
      filters={filters}
      columns={columns}
      card={(row) => seatCard(look, row)}
      rowKey={seatKey}
      rowName={seatName}
      actions={actions}
      empty={
        isTaken
          ? { icon: Activity, title: t('runtime.seats.emptyTitle'), sentence: t('runtime.seats.emptySentence') }
          : {
              icon: History,
              title: t('runtime.seats.emptyEndedTitle'),
              sentence: t('runtime.seats.emptyEndedSentence', { days }),
            }
      }
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
      <header className="page-head">
        <div className="page-head-words">
          <h1>
            {t('shell.runtime.seat')}
            {count && count.licenses > 0 && (
              <span className="count">{t('runtime.seats.licenses', { count: count.licenses })}</span>
            )}
          </h1>
          <p>{t('runtime.seats.sentence')}</p>
        </div>
      </header>
      <Tabs
        label={t('shell.runtime.seat')}
        open={tab}
        onOpen={(key) => changeSearch(PATH, key === 'ended' ? { tab: key } : {})}
        tabs={[
          {
            key: 'taken',
            title: t('runtime.seats.taken'),
            ...(count && { count: format.number(count.taken + count.lent) }),
            content: <Seats key="taken" isTaken />,
          },
          { key: 'ended', title: t('runtime.seats.ended'), content: <Seats key="ended" isTaken={false} /> },
        ]}
      />
    </div>
  )
}
