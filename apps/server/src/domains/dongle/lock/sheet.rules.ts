// The files of locks: the columns of the import, and lists of shell numbers. Headings are recognized in every language.
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import { headingsIn } from '../../../kernel/sheets/headings.ts'

export const COLUMNS = ['shellNumber', 'customerName', 'remark'] as const
export type Column = (typeof COLUMNS)[number]
export const columnLabel = (say: Sentences, column: string) => fieldLabel(say, 'userLock', column)

/** In the example row of the template. No lock has it, so a row that was left in is ignored. */
export const EXAMPLE_NUMBER = '0'.repeat(20)

export const columnsOf = (headings: readonly string[], languages: readonly Sentences[]): Map<Column, number> =>
  headingsIn(headings, COLUMNS, (column) => languages.map((say) => columnLabel(say, column)))

const textAt = (row: readonly string[], index: number) => (row[index] ?? '').trim()

/** The cells of a row as a payload. Undefined for an empty row or the example. */
export function cellsOf(
  row: readonly string[],
  columns: ReadonlyMap<Column, number>,
): Partial<Record<Column, string | null>> | undefined {
  const cells: Partial<Record<Column, string | null>> = {}
  for (const [column, index] of columns) cells[column] = textAt(row, index) || null
  const isEmpty = Object.values(cells).every((cell) => cell === null)
  return isEmpty || cells.shellNumber === EXAMPLE_NUMBER ? undefined : cells
}

/** The shell numbers of a row: one cell of the column, or everything that a line of a text file lists. */
export const numbersIn = (text: string): string[] => text.split(/[\s,;，；、]+/).filter((part) => part !== '')
