// A ref that scrolls its element into view if it is not fully visible. It checks after the layout, because scrolling
// earlier would cause a second layout.
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

/**
 * Gives the focus to the element if nothing has it, such as on a page that opened after saving a form. It waits for the
 * frame: to focus before the page is laid out would lay it out twice.
 */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (!element || document.activeElement !== document.body) return
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    element.focus({ preventScroll: true })
    // A form that was scrolled down can be followed by its result on the same screen.
    bringIntoSight(element)
  })
}
