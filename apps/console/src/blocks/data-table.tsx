// Our own table: plain semantic markup with a header and outer columns that stay in sight, over a headless core that keeps columns and
// selection. It shows the rows it is given; paging, filtering and sorting are the server's, asked for by whoever uses it.
import { columnVisibilityFeature, createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import type { RowSelectionState } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.tsx'
import { bringIntoSight } from '../lib/sight.ts'
import { Checkbox } from './checkbox.tsx'
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
  selection?: { selected: ReadonlySet<string>; onSelect: (selected: ReadonlySet<string>) => void }
  highlighted?: string
  /** These rows are about to be replaced. */
  isStale?: boolean
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
const ACTIONS = 'actions'
const SELECT = 'select'

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

export function DataTable<Row extends object>({ label, rows, columns, hidden = [], rowKey, rowName, actions, sorting, onSort, selection, highlighted, isStale = false }: DataTableProps<Row>) {
  const t = usePhrases()
  const frame = useEdges()
  const isSelectable = selection !== undefined
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return [
      ...(isSelectable ? [helper.display({ id: SELECT })] : []),
      ...columns.map((column) => helper.display({ id: column.key, header: () => column.title, cell: ({ row }) => column.cell(row.original) })),
      ...(actions ? [helper.display({ id: ACTIONS, header: () => t('blocks.table.actions'), cell: ({ row }) => actions(row.original) })] : []),
    ]
  }, [columns, actions, isSelectable, t])
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((key) => [key, false])), [hidden])
  const rowSelection = useMemo<RowSelectionState>(() => Object.fromEntries([...(selection?.selected ?? [])].map((key) => [key, true])), [selection?.selected])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { columnVisibility, rowSelection },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update
      selection?.onSelect(new Set(Object.keys(next).filter((key) => next[key])))
    },
  })

  const cellClass = (key: string) => {
    if (key === SELECT) return 'cell-select'
    if (key === ACTIONS) return 'cell-last'
    if (key === columns[0]?.key) return 'cell-name'
    return byKey.get(key)?.align === 'end' ? 'cell-end' : undefined
  }
  return (
    <div ref={frame} className="table-frame">
      <table className="table" aria-label={label} aria-busy={isStale || undefined} data-stale={isStale || undefined}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = byKey.get(header.column.id)
                const isSorted = column?.sort !== undefined && sorting?.sort === column.sort
                if (header.column.id === SELECT) {
                  return (
                    <th key={header.id} scope="col" className="cell-select">
                      <Checkbox
                        label={t('blocks.table.selectAll')}
                        isChecked={table.getIsAllRowsSelected()}
                        // Some includes all.
                        isMixed={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                        onChange={(isChecked) => table.toggleAllRowsSelected(isChecked)}
                      />
                    </th>
                  )
                }
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={cellClass(header.column.id)}
                    style={column?.minWidth === undefined ? undefined : { minWidth: column.minWidth }}
                    aria-sort={isSorted ? (sorting?.order === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {column?.sort !== undefined && onSort ? (
                      <button type="button" className="sort-button" onClick={() => onSort(column.sort ?? '')}>
                        <table.FlexRender header={header} />
                        {isSorted ? sorting?.order === 'asc' ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden /> : <ChevronsUpDown className="sort-idle" size={13} aria-hidden />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => {
            const isMarked = row.id === highlighted
            return (
              <tr key={row.id} ref={isMarked ? bringIntoSight : undefined} aria-selected={selection ? row.getIsSelected() : undefined} data-marked={isMarked || undefined}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={cellClass(cell.column.id)}>
                    {cell.column.id === SELECT ? (
                      <Checkbox label={t('blocks.table.select', { name: rowName(row.original) })} isChecked={row.getIsSelected()} onChange={(isChecked) => row.toggleSelected(isChecked)} />
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
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
