// One of a few options side by side, such as permanent or until a day.
import { useId } from 'react'
import '../control/controls.css'
import type { ControlProps } from './field.tsx'

interface SegmentedProps<Value extends string> extends Partial<ControlProps> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onSelect: (value: Value) => void
}

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onSelect,
  // The id of a field would be that of every option.
  id: _id,
  ...control
}: SegmentedProps<Value>) {
  const group = useId()
  return (
    <span className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            {...control}
            type="radio"
            name={group}
            className="sw-visually-hidden"
            checked={option.value === value}
            onChange={() => onSelect(option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  )
}
