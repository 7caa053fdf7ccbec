// The tooltip of all screens: one element and one set of listeners, so that rows cost nothing. It shows `data-tip`, the
// label of an icon button, or a cut text. Screen readers find the same information in the page. Nothing is measured
// before the pointer rests.
import './tooltip.css'

const REST_MS = 400
/** The time to move to the next button or onto the tooltip. */
const LEAVE_MS = 150
const GAP_PX = 6
const MARGIN_PX = 8
/** How many ancestors are checked for a cut text. */
const LEVELS = 4

interface Tip {
  owner: Element
  text: string
}

function isCut(element: Element): boolean {
  if (getComputedStyle(element).textOverflow !== 'ellipsis') return false
  return element.scrollWidth > element.clientWidth
}

/** The nearest element with a tooltip. */
function tipFor(target: Element): Tip | undefined {
  let owner: Element | null = target
  for (let level = 0; owner && level < LEVELS; level++, owner = owner.parentElement) {
    const own = owner.getAttribute('data-tip')
    if (own) return { owner, text: own }
    const isControl = owner.matches('button, a')
    const words = owner.textContent?.trim() ?? ''
    const text = words || (isControl && owner.getAttribute('aria-label'))
    if (text && (!words || isCut(owner) || (isControl && [...owner.children].some(isCut)))) return { owner, text }
  }
  return undefined
}

let box: HTMLElement | undefined
let shown: Tip | undefined
let showing: ReturnType<typeof setTimeout> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

function hide(): void {
  clearTimeout(showing)
  clearTimeout(hiding)
  showing = hiding = undefined
  if (!shown) return
  shown = undefined
  box?.remove()
}

function show(target: Element): void {
  const tip = target.isConnected ? tipFor(target) : undefined
  // A menu or panel opened by the element takes the place of the tooltip.
  if (!tip || tip.owner.getAttribute('aria-expanded') === 'true') return hide()
  if (tip.owner === shown?.owner && tip.text === shown.text) return clearTimeout(hiding)
  hide()
  shown = tip
  box ??= Object.assign(document.createElement('div'), { className: 'tip', popover: 'manual', ariaHidden: 'true' })
  box.textContent = tip.text
  document.body.append(box)
  // The top layer is above modal dialogs.
  box.showPopover?.()
  const around = tip.owner.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const left = Math.min(around.left + around.width / 2 - width / 2, innerWidth - width - MARGIN_PX)
  const below = around.bottom + GAP_PX
  const fitsBelow = below + height + MARGIN_PX <= innerHeight
  box.style.left = `${Math.max(MARGIN_PX, left)}px`
  box.style.top = `${fitsBelow ? below : around.top - GAP_PX - height}px`
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  if (!(target instanceof Element) || pointerType === 'touch') return
  clearTimeout(showing)
  if (shown && (box?.contains(target) || shown.owner.contains(target))) {
    clearTimeout(hiding)
    hiding = undefined
    return
  }
  if (shown) hiding ??= setTimeout(hide, LEAVE_MS)
  showing = setTimeout(show, shown ? LEAVE_MS : REST_MS, target)
}

function onFocus({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches(':focus-visible')) show(target)
  else hide()
}

/** Shows tooltips on the whole page. Returns a function that stops it. */
export function showTooltips(): () => void {
  const ending = new AbortController()
  const options = { capture: true, passive: true, signal: ending.signal }
  document.addEventListener('pointerover', onPointerOver, options)
  document.addEventListener('focusin', onFocus, options)
  for (const name of ['pointerdown', 'keydown', 'scroll', 'focusout']) document.addEventListener(name, hide, options)
  document.documentElement.addEventListener('pointerleave', hide, { signal: ending.signal })
  return () => {
    hide()
    ending.abort()
  }
}
