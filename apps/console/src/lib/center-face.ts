// The names and the logo of the center, as the operator set them. The document brings them in a cookie, so no page asks
// for them. Without a cookie, the product's own name and mark stand.
import { FACE_COOKIE, LOGO_PATH } from '@sealwright/contract'
import type { CenterFace } from '@sealwright/contract'
import { useLanguage, usePhrases } from './words/i18n.tsx'

/** Whatever is in the cookie: anybody on the same host can write it. */
function readFace(): { [Name in keyof CenterFace]: unknown } {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${FACE_COOKIE}=`))
  try {
    const face: unknown = JSON.parse(decodeURIComponent(cookie?.slice(FACE_COOKIE.length + 1) ?? '{}'))
    return typeof face === 'object' && face !== null ? face : {}
  } catch {
    return {}
  }
}

/** The name of the center in the language of the page. */
export function useCenterName(): string {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const name = readFace()[locale]
  return typeof name === 'string' && name !== '' ? name : t('common.productName')
}

/** The address of the logo, if the center has one. */
export function centerLogo(): string | undefined {
  const { logo } = readFace()
  return typeof logo === 'number' ? `${LOGO_PATH}?v=${logo}` : undefined
}
