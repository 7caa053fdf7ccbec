// The change of a total against the one before: its direction, and its size in percent. The words come from the page,
// because they name the time before.
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useFormat } from '../../lib/words/i18n.tsx'
import './charts.css'

export interface Compared {
  total: number
  before: number
}
/** `fresh`: there was nothing before, so there is no share. */
type ChangeKind = 'more' | 'less' | 'same' | 'fresh'
export type ChangeWords = (kind: ChangeKind, share: string) => string

/** A small share keeps a digit after the point. */
const rounded = (percent: number) => (percent < 10 ? percent : Math.round(percent))

/** The size of a change, and with its direction as a short text: +12%. */
export function useChange(): (compared: Compared) => { kind: ChangeKind; share: string; short: string } {
  const { number } = useFormat()
  return ({ total, before }) => {
    if (total === before) return { kind: 'same', share: '0%', short: '±0%' }
    if (before === 0) return { kind: 'fresh', share: '', short: '–' }
    const share = `${number(rounded(Math.abs((total - before) / before) * 100))}%`
    return total > before ? { kind: 'more', share, short: `+${share}` } : { kind: 'less', share, short: `−${share}` }
  }
}

interface ChangeProps {
  compared: Compared
  wordsOf: ChangeWords
  /** Without it, the words. */
  tip?: string
}

export function Change({ compared, wordsOf, tip }: ChangeProps) {
  const { kind, share, short } = useChange()(compared)
  const words = wordsOf(kind, share)
  const Icon = kind === 'more' ? TrendingUp : TrendingDown
  return (
    <span className="chart-change" data-tip={tip ?? words}>
      {(kind === 'more' || kind === 'less') && <Icon size={13} aria-hidden />}
      <span aria-hidden>{short}</span>
      <span className="sw-visually-hidden">{words}</span>
    </span>
  )
}
