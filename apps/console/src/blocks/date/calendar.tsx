// One month of days, or two, to choose from. One day is in the tab order; the keys are those of the date picker dialog
// in the WAI-ARIA practices. Knows days only: times, typing and what a choice means belong to the pickers.
import { LIMITS } from '@sealwright/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { Select } from '../control/select.tsx'
import { addMonths, dayAfterKey, firstOfMonth, lastOfMonth, monthOf, weeksOf, within } from './calendar-days.ts'
import type { Days } from './calendar-days.ts'
import { calendarWords } from './calendar-words.ts'
import type { CalendarWords } from './calendar-words.ts'

const { earliest, latest } = LIMITS.date
const YEARS = Array.from(
  { length: Number(latest.slice(0, 4)) - Number(earliest.slice(0, 4)) + 1 },
  (_, index) => Number(earliest.slice(0, 4)) + index,
)

interface CalendarProps {
  /** The same day twice for a single one; '' for none. */
  chosen: Days
  today: string
  /** The day that the calendar opens on; another one later turns it to that day. */
  openAt: string
  min?: string
  max?: string
  months?: 1 | 2
  /** Opens with the focus on a day. */
  hasFocus?: boolean
  onChoose: (day: string, by: 'pointer' | 'key') => void
  /** The pointer or the focus is on this day. */
  onPoint?: (day: string) => void
}

export function Calendar({
  chosen,
  today,
  openAt,
  min = earliest,
  max = latest,
  months = 1,
  hasFocus = false,
  onChoose,
  onPoint,
}: CalendarProps) {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const words = calendarWords(locale)
  const frame = useRef<HTMLDivElement>(null)
  const isFocusMoving = useRef(hasFocus)
  const [at, setAt] = useState(within(openAt, min, max))
  const [first, setFirst] = useState(addMonths(firstOfMonth(at), 1 - months))
  const shown = Array.from({ length: months }, (_, index) => addMonths(first, index))
  /** Turns to the month of a day that is not in sight. */
  const turnTo = (day: string) => {
    setAt(day)
    if (!shown.some((month) => monthOf(month) === monthOf(day)))
      setFirst(day < first ? firstOfMonth(day) : addMonths(firstOfMonth(day), 1 - months))
  }
  const [wasOpenAt, setWasOpenAt] = useState(openAt)
  if (openAt !== wasOpenAt) {
    setWasOpenAt(openAt)
    turnTo(within(openAt, min, max))
  }

  useEffect(() => {
    if (!isFocusMoving.current) return
    isFocusMoving.current = false
    frame.current?.querySelector<HTMLElement>(`[data-day='${at}']`)?.focus({ preventScroll: true })
  }, [at])

  /** Shows a month, and keeps a day of what is shown in the tab order. */
  const show = (month: string) => {
    const next = within(firstOfMonth(month), firstOfMonth(min), firstOfMonth(max))
    setFirst(next)
    // A day that the month lacks, such as February 31, becomes its last one.
    setAt((day) => within(within(`${monthOf(next)}${day.slice('yyyy-MM'.length)}`, next, lastOfMonth(next)), min, max))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose(at, 'key')
      return
    }
    const target = dayAfterKey(at, event.key, event.shiftKey, words.firstWeekday)
    if (target === undefined) return
    event.preventDefault()
    const day = within(target, min, max)
    isFocusMoving.current = true
    turnTo(day)
    onPoint?.(day)
  }

  const choices = {
    year: (
      <Select
        key="year"
        aria-label={t('blocks.calendar.year')}
        value={first.slice(0, 4)}
        options={YEARS.filter((year) => `${year}` >= min.slice(0, 4) && `${year}` <= max.slice(0, 4)).map((year) => ({
          value: `${year}`,
          label: words.year(year),
        }))}
        onSelect={(year) => show(`${year}${first.slice(4)}`)}
      />
    ),
    month: (
      <Select
        key="month"
        aria-label={t('blocks.calendar.month')}
        value={first.slice(5, 7)}
        options={words.months.map((label, index) => ({ value: `${index + 1}`.padStart(2, '0'), label }))}
        onSelect={(month) => show(`${first.slice(0, 5)}${month}-01`)}
      />
    ),
  }
  return (
    <div ref={frame} className="calendar">
      <span className="sw-visually-hidden" aria-live="polite">
        {words.month(first)}
      </span>
      {shown.map((month, index) => (
        <div key={index} className="calendar-month">
          <div className="calendar-head">
            {index === 0 && (
              <button
                type="button"
                className="sw-icon-button"
                aria-label={t('blocks.calendar.previous')}
                disabled={monthOf(first) <= monthOf(min)}
                onClick={() => show(addMonths(first, -1))}
              >
                <ChevronLeft size={16} aria-hidden />
              </button>
            )}
            <span className="calendar-title">
              {index > 0
                ? words.month(month)
                : locale === 'zh'
                  ? [choices.year, choices.month]
                  : [choices.month, choices.year]}
            </span>
            {index === months - 1 && (
              <button
                type="button"
                className="sw-icon-button"
                aria-label={t('blocks.calendar.next')}
                disabled={monthOf(month) >= monthOf(max)}
                onClick={() => show(addMonths(first, 1))}
              >
                <ChevronRight size={16} aria-hidden />
              </button>
            )}
          </div>
          <MonthDays
            month={month}
            words={words}
            at={at}
            today={today}
            chosen={chosen}
            min={min}
            max={max}
            onKeyDown={onKeyDown}
            onChoose={(day) => {
              setAt(day)
              onChoose(day, 'pointer')
            }}
            onPoint={onPoint}
          />
        </div>
      ))}
    </div>
  )
}

interface MonthDaysProps extends Required<Pick<CalendarProps, 'chosen' | 'today' | 'min' | 'max'>> {
  month: string
  words: CalendarWords
  /** The day in the tab order. */
  at: string
  onKeyDown: (event: KeyboardEvent) => void
  onChoose: (day: string) => void
  onPoint: ((day: string) => void) | undefined
}

/** Which end of the chosen period a day is, for the shape of its mark. */
function placeOf(day: string, { from, to }: Days): 'only' | 'first' | 'last' | 'inside' | undefined {
  if (day === from) return to === '' || to === from ? 'only' : 'first'
  if (day === to) return from === '' ? 'only' : 'last'
  return from !== '' && to !== '' && day > from && day < to ? 'inside' : undefined
}

function MonthDays({ month, words, at, today, chosen, min, max, onKeyDown, onChoose, onPoint }: MonthDaysProps) {
  return (
    <table role="grid" className="calendar-days" aria-label={words.month(month)} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {words.weekdays.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, words.firstWeekday).map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) => {
              if (day === undefined) return <td key={weekday} />
              const place = placeOf(day, chosen)
              return (
                <td key={weekday} role="gridcell" aria-selected={place !== undefined} data-place={place}>
                  <button
                    type="button"
                    className="calendar-day"
                    data-day={day}
                    aria-label={words.day(day)}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={day < min || day > max}
                    tabIndex={day === at ? 0 : -1}
                    onClick={() => onChoose(day)}
                    onPointerEnter={onPoint && (() => onPoint(day))}
                  >
                    {Number(day.slice(-2))}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
