// Our own table: plain semantic markup with a header and outer columns that stay in sight. It shows the rows it is
// given; paging, filtering and sorting are the server's, asked for by whoever uses it.
// The rows that fill a window are drawn at once, the others in steps behind them: their place is kept, so that nothing
// moves when they come.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import { markedRow } from './row-focus.ts'
import { useSelectOne } from './selection.ts'
import type { Selection } from './selection.ts'
import { useSteps } from './steps-of-rows.ts'
import './table.css'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by; set where the list can be sorted by this column. */
  sort?: string
  align?: 'end'
  /** Hidden in windows that are not wide, until a person chooses it. */
  isWideOnly?: boolean
  /** Hidden everywhere until a person chooses it. */
  isOnDemand?: boolean
  /** The least that the content needs, in px. */
  minWidth?: number
}

export interface Sorting {
  sort: string | undefined
  order: 'asc' | 'desc'
}

interface DataTableProps<Row extends object> {
  label: string
  rows: readonly Row[]
  /** The first tells the rows apart and stays in sight. */
  columns: readonly Column<Row>[]
  hidden?: readonly string[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** Content of the last column. */
  actions?: (row: Row) => ReactNode
  sorting?: Sorting
  onSort?: (sort: string) => void
  /** Rows are chosen by a box in front; absent where nothing can be done with several at once. */
  selection?: Selection
  highlighted?: string
  /** These rows are about to be replaced. */
  isStale?: boolean
}

const NONE: readonly string[] = []
const NOTHING: ReadonlySet<string> = new Set()
/** More than a usual window shows. */
const FIRST_ROWS = 12

/** Tells the stylesheet which sides have more to scroll to, for the edge of the columns that stay. */
function useEdges() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => {
      element.toggleAttribute('data-more-left', element.scrollLeft > 0)
      element.toggleAttribute('data-more-right', element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return frame
}

type ShownColumn<Row> = Column<Row> & { className: string | undefined }

interface TableRowProps<Row> {
  row: Row
  id: string
  name: (row: Row) => string
  columns: readonly ShownColumn<Row>[]
  actions: ((row: Row) => ReactNode) | undefined
  isMarked: boolean
  isSelected: boolean
  /** Given where rows can be selected. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined
}

function PlainRow<Row>({ row, id, name, columns, actions, isMarked, isSelected, onSelect }: TableRowProps<Row>) {
  const t = usePhrases()
  return (
    <tr
      ref={isMarked ? markedRow : undefined}
      aria-selected={onSelect && isSelected}
      data-marked={isMarked || undefined}
    >
      {onSelect && (
        <td className="cell-select">
          <Checkbox
            label={t('blocks.table.select', { name: name(row) })}
            isChecked={isSelected}
            onChange={(isChecked) => onSelect(id, isChecked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={column.className}>
          {column.cell(row)}
        </td>
      ))}
      {actions && <td className="cell-last">{actions(row)}</td>}
    </tr>
  )
}

/** Drawn again only when something of this row changed. */
const TableRow = memo(PlainRow) as typeof PlainRow // what memo answers has lost the type parameter

function SortIcon({ order }: { order: Sorting['order'] | undefined }) {
  if (order === undefined) return <ChevronsUpDown className="sort-idle" size={13} aria-hidden />
  return order === 'asc' ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />
}

export function DataTable<Row extends object>({
  label,
  rows,
  columns,
  hidden = NONE,
  rowKey,
  rowName,
  actions,
  sorting,
  onSort,
  selection,
  highlighted,
  isStale = false,
}: DataTableProps<Row>) {
  const t = usePhrases()
  const frame = useEdges()
  const shown = useMemo(
    (): ShownColumn<Row>[] =>
      columns
        .map((column, index) => ({
          ...column,
          className: index === 0 ? 'cell-name' : column.align === 'end' ? 'cell-end' : undefined,
        }))
        .filter(({ key }) => !hidden.includes(key)),
    [columns, hidden],
  )
  const drawn = useSteps(rows, rowKey, FIRST_ROWS)
  const { selected = NOTHING, onSelect: setSelected } = selection ?? {}
  const onSelect = useSelectOne(selection)
  const isAll = rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))
  return (
    <div ref={frame} className="table-frame">
      <table className="table" aria-label={label} aria-busy={isStale || undefined} data-stale={isStale || undefined}>
        <thead>
          <tr>
            {setSelected && (
              <th scope="col" className="cell-select">
                <Checkbox
                  label={t('blocks.table.selectAll')}
                  isChecked={isAll}
                  isMixed={!isAll && rows.some((row) => selected.has(rowKey(row)))}
                  onChange={(isChecked) => setSelected(isChecked ? new Set(rows.map(rowKey)) : NOTHING)}
                />
              </th>
            )}
            {shown.map(({ key, title, className, minWidth, sort }) => {
              const order = sort !== undefined && sorting?.sort === sort ? sorting.order : undefined
              return (
                <th
                  key={key}
                  scope="col"
                  className={className}
                  style={minWidth === undefined ? undefined : { minWidth }}
                  aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
                >
                  {sort !== undefined && onSort ? (
                    <button type="button" className="sort-button" onClick={() => onSort(sort)}>
                      {title}
                      <SortIcon order={order} />
                    </button>
                  ) : (
                    title
                  )}
                </th>
              )
            })}
            {actions && (
              <th scope="col" className="cell-last">
                {t('blocks.table.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => {
            const id = rowKey(row)
            return (
              <TableRow
                key={id}
                row={row}
                id={id}
                name={rowName}
                columns={shown}
                actions={actions}
                isMarked={id === highlighted}
                isSelected={selected.has(id)}
                onSelect={onSelect}
              />
            )
          })}
        </tbody>
        {drawn < rows.length && (
          <tbody aria-hidden>
            <tr>
              <td style={{ height: `calc(var(--row-here) * ${rows.length - drawn})` }} />
            </tr>
          </tbody>
        )}
      </table>
    </div>
  )
}

interface TableSkeletonProps {
  titles: readonly string[]
  rows: number
}

/** The header as it will be, over rows of the height that real ones have. */
export function TableSkeleton({ titles, rows }: TableSkeletonProps) {
  return (
    <div className="table-frame" aria-hidden>
      <table className="table table-two-line">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {titles.map((title, index) => (
                <td key={title}>
                  {index === 0 ? (
                    <span className="name-cell">
                      <span className="skeleton skeleton-square" />
                      <span className="skeleton skeleton-name" />
                    </span>
                  ) : (
                    <span className="skeleton skeleton-line" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
