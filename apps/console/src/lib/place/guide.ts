// Where the center serves the guide and the API reference.
import type { Locale } from '@sealwright/contract'

export const API_REFERENCE = '/docs/api/'

export function guideHref(locale: Locale, page = 'index'): string {
  return `/docs/${locale}/${page}`
}
