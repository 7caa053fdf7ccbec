// The handle that sets the width of a column, by dragging or with the arrow keys. A double click or Enter resets the
// width.
import type { KeyboardEvent, PointerEvent } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { WIDTH_STEP_PX, widthWithin } from './table-layout.ts'

/** Undefined resets the width. A width is stored when the drag ends. */
export type SetWidth = (column: string, px: number | undefined, isDragged?: boolean) => void

interface WidthHandleProps {
  name: string
  title: string
  px: number
  onWidth: SetWidth
}

export function WidthHandle({ name, title, px, onWidth }: WidthHandleProps) {
  const t = usePhrases()
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const fromX = event.clientX
    let width = px
    const onMove = (move: globalThis.PointerEvent) => {
      width = widthWithin(px + move.clientX - fromX)
      onWidth(name, width, true)
    }
    const onEnd = () => {
      handle.removeEventListener('pointermove', onMove)
      if (width !== px) onWidth(name, width)
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('lostpointercapture', onEnd, { once: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') onWidth(name, widthWithin(px + WIDTH_STEP_PX))
    else if (event.key === 'ArrowLeft') onWidth(name, widthWithin(px - WIDTH_STEP_PX))
    else if (event.key === 'Enter') onWidth(name, undefined)
    else return
    event.preventDefault()
  }
  return (
    <span
      className="width-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('blocks.table.width', { column: title })}
      aria-valuenow={px}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(name, undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
