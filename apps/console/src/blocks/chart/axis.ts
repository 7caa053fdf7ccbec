// What stands along the edges of a chart: few round numbers upwards, and as many of the labels below as have room.
// Widths of text are estimated, never measured: measuring would lay the page out once more for every label.
import { scaleLinear } from 'd3-scale'
import type { ScaleLinear } from 'd3-scale'

/** The size that the style sheet gives to the text of an axis. */
const TEXT_PX = 11.5
const GAP_PX = 14
const TICKS = 4

/** A little more than the text takes. */
export function textWidthPx(text: string, sizePx = TEXT_PX): number {
  let widthPx = 0
  // Chinese, Japanese and Korean characters are square.
  for (const character of text) widthPx += (character >= '\u2E80' ? 1.02 : 0.64) * sizePx
  return widthPx
}

export interface Upwards {
  y: ScaleLinear<number, number>
  ticks: number[]
}

/**
 * From nothing to the most there is, rounded up. Whole numbers have no ticks between them: there is no half a license.
 */
export function upwards(values: readonly number[], rangePx: readonly [number, number]): Upwards {
  const least = Math.min(0, ...values)
  const most = Math.max(0, ...values)
  if (least === most) return { y: scaleLinear([0, 1], rangePx), ticks: [0] }
  const y = scaleLinear([least, most], rangePx).nice(TICKS)
  const ticks = y.ticks(TICKS)
  return { y, ticks: values.every(Number.isInteger) ? ticks.filter(Number.isInteger) : ticks }
}

export interface PlacedLabel {
  index: number
  text: string
  middle: number
}

/**
 * Every label, or every second, or every third …, always with the last one, so that none touches another and none that
 * fits at all leaves the chart.
 */
export function placeLabels(
  texts: readonly string[],
  middleOf: (index: number) => number,
  widthPx: number,
): PlacedLabel[] {
  const labels = texts.map((text, index) => {
    const half = textWidthPx(text) / 2
    return { index, text, half, middle: Math.max(half, Math.min(middleOf(index), widthPx - half)) }
  })
  for (let step = 1; step < labels.length; step++) {
    const kept = labels.filter(({ index }) => (labels.length - 1 - index) % step === 0)
    if (
      kept.every(
        (label, at) =>
          at === 0 || label.middle - label.half - GAP_PX >= (kept[at - 1]?.middle ?? 0) + (kept[at - 1]?.half ?? 0),
      )
    )
      return kept
  }
  return labels.slice(-1)
}
