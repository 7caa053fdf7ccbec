// A short list inside a page: rows of an answer as a table, or as cards in a narrow window, with buttons to turn pages.
// A list with a page of its own is list-page.tsx.
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useIsNarrow } from '../../lib/window-width.ts'
import { LoadingOrError } from '../control/states.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import { TurnPages } from './paging/turn-pages.tsx'
import { RecordCards } from './record-card.tsx'
import type { CardParts } from './record-card.tsx'
import { RowActions } from './row-actions.tsx'
import type { RowAction } from './row-actions.tsx'
import type { Selection } from './selection.ts'

interface TabRowsProps<Row extends object> {
  label: string
  answer: {
    data: { rows: readonly Row[]; total: number } | undefined
    error: Error | null
    refetch: () => unknown
    isPlaceholderData: boolean
  }
  page: number
  onTurn: (page: number) => void
  columns: readonly Column<Row>[]
  card: (row: Row) => CardParts
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  actions: (row: Row) => RowAction[]
  /** Set if rows can be selected. */
  selection?: Selection
  /** Shown if there are no rows. */
  none: ReactNode
}

export function TabRows<Row extends object>({
  label,
  answer: { data, error, refetch, isPlaceholderData },
  page,
  onTurn,
  columns,
  card,
  rowKey,
  rowName,
  actions,
  selection,
  none,
}: TabRowsProps<Row>) {
  const isNarrow = useIsNarrow()
  const cell = useCallback(
    (row: Row) => <RowActions name={rowName(row)} actions={() => actions(row)} />,
    [rowName, actions],
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return none
  return (
    <>
      {isNarrow ? (
        <RecordCards
          label={label}
          rows={data.rows}
          card={card}
          rowKey={rowKey}
          actions={actions}
          isStale={isPlaceholderData}
          {...(selection && { selection })}
        />
      ) : (
        <DataTable
          label={label}
          rows={data.rows}
          columns={columns}
          rowKey={rowKey}
          rowName={rowName}
          actions={cell}
          isStale={isPlaceholderData}
          {...(selection && { selection })}
        />
      )}
      <TurnPages page={page} pages={data.total} onTurn={onTurn} />
    </>
  )
}
