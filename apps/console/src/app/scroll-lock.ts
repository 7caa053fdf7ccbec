// Section 2: the page cannot scroll during navigation and for 800 ms after it. Only a change of screen counts; paging
// and filtering do not lock the list.
import { LIMITS } from '@sealwright/contract'

let release: ReturnType<typeof setTimeout> | undefined
let latest = 0

/** Locks the page and returns the number of this navigation. */
export function navigationBegan(): number {
  clearTimeout(release)
  document.documentElement.dataset.scroll = 'locked'
  latest += 1
  return latest
}

/** A later navigation, by a second click or a redirect, keeps the page locked. */
export function navigationEnded(navigation: number): void {
  if (navigation !== latest) return
  release = setTimeout(() => {
    delete document.documentElement.dataset.scroll
  }, LIMITS.console.scrollReleaseMs)
}
