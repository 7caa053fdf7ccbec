// Hours, minutes and seconds of a time, `23:59:59`: typed, or changed by the arrow keys.
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { TextInput } from '../control/text-input.tsx'

const PARTS = [
  { name: 'hour', max: 23 },
  { name: 'minute', max: 59 },
  { name: 'second', max: 59 },
] as const

interface TimeInputsProps {
  time: string
  onChange: (time: string) => void
  onEnter: () => void
}

export function TimeInputs({ time, onChange, onEnter }: TimeInputsProps) {
  const t = usePhrases()
  const [typed, setTyped] = useState<{ index: number; text: string }>()
  const parts = time.split(':')
  const set = (index: number, number: number) => onChange(parts.with(index, String(number).padStart(2, '0')).join(':'))
  const onKeyDown = (event: KeyboardEvent, index: number, max: number) => {
    const step = { ArrowUp: 1, ArrowDown: max }[event.key]
    if (event.key === 'Enter') onEnter()
    else if (step !== undefined) {
      event.preventDefault()
      setTyped(undefined)
      set(index, (Number(parts[index]) + step) % (max + 1))
    }
  }
  return (
    <div className="date-time" role="group" aria-label={t('blocks.moment.time')}>
      {PARTS.map(({ name, max }, index) => (
        <TextInput
          key={name}
          isNumber
          role="spinbutton"
          aria-label={t(`blocks.moment.units.${name}`)}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={Number(parts[index])}
          value={typed?.index === index ? typed.text : (parts[index] ?? '')}
          onText={(text) => {
            setTyped({ index, text })
            if (/^\d{1,2}$/.test(text) && Number(text) <= max) set(index, Number(text))
          }}
          onFocus={(event) => event.target.select()}
          // What is no time is not one: the last time stands again.
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => onKeyDown(event, index, max)}
        />
      ))}
    </div>
  )
}
