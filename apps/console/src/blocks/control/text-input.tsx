// Text inputs in the look of all screens. typed-text.ts handles the typed text.
import type { ComponentProps } from 'react'
import './controls.css'
import { digitsOf, textHandlers } from './typed-text.ts'

interface Typed {
  value: string
  /** `isComposing` is true for text that an input method has not committed yet. */
  onText: (text: string, isComposing: boolean) => void
}

interface InputProps extends Typed, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onCompositionEnd'> {
  isNumber?: boolean
}

export function TextInput({ onText, className, type = 'text', isNumber = false, ...rest }: InputProps) {
  const classes = ['input', isNumber && 'input-number', className].filter(Boolean).join(' ')
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      inputMode={isNumber ? 'numeric' : undefined}
      {...rest}
      type={type}
      className={classes}
      {...textHandlers(onText, isNumber ? digitsOf : undefined)}
    />
  )
}

type AreaProps = Typed & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onCompositionEnd'>

export function TextArea({ onText, className, ...rest }: AreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...rest}
      className={className ? `input textarea ${className}` : 'input textarea'}
      {...textHandlers(onText)}
    />
  )
}
