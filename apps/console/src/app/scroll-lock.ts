// Section 2: the page cannot scroll during navigation and for 800 ms after it. Only a change of screen counts; paging
// and filtering do not lock the list.
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
