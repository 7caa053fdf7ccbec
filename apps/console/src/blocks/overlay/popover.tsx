// A small panel beside the button that opened it: placed in the window, closed by Escape and by a click elsewhere.
// Scrolling closes it as well, but one that grows with what is typed follows its anchor instead: a browser scrolls to
// the input that is typed in. It mounts when it opens. What is inside decides its role and its keys; see menu.tsx.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import '../control/controls.css'

const GAP_PX = 4
const MARGIN_PX = 8

interface PopoverProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  align?: 'start' | 'end'
  /** At least as wide as its anchor, and placed where it may become this high without covering it. */
  growsToPx?: number
  children: ReactNode
}

export function Popover({ anchor, onClose, align = 'start', growsToPx, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number; minWidth?: number }>()
  const put = useEffectEvent(() => {
    const button = anchor.current?.getBoundingClientRect()
    const own = panel.current?.getBoundingClientRect()
    if (!button || !own) return
    const wanted = align === 'start' ? button.left : button.right - own.width
    const left = Math.max(MARGIN_PX, Math.min(wanted, window.innerWidth - own.width - MARGIN_PX))
    const below = button.bottom + GAP_PX
    const fitsBelow = below + (growsToPx ?? own.height) + MARGIN_PX <= window.innerHeight
    if (growsToPx === undefined)
      setPlace({ left, top: fitsBelow ? below : Math.max(MARGIN_PX, button.top - GAP_PX - own.height) })
    // Held at the edge that faces the anchor: what grows or shrinks stays beside it.
    else if (fitsBelow || button.top < growsToPx) setPlace({ left, top: below, minWidth: button.width })
    else setPlace({ left, bottom: window.innerHeight - button.top + GAP_PX, minWidth: button.width })
  })
  useLayoutEffect(() => put(), [])
  const onMove = useEffectEvent(() => (growsToPx === undefined ? onClose() : put()))
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (
        !(event.target instanceof Node) ||
        panel.current?.contains(event.target) ||
        anchor.current?.contains(event.target)
      )
        return
      close()
    }
    const onKey = (event: KeyboardEvent) => {
      // An input method takes its own Escape.
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      close()
      anchor.current?.focus()
    }
    const onScroll = (event: Event) => {
      if (
        event.target instanceof Node &&
        (panel.current?.contains(event.target) || anchor.current?.contains(event.target))
      )
        return
      onMove()
    }
    const onResize = () => onMove()
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('scroll', onScroll, true)
    window.addEventListener('resize', onResize)
    return () => {
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('scroll', onScroll, true)
      window.removeEventListener('resize', onResize)
    }
  }, [anchor])

  return createPortal(
    // Unseen but not hidden until it has its place: what is hidden cannot take the focus.
    <div ref={panel} className="popover" style={place ?? { left: 0, top: 0, opacity: 0 }}>
      {children}
    </div>,
    // Within the landmark, or the open dialog, that its button is in: beside it for a screen reader, above it for the
    // eye.
    anchor.current?.closest('dialog, main') ?? document.body,
  )
}
