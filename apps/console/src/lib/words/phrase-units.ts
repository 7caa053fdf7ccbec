// Where phrases come from. A unit is what the pages of one domain say, or the frame around them (`shell`); the screen
// table names a screen's unit. Surprising: the build puts another file in this one's place, which loads a unit by
// itself (build/phrase-units.ts). Here any unit is all of them.
import type { Locale } from '@sealwright/contract'
import { loadPhrases } from '@sealwright/phrases'
import type { Phrases } from '@sealwright/phrases'

export function loadUnit(locale: Locale, _unit: string): Promise<Phrases> {
  return loadPhrases(locale)
}
