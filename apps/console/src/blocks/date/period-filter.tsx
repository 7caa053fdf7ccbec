// A filter by days in the session's zone. Its calendar is loaded when it is opened. The address holds instants, so that
// a link shows everybody the same rows.
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { useOnDemand } from '../../lib/on-demand.ts'
import { useTimeZone, usePhrases } from '../../lib/words/i18n.tsx'
import { daysOf, instantAt, periodWords } from './period.ts'

interface PeriodFilterProps {
  label: string
  /** Instants, or ''. */
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

const loadPickers = () => import('./pickers.ts')

export function PeriodFilter({ label, from, to, onChange }: PeriodFilterProps) {
  const t = usePhrases()
  const zone = useTimeZone()
  const button = useRef<HTMLButtonElement>(null)
  const { shown: pickers, open, close } = useOnDemand(loadPickers)
  const words = periodWords(t, from, to, zone)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={words ? 'sw-button filter-choice filter-chosen' : 'sw-button filter-choice'}
        aria-label={`${label}: ${words || t('blocks.list.any')}`}
        aria-haspopup="dialog"
        aria-expanded={pickers !== undefined}
        onClick={pickers ? close : open}
      >
        {label}
        <ChevronDown size={14} aria-hidden />
      </button>
      {pickers && (
        <pickers.PeriodPicker
          anchor={button}
          label={label}
          days={daysOf(from, to, zone)}
          zone={zone}
          onPick={(days) => onChange(instantAt(days.from, 'start', zone), instantAt(days.to, 'end', zone))}
          onClose={close}
        />
      )}
    </>
  )
}
