// A native select: people know it, it supports search by typing, and phones show their own picker.
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import './controls.css'

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'onSelect' | 'children'> {
  value: string
  options: readonly { value: string; label: string }[]
  onSelect: (value: string) => void
}

export function Select({ options, onSelect, className, ...rest }: SelectProps) {
  return (
    <span className="select">
      <select
        {...rest}
        className={className ? `input ${className}` : 'input'}
        onChange={(event) => onSelect(event.target.value)}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={15} aria-hidden />
    </span>
  )
}
