// The countries of the contract as people choose them: in the language of the page and its order, the one most people
// choose first.
import { COUNTRIES, DEFAULT_COUNTRY } from '@sealwright/contract'
import type { Country } from '@sealwright/contract'
import { useMemo } from 'react'
import { LANGUAGE_TAGS, useLanguage, usePhrases } from './i18n.tsx'

export interface CountryOption {
  code: Country
  label: string
}

/** Where the browser says that its language is spoken. */
export function ownCountry(): Country {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  return COUNTRIES.find((code) => code === region) ?? DEFAULT_COUNTRY
}

export function useCountryOptions(): readonly CountryOption[] {
  const t = usePhrases()
  const tag = LANGUAGE_TAGS[useLanguage((language) => language.locale)]
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    // Where the name that browsers have is not the one that is used.
    const own: Partial<Record<Country, string>> = {
      HK: t('identity.regions.HK'),
      MO: t('identity.regions.MO'),
      TW: t('identity.regions.TW'),
    }
    const order = new Intl.Collator(tag)
    return COUNTRIES.map((code) => ({ code, label: own[code] ?? names.of(code) ?? code })).toSorted(
      (a, b) =>
        Number(b.code === DEFAULT_COUNTRY) - Number(a.code === DEFAULT_COUNTRY) || order.compare(a.label, b.label),
    )
  }, [t, tag])
}
