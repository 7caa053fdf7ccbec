// Fits a table into its frame: the width, the columns with room, and the edges with more content to scroll to. One
// observer watches the frame. The first width is read before the first paint, so that no column appears or disappears
// visibly.
import { useCallback, useMemo, useState } from 'react'
import type { Column } from './column.ts'
import { fitColumns } from './table-layout.ts'
import type { ColumnChoice, ColumnWidths } from './table-layout.ts'

export type ShownColumn<Row> = Column<Row> & { className: string | undefined }

interface TableSettings<Row> {
  columns: readonly Column<Row>[]
  choice?: ColumnChoice
  own?: ColumnWidths
  hasBoxes?: boolean
  actionsPx?: number
}

export interface TableLook<Row> {
  frame: (element: HTMLDivElement | null) => (() => void) | undefined
  /** False until the frame is mounted. */
  isMeasured: boolean
  shown: readonly ShownColumn<Row>[]
  left: readonly Column<Row>[]
  widths: ColumnWidths
  tablePx: number
}

const NOTHING = {}

function tellEdges(frame: HTMLElement): void {
  frame.toggleAttribute('data-more-left', frame.scrollLeft > 0)
  frame.toggleAttribute('data-more-right', frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1)
}

/** The width of the frame, or undefined before it is mounted. */
function useFrame(): [framePx: number | undefined, frame: TableLook<object>['frame']] {
  const [framePx, setFramePx] = useState<number>()
  const frame = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined
    setFramePx(element.clientWidth)
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      setFramePx(element.clientWidth)
      tellEdges(element)
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    const onScroll = () => tellEdges(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])
  return [framePx, frame]
}

export function useTable<Row>({
  columns,
  choice = NOTHING,
  own = NOTHING,
  hasBoxes = false,
  actionsPx = 0,
}: TableSettings<Row>): TableLook<Row> {
  const [framePx, frame] = useFrame()
  const fit = useMemo(
    () => fitColumns({ columns, choice, own, framePx: framePx ?? 0, hasBoxes, actionsPx }),
    [columns, choice, own, framePx, hasBoxes, actionsPx],
  )
  // Keep the same array for the same columns, so that a new width does not redraw the rows.
  const names = JSON.stringify([fit.shown, fit.left])
  const parts = useMemo(() => {
    const [shown = [], left = []] = JSON.parse(names) as string[][] // as written above
    return {
      shown: columns
        .filter(({ key }) => shown.includes(key))
        .map((column, index) => ({
          ...column,
          className: index === 0 ? 'cell-name' : column.align === 'end' ? 'cell-end' : undefined,
        })),
      left: columns.filter(({ key }) => left.includes(key)),
    }
  }, [columns, names])
  return { frame, isMeasured: framePx !== undefined, ...parts, widths: fit.widths, tablePx: fit.tablePx }
}
