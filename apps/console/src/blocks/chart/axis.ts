// The axes of a chart: a few round ticks on the vertical axis, and as many labels as fit on the horizontal one. Text
// widths are estimated, since measuring would force a layout for every label.
import { scaleLinear } from 'd3-scale'
import type { ScaleLinear } from 'd3-scale'

/** The font size of axis text in the style sheet. */
const TEXT_PX = 11.5
const GAP_PX = 14
const TICKS = 4

/** A day such as `2026-09-01`, without its year. */
export const shortDay = (day: string) => day.slice('YYYY-'.length)

/** An estimate, slightly more than the real width. */
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
 * The vertical scale, which includes 0 and ends at round values. Whole numbers get only whole ticks: there is no half a
 * license.
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
 * Keeps every label, or every second, or every third and so on, always with the last one. Labels do not overlap, and
 * stay inside the chart if they fit at all.
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
