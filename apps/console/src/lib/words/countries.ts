// The contract's countries as options, named and sorted in the language of the page, with the default country first.
import { COUNTRIES, DEFAULT_COUNTRY, LANGUAGE_TAGS } from '@sealwright/contract'
import type { Country } from '@sealwright/contract'
import { useMemo } from 'react'
import { useLanguage, usePhrases } from './i18n.tsx'

export interface CountryOption {
  code: Country
  label: string
}

/** The region of the browser's language. */
export function ownCountry(): Country {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  return COUNTRIES.find((code) => code === region) ?? DEFAULT_COUNTRY
}

export function useCountryOptions(): readonly CountryOption[] {
  const t = usePhrases()
  const tag = LANGUAGE_TAGS[useLanguage((language) => language.locale)]
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    // Regions whose name in browsers is not the one in use.
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
