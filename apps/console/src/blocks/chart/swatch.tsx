// The chart colors, named like the tokens, and the small square of a legend entry.
import type { Tone } from '../control/status-tag.tsx'
import './charts.css'

export type ChartTone = Tone | 'teal' | 'lime'

/** Sets the text color, which shapes use as `currentColor`. */
export const toneClass = (tone: ChartTone) => `chart-tone-${tone}`

export function Swatch({ tone }: { tone: ChartTone }) {
  return <span className={`chart-swatch ${toneClass(tone)}`} />
}
