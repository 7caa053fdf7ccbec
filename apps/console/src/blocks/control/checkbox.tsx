// A checkbox with its label. It is a native input, so screen readers support it.
import type { ReactNode } from 'react'
import './controls.css'

interface CheckboxProps {
  isChecked: boolean
  /** `isRange`: Shift was held. */
  onChange: (isChecked: boolean, isRange: boolean) => void
  /** Some, but not all, of the items behind this box are chosen. */
  isMixed?: boolean
  isDisabled?: boolean
  /** A label for screen readers only. */
  label?: string
  children?: ReactNode
  describedBy?: string
  isInvalid?: boolean
  onBlur?: () => void
}

// `indeterminate` is not an attribute. React calls a ref only when it changes, so the boxes of a long list need no
// effect each.
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
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
      {children}
    </label>
  )
}
