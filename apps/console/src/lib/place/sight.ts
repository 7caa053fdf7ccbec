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

/** A ref that scrolls the row of its element sideways until the element is fully visible. The page does not move. */
export function bringIntoRow(element: HTMLElement | null): (() => void) | undefined {
  const row = element?.parentElement
  if (!row) return undefined
  const show = (place: DOMRectReadOnly, frame: DOMRectReadOnly) => {
    if (place.left < frame.left) row.scrollLeft -= frame.left - place.left
    else if (place.right > frame.right) row.scrollLeft += place.right - frame.right
  }
  if (typeof IntersectionObserver === 'undefined') {
    show(element.getBoundingClientRect(), row.getBoundingClientRect())
    return undefined
  }
  const watcher = new IntersectionObserver(
    ([seen]) => {
      watcher.disconnect()
      if (seen?.rootBounds) show(seen.boundingClientRect, seen.rootBounds)
    },
    { root: row },
  )
  watcher.observe(element)
  return () => watcher.disconnect()
}

/** The element that has the focus until a part of the new screen asks for it. */
let standIn: Element | undefined

/** Whether nothing has the focus, or only its stand-in. */
export const isFocusLost = (): boolean => {
  const { activeElement } = document
  return activeElement === document.body || activeElement === standIn
}

/**
 * Keeps the focus on the page after its screen was replaced, and with it the link that led here. Screen readers then
 * read the heading. Once it is loaded, a form, a saved row or the row that was open before can still take the focus.
 */
export function keepFocusOnPage({ isReturn }: { isReturn: boolean }): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const main = document.querySelector<HTMLElement>('main')
    // On the way back, a list looks for its row as long as nothing inside it has the focus.
    const place = (isReturn ? null : main?.querySelector('h1')) ?? main
    if (!place) return
    place.tabIndex = -1
    standIn = place
    place.focus({ preventScroll: true })
  })
}

/**
 * Gives the focus to the element if nothing has it, such as on a page that opened after saving a form. It waits for the
 * frame: to focus before the page is laid out would lay it out twice.
 */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (!element || !isFocusLost()) return
  requestAnimationFrame(() => {
    if (!isFocusLost()) return
    element.focus({ preventScroll: true })
    // A form that was scrolled down can be followed by its result on the same screen.
    bringIntoSight(element)
  })
}
