// Spreadsheets and CSV files, in and out, a row at a time: a file of any length takes the memory of a few rows. Cells
// are text, on the way out also numbers, which can be added up. Text that a spreadsheet would take for a formula gets
// an apostrophe in front on the way out, and loses it on the way in.
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

/** After so many rows others have their turn: one that breaks every rule takes its reader a fifth of a millisecond. */
const ROWS_A_TURN = 64

/** Without what no database takes: a spelled-out zero, half a character where a long cell was cut. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

async function* numbered(rows: AsyncIterable<string[]>) {
  let at = 0
  for await (const cells of rows) yield { at: (at += 1), cells }
}

/** The rows of a file's first sheet, up to the last that is not empty; an empty one in between is an empty list. */
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
      yield cells.map((cell) => storable(cellRead(cell)))
    }
  } catch (error) {
    // The parser's own complaints arrive with ours inside.
    throw error instanceof SheetProblem ? error : unreadable(error)
  }
}

export type SheetCell = string | number
type SheetRows = AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>

/** How a column looks, as far as its format has looks. */
export interface SheetColumn {
  /** In characters. */
  width: number
  /** Its numbers are amounts of money, with two decimals always. */
  isAmount?: boolean
}

async function* escaped(rows: SheetRows, textOf: (value: number, column: number) => SheetCell) {
  for await (const row of rows)
    yield row.map((cell, column) => (typeof cell === 'number' ? textOf(cell, column) : cellWritten(cell)))
}

/** A file with these rows, the first of which names the columns and stays in sight. */
export function writeSheet(
  format: SheetFormat,
  rows: SheetRows,
  columns: readonly SheetColumn[] = [],
): AsyncIterable<Uint8Array> {
  if (format === 'csv') {
    const safe = escaped(rows, (value, column) => (columns[column]?.isAmount ? value.toFixed(2) : value))
    // All cells in quotes: a spreadsheet may separate at semicolons or tabs, and would find a formula behind one.
    return writeCsvStream(safe, { bom: true, quoteStyle: 'all' })
  }
  const looks = columns.map(({ width, isAmount }) => ({ width, ...(isAmount && { numFmt: '#,##0.00' }) }))
  return writeXlsxStream(
    escaped(rows, (value) => value),
    { name: 'Sheet1', freezePane: { rows: 1 }, columns: looks },
  )
}
