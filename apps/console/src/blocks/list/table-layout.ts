// Which columns of a table fit into its frame, and how wide each one is. The widths are computed from what the columns
// declare and never from the rows: nothing moves when rows are drawn, and no row is measured.
import type { Column } from './data-table.tsx'

/** The padding on either side of a cell; the stylesheet has the same number. */
const GAP_PX = 10
const BOX_PX = 40
const EXPANDER_PX = 28
const HEAD_TEXT_PX = 12.5
const BODY_TEXT_PX = 13.5
const SORT_ICON_PX = 17
/** Around the words of the action in the row, and the button of the menu beside it. */
const ACTION_PADDING_PX = 18
const MENU_PX = 34
/** The first of the characters of Chinese, which are as wide as high. */
const WIDE_FROM = '\u2e80'
/** The width of an average Latin letter of the console's font, by its height. */
const LETTER_SHARE = 0.58
const DEFAULT_PX = 72
const LEAST_PX = 48
export const WIDTH_STEP_PX = 16

/** The least that usual contents need, in px. */
export const WIDTHS = {
  date: 92,
  time: 128,
  number: 48,
  money: 92,
  tag: 84,
  text: 104,
} as const

/** What a person decided about a list's columns: shown or hidden. */
export type ColumnChoice = Readonly<Record<string, boolean>>
export type ColumnWidths = Readonly<Record<string, number>>

const textPx = (text: string, size: number) =>
  Array.from(text, (char) => (char < WIDE_FROM ? LETTER_SHARE : 1) * size).reduce((sum, px) => sum + px, 0)

/** What the last column needs for the words of its first action and the menu. */
export const actionsPx = (labels: Iterable<string>, head: string) =>
  Math.ceil(
    Math.max(
      textPx(head, HEAD_TEXT_PX) + GAP_PX,
      ...Array.from(labels, (label) => textPx(label, BODY_TEXT_PX) + ACTION_PADDING_PX + MENU_PX),
    ) +
      2 * GAP_PX,
  )

function needOf<Row>({ minWidth = DEFAULT_PX, title, sort }: Column<Row>): number {
  const head = textPx(title, HEAD_TEXT_PX) + (sort === undefined ? 0 : SORT_ICON_PX)
  return Math.ceil(Math.max(minWidth, head)) + 2 * GAP_PX
}

export const widthWithin = (px: number) => Math.max(LEAST_PX, Math.round(px))

interface Room<Row> {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  /** As the person set them. */
  own: ColumnWidths
  /** Of the frame; 0 where it is not known, and everything fits. */
  framePx: number
  hasBoxes: boolean
  /** Of the last column, 0 without one. */
  actionsPx: number
}

export interface Fit {
  shown: readonly string[]
  /** Columns that there is no room for, which stand in the details of a row. */
  left: readonly string[]
  /** In px; the last column takes up what the others leave where it is undefined. */
  widths: ColumnWidths
  /** A table that is wider than its frame scrolls. */
  tablePx: number
}

/** The columns that a person asked for stay, whatever the room; of the others the least important leave first. */
export function fitColumns<Row>({ columns, choice, own, framePx, hasBoxes, actionsPx: lastPx }: Room<Row>): Fit {
  const wanted = columns.filter(({ key, isOnDemand }, index) => index === 0 || (choice[key] ?? !isOnDemand))
  const pxOf = new Map(wanted.map((column) => [column.key, own[column.key] ?? needOf(column)]))
  const sumOf = (some: readonly Column<Row>[]) => some.reduce((sum, { key }) => sum + (pxOf.get(key) ?? 0), 0)
  const outerPx = (hasBoxes ? BOX_PX : 0) + lastPx
  const left = new Set<string>()
  if (framePx > 0 && outerPx + sumOf(wanted) > framePx) {
    const isAskedFor = ({ key }: Column<Row>, index: number) => index === 0 || choice[key] || own[key] !== undefined
    let roomPx = framePx - outerPx - EXPANDER_PX - sumOf(wanted.filter(isAskedFor))
    const others = wanted
      .filter((column, index) => !isAskedFor(column, index))
      .toSorted((a, b) => (b.priority ?? 1) - (a.priority ?? 1))
    // A narrow column may still fit where a wider one before it did not.
    for (const { key } of others) {
      const px = pxOf.get(key) ?? 0
      if (px > roomPx) left.add(key)
      else roomPx -= px
    }
  }
  const shown = wanted.filter(({ key }) => !left.has(key))
  const tablePx = outerPx + (left.size > 0 ? EXPANDER_PX : 0) + sumOf(shown)
  const growing = shown.filter(({ key }) => own[key] === undefined)
  const share = Math.max(0, framePx - tablePx) / Math.max(1, sumOf(growing))
  const widthOf = ({ key }: Column<Row>) => {
    const px = pxOf.get(key) ?? 0
    return own[key] === undefined ? Math.floor(px * (1 + share)) : px
  }
  return {
    shown: shown.map(({ key }) => key),
    left: wanted.filter(({ key }) => left.has(key)).map(({ key }) => key),
    widths: Object.fromEntries(shown.map((column) => [column.key, widthOf(column)])),
    tablePx,
  }
}
