// Our own table: semantic markup, with a sticky header and sticky outer columns. It only shows rows; the server does
// paging, filtering and sorting. Columns without room open in a line below their row. The rows of the first window are
// drawn at once, the others in steps, with their space reserved.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useMaybePerson } from '../../lib/session/person.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import type { Column } from './column.ts'
import { useIsCompact } from './list-memory.ts'
import { markedRow } from './row-focus.ts'
import { useSelectOne } from './selection.ts'
import type { Selection } from './selection.ts'
import { useSteps } from './steps-of-rows.ts'
import { actionsPx } from './table-layout.ts'
import { useTable } from './use-table.ts'
import type { ShownColumn, TableLook } from './use-table.ts'
import { WidthHandle } from './width-handle.tsx'
import type { SetWidth } from './width-handle.tsx'
import './table.css'

export type { Column } from './column.ts'

export interface Sorting {
  sort: string | undefined
  order: 'asc' | 'desc'
}

interface RowsProps<Row extends object> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** The content of the last column. */
  actions?: (row: Row) => ReactNode
  sorting?: Sorting
  onSort?: (sort: string) => void
  /** Rows have a checkbox. Absent if there are no batch actions. */
  selection?: Selection
  highlighted?: string
  /** These rows are about to be replaced. */
  isStale?: boolean
}

interface DataTableProps<Row extends object> extends RowsProps<Row> {
  /** The first column identifies the row and stays visible. */
  columns: readonly Column<Row>[]
}

const NOTHING: ReadonlySet<string> = new Set()
/** More rows than a usual window shows. */
const FIRST_ROWS = 12
/** Wide enough for the actions of a table outside of a list. */
const USUAL_ACTION = 'Download'

interface TableRowProps<Row> {
  row: Row
  id: string
  name: (row: Row) => string
  columns: readonly ShownColumn<Row>[]
  left: readonly Column<Row>[]
  actions: ((row: Row) => ReactNode) | undefined
  isMarked: boolean
  isSelected: boolean
  isOpen: boolean
  onOpen: (id: string, isOpen: boolean) => void
  /** Set if rows can be selected. */
  onSelect: ((id: string, isSelected: boolean, isRange: boolean) => void) | undefined
}

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, name, columns, left, actions, isMarked, isSelected, isOpen, onOpen, onSelect } = props
  const t = usePhrases()
  const details = `details-${id}`
  return (
    <>
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
              onChange={(isChecked, isRange) => onSelect(id, isChecked, isRange)}
            />
          </td>
        )}
        {left.length > 0 && (
          <td className="cell-expander">
            <button
              type="button"
              className="sw-icon-button icon-button-small expander"
              aria-label={t('blocks.table.detailsOf', { name: name(row) })}
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              onClick={() => onOpen(id, !isOpen)}
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
      {isOpen && left.length > 0 && (
        <tr className="row-details" id={details}>
          <td colSpan={columns.length + (onSelect ? 2 : 1) + (actions ? 1 : 0)}>
            <dl>
              {left.map(({ key, title, cell }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  )
}

/** Redrawn only if its own row changed. */
const TableRow = memo(PlainRow) as typeof PlainRow // what memo answers has lost the type parameter

function SortIcon({ order }: { order: Sorting['order'] | undefined }) {
  if (order === undefined) return <ChevronsUpDown className="sort-idle" size={13} aria-hidden />
  return order === 'asc' ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />
}

/** A table outside of a list, such as in a detail page or a panel. */
export function DataTable<Row extends object>({ columns, ...rest }: DataTableProps<Row>) {
  const t = usePhrases()
  const { actions, selection } = rest
  const table = useTable({
    columns,
    hasBoxes: selection !== undefined,
    actionsPx: actions ? actionsPx([USUAL_ACTION], t('blocks.table.actions')) : 0,
  })
  return <RowsTable table={table} {...rest} />
}

function Columns<Row>({
  table,
  hasBoxes,
  hasActions,
}: {
  table: TableLook<Row>
  hasBoxes: boolean
  hasActions: boolean
}) {
  return (
    <colgroup>
      {hasBoxes && <col className="column-select" />}
      {table.left.length > 0 && <col className="column-expander" />}
      {table.shown.map(({ key }) => (
        <col key={key} style={{ width: table.widths[key] }} />
      ))}
      {hasActions && <col />}
    </colgroup>
  )
}

interface RowsTableProps<Row extends object> extends RowsProps<Row> {
  table: TableLook<Row>
  /** Set if the widths are stored. */
  onWidth?: SetWidth
}

/** The rows of a table whose columns `useTable` has fitted. */
export function RowsTable<Row extends object>({
  table,
  label,
  rows,
  rowKey,
  rowName,
  actions,
  sorting,
  onSort,
  onWidth,
  selection,
  highlighted,
  isStale = false,
}: RowsTableProps<Row>) {
  const t = usePhrases()
  const isCompact = useIsCompact(useMaybePerson()?.id ?? '')
  const drawn = useSteps(rows, rowKey, FIRST_ROWS)
  const { selected = NOTHING, onSelect: setSelected } = selection ?? {}
  const onSelect = useSelectOne(selection, rows, rowKey)
  const [opened, setOpened] = useState(NOTHING)
  const onOpen = useCallback(
    (id: string, isOpen: boolean) =>
      setOpened((now) => new Set(isOpen ? [...now, id] : [...now].filter((other) => other !== id))),
    [],
  )
  const isAll = rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))
  const { frame, isMeasured, shown, left, widths, tablePx } = table
  return (
    <div ref={frame} className="table-frame">
      <table
        className={isCompact ? 'table table-compact' : 'table'}
        style={{ minWidth: tablePx }}
        aria-label={label}
        aria-busy={isStale || undefined}
        data-stale={isStale || undefined}
      >
        <Columns table={table} hasBoxes={setSelected !== undefined} hasActions={actions !== undefined} />
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
            {left.length > 0 && (
              <th scope="col" className="cell-expander">
                <span className="sw-visually-hidden">{t('blocks.table.details')}</span>
              </th>
            )}
            {shown.map(({ key, title, className, sort }) => {
              const order = sort !== undefined && sorting?.sort === sort ? sorting.order : undefined
              return (
                <th
                  key={key}
                  scope="col"
                  className={className}
                  aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
                  // Read with every cell, without the name of the handle.
                  abbr={onWidth && title}
                >
                  {sort !== undefined && onSort ? (
                    <button type="button" className="sort-button" onClick={() => onSort(sort)}>
                      {title}
                      <SortIcon order={order} />
                    </button>
                  ) : (
                    title
                  )}
                  {onWidth && <WidthHandle name={key} title={title} px={widths[key] ?? 0} onWidth={onWidth} />}
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
        {isMeasured && (
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
                  left={left}
                  actions={actions}
                  isMarked={id === highlighted}
                  isSelected={selected.has(id)}
                  isOpen={opened.has(id)}
                  onOpen={onOpen}
                  onSelect={onSelect}
                />
              )
            })}
          </tbody>
        )}
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

interface RowsSkeletonProps<Row> {
  table: TableLook<Row>
  hasBoxes?: boolean
  hasActions?: boolean
  rows: number
}

/** The final header above placeholder rows of the final height. */
export function RowsSkeleton<Row>({ table, hasBoxes = false, hasActions = false, rows }: RowsSkeletonProps<Row>) {
  const t = usePhrases()
  const { frame, shown, left } = table
  const outer = (hasBoxes ? 1 : 0) + (left.length > 0 ? 1 : 0)
  const before = Array.from({ length: outer }, (_, index) => <td key={`before ${index}`} />)
  return (
    <div ref={frame} className="table-frame" aria-hidden>
      <table className="table table-two-line">
        <Columns table={table} hasBoxes={hasBoxes} hasActions={hasActions} />
        <thead>
          <tr>
            {before.map(({ key }) => (
              <th key={key} />
            ))}
            {shown.map(({ key, title, className }) => (
              <th key={key} className={className}>
                {title}
              </th>
            ))}
            {hasActions && <th className="cell-last">{t('blocks.table.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {before}
              {shown.map(({ key }, index) => (
                <td key={key}>
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
              {hasActions && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The skeleton of a table outside of a list. */
export function TableSkeleton<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: number }) {
  return <RowsSkeleton table={useTable({ columns })} rows={rows} />
}
