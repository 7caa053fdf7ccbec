// The tables of the statistics: all statuses with links to their locks, and activations by day.
import { lockStatusName } from '@sealwright/contract'
import { useMemo } from 'react'
import { NumberCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { filterText } from '../../../blocks/list/filter/list-filters.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { LockStatusTag } from '../list/lock-status.tsx'
import type { LockFigures } from './lock-figures.ts'

/** Statuses that have the same name count together. */
interface StatusRow {
  statuses: readonly [number, ...number[]]
  count: number
}
type DayRow = LockFigures['activations'][number]

const statusColumns = (t: Translate, number: (value: number) => string): Column<StatusRow>[] => [
  {
    key: 'status',
    title: t('userLock.dashboard.status'),
    minWidth: 160,
    cell: ({ statuses: [first] }) => <LockStatusTag status={first} />,
  },
  {
    key: 'number',
    title: t('userLock.dashboard.number'),
    cell: ({ statuses }) => <span className="sw-tabular cell-quiet">{statuses.join(t('userLock.list.joint'))}</span>,
  },
  {
    key: 'count',
    title: t('userLock.dashboard.count'),
    cell: ({ statuses, count }) => (
      <ScreenLink to="/dongle/user" search={{ status: filterText(statuses.map(String)) }} className="sw-tabular">
        {number(count)}
      </ScreenLink>
    ),
  },
]

const dayColumns = (t: Translate): Column<DayRow>[] => [
  {
    key: 'day',
    title: t('userLock.dashboard.day'),
    minWidth: 96,
    cell: ({ day }) => <span className="sw-tabular">{day}</span>,
  },
  { key: 'count', title: t('userLock.dashboard.activations'), cell: ({ count }) => <NumberCell value={count} /> },
]

function rowsOf(t: Translate, statuses: LockFigures['statuses']): StatusRow[] {
  const rows = new Map<string, StatusRow>()
  for (const { status, count } of statuses.toSorted((a, b) => a.status - b.status)) {
    if (count === 0) continue
    const name = t(`userLock.statuses.${lockStatusName(status)}`)
    const row = rows.get(name)
    rows.set(
      name,
      row ? { statuses: [...row.statuses, status], count: row.count + count } : { statuses: [status], count },
    )
  }
  return [...rows.values()]
}

/** The statuses that locks have now. */
export function StatusTable({ statuses }: Pick<LockFigures, 'statuses'>) {
  const t = usePhrases()
  const { number } = useFormat()
  const rows = useMemo(() => rowsOf(t, statuses), [t, statuses])
  const columns = useMemo(() => statusColumns(t, number), [t, number])
  return (
    <DataTable
      label={t('userLock.dashboard.byStatus')}
      rows={rows}
      columns={columns}
      rowKey={({ statuses: [first] }) => String(first)}
      rowName={({ statuses: [first] }) => String(first)}
    />
  )
}

export function ActivationTable({ activations }: Pick<LockFigures, 'activations'>) {
  const t = usePhrases()
  const rows = useMemo(() => activations.toReversed(), [activations])
  const columns = useMemo(() => dayColumns(t), [t])
  return (
    <DataTable
      label={t('userLock.dashboard.activations')}
      rows={rows}
      columns={columns}
      rowKey={({ day }) => day}
      rowName={({ day }) => day}
    />
  )
}
