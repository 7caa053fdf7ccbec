// How the numbers of a figure are written: money or counts, and the change against the period before.
import { FEN_A_YUAN, MEASURES } from '@sealwright/contract'
import type { Dimension, MeasureName } from '@sealwright/contract'
import type { ChangeWords } from '../../blocks/chart/change.tsx'
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

export function useChangeWords(): ChangeWords {
  const t = usePhrases()
  return (kind, share) => t(`statistics.change.${kind}`, { share })
}

/** The name of a dimension within a sentence. */
export function useDimensionWord(): (by: Dimension) => string {
  const t = usePhrases()
  return (by) => t(`statistics.dimensions.${by}`).toLowerCase()
}
