// A checkbox with its label. Native underneath: the browser knows how to tell it to a screen reader.
import type { ReactNode } from 'react'
import './controls.css'

interface CheckboxProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** Some of what this box stands for is chosen. */
  isMixed?: boolean
  isDisabled?: boolean
  /** A label that only a screen reader gets. */
  label?: string
  children?: ReactNode
  describedBy?: string
  isInvalid?: boolean
  onBlur?: () => void
}

// What is mixed is no attribute; a ref is told when it changes, which costs the boxes of a long list nothing.
const mix = (box: HTMLInputElement | null) => void (box && (box.indeterminate = true))
const unmix = (box: HTMLInputElement | null) => void (box && (box.indeterminate = false))

export function Checkbox({
  isChecked,
  onChange,
  isMixed = false,
  isDisabled = false,
  label,
  children,
  describedBy,
  isInvalid,
  onBlur,
}: CheckboxProps) {
  return (
    <label className={isDisabled ? 'checkbox checkbox-disabled' : 'checkbox'}>
      <input
        ref={isMixed ? mix : unmix}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
