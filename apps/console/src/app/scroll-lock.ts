// Section 2: during a navigation the page cannot scroll; it can again 800 ms after the navigation ended.
// Only a change of screen counts: paging and filtering change the address too, and must not hold the list still.
import { LIMITS } from '@sealwright/contract'

let release: ReturnType<typeof setTimeout> | undefined

export function navigationBegan(): void {
  clearTimeout(release)
  document.documentElement.dataset.scroll = 'locked'
}

export function navigationEnded(): void {
  clearTimeout(release)
  release = setTimeout(() => {
    delete document.documentElement.dataset.scroll
  }, LIMITS.console.scrollReleaseMs)
}
