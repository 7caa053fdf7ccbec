import { DEFAULT_LOCALE, LANGUAGE_MARK, LOCALES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { STORED } from '../../lib/stored.ts'

/**
 * The language of the address, else the chosen one, else the first of the browser that we have. Links in mails have it
 * in the fragment.
 */
export function visitorLocale(
  { search, hash }: Pick<Location, 'search' | 'hash'> = location,
  languages: readonly string[] = navigator.languages,
): Locale {
  const known = (tag: string | null) => LOCALES.find((locale) => tag?.toLowerCase().split('-', 1)[0] === locale)
  return (
    known(new URLSearchParams(search).get(LANGUAGE_MARK)) ??
    STORED.locale.get() ??
    known(new URLSearchParams(hash.slice(1)).get(LANGUAGE_MARK)) ??
    languages.map(known).find((locale) => locale !== undefined) ??
    DEFAULT_LOCALE
  )
}
