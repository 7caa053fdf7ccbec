// Restores the scroll position on Back. Other screens, and other pages of a list, start at the top. Filters and tabs do
// not scroll.
import { LIMITS } from '@sealwright/contract'
import type { Place } from '../lib/place/place.ts'

/** The scroll position of each history entry. */
const tops = new Map<number, number>()
let shown: Place | undefined
let top = 0

/** Records scroll positions. Returns a function that stops it. */
export function rememberScroll(): () => void {
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('[data-scrolls]')) return
    top = target.scrollTop
    if (shown) tops.set(shown.index, top)
  }
  addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => removeEventListener('scroll', onScroll, { capture: true })
}

/** Rows may still be loading, so retry while the page is locked. */
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
  // Reading the layout is expensive.
  if (wanted === 0 && top === 0) return
  const element = document.querySelector('[data-scrolls]')
  if (element) scrollTo(element, wanted, { place, until: performance.now() + LIMITS.console.scrollReleaseMs })
}
