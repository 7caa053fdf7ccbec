// What people type. Every text input strips emoji (section 5), but never while an input method composes: changing the
// text under it would eat what the person is still choosing. What a composition leaves behind is stripped when it ends.
// Apart from text-input.tsx, since the sign-in page and the palette bring a look of their own.
import { stripEmoji } from '@sealwright/contract'
import type { ChangeEvent, CompositionEvent } from 'react'

/** How long typing has to rest before what was typed is asked for. */
export const TYPING_PAUSE_MS = 250

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** A number as it is typed: digits that an input method left full-width are digits. */
export const digitsOf = (typed: string) => stripEmoji(typed).normalize('NFKC').trim()

/** The text of the element without emoji, also in the element itself. */
export function cleaned(element: TextElement, clean = stripEmoji): string {
  const typed = element.value
  const text = clean(typed)
  if (text !== typed) {
    const before = element.selectionStart === null ? text.length : clean(typed.slice(0, element.selectionStart)).length
    // Written here and not only through state: the caret would jump to the end.
    element.value = text
    element.setSelectionRange(before, before)
  }
  return text
}

function isComposing(event: ChangeEvent<TextElement>): boolean {
  return 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true
}

/** What an input needs to tell its text. `isComposing` is true for text that an input method has not settled yet. */
export function textHandlers(onText: (text: string, isComposing: boolean) => void, clean?: (typed: string) => string) {
  return {
    onChange: (event: ChangeEvent<TextElement>) => {
      if (isComposing(event)) onText(event.target.value, true)
      else onText(cleaned(event.target, clean), false)
    },
    onCompositionEnd: (event: CompositionEvent<TextElement>) => onText(cleaned(event.currentTarget, clean), false),
  }
}
