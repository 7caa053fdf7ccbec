// A date and a time under one label, in the session's time zone. The form holds '' or an instant in UTC. It holds a
// half-typed value as `2027-01-31T`, which no time schema accepts, so the value is neither lost nor sent as empty.
import { LIMITS, instantOf, wallTime } from '@sealwright/contract'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTimeZone, usePhrases } from '../../lib/words/i18n.tsx'
import { useTimeZoneLabel } from '../../lib/words/time-zones.ts'
import { IconButton } from '../control/button.tsx'
import '../control/controls.css'
import { Field } from './field.tsx'
import type { TextNames } from './field.tsx'
import './form.css'
import type { Form } from './form-state.ts'

interface MomentFieldProps<Values extends object> {
  form: Form<Values>
  name: TextNames<Values>
  /** Whether a day without a time means its start or its end. */
  edge: 'start' | 'end'
  label?: string
  help?: ReactNode
}

const TIMES = { start: LIMITS.date.startTime, end: LIMITS.date.endTime } as const
/** The inputs hold text that the browser cannot parse. */
const UNREADABLE = 'T'

function shownAs(value: string, zone: string): { date: string; time: string } {
  const isInstant = value.endsWith('Z') && !Number.isNaN(Date.parse(value))
  const [date = '', time = ''] = (isInstant ? wallTime(new Date(value), zone) : value).split('T')
  return { date, time }
}

function valueOf(date: string, time: string, zone: string): string {
  const half = `${date}T${time}`
  const instant = instantOf(half, zone)
  return Number.isNaN(instant.getTime()) ? half : instant.toISOString()
}

/** A browser may omit seconds that are zero. */
const toTheSecond = (time: string) => (/^\d\d:\d\d$/.test(time) ? `${time}:00` : time)

export function MomentField<Values extends object>({ form, name, edge, label, help }: MomentFieldProps<Values>) {
  const t = usePhrases()
  const zone = useTimeZone()
  const zoneLabel = useTimeZoneLabel(zone)
  const dateInput = useRef<HTMLInputElement>(null)
  const timeInput = useRef<HTMLInputElement>(null)
  const value = form.values[name] as string // `TextNames` lets string fields in only
  const { date, time } = shownAs(value, zone)
  const set = (next: string) => form.set(name, next as Values[typeof name]) // the same

  const isHalfTyped = () =>
    dateInput.current?.validity.badInput === true || timeInput.current?.validity.badInput === true
  const onDate = (next: string) => {
    // Clearing the day also clears the time that was filled in with it.
    if (next === '' && !isHalfTyped() && (time === '' || time === TIMES[edge])) set('')
    else set(valueOf(next, next !== '' && time === '' ? TIMES[edge] : time, zone))
  }
  const onTime = (next: string) =>
    set(date === '' && next === '' && !isHalfTyped() ? '' : valueOf(date, toTheSecond(next), zone))
  /** Browsers fire no event for text that they cannot parse, so check after every key and on blur. */
  const look = () => {
    if (value === '' && isHalfTyped()) set(UNREADABLE)
    if (value === UNREADABLE && !isHalfTyped()) set('')
  }
  const clear = () => {
    for (const input of [dateInput.current, timeInput.current]) if (input) input.value = ''
    set('')
    dateInput.current?.focus()
  }

  return (
    <Field form={form} name={name} label={label} help={help || t('blocks.moment.zone', { zone: zoneLabel })} isGroup>
      {({ id: _id, onBlur, ...control }) => (
        <div
          // Only the inputs hold text that cannot be parsed, so a restart needs new inputs.
          key={form.restarts}
          className="moment"
          onKeyUp={look}
          onBlur={(event) => {
            look()
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
          }}
        >
          <input
            {...control}
            ref={dateInput}
            type="date"
            className="input moment-date"
            aria-label={t('blocks.moment.date')}
            min={LIMITS.date.earliest}
            max={LIMITS.date.latest}
            value={date}
            onChange={(event) => onDate(event.target.value)}
          />
          <input
            {...control}
            ref={timeInput}
            type="time"
            step={1}
            className="input moment-time"
            aria-label={t('blocks.moment.time')}
            value={time}
            onChange={(event) => onTime(event.target.value)}
          />
          {value !== '' && (
            <IconButton
              icon={X}
              label={t('blocks.list.clearFilter', { field: label ?? form.labelOf(name) })}
              onPress={clear}
            />
          )}
        </div>
      )}
    </Field>
  )
}
