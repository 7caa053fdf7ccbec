// A small panel beside the button that opened it. Escape, a click elsewhere and scrolling close it; a panel that grows
// while the person types follows its anchor instead, because browsers scroll to a focused input. It mounts when it
// opens. Its content decides role and keys; see menu.tsx.
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
  /** The panel is at least as wide as its anchor, and can grow to this height without covering it. */
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
    // Fixed at the edge near the anchor, so that a growing panel stays beside it.
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
      // Escape of an input method is not for the panel.
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
    // Transparent until it is placed. A hidden element could not take the focus.
    <div ref={panel} className="popover" style={place ?? { left: 0, top: 0, opacity: 0 }}>
      {children}
    </div>,
    // Mount in the landmark or dialog of the button: next to it for screen readers, above it visually.
    anchor.current?.closest('dialog, main') ?? document.body,
  )
}
