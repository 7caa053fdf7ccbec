// How the numbers of a figure are written: money or counts, and the change against the period before.
import { FEN_A_YUAN, MEASURES } from '@sealwright/contract'
import type { Dimension, MeasureName } from '@sealwright/contract'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

export interface FigureFormat {
  format: (value: number) => string
  /** Shorter, for the axis. */
  formatTick: (value: number) => string
}

export function useFigureFormat(measure: MeasureName): FigureFormat {
  const { number, money } = useFormat()
  return MEASURES[measure].unit === 'fen'
    ? { format: money, formatTick: (fen) => `¥${number(fen / FEN_A_YUAN)}` }
    : { format: number, formatTick: number }
}

export interface Compared {
  total: number
  before: number
}

/** The change in words, and as a short text: +12%. */
export function useChange(): (compared: Compared) => { words: string; short: string } {
  const t = usePhrases()
  const { number } = useFormat()
  return ({ total, before }) => {
    if (total === before) return { words: t('statistics.change.same'), short: '±0%' }
    if (before === 0) return { words: t('statistics.change.fresh'), short: '–' }
    const share = `${number(Math.abs((total - before) / before) * 100)}%`
    return total > before
      ? { words: t('statistics.change.more', { share }), short: `+${share}` }
      : { words: t('statistics.change.less', { share }), short: `−${share}` }
  }
}

/** Without the year, to keep the labels of the axis short. */
export const shortDay = (day: string) => day.slice('YYYY-'.length)

/** The name of a dimension within a sentence. */
export function useDimensionWord(): (by: Dimension) => string {
  const t = usePhrases()
  return (by) => t(`statistics.dimensions.${by}`).toLowerCase()
}
