// Loads phrases. A unit contains the phrases of one domain's pages, or of the frame around them (`shell`); the screen
// table names the unit of a screen. The build replaces this file with one that loads single units
// (build/phrase-units.ts). Here, every unit contains all phrases.
import type { Locale } from '@sealwright/contract'
import { loadPhrases } from '@sealwright/phrases'
import type { Phrases } from '@sealwright/phrases'

export function loadUnit(locale: Locale, _unit: string): Promise<Phrases> {
  return loadPhrases(locale)
}
