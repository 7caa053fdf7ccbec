// Computes which columns fit into the frame of a table, and their widths. It uses the declared widths and never the
// rows, so that nothing moves when rows are drawn and no row is measured.
import type { Column } from './column.ts'

/** The horizontal padding of a cell, as in table.css. */
const GAP_PX = 10
const BOX_PX = 40
const EXPANDER_PX = 28
const HEAD_TEXT_PX = 12.5
const BODY_TEXT_PX = 13.5
const SORT_ICON_PX = 17
const TAG_TEXT_PX = 12
/** The padding and the dot of a status tag. */
const TAG_REST_PX = 28
/** The padding of the row's action, and the width of the menu button beside it. */
const ACTION_PADDING_PX = 18
const MENU_PX = 34
/** Characters from here on, such as Chinese ones, are as wide as they are high. */
const WIDE_FROM = '\u2e80'
/** The average width of a Latin letter in the console's font, relative to its size. */
const LETTER_SHARE = 0.58
const DEFAULT_PX = 72
const LEAST_PX = 48
export const WIDTH_STEP_PX = 16

/** The minimum widths of common contents, in px. */
export const WIDTHS = {
  date: 92,
  time: 144,
  number: 48,
  money: 92,
  tag: 84,
  /** A tag with the reason of a failure below it. */
  reason: 128,
  text: 104,
} as const

/** The columns that a person chose to show or to hide. */
export type ColumnChoice = Readonly<Record<string, boolean>>
export type ColumnWidths = Readonly<Record<string, number>>

const textPx = (text: string, size: number) =>
  Array.from(text, (char) => (char < WIDE_FROM ? LETTER_SHARE : 1) * size).reduce((sum, px) => sum + px, 0)

/** The width of a column of status tags, whose longest word decides. */
export const tagPx = (words: Iterable<string>) =>
  Math.ceil(Math.max(WIDTHS.tag, ...Array.from(words, (word) => textPx(word, TAG_TEXT_PX) + TAG_REST_PX)))

/** The width that the last column needs for its first action and the menu. */
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
  /** The widths that the person set. */
  own: ColumnWidths
  /** The width of the frame, or 0 if unknown; then everything fits. */
  framePx: number
  hasBoxes: boolean
  /** The width of the last column, or 0 without one. */
  actionsPx: number
}

export interface Fit {
  shown: readonly string[]
  /** Columns without room. They are shown in the row's details. */
  left: readonly string[]
  /** In px. The last column, which has no width, takes the remaining room. */
  widths: ColumnWidths
  /** A table wider than its frame scrolls. */
  tablePx: number
}

/** Columns that a person chose always stay. Of the others, those with the lowest priority leave first. */
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
    // A narrow column may still fit after a wider one did not.
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
