// Section 2: the page cannot scroll during navigation and for 800 ms after it. Only a change of screen counts; paging
// and filtering do not lock the list.
import { LIMITS } from '@sealwright/contract'

let release: ReturnType<typeof setTimeout> | undefined
/** A navigation can begin before the last one ended: by a second click, or by a redirect. */
let running = 0

export function navigationBegan(): void {
  running += 1
  clearTimeout(release)
  document.documentElement.dataset.scroll = 'locked'
}

export function navigationEnded(): void {
  running -= 1
  if (running > 0) return
  release = setTimeout(() => {
    delete document.documentElement.dataset.scroll
  }, LIMITS.console.scrollReleaseMs)
}
