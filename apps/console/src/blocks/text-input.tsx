// Text inputs. All of them strip emoji (section 5), but never while an input method composes: changing the text under it would eat
// what the person is still choosing. What a composition leaves behind is stripped when it ends.
import { stripEmoji } from '@sealwright/contract'
import type { ChangeEvent, ComponentProps, CompositionEvent } from 'react'
import './controls.css'

type TextElement = HTMLInputElement | HTMLTextAreaElement

function cleaned(element: TextElement): string {
  const typed = element.value
  const text = stripEmoji(typed)
  if (text !== typed) {
    const before = element.selectionStart === null ? text.length : stripEmoji(typed.slice(0, element.selectionStart)).length
    // Written here and not only through state: the caret would jump to the end.
    element.value = text
    element.setSelectionRange(before, before)
  }
  return text
}

function isComposing(event: ChangeEvent<TextElement>): boolean {
  return 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true
}

function handlers(onText: (text: string, isComposing: boolean) => void) {
  return {
    onChange: (event: ChangeEvent<TextElement>) => {
      if (isComposing(event)) onText(event.target.value, true)
      else onText(cleaned(event.target), false)
    },
    onCompositionEnd: (event: CompositionEvent<TextElement>) => onText(cleaned(event.currentTarget), false),
  }
}

interface Typed {
  value: string
  /** `isComposing` is true for text that an input method has not settled yet. */
  onText: (text: string, isComposing: boolean) => void
}

type InputProps = Typed & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onCompositionEnd'>

export function TextInput({ onText, className, type = 'text', ...rest }: InputProps) {
  return <input autoComplete="off" spellCheck={false} {...rest} type={type} className={className ? `input ${className}` : 'input'} {...handlers(onText)} />
}

type AreaProps = Typed & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onCompositionEnd'>

export function TextArea({ onText, className, ...rest }: AreaProps) {
  return <textarea spellCheck={false} {...rest} className={className ? `input textarea ${className}` : 'input textarea'} {...handlers(onText)} />
}
