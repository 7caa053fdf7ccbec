// Matches the typed text with names in both languages, the initials of the Chinese name, and the address.
import { initialsOf } from './initials.ts'

export interface Named {
  /** The name in the current language first. */
  names: readonly string[]
  address?: string
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** 2: the name starts with the word, 1: contains it, 0: does not. */
function fit({ names, address = '' }: Named, word: string): 0 | 1 | 2 {
  const texts = names.map((name) => name.toLowerCase())
  const initials = names.map(initialsOf)
  if ([...texts, ...initials].some((text) => text.startsWith(word))) return 2
  const isInside = [...texts, address.toLowerCase()].some((text) => text.includes(word))
  return isInside || (word.length > 1 && initials.some((text) => text.includes(word))) ? 1 : 0
}

/** The choices that match every typed word. Names that start with the first word come first. */
export function fitting<Choice extends Named>(choices: readonly Choice[], typed: string): Choice[] {
  const words = wordsOf(typed)
  return choices
    .map((choice) => ({ choice, fits: words.map((word) => fit(choice, word)) }))
    .filter(({ fits }) => fits.every((one) => one > 0))
    .sort((a, b) => (b.fits[0] ?? 0) - (a.fits[0] ?? 0))
    .map(({ choice }) => choice)
}
