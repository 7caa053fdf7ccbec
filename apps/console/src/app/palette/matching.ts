// Which choices fit the typed text: by their names in both languages, the initials of the Chinese one, and the address.
import { initialsOf } from './initials.ts'

export interface Named {
  /** In the language in use first. */
  names: readonly string[]
  address?: string
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** 2: the name begins with it, 1: it is somewhere, 0: it is not there. */
function fit({ names, address = '' }: Named, word: string): 0 | 1 | 2 {
  const texts = names.map((name) => name.toLowerCase())
  const initials = names.map(initialsOf)
  if ([...texts, ...initials].some((text) => text.startsWith(word))) return 2
  const isInside = [...texts, address.toLowerCase()].some((text) => text.includes(word))
  return isInside || (word.length > 1 && initials.some((text) => text.includes(word))) ? 1 : 0
}

/** Those that every typed word fits; names that begin with the first word come first. */
export function fitting<Choice extends Named>(choices: readonly Choice[], typed: string): Choice[] {
  const words = wordsOf(typed)
  return choices
    .map((choice) => ({ choice, fits: words.map((word) => fit(choice, word)) }))
    .filter(({ fits }) => fits.every((one) => one > 0))
    .sort((a, b) => (b.fits[0] ?? 0) - (a.fits[0] ?? 0))
    .map(({ choice }) => choice)
}
