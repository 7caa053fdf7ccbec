// The things that a person opened last, stored in their browser. License codes are stored shortened, because a code is
// as good as a license.
import { LIMITS, isCodeText, plainCode, shownCode } from '@sealwright/contract'
import type { Place } from '../../lib/place/place.ts'
import { findScreen } from '../../lib/place/screen.ts'
import { isObject, listOf, storedFor, textUpTo } from '../../lib/stored.ts'
import type { Reader } from '../../lib/stored.ts'

const KEPT = 8

export interface Recent {
  href: string
  /** The shown name. Screens use their current titles. */
  name?: string
}

const recent: Reader<Recent> = (raw) => {
  const href = isObject(raw) ? textUpTo(200)(raw.href) : undefined
  const name = isObject(raw) ? textUpTo(400)(raw.name) : undefined
  return href === undefined ? undefined : { href, ...(name && { name }) }
}

export const recentOf = storedFor('local', 'recent', listOf(recent))

function withoutCode(name: string): string {
  const code = plainCode(name)
  if (code.length !== LIMITS.license.codeLength || !isCodeText(code)) return name
  const [first = '', ...others] = shownCode(code).split('-')
  return `${first}-…-${others.at(-1) ?? ''}`
}

export function rememberOpened(accountId: string, { href, name }: Recent): void {
  const kept = recentOf(accountId)
  const others = (kept.get() ?? []).filter((one) => one.href !== href)
  kept.set([{ href, ...(name && { name: withoutCode(name) }) }, ...others].slice(0, KEPT))
}

/** The thing that the page shows, such as a product or a license. */
export function rememberSeen(accountId: string, { path, search }: Place): void {
  const [key, id] = Object.entries(search).find(([name]) => name === 'guid' || name === 'userId') ?? []
  const name = document.querySelector('main .page-head-words h1')?.textContent
  if (!key || !id || !name || !/\/view\w*$/.test(path) || !findScreen(path)) return
  rememberOpened(accountId, { href: `${path}?${new URLSearchParams({ [key]: id }).toString()}`, name })
}
