// A screen that one comes back to stands where it was left; every other one begins at its top.
import { LIMITS } from '@sealwright/contract'
import type { Place } from '../lib/place.ts'

/** How far each entry of the history was scrolled. */
const tops = new Map<number, number>()
let shown = 0
let top = 0

export function rememberScroll(): void {
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches('[data-scrolls]')) return
    top = target.scrollTop
    tops.set(shown, top)
  }
  addEventListener('scroll', onScroll, { capture: true, passive: true })
}

/** Rows may still be on their way: tried again as long as the page is held still. */
function scrollTo(element: Element, wanted: number, { index, until }: { index: number; until: number }): void {
  element.scrollTop = wanted
  if (element.scrollTop < wanted && index === shown && performance.now() < until) requestAnimationFrame(() => scrollTo(element, wanted, { index, until }))
}

export function settleScroll({ index, isReturn }: Place): void {
  const wanted = isReturn ? (tops.get(index) ?? 0) : 0
  shown = index
  if (!isReturn) tops.delete(index)
  // Asking the page for its layout is what costs.
  if (wanted === 0 && top === 0) return
  const element = document.querySelector('[data-scrolls]')
  if (element) scrollTo(element, wanted, { index, until: performance.now() + LIMITS.console.scrollReleaseMs })
}
