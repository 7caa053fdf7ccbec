// Codes as a file, made here: they are on the page already. Every cell is quoted, and guarded as in the files that the
// server writes.
import { cellWritten } from '@sealwright/contract'

/** Without it, spreadsheets take the file for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const cellOf = (text: string) => `"${cellWritten(text).replaceAll('"', '""')}"`

export const csvOf = (rows: readonly (readonly string[])[]) =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
