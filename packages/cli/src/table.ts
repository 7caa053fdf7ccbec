// Tables and lists of values for people. Chinese, Japanese and Korean characters and emoji take two columns of a
// terminal, so widths are measured and not counted.

const EAST_ASIAN = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/u
const OTHER_WIDE = /[\uFFE0-\uFFE6]|\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{20000}-\u{3FFFD}]/u
const NARROW_PICTOGRAPH = /[0-9#*©®™\u2190-\u21FF\u2600-\u27BF]/u
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function widthOfOne(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0
  if (grapheme.includes('\uFE0F')) return 2
  const first = String.fromCodePoint(grapheme.codePointAt(0) ?? 0x20)
  return EAST_ASIAN.test(first) || (OTHER_WIDE.test(first) && !NARROW_PICTOGRAPH.test(first)) ? 2 : 1
}

/** Columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOfOne(segment)
  return width
}

/** The beginning of a text that fits, with an ellipsis if it is cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const { segment } of graphemes.segment(text)) {
    left -= widthOfOne(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept}…`
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))

// oxlint-disable-next-line no-control-regex -- a name must not move the cursor or color the terminal
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g

/** A value in one line. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(CONTROL, ' ')
}

export type Row = Readonly<Record<string, unknown>>

/** What people look for first, in this order. Other fields follow if there is room. */
const MAIN = [
  'guid',
  'serial',
  'shellNumber',
  'orderId',
  'name',
  'displayName',
  'account',
  'userName',
  'kind',
  'category',
  'subject',
  'status',
  'state',
  'upgradeStatus',
  'licenseId',
  'productName',
  'templateName',
  'customerName',
  'total',
  'success',
  'fail',
  'amountFen',
  'bound',
  'expireTime',
  'issueTime',
  'at',
  'createTime',
]
const GAP = 2
const NARROWEST = 6
const MOST_OTHERS = 8

const hasText = (rows: readonly Row[], name: string) =>
  rows.some((row) =>
    typeof row[name] === 'object' ? row[name] !== null && !Array.isArray(row[name]) : cellOf(row[name]),
  )

/** The columns of a table, in the order of their use to people. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => hasText(rows, name) && rows.every((row) => typeof row[name] !== 'object' || row[name] === null),
  )
  const main = MAIN.filter((name) => names.includes(name))
  return main.length > 2 ? main : [...main, ...names.filter((name) => !main.includes(name))].slice(0, MOST_OTHERS)
}

/** The widths that fit: the last columns are left out, then the widest are cut. */
function fitted(natural: readonly number[], most: number): number[] {
  const widths = [...natural]
  const taken = () => widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
  while (widths.length > 1 && taken() > most) {
    // The first column identifies the row: it is not cut while another one can go.
    const spare = widths.slice(1).reduce((sum, width) => sum + Math.max(0, width - 16), 0)
    if (taken() - spare <= most) break
    widths.pop()
  }
  while (taken() > most) {
    const widest = widths.indexOf(
      Math.max(...(widths.length > 1 ? widths.slice(1) : widths)),
      widths.length > 1 ? 1 : 0,
    )
    const width = widths[widest] ?? 0
    if (width <= NARROWEST) break
    widths[widest] = width - 1
  }
  return widths
}

/** A table that fits `most` columns of a terminal; null means that there is no limit. */
export function table(rows: readonly Row[], columns: readonly string[], most: number | null): string {
  const cells = rows.map((row) => columns.map((name) => cellOf(row[name])))
  const natural = columns.map((name, index) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const widths = most === null ? natural : fitted(natural, most)
  const line = (texts: readonly string[]) =>
    widths
      .map((width, index) => padded(cut(texts[index] ?? '', width), width))
      .join(' '.repeat(GAP))
      .trimEnd()
  return [columns, ...cells].map((texts) => `${line(texts)}\n`).join('')
}

/** An answer that is no list: a line for each field, and lists below. */
export function details(answer: Row, most: number | null): string {
  const names = Object.keys(answer)
  const label = Math.max(0, ...names.map(widthOf))
  const one = (name: string): string => {
    const value = answer[name]
    // Not cut: a person may copy it.
    if (!Array.isArray(value)) return `${`${padded(name, label)}  ${cellOf(value)}`.trimEnd()}\n`
    const isRows = value.length > 0 && value.every((item) => typeof item === 'object' && item !== null)
    const rows = isRows ? (value as Row[]) : [] // as checked
    const items = isRows
      ? table(rows, columnsOf(rows), most === null ? null : most - 2)
          .trimEnd()
          .split('\n')
      : value.map(cellOf)
    return items.length === 0
      ? `${padded(name, label)}  –\n`
      : `${name}\n${items.map((item) => `  ${item}\n`).join('')}`
  }
  return names.map(one).join('')
}
