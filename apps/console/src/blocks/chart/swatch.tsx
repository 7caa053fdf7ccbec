// The chart colors, named like the tokens, and the small square of a legend entry.
import type { Tone } from '../control/status-tag.tsx'
import './charts.css'

export type ChartTone = Tone | 'teal' | 'lime' | 'rose' | 'plum' | 'brown'

/** Colors for parts without a meaning of their own. Neighbors differ clearly, also for most color-blind people. */
export const SERIES_TONES: readonly ChartTone[] = [
  'brand',
  'warn',
  'teal',
  'violet',
  'lime',
  'rose',
  'ok',
  'plum',
  'brown',
  'bad',
]

/** Sets the text color, which shapes use as `currentColor`. */
export const toneClass = (tone: ChartTone) => `chart-tone-${tone}`

export function Swatch({ tone, isFaint = false }: { tone: ChartTone; isFaint?: boolean | undefined }) {
  return <span className={`chart-swatch${isFaint ? ' chart-swatch-faint' : ''} ${toneClass(tone)}`} />
}
