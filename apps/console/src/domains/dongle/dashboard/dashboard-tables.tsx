// The tables of the statistics: all statuses with links to their locks, and activations by day.
import { useMemo } from 'react'
import { NumberCell } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { LockStatusTag } from '../list/lock-status.tsx'
import type { LockFigures } from './lock-dashboard.screen.tsx'

type StatusRow = LockFigures['statuses'][number]
type DayRow = LockFigures['activations'][number]

const statusColumns = (t: Translate, number: (value: number) => string): Column<StatusRow>[] => [
  {
    key: 'status',
    title: t('userLock.dashboard.status'),
    minWidth: 160,
    cell: ({ status }) => <LockStatusTag status={status} />,
  },
  {
    key: 'number',
    title: t('userLock.dashboard.number'),
    cell: ({ status }) => <span className="sw-tabular cell-quiet">{status}</span>,
  },
  {
    key: 'count',
    title: t('userLock.dashboard.count'),
    cell: ({ status, count }) => (
      <ScreenLink to="/dongle/user" search={{ status: String(status) }} className="sw-tabular">
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

/** The statuses that locks have now. */
export function StatusTable({ statuses }: Pick<LockFigures, 'statuses'>) {
  const t = usePhrases()
  const { number } = useFormat()
  const rows = useMemo(
    () => statuses.filter(({ count }) => count > 0).toSorted((a, b) => a.status - b.status),
    [statuses],
  )
  const columns = useMemo(() => statusColumns(t, number), [t, number])
  return (
    <DataTable
      label={t('userLock.dashboard.byStatus')}
      rows={rows}
      columns={columns}
      rowKey={({ status }) => String(status)}
      rowName={({ status }) => String(status)}
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
