// Writes codes to a CSV file in the browser, which already has them. Every cell is quoted and protected against
// formulas, as in the server's files.
import { cellWritten } from '@sealwright/contract'

/** Without it, spreadsheets misread the encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const cellOf = (text: string) => `"${cellWritten(text).replaceAll('"', '""')}"`

export const csvOf = (rows: readonly (readonly string[])[]) =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
