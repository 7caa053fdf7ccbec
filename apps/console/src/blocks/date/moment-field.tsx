// A point in time, typed in the person's time format and the session's zone, or chosen from a calendar that is loaded
// when it is opened. The form holds '' or an instant in UTC. A text that is not a date yet is held as it was typed: no
// schema of a time accepts it, so it is neither lost nor sent as if the field were empty.
import { instantOf, wallTime } from '@sealwright/contract'
import { CalendarDays, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useOnDemand } from '../../lib/on-demand.ts'
import { useTimeFormat } from '../../lib/session/preferences.ts'
import { useTimeZone, usePhrases } from '../../lib/words/i18n.tsx'
import { useTimeZoneLabel } from '../../lib/words/time-zones.ts'
import { IconButton } from '../control/button.tsx'
import { TextInput } from '../control/text-input.tsx'
import { Field } from '../form/field.tsx'
import type { TextNames } from '../form/field.tsx'
import type { Form } from '../form/form-state.ts'
import './date-field.css'
import type { MomentPreset } from './moment-presets.ts'
import { momentText, readMoment } from './moment-text.ts'
import type { Edge } from './moment-text.ts'

interface MomentFieldProps<Values extends object> {
  form: Form<Values>
  name: TextNames<Values>
  /** Whether a day without a time means its first second or its last one. */
  edge: Edge
  label?: string
  help?: ReactNode
  /** In place of the usual points in time of this edge. */
  presets?: readonly MomentPreset[]
}

const loadPickers = () => import('./pickers.ts')
const EXAMPLE = '2027-01-31 23:59:59'
const PATTERNS = { 'yyyy-MM-dd': 'day', 'yyyy-MM-dd HH:mm': 'minute', 'yyyy-MM-dd HH:mm:ss': 'second' } as const

export function MomentField<Values extends object>({
  form,
  name,
  edge,
  label,
  help,
  presets,
}: MomentFieldProps<Values>) {
  const t = usePhrases()
  const zone = useTimeZone()
  const zoneLabel = useTimeZoneLabel(zone)
  const [format] = useTimeFormat()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { shown: pickers, open, close } = useOnDemand(loadPickers)
  // What was typed is shown as it was typed until the field is left.
  const [draft, setDraft] = useState<{ text: string; value: string }>()

  const value = form.values[name] as string // `TextNames` lets string fields in only
  const set = (next: string) => form.set(name, next as Values[typeof name]) // the same
  const instant = readMoment(value, edge, zone)
  const text = draft?.value === value ? draft.text : instant ? momentText(instant, edge, zone, format) : value
  const field = label ?? form.labelOf(name)

  const type = (typed: string) => {
    const next = typed.trim() === '' ? '' : (readMoment(typed, edge, zone)?.toISOString() ?? typed)
    setDraft({ text: typed, value: next })
    set(next)
  }
  return (
    <Field
      form={form}
      name={name}
      label={label}
      help={help || t('blocks.moment.zone', { zone: zoneLabel })}
      clearerError={
        value === '' || instant
          ? undefined
          : t('blocks.moment.unreadable', { example: EXAMPLE.slice(0, format.length) })
      }
    >
      {({ onBlur, ...control }) => (
        <div className="moment">
          <TextInput
            {...control}
            ref={input}
            className="sw-tabular"
            placeholder={t(`blocks.moment.patterns.${PATTERNS[format]}`)}
            value={text}
            onText={type}
            onBlur={() => {
              setDraft(undefined)
              onBlur()
            }}
          />
          {value !== '' && (
            <IconButton
              icon={X}
              label={t('blocks.list.clearFilter', { field })}
              onPress={() => {
                set('')
                input.current?.focus()
              }}
            />
          )}
          <IconButton
            ref={button}
            icon={CalendarDays}
            label={t('blocks.moment.choose', { field })}
            aria-haspopup="dialog"
            aria-expanded={pickers !== undefined}
            onPress={pickers ? close : open}
          />
          {pickers && (
            <pickers.MomentPicker
              anchor={button}
              label={field}
              wall={instant ? wallTime(instant, zone) : ''}
              edge={edge}
              zone={zone}
              presets={presets}
              onPick={(wall) => set(instantOf(wall, zone).toISOString())}
              onClose={close}
            />
          )}
        </div>
      )}
    </Field>
  )
}
