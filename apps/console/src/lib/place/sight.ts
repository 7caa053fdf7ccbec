// A ref that brings what it is given to into sight, and moves nothing where that is in sight already.
// It looks once the page is laid out: to scroll before that would lay it out twice.
export function bringIntoSight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  if (typeof IntersectionObserver === 'undefined') {
    element.scrollIntoView({ block: 'nearest' })
    return undefined
  }
  const watcher = new IntersectionObserver(([seen]) => {
    watcher.disconnect()
    if (seen && seen.intersectionRatio < 1) element.scrollIntoView({ block: 'nearest' })
  })
  watcher.observe(element)
  return () => watcher.disconnect()
}
