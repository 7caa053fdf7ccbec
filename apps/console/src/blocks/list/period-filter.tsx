// A filter by days, as the clocks of the session's zone have them: the usual periods, or a first and a last day of
// one's own. The address holds instants, so that a link shows everybody the same rows.
import { DAY_MS, LIMITS, instantOf, wallTime } from '@sealwright/contract'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTimeZone, usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import './list.css'
import { Popover } from '../overlay/popover.tsx'

const LAST_MS = 999

interface Days {
  from: string
  to: string
}

const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length)

/** Of a day by the calendar, such as today. */
const PERIODS = {
  today: (day: string): Days => ({ from: day, to: day }),
  week: (day: string): Days => ({ from: later(day, -6), to: day }),
  days: (day: string): Days => ({ from: later(day, -29), to: day }),
  month: (day: string): Days => ({ from: `${day.slice(0, 7)}-01`, to: day }),
  lastMonth: (day: string): Days => {
    const to = later(`${day.slice(0, 7)}-01`, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  },
} as const
const NAMES = Object.keys(PERIODS) as (keyof typeof PERIODS)[] // keys of a const object

const dayOf = (instant: string, zone: string) =>
  Number.isNaN(Date.parse(instant)) ? '' : wallTime(new Date(instant), zone).slice(0, 10)

function instantAt(day: string, edge: 'start' | 'end', zone: string): string {
  if (day === '') return ''
  const instant = instantOf(`${day}T${edge === 'start' ? LIMITS.date.startTime : LIMITS.date.endTime}`, zone).getTime()
  // To the end of its last second.
  return Number.isNaN(instant) ? '' : new Date(instant + (edge === 'end' ? LAST_MS : 0)).toISOString()
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector('button')?.focus({ preventScroll: true })
}

interface PeriodFilterProps {
  label: string
  /** Instants, or ''. */
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

export function PeriodFilter({ label, from, to, onChange }: PeriodFilterProps) {
  const t = usePhrases()
  const zone = useTimeZone()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const shown: Days = { from: dayOf(from, zone), to: dayOf(to, zone) }
  const isChosen = shown.from !== '' || shown.to !== ''
  const words = shown.from === shown.to ? shown.from : `${shown.from || '…'} – ${shown.to || '…'}`
  const set = (days: Days) => onChange(instantAt(days.from, 'start', zone), instantAt(days.to, 'end', zone))
  const choose = (days: Days) => {
    setIsOpen(false)
    button.current?.focus()
    set(days)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isChosen ? 'sw-button filter-choice filter-chosen sw-tabular' : 'sw-button filter-choice'}
        aria-label={`${label}: ${isChosen ? words : t('blocks.list.any')}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isChosen ? words : label}
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <Popover anchor={button} onClose={() => setIsOpen(false)}>
          <div ref={focusFirst} className="period" role="dialog" aria-label={label}>
            <div className="period-usual">
              {NAMES.map((name) => (
                <Button
                  key={name}
                  size="small"
                  onPress={() => choose(PERIODS[name](dayOf(new Date().toISOString(), zone)))}
                >
                  {t(`blocks.period.${name}`)}
                </Button>
              ))}
            </div>
            <div className="period-own">
              {(['from', 'to'] as const).map((edge) => (
                <label key={edge}>
                  {t(`blocks.period.${edge}`)}
                  <input
                    type="date"
                    className="input sw-tabular"
                    min={edge === 'to' && shown.from !== '' ? shown.from : LIMITS.date.earliest}
                    max={edge === 'from' && shown.to !== '' ? shown.to : LIMITS.date.latest}
                    value={shown[edge]}
                    onChange={(event) => set({ ...shown, [edge]: event.target.value })}
                  />
                </label>
              ))}
            </div>
            {isChosen && (
              <Button kind="quiet" size="small" onPress={() => choose({ from: '', to: '' })}>
                {t('blocks.list.clearFilter', { field: label })}
              </Button>
            )}
          </div>
        </Popover>
      )}
    </>
  )
}
