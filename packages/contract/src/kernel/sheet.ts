// The file formats of exported rows, and the escaping that keeps a spreadsheet from reading a cell as a formula.
import * as z from 'zod/mini'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]
export const sheetFormat = z._default(z.enum(SHEET_FORMATS), 'xlsx')

// Formula characters, also full-width ones, and also after invisible characters (whitespace, format and control
// characters).
const START = /(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u.source
// Text that starts with apostrophes before a formula character gets another one, so that reading restores the exact
// text.
const FORMULA = new RegExp(`^'*${START}`, 'u')
const ESCAPED = new RegExp(`^'+${START}`, 'u')

/** Puts an apostrophe before text that a spreadsheet would read as a formula. */
export const cellWritten = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
/** Removes that apostrophe. */
export const cellRead = (cell: string) => (ESCAPED.test(cell) ? cell.slice(1) : cell)
