// Text inputs in the look of every screen; how they treat what is typed is in typed-text.ts.
import type { ComponentProps } from 'react'
import './controls.css'
import { textHandlers } from './typed-text.ts'

interface Typed {
  value: string
  /** `isComposing` is true for text that an input method has not settled yet. */
  onText: (text: string, isComposing: boolean) => void
}

type InputProps = Typed & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onCompositionEnd'>

export function TextInput({ onText, className, type = 'text', ...rest }: InputProps) {
  return <input autoComplete="off" spellCheck={false} {...rest} type={type} className={className ? `input ${className}` : 'input'} {...textHandlers(onText)} />
}

type AreaProps = Typed & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onCompositionEnd'>

export function TextArea({ onText, className, ...rest }: AreaProps) {
  return <textarea spellCheck={false} {...rest} className={className ? `input textarea ${className}` : 'input textarea'} {...textHandlers(onText)} />
}
