// Handles typed text. Every text input strips emoji (specification section 5), but not while an input method composes:
// a change would break the composition. They are stripped when the composition ends. Separate from text-input.tsx,
// because the sign-in page and the palette have inputs of their own look.
import { stripEmoji } from '@sealwright/contract'
import type { ChangeEvent, CompositionEvent } from 'react'

/** The pause in typing before the text is sent in a request. */
export const TYPING_PAUSE_MS = 250

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Cleans a typed number: full-width digits from an input method become plain digits. */
export const digitsOf = (typed: string) => stripEmoji(typed).normalize('NFKC').trim()

/** Cleans a typed numeric code: copying may add spaces, also inside. */
export const codeDigitsOf = (typed: string) => digitsOf(typed).replaceAll(/\s/g, '')

/** Cleans the text of the element in place, keeps the caret, and returns the text. */
export function cleaned(element: TextElement, clean = stripEmoji): string {
  const typed = element.value
  const text = clean(typed)
  if (text !== typed) {
    const before = element.selectionStart === null ? text.length : clean(typed.slice(0, element.selectionStart)).length
    // Set the value here, not only through state, which would move the caret to the end.
    element.value = text
    element.setSelectionRange(before, before)
  }
  return text
}

function isComposing(event: ChangeEvent<TextElement>): boolean {
  return 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true
}

/** The event handlers of a text input. `isComposing` is true for text that an input method has not committed yet. */
export function textHandlers(onText: (text: string, isComposing: boolean) => void, clean?: (typed: string) => string) {
  return {
    onChange: (event: ChangeEvent<TextElement>) => {
      if (isComposing(event)) onText(event.target.value, true)
      else onText(cleaned(event.target, clean), false)
    },
    onCompositionEnd: (event: CompositionEvent<TextElement>) => onText(cleaned(event.currentTarget, clean), false),
  }
}
