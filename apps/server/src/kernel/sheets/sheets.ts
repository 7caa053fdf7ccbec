// Reads and writes spreadsheets and CSV files one row at a time, so a file of any length takes the memory of a few
// rows. Cells are text; written cells can also be numbers, which a spreadsheet can sum. Text that a spreadsheet would
// take for a formula gets a leading apostrophe when it is written, and loses it when it is read.
import { setImmediate } from 'node:timers/promises'
import { cellRead, cellWritten } from '@sealwright/contract'
import type { SheetFormat } from '@sealwright/contract'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { readCsv } from './csv.ts'
import { ROWS_SEEN_MAX, SheetProblem, unreadable } from './problem.ts'
import type { SheetLimits } from './problem.ts'
import { readXlsx } from './xlsx.ts'

export { SheetProblem } from './problem.ts'

export const SHEET_TYPES: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Other work runs after this many rows. A row that breaks every rule takes its reader a fifth of a millisecond. */
const ROWS_A_TURN = 64

/** Removes what no database stores: NUL characters, and half a surrogate pair at the end of a cut cell. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

async function* numbered(rows: AsyncIterable<string[]>) {
  let at = 0
  for await (const cells of rows) yield { at: (at += 1), cells }
}

/** The rows of the first sheet, up to the last one that is not empty. An empty row in between is an empty list. */
export async function* readSheet(file: File, limits: SheetLimits): AsyncGenerator<string[]> {
  const rows = file.name.toLowerCase().endsWith('.xlsx')
    ? readXlsx(file, limits)
    : numbered(readCsv(file, limits.cellMax))
  let given = 0
  let seen = 0
  try {
    for await (const { at, cells } of rows) {
      seen += 1
      if (seen > ROWS_SEEN_MAX) throw new SheetProblem('tooManyRows')
      if (seen % ROWS_A_TURN === 0) await setImmediate()
      if (cells.every((cell) => cell === '')) continue
      if (!(at > given)) throw unreadable()
      if (at > limits.rows) throw new SheetProblem('tooManyRows')
      for (given += 1; given < at; given += 1) {
        if (given % ROWS_A_TURN === 0) await setImmediate()
        yield []
      }
      // One distant cell makes a long row of empty ones.
      yield cells.map((cell) => cell && storable(cellRead(cell)))
    }
  } catch (error) {
    // Errors of a parser become a SheetProblem, with the original as the cause.
    throw error instanceof SheetProblem ? error : unreadable(error)
  }
}

export type SheetCell = string | number
type SheetRows = AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>

/** The look of a column, where the file format supports it. */
export interface SheetColumn {
  /** In characters. */
  width: number
  /** The numbers are amounts of money and always have two decimals. */
  isAmount?: boolean
}

async function* escaped(rows: SheetRows, textOf: (value: number, column: number) => SheetCell) {
  for await (const row of rows)
    yield row.map((cell, column) => (typeof cell === 'number' ? textOf(cell, column) : cellWritten(cell)))
}

/** A file with these rows. The first row names the columns; a spreadsheet keeps it in view. */
export function writeSheet(
  format: SheetFormat,
  rows: SheetRows,
  columns: readonly SheetColumn[] = [],
): AsyncIterable<Uint8Array> {
  if (format === 'csv') {
    const safe = escaped(rows, (value, column) => (columns[column]?.isAmount ? value.toFixed(2) : value))
    // Quote all cells: a spreadsheet may also split at semicolons or tabs, and could find a formula after one.
    return writeCsvStream(safe, { bom: true, quoteStyle: 'all' })
  }
  const looks = columns.map(({ width, isAmount }) => ({ width, ...(isAmount && { numFmt: '#,##0.00' }) }))
  return writeXlsxStream(
    escaped(rows, (value) => value),
    { name: 'Sheet1', freezePane: { rows: 1 }, columns: looks },
  )
}
