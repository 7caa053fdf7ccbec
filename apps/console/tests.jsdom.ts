// Shortcuts for the two slowest parts of jsdom: computed styles, and the labels of a control. Tests that look for
// controls by their role or label spend most of their time there. The tests load no style sheets, so whether an element
// is shown depends only on its kind and its attributes. Frames are replaced too, because jsdom can lose them.

const LABELABLE_TYPES = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]
const isLabelable = (element: Element | null): element is Element =>
  LABELABLE_TYPES.some((type) => element instanceof type) && element?.getAttribute('type') !== 'hidden'

/** Runs `read` again only when the document has changed since the last call. */
function untilChanged<T>(read: () => T): () => T {
  let isChanged = true
  let last: T
  const observer = new MutationObserver(() => (isChanged = true))
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  return () => {
    if (observer.takeRecords().length > 0 || isChanged) last = read()
    isChanged = false
    return last
  }
}

const firstControlIn = (element: Element): Element | null => {
  for (const child of element.children) {
    const found = isLabelable(child) ? child : firstControlIn(child)
    if (found) return found
  }
  return null
}

function controlOf(label: Element): Element | null {
  const id = label.getAttribute('for')
  const control = id === null ? firstControlIn(label) : label.ownerDocument.getElementById(id)
  return isLabelable(control) ? control : null
}

function quickenLabels(): void {
  const labelsByControl = untilChanged(() =>
    Map.groupBy(document.querySelectorAll('label'), (label) => controlOf(label)),
  )
  const define = (type: { prototype: object }, name: string, get: (element: Element) => unknown) =>
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      get(this: Element) {
        return get(this)
      },
    })
  define(HTMLLabelElement, 'control', controlOf)
  for (const type of LABELABLE_TYPES)
    define(type, 'labels', (control) => (isLabelable(control) ? (labelsByControl().get(control) ?? []) : null))
}

/** The attributes on which the default style sheet bases `display`. */
const DISPLAY_ATTRIBUTES = ['hidden', 'open', 'type']
interface Shown {
  display: string
  visibility: string
}

function quickenStyles(): void {
  const computedStyle = globalThis.getComputedStyle.bind(globalThis)
  const displays = new Map<string, string>()
  function defaultDisplay(element: Element): string {
    const kind = JSON.stringify([element.tagName, ...DISPLAY_ATTRIBUTES.map((name) => element.getAttribute(name))])
    const display = displays.get(kind) ?? computedStyle(element).display
    displays.set(kind, display)
    return display
  }
  const known = untilChanged(() => new WeakMap<Element, Shown>())
  function shownOf(element: Element, cache = known()): Shown {
    const before = cache.get(element)
    if (before) return before
    const inline = element.hasAttribute('style') ? (element as HTMLElement).style : undefined // SVG too
    const shown = {
      display: inline?.display || (inline ? computedStyle(element).display : defaultDisplay(element)),
      visibility:
        inline?.visibility || (element.parentElement ? shownOf(element.parentElement, cache).visibility : 'visible'),
    }
    cache.set(element, shown)
    return shown
  }
  const quick = (element: Element, name: PropertyKey) =>
    name === 'display' || name === 'visibility' ? shownOf(element)[name] : undefined

  globalThis.getComputedStyle = (element, pseudo) =>
    new Proxy<CSSStyleDeclaration>(Object.create(null), {
      get(_target, name) {
        if (name === 'getPropertyValue')
          return (asked: string) => quick(element, asked) ?? computedStyle(element, pseudo).getPropertyValue(asked)
        const shown = quick(element, name)
        if (shown !== undefined) return shown
        const style = computedStyle(element, pseudo)
        const value: unknown = Reflect.get(style, name)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
}

const FRAME_MS = 16

/**
 * jsdom runs the frames with one interval, which it takes from the page. If a test with a clock of its own ended before
 * a frame, that interval never ran, and all later files of the worker had no frames.
 */
function steadyFrames(): void {
  const { setTimeout, clearTimeout } = globalThis
  globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), FRAME_MS))
  globalThis.cancelAnimationFrame = (id) => clearTimeout(id)
}

/** Installs the shortcuts. All test files of a worker share one jsdom, so the second call does nothing. */
export function quickenJsdom(): void {
  if ('isQuick' in globalThis) return
  Object.assign(globalThis, { isQuick: true })
  quickenLabels()
  quickenStyles()
  steadyFrames()
}
