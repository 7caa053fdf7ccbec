// A column of a table: its cells, and what decides whether there is room for it.
import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The sort name of the call. Absent if the list cannot be sorted by this column. */
  sort?: string
  align?: 'end'
  /** Hidden until a person chooses it. */
  isOnDemand?: boolean
  /** The minimum width of the content in px, for both languages. The title always has room. */
  minWidth?: number
  /** Without enough room, columns with a higher priority stay; of equal ones, the first. Default: 1. */
  priority?: number
}
