// A screen that one comes back to stands where it was left; every other one begins at its top, and so does another page
// of a list. Filters and tabs change the address too, and nothing moves.
import { LIMITS } from '@sealwright/contract'
import type { Place } from '../lib/place/place.ts'

/** How far each entry of the history was scrolled. */
const tops = new Map<number, number>()
let shown: Place | undefined
let top = 0

/** Notes how far each place is scrolled, until the answer is called. */
export function rememberScroll(): () => void {
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('[data-scrolls]')) return
    top = target.scrollTop
    if (shown) tops.set(shown.index, top)
  }
  addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => removeEventListener('scroll', onScroll, { capture: true })
}

/** Rows may still be on their way: tried again as long as the page is held still. */
function scrollTo(element: Element, wanted: number, { place, until }: { place: Place; until: number }): void {
  element.scrollTop = wanted
  if (element.scrollTop < wanted && place === shown && performance.now() < until)
    requestAnimationFrame(() => scrollTo(element, wanted, { place, until }))
}

export function settleScroll(place: Place): void {
  const { path, search, part, index, isReturn } = place
  const isSame = shown?.path === path && shown.search.page === search.page
  shown = place
  if (part && !isReturn) return document.getElementById(part)?.scrollIntoView()
  if (isSame && !isReturn) return
  const wanted = isReturn ? (tops.get(index) ?? 0) : 0
  if (!isReturn) tops.delete(index)
  // Asking the page for its layout is what costs.
  if (wanted === 0 && top === 0) return
  const element = document.querySelector('[data-scrolls]')
  if (element) scrollTo(element, wanted, { place, until: performance.now() + LIMITS.console.scrollReleaseMs })
}
