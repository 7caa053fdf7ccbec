// The colors of a chart, by the names of the tokens, and the small square that ties one to a word.
import type { Tone } from '../control/status-tag.tsx'
import './charts.css'

export type ChartTone = Tone | 'teal' | 'lime'

/** Sets the text color; shapes are drawn in it. */
export const toneClass = (tone: ChartTone) => `chart-tone-${tone}`

export function Swatch({ tone }: { tone: ChartTone }) {
  return <span className={`chart-swatch ${toneClass(tone)}`} />
}
