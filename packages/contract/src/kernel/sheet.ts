// What a file of rows can be, for a call that answers one, and what keeps a cell of it from being taken for a formula.
import * as z from 'zod/mini'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]
export const sheetFormat = z._default(z.enum(SHEET_FORMATS), 'xlsx')

// Also as wide characters, and after what is not seen: spaces of any kind, marks, control characters.
const START = /(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u.source
// What already has an apostrophe gets one more, so that reading gives back exactly what was written.
const FORMULA = new RegExp(`^'*${START}`, 'u')
const ESCAPED = new RegExp(`^'+${START}`, 'u')

/** Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export const cellWritten = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
/** And loses it when it is read. */
export const cellRead = (cell: string) => (ESCAPED.test(cell) ? cell.slice(1) : cell)
