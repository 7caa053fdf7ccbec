// The page of a list, or a list as part of a page: title, count, filters, cards or table, pager. It only draws; the
// rules are in list-state.ts. It works with any find call.
import type { Refusal } from '@sealwright/client'
import { Columns3, LayoutGrid, List, RefreshCw, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, SetStateAction } from 'react'
import type { ScreenPath } from '../../lib/place/screen.ts'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton } from '../control/button.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import { EmptyState, ErrorState, NoAccessState } from '../control/states.tsx'
import { Menu } from '../overlay/menu.tsx'
import { useAllMatching } from './all-matching.ts'
import { BatchBar, maxOf } from './batch-bar.tsx'
import type { BatchAction } from './batch-bar.tsx'
import { RowsSkeleton, RowsTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import { filterNames } from './filter/list-filters.tsx'
import type { Filter } from './filter/list-filters.tsx'
import { ListTools } from './filter/list-tools.tsx'
import './list.css'
import { setCompact, useColumnChoice, useColumnWidths, useIsCompact } from './list-memory.ts'
import { useListScroll } from './list-scroll.ts'
import { useList } from './list-state.ts'
import type { FindCall } from './list-state.ts'
import { NothingYet } from './nothing-yet.tsx'
import type { NothingYetProps } from './nothing-yet.tsx'
import { ListCount, useCountText } from './paging/list-count.ts'
import { Pager } from './paging/pager.tsx'
import { CardSkeletons, RecordCards } from './record-card.tsx'
import type { CardParts } from './record-card.tsx'
import { RowActions, firstShown } from './row-actions.tsx'
import type { RowAction } from './row-actions.tsx'
import { useRowFocus } from './row-focus.ts'
import { SavedViews } from './saved-views.tsx'
import { actionsPx } from './table-layout.ts'
import type { ColumnWidths } from './table-layout.ts'
import { useTable } from './use-table.ts'
import type { SetWidth } from './width-handle.tsx'

export interface ListPageProps<Row extends object> extends NothingYetProps {
  path: ScreenPath
  list: string
  call: FindCall<Row>
  /** Added to every payload. */
  where?: Readonly<Record<string, string>>
  title: string
  sentence?: string
  /** The list is part of a page that already has a heading: its own is of level 2, and the page scrolls as a whole. */
  isPart?: boolean
  /** The list is the content of a tab: it has no heading and always shows a table. */
  isTab?: boolean
  /** Other parameters of the address, such as the tab. The list keeps them. */
  keeps?: Readonly<Record<string, string | undefined>>
  /** The list's own page sizes, for both views. Such a list starts with cards. */
  sizes?: readonly number[]
  /** Shown beside the filters, such as an export. */
  tools?: ReactNode
  /** The primary action of the page. */
  primary?: ReactNode
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  card: (row: Row) => CardParts
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** The actions that the person may take on a row. The first one with a link is shown in the row. */
  actions?: (row: Row) => Iterable<RowAction>
  /** Batch actions. Without any, rows cannot be selected. */
  batch?: readonly BatchAction<Row>[]
}

const SKELETON_ROWS = 10
const NO_ROWS: readonly never[] = []
const NOTHING: ReadonlySet<string> = new Set()

/** The selected rows. A row that leaves the page is deselected, so that actions only affect visible rows. */
function useSelection<Row>(rows: readonly Row[] | undefined, rowKey: (row: Row) => string) {
  const [selected, setSelected] = useState(NOTHING)
  const [seen, setSeen] = useState(rows)
  if (rows !== seen) {
    const inSight = new Set(rows?.map(rowKey))
    setSeen(rows)
    setSelected(new Set([...selected].filter((key) => inSight.has(key))))
  }
  return [selected, setSelected] as const
}

/** The fitted columns, with the person's choices. */
function useListTable<Row extends object>(
  { list, columns, actions, batch }: ListPageProps<Row>,
  owner: string,
  rows: readonly Row[],
) {
  const t = usePhrases()
  const [choice, choose] = useColumnChoice(owner, list)
  const [widths, setWidth] = useColumnWidths(owner, list)
  const [dragged, setDragged] = useState<ColumnWidths>()
  const lastPx = useMemo(
    () =>
      actions
        ? actionsPx(
            rows.map((row) => firstShown(actions(row))?.label ?? ''),
            t('blocks.table.actions'),
          )
        : 0,
    [rows, actions, t],
  )
  const table = useTable({
    columns,
    choice,
    own: dragged ?? widths,
    hasBoxes: batch !== undefined && batch.length > 0,
    actionsPx: lastPx,
  })
  const onWidth: SetWidth = (column, px, isDragged = false) => {
    // The other columns keep their widths during the drag, so that the handle stays under the pointer.
    setDragged(isDragged && px !== undefined ? { ...table.widths, [column]: px } : undefined)
    if (!isDragged) setWidth(column, px)
  }
  return { table, choose, onWidth }
}

export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const {
    path,
    list,
    call,
    where,
    title,
    sentence,
    isTab = false,
    isPart = isTab,
    keeps,
    sizes,
    tools,
    primary,
    filters,
    columns,
    card,
    rowKey,
    rowName,
    actions,
    batch = [],
    empty,
    kind,
  } = props
  const t = usePhrases()
  const countText = useCountText()
  const isNarrow = useIsNarrow()
  const names = useMemo(() => filterNames(filters), [filters])
  const state = useList<Row>({ path, list, call, where, filterNames: names, rowKey, keeps, isTable: isTab, sizes })
  const { data, query } = state
  const rows = data?.rows ?? NO_ROWS
  const isSelectable = batch.length > 0
  const [selected, setSelected] = useSelection(data?.rows, rowKey)
  const batchMax = Math.max(0, ...batch.map(maxOf))
  const matching = useAllMatching({ call, payload: state.payload, pageRows: rows, rowKey, max: batchMax })
  const { clear: forgetMatching } = matching
  const select = useCallback(
    (next: SetStateAction<ReadonlySet<string>>) => {
      forgetMatching()
      setSelected(next)
    },
    [forgetMatching, setSelected],
  )
  const count = data && countText(data.records, data.recordsCapped)
  const rowActions = useCallback(
    (row: Row) => <RowActions name={rowName(row)} actions={() => actions?.(row) ?? []} />,
    [rowName, actions],
  )
  const { table, choose, onWidth } = useListTable(props, state.owner, rows)
  const isCompact = useIsCompact(state.owner)
  const Heading = isPart ? 'h2' : 'h1'
  const selection = useMemo(
    () => (isSelectable ? { selected, onSelect: select } : undefined),
    [isSelectable, selected, select],
  )
  const isEmpty = data !== undefined && data.records === 0
  // With nothing to search in, show only the next step.
  const isBlank = isEmpty && !state.hasFilters
  const chosenRows = rows.filter((row) => selected.has(rowKey(row)))
  const isCards = state.view === 'card' || isNarrow
  const page = useRef<HTMLDivElement>(null)
  const name = `${state.owner}.${list}`
  // A table draws its rows once its frame is measured.
  const drawnRows = isCards || table.isMeasured ? data?.rows : undefined
  useRowFocus(page, name, drawnRows)
  useListScroll(page, name, drawnRows !== undefined)
  useEffect(() => {
    // The filters start anew, without the button that cleared them.
    if (state.resets > 0) takeLostFocus(page.current?.querySelector<HTMLElement>('.list-tools :is(input, button)'))
  }, [state.resets])
  const hasChosen = isSelectable && chosenRows.length > 0
  const hadChosen = useRef(false)
  useEffect(() => {
    // The bar disappeared together with the button that had the focus.
    if (hadChosen.current && !hasChosen && document.activeElement === document.body)
      page.current?.querySelector<HTMLInputElement>('.checkbox input')?.focus({ preventScroll: true })
    hadChosen.current = hasChosen
  }, [hasChosen])

  const counted = (node: ReactNode) => (
    <ListCount
      value={data && count !== undefined ? t('blocks.pager.count', { count, records: data.records }) : undefined}
    >
      {node}
    </ListCount>
  )
  const content = () => {
    if (!data && query.error) {
      // Only a refusal has an error name.
      const isNoAccess = (query.error as Partial<Refusal>).error === 'platform.noPermission'
      return isNoAccess ? (
        <NoAccessState sentence={query.error.message} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )
    }
    if (!data)
      return isNarrow || (sizes && state.view === 'card') ? (
        <CardSkeletons count={3} />
      ) : (
        <RowsSkeleton
          table={table}
          hasBoxes={isSelectable}
          hasActions={actions !== undefined}
          rows={Math.min(state.size, SKELETON_ROWS)}
        />
      )
    if (isBlank) return <NothingYet empty={empty} kind={kind} />
    if (isEmpty) {
      return (
        <EmptyState
          icon={SearchX}
          title={t('blocks.list.noMatch')}
          sentence={t('blocks.list.noMatchSentence')}
          action={<Button onPress={state.clear}>{t('blocks.list.clear')}</Button>}
        />
      )
    }
    if (isCards) {
      return (
        <RecordCards
          label={title}
          rows={rows}
          card={card}
          rowKey={rowKey}
          {...(actions && { actions })}
          selection={selection}
          highlighted={state.editId}
          isStale={query.isPlaceholderData}
        />
      )
    }
    return (
      <RowsTable
        table={table}
        label={title}
        rows={rows}
        rowKey={rowKey}
        rowName={rowName}
        {...(actions && { actions: rowActions })}
        sorting={state.sorting}
        onSort={state.sortBy}
        onWidth={onWidth}
        selection={selection}
        highlighted={state.editId}
        isStale={query.isPlaceholderData}
      />
    )
  }

  return (
    <div ref={page} className={isPart ? 'list-page list-part' : 'list-page'}>
      {!isTab && (
        <header className="page-head">
          <div className="page-head-words">
            <Heading>
              {title}
              {count !== undefined && !isBlank && <span className="count">{count}</span>}
            </Heading>
            {sentence && <p>{sentence}</p>}
          </div>
          {primary && !isBlank && <div className="page-head-actions">{counted(primary)}</div>}
        </header>
      )}
      {!isBlank && (
        <ListTools
          key={state.resets}
          filters={filters}
          values={state.filters}
          isDrawn={data !== undefined}
          errorOf={state.errorOf}
          onChange={state.setFilter}
          onClear={state.clear}
        >
          {counted(tools)}
          <SavedViews owner={state.owner} list={list} current={state.saveable} onOpen={state.open} />
          <IconButton icon={RefreshCw} label={t('blocks.list.refresh')} onPress={() => void query.refetch()} />
          {!isNarrow && state.view === 'table' && (
            <Menu
              label={t('blocks.list.columns')}
              className="sw-icon-button"
              align="end"
              choice="many"
              staysOpen
              items={() => [
                ...columns.slice(1).map(({ key, title: label }) => {
                  const isChecked = table.shown.some((column) => column.key === key)
                  return { key, label, isChecked, onSelect: () => choose(key, !isChecked) }
                }),
                {
                  key: ' compact',
                  label: t('blocks.list.compact'),
                  isChecked: isCompact,
                  startsGroup: true,
                  onSelect: () => setCompact(state.owner, !isCompact),
                },
              ]}
            >
              <Columns3 size={16} aria-hidden />
            </Menu>
          )}
          {!isNarrow && !isTab && (
            <span className="segmented" role="group" aria-label={t('blocks.list.view')}>
              <button type="button" aria-pressed={state.view === 'card'} onClick={() => state.setView('card')}>
                <LayoutGrid size={15} aria-hidden />
                <span className="list-tools-word">{t('blocks.list.card')}</span>
              </button>
              <button type="button" aria-pressed={state.view === 'table'} onClick={() => state.setView('table')}>
                <List size={15} aria-hidden />
                <span className="list-tools-word">{t('blocks.list.table')}</span>
              </button>
            </span>
          )}
        </ListTools>
      )}
      {!data && !query.error && (
        <span role="status" className="sw-visually-hidden">
          {t('blocks.states.loading')}
        </span>
      )}
      {content()}
      {data && !isEmpty && (
        <Pager
          page={Math.min(state.page, data.total)}
          found={data}
          size={state.size}
          sizes={state.sizes}
          hrefOf={state.hrefOf}
          onSize={state.setSize}
        />
      )}
      {data && count !== undefined && hasChosen && (
        <BatchBar
          actions={batch}
          chosen={chosenRows}
          isWholePage={chosenRows.length === rows.length}
          count={count}
          records={data.records}
          matching={matching}
          max={batchMax}
          onClear={(kept) => select(kept ? new Set(kept) : NOTHING)}
        >
          {isCards && (
            <Checkbox
              isChecked={chosenRows.length === rows.length}
              isMixed={chosenRows.length < rows.length}
              onChange={(isChecked) => select(isChecked ? new Set(rows.map(rowKey)) : NOTHING)}
            >
              {t('blocks.table.selectAll')}
            </Checkbox>
          )}
        </BatchBar>
      )}
    </div>
  )
}
