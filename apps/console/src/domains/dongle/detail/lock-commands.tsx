// The commands for a lock, latest first. The latest one can be taken back while it waits.
import { userLockCalls } from '@sealwright/contract'
import type { CommandState, LockCommandRow, LockRow } from '@sealwright/contract'
import { ListChecks } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { TabRows } from '../../../blocks/list/tab-rows.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { ACT_ICONS, askLockAct } from '../acts/act.tsx'

const PAGE = 20
const TONES: Record<CommandState, Tone> = {
  waiting: 'brand',
  processing: 'brand',
  done: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
}
const keyOf = ({ guid }: LockCommandRow) => guid

/** The new days, the reason of the administrator, and why the lock failed. */
const detailsOf = (t: Translate, { offlineDays, reason, failure }: LockCommandRow) =>
  [
    offlineDays !== null && t('userLock.detail.commands.toDays', { days: offlineDays }),
    reason,
    failure && t(`userLock.results.${failure}`),
  ]
    .filter(Boolean)
    .join(' · ')

const StateTag = ({ t, state }: { t: Translate; state: CommandState }) => (
  <StatusTag tone={TONES[state]}>{t(`userLock.commandStates.${state}`)}</StatusTag>
)

function factColumns(t: Translate): Column<LockCommandRow>[] {
  return [
    {
      key: 'state',
      title: t('userLock.detail.commands.state'),
      minWidth: WIDTHS.tag,
      cell: ({ state }) => <StateTag t={t} state={state} />,
    },
    {
      key: 'result',
      title: t('userLock.detail.commands.result'),
      minWidth: 180,
      cell: (row) => {
        const words = detailsOf(t, row)
        return words === '' ? <Nothing /> : <span className="lock-text">{words}</span>
      },
    },
    { key: 'by', title: t('userLock.detail.commands.by'), minWidth: WIDTHS.text, cell: ({ by }) => by },
    {
      key: 'time',
      title: t('userLock.detail.commands.time'),
      minWidth: WIDTHS.time,
      cell: ({ time }) => <TimeCell at={time} />,
    },
    {
      key: 'endTime',
      title: t('userLock.detail.commands.endTime'),
      minWidth: WIDTHS.time,
      cell: ({ endTime }) => (endTime === null ? <Nothing /> : <TimeCell at={endTime} />),
    },
  ]
}

const cardOf = (t: Translate, row: LockCommandRow): CardParts => ({
  mark: <IconMark icon={ACT_ICONS[row.kind]} tint={0} size={40} />,
  name: t(`userLock.acts.${row.kind}`),
  facts: factColumns(t).map(({ title, cell }) => ({ label: title, value: cell(row) })),
})

export function LockCommands({ lock }: { lock: LockRow }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const answer = useAnswer(
    userLockCalls.commands,
    { guid: lock.guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const nameOf = useCallback((row: LockCommandRow) => t(`userLock.acts.${row.kind}`), [t])
  const columns = useMemo(
    (): Column<LockCommandRow>[] => [
      { key: 'kind', title: t('userLock.detail.commands.kind'), minWidth: 140, cell: (row) => nameOf(row) },
      ...factColumns(t),
    ],
    [t, nameOf],
  )
  const card = useCallback((row: LockCommandRow) => cardOf(t, row), [t])
  const actions = useCallback(
    ({ guid }: LockCommandRow) =>
      lock.acts.includes('takeBack') && lock.command?.guid === guid
        ? [
            {
              key: 'takeBack',
              label: t('userLock.acts.takeBack'),
              icon: ACT_ICONS.takeBack,
              isShown: true,
              onSelect: () => askLockAct('takeBack', lock),
            },
          ]
        : [],
    [t, lock],
  )
  return (
    <TabRows
      label={t('userLock.detail.commands.label')}
      answer={answer}
      page={page}
      onTurn={setPage}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      none={
        <EmptyState
          icon={ListChecks}
          title={t('userLock.detail.commands.emptyTitle')}
          sentence={t('userLock.detail.commands.emptySentence')}
        />
      }
    />
  )
}
