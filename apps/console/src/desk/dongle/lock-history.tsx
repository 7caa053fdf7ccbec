// One lock in a side panel: its facts, and its moves and events with all developers who had it.
import { LOCK_MOVES, dongleDesk } from '@sealwright/contract'
import type { LockMove, StockHistoryRow, StockLockRow } from '@sealwright/contract'
import { History } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { TabRows } from '../../blocks/list/tab-rows.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'

const isMove = (kind: string): kind is LockMove => LOCK_MOVES.some((move) => move === kind)
const kindWords = (t: Translate, { kind }: StockHistoryRow) =>
  isMove(kind) ? t(`dongle.moves.${kind}`) : t(`userLock.events.${kind}`)
const MARK = <IconMark icon={History} tint={2} size={40} />
const keyOf = (row: StockHistoryRow) => row.guid
const PAGE = 20
const NO_ACTIONS = () => []

/** A panel has room for one column: what happened, and below it when, by whom, with whom and why. */
const columnsOf = (t: Translate, format: Format): Column<StockHistoryRow>[] => [
  {
    key: 'kind',
    title: t('dongle.detail.history'),
    minWidth: 180,
    cell: (row) => (
      <>
        <div>{kindWords(t, row)}</div>
        <small className="cell-quiet">
          {[
            format.time(row.at),
            row.by ?? t('dongle.detail.byPlatform'),
            row.developerName ?? t('dongle.list.inStock'),
            row.reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    ),
  },
]

function LockPanel({ lock }: { lock: StockLockRow }) {
  const t = usePhrases()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const answer = useAnswer(
    dongleDesk.history,
    { guid: lock.guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  return (
    <SidePanel title={lock.shellNumber}>
      <FactList
        facts={[
          { label: t('dongle.fields.kind'), value: t(`dongle.kinds.${lock.kind}`) },
          { label: t('dongle.fields.developer'), value: lock.developerName ?? t('dongle.list.inStock') },
          { label: t('dongle.fields.serialNumber'), value: lock.serialNumber, isWide: true },
          { label: t('dongle.fields.firmware'), value: lock.firmware },
          { label: t('dongle.fields.productionTime'), value: format.time(lock.productionTime) },
          { label: t('dongle.fields.licenses'), value: format.number(lock.licenses) },
        ]}
      />
      <h2>{t('dongle.detail.history')}</h2>
      <TabRows
        label={t('dongle.detail.history')}
        answer={answer}
        page={page}
        onTurn={setPage}
        columns={useMemo(() => columnsOf(t, format), [t, format])}
        card={useCallback(
          (row: StockHistoryRow): CardParts => ({
            mark: MARK,
            name: kindWords(t, row),
            below: row.reason ?? undefined,
            facts: [
              { label: t('dongle.fields.developerId'), value: row.developerName ?? t('dongle.list.inStock') },
              { label: t('desk.log.who'), value: row.by ?? t('dongle.detail.byPlatform') },
            ],
            foot: format.time(row.at),
          }),
          [t, format],
        )}
        rowKey={keyOf}
        rowName={(row) => kindWords(t, row)}
        actions={NO_ACTIONS}
        none={<EmptyState icon={History} title={t('dongle.detail.historyEmpty')} />}
      />
    </SidePanel>
  )
}

export function openLock(lock: StockLockRow): void {
  void openSidePanel(<LockPanel lock={lock} />)
}
