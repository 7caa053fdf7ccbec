// What the address of the page says: the token of the link, the promotion method, advertising parameters, and the
// language. Parameters that are too long are dropped, as on /register. Unlike there, they are not stored: they belong
// to this campaign only.
import { CAMPAIGN_PAGE, DEFAULT_LOCALE, LIMITS, LOCALES, METHOD_PARAMETER } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { STORED } from '../../lib/stored.ts'

const { promotionCodeMax, clickDataMax, keywordMax } = LIMITS.account

/** The payload of every call: which link was opened, and how. */
export function visitWhere({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location) {
  const via = new URLSearchParams(search).get(METHOD_PARAMETER)
  const [link = ''] = pathname.startsWith(`${CAMPAIGN_PAGE}/`)
    ? pathname.slice(CAMPAIGN_PAGE.length + 1).split('/')
    : []
  return { link, ...(via !== null && { via }) }
}

/** The advertising parameters, for the participation. */
export function visitBrought({ search }: Pick<Location, 'search'> = location) {
  const given = new URLSearchParams(search)
  const upTo = (name: string, max: number) => {
    const value = given.get(name)?.trim()
    return value && value.length <= max ? value : undefined
  }
  return {
    spreadCode: upTo('code', promotionCodeMax),
    bdVid: upTo('bd_vid', clickDataMax),
    keyword: upTo('keyword', keywordMax),
  }
}

/** The language of the address, else the chosen one, else the first of the browser that we have. */
export function visitorLocale(
  { search }: Pick<Location, 'search'> = location,
  languages: readonly string[] = navigator.languages,
): Locale {
  const known = (tag: string | null) => LOCALES.find((locale) => tag?.toLowerCase().split('-', 1)[0] === locale)
  return (
    known(new URLSearchParams(search).get('lang')) ??
    STORED.locale.get() ??
    languages.map(known).find((locale) => locale !== undefined) ??
    DEFAULT_LOCALE
  )
}
