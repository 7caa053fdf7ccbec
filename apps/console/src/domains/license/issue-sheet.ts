// Codes as a file, made here: they are on the page already. Every cell is quoted, and what a spreadsheet would take for a formula gets an apostrophe in front.
const FORMULA = /^[=+\-@\t\r]/
/** Without it, spreadsheets take the file for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const cellOf = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export const csvOf = (rows: readonly (readonly string[])[]) => BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
