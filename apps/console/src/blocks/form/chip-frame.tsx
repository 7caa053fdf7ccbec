// The frame of a field with several values: a chip for each, and a combobox to add one. Backspace in the empty input
// removes the last chip. The form keeps the values.
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import '../control/controls.css'
import './chip-frame.css'

interface Chip {
  name: string
  isBad?: boolean
}

interface ChipFrameProps {
  chips: readonly Chip[]
  isBad: boolean
  /** The label of the button that removes a chip. */
  removeLabel: (name: string) => string
  onRemove: (index: number) => void
  /** The combobox. */
  children: ReactNode
}

export function ChipFrame({ chips, isBad, removeLabel, onRemove, children }: ChipFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const remove = (index: number) => {
    onRemove(index)
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <div
      ref={frame}
      className="chip-frame"
      data-bad={isBad || undefined}
      onKeyDown={({ key, target }) => {
        if (key === 'Backspace' && target instanceof HTMLInputElement && target.value === '' && chips.length > 0)
          remove(chips.length - 1)
      }}
    >
      {chips.map((chip, index) => (
        <span key={`${chip.name} ${index}`} className="tag" data-bad={chip.isBad || undefined}>
          {chip.name}
          <button
            type="button"
            className="sw-icon-button icon-button-small"
            aria-label={removeLabel(chip.name)}
            onClick={() => remove(index)}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {children}
    </div>
  )
}
