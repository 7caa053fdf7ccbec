// The keys and colors of the series of a figure. Apart from the chart, which the table does not wait for.
import type { StatisticAnswer } from '@sealwright/contract'
import type { ChartTone } from '../../blocks/chart/swatch.tsx'
import { SERIES_TONES } from '../../blocks/chart/swatch.tsx'

type Series = Pick<StatisticAnswer['series'][number], 'key'>

/** The sum of all further series has no key; no key of a dimension has a space. */
const OTHERS = 'all others'

export const seriesKey = ({ key }: Series): string => key ?? OTHERS
export const toneAt = ({ key }: Series, index: number): ChartTone =>
  key === null ? 'neutral' : (SERIES_TONES[index] ?? 'neutral')
