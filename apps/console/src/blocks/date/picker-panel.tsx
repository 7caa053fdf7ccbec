// The panel of a calendar: a dialog beside its button. Tab stays inside; Escape, handled by the popover, closes it and
// gives the focus back to the button.
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Popover } from '../overlay/popover.tsx'
import './picker.css'

interface PickerPanelProps {
  anchor: RefObject<HTMLElement | null>
  label: string
  className: string
  align?: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}

function keepTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled'),
  )
  const [leaving, entering] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== leaving) return
  event.preventDefault()
  entering?.focus()
}

export function PickerPanel({ anchor, label, className, align, onClose, children }: PickerPanelProps) {
  return (
    <Popover anchor={anchor} align={align} onClose={onClose}>
      <div role="dialog" aria-modal aria-label={label} className={`date-picker ${className}`} onKeyDown={keepTab}>
        {children}
      </div>
    </Popover>
  )
}
