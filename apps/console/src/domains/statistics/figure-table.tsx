// The numbers of the chart as a table: a row per day, or per series with its total. Numbers lead to their lists.
import { MEASURES, SEAT_MEASURES } from '@sealwright/contract'
import type { Dimension, MeasureName, StatisticAnswer } from '@sealwright/contract'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../blocks/chart/change.tsx'
import { Swatch } from '../../blocks/chart/swatch.tsx'
import { addDays } from '../../blocks/date/calendar-days.ts'
import { Nothing } from '../../blocks/list/columns.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import type { Column, Sorting } from '../../blocks/list/data-table.tsx'
import { Link, changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useFigureFormat } from './figure-format.ts'
import { seriesKey, toneAt } from './series-tones.ts'
import { PATH } from './statistics-view.ts'
import css from './statistics.module.css'

/** The list behind a number, if the person may open it. */
export type ListHref = (
  days: { first: string; last: string },
  part?: { by: Dimension; key: string },
) => string | undefined

function Value({ href, children }: { href: string | undefined; children: string }) {
  return href === undefined ? (
    <span className="sw-tabular">{children}</span>
  ) : (
    <Link className="sw-tabular" href={href}>
      {children}
    </Link>
  )
}

interface ColumnLook {
  minWidth?: number
  priority?: number
  align?: 'end'
  /** Sorted by its key. */
  isSorted?: boolean
}

const column = <Row,>(
  key: string,
  title: string,
  cell: (row: Row) => ReactNode,
  { isSorted = false, ...look }: ColumnLook = {},
): Column<Row> => ({ key, title, cell, ...look, ...(isSorted && { sort: key }) })

const numberColumn = <Row,>(key: string, title: string, cell: (row: Row) => ReactNode, priority = 1): Column<Row> =>
  column(key, title, cell, { align: 'end', minWidth: 84, isSorted: true, priority })

const dayColumn = (title: string): Column<DayRow> =>
  column('day', title, ({ day }) => <span className="sw-tabular">{day}</span>, { minWidth: 104, isSorted: true })

interface SortedTableProps<Row extends object> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The column that the table is sorted by at first, and how. */
  usual: { sort: string; order: Sorting['order'] }
  valueOf: (row: Row, column: string) => number | string
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
}

/** Sorting is in the address. */
function SortedTable<Row extends object>({ columns, rows, usual, valueOf, ...rest }: SortedTableProps<Row>) {
  const search = useSearchOf(PATH)
  const isKnown = columns.some(({ sort }) => sort !== undefined && sort === search.sort)
  const sorting: Sorting = isKnown
    ? { sort: search.sort, order: search.order === 'asc' ? 'asc' : 'desc' }
    : { sort: usual.sort, order: usual.order }
  const { sort = usual.sort, order } = sorting
  const sorted = rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a, sort), valueOf(b, sort)]
    const difference = typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1
    return order === 'asc' ? difference : -difference
  })
  return (
    <DataTable
      {...rest}
      rows={sorted}
      columns={columns}
      sorting={sorting}
      onSort={(name) => {
        const next = name === sort && order === 'desc' ? 'asc' : 'desc'
        const isUsual = name === usual.sort && next === usual.order
        changeSearch(PATH, {
          ...search,
          sort: isUsual ? undefined : name,
          order: isUsual || next === 'desc' ? undefined : next,
        })
      }}
    />
  )
}

interface TableProps {
  label: string
  measure: MeasureName
  answer: StatisticAnswer
  isCompared: boolean
  hrefOf: ListHref
}

interface DayRow {
  day: string
  index: number
}

export function DayTable({ label, measure, answer, isCompared, hrefOf }: TableProps) {
  const t = usePhrases()
  const { format } = useFigureFormat(measure)
  const rows = useMemo(() => answer.days.map((day, index): DayRow => ({ day, index })), [answer])
  const { values, beforeValues, beforeFirst, series } = answer
  const valueOf = ({ day, index }: DayRow, column: string) => {
    if (column === 'day') return day
    if (column === 'value') return values[index] ?? 0
    if (column === 'before') return beforeValues[index] ?? -1
    return series.find((one) => seriesKey(one) === column)?.values[index] ?? 0
  }
  const columns: Column<DayRow>[] = [
    dayColumn(t('statistics.day')),
    numberColumn(
      'value',
      t(`statistics.measures.${measure}`),
      ({ day, index }) => <Value href={hrefOf({ first: day, last: day })}>{format(values[index] ?? 0)}</Value>,
      4,
    ),
    ...(isCompared && series.length === 0
      ? [
          numberColumn<DayRow>(
            'before',
            t('statistics.before'),
            ({ index }) => {
              const before = beforeValues[index]
              return before === undefined ? <Nothing /> : <span className="sw-tabular">{format(before)}</span>
            },
            3,
          ),
          column<DayRow>(
            'dayBefore',
            t('statistics.dayBefore'),
            ({ index }) =>
              index < beforeValues.length ? (
                <span className="sw-tabular cell-quiet">{addDays(beforeFirst, index)}</span>
              ) : (
                <Nothing />
              ),
            { align: 'end', minWidth: 104, priority: 2 },
          ),
        ]
      : []),
    ...series.map((one) =>
      numberColumn<DayRow>(seriesKey(one), one.name, ({ index }) => (
        <span className="sw-tabular">{format(one.values[index] ?? 0)}</span>
      )),
    ),
  ]
  return (
    <SortedTable
      label={label}
      rows={rows}
      columns={columns}
      usual={{ sort: 'day', order: 'desc' }}
      valueOf={valueOf}
      rowKey={({ day }) => day}
      rowName={({ day }) => day}
    />
  )
}

type SeriesRow = StatisticAnswer['series'][number] & { index: number }

export function SeriesTable({ label, measure, answer, isCompared, hrefOf, by }: TableProps & { by: Dimension }) {
  const t = usePhrases()
  const { number } = useFormat()
  const { format } = useFigureFormat(measure)
  const changeOf = useChange()
  const rows = useMemo(() => answer.series.map((one, index): SeriesRow => ({ ...one, index })), [answer])
  const kind = MEASURES[measure].total
  const isSum = kind === 'sum'
  const share = ({ total }: SeriesRow) => (answer.total === 0 ? '–' : `${number((total / answer.total) * 100)}%`)
  const columns: Column<SeriesRow>[] = [
    column<SeriesRow>(
      'name',
      t(`statistics.dimensions.${by}`),
      (row) => (
        <span className={css.seriesName}>
          <Swatch tone={toneAt(row, row.index)} />
          {row.name}
        </span>
      ),
      { minWidth: 140 },
    ),
    numberColumn(
      'total',
      kind === 'sum' ? t('statistics.total') : t(`statistics.totalTitles.${kind}`),
      (row) => (
        <Value href={row.key === null ? undefined : hrefOf(answer, { by, key: row.key })}>{format(row.total)}</Value>
      ),
      4,
    ),
    ...(isSum
      ? [
          column<SeriesRow>(
            'share',
            t('blocks.chart.share'),
            (row) => <span className="sw-tabular">{share(row)}</span>,
            {
              align: 'end',
              minWidth: 64,
              priority: 2,
            },
          ),
        ]
      : []),
    ...(isCompared
      ? [
          numberColumn<SeriesRow>(
            'before',
            t('statistics.beforeLine'),
            ({ before }) => <span className="sw-tabular">{format(before)}</span>,
            3,
          ),
          column<SeriesRow>(
            'change',
            t('statistics.change.title'),
            (row) => <span className="sw-tabular">{changeOf(row).short}</span>,
            { align: 'end', minWidth: 84, priority: 2 },
          ),
        ]
      : []),
  ]
  return (
    <SortedTable
      label={label}
      rows={rows}
      columns={columns}
      usual={{ sort: 'total', order: 'desc' }}
      valueOf={(row, column) => (column === 'before' ? row.before : row.total)}
      rowKey={seriesKey}
      rowName={({ name }) => name}
    />
  )
}

export function SeatsTable({
  label,
  answers,
}: {
  label: string
  answers: Record<(typeof SEAT_MEASURES)[number], StatisticAnswer>
}) {
  const t = usePhrases()
  const { number } = useFormat()
  const { days } = answers.seatPeak
  const rows = useMemo(() => days.map((day, index): DayRow => ({ day, index })), [days])
  const valueOf = ({ day, index }: DayRow, column: string) => {
    const seat = SEAT_MEASURES.find((one) => one === column)
    return seat ? (answers[seat].values[index] ?? 0) : day
  }
  return (
    <SortedTable
      label={label}
      rows={rows}
      columns={[
        dayColumn(t('statistics.day')),
        ...SEAT_MEASURES.map((seat) =>
          numberColumn<DayRow>(seat, t(`statistics.measures.${seat}`), ({ index }) => (
            <span className="sw-tabular">{number(answers[seat].values[index] ?? 0)}</span>
          )),
        ),
      ]}
      usual={{ sort: 'day', order: 'desc' }}
      valueOf={valueOf}
      rowKey={({ day }) => day}
      rowName={({ day }) => day}
    />
  )
}
