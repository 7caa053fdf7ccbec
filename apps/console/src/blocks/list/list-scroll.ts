// Restores the scroll position of a list. Table rows scroll inside their frame, cards with the screen; one listener
// covers both.
import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { isComingBack } from '../../lib/place/place.ts'

interface Tops {
  frame: number
  screen: number
}

const left = new Map<string, Tops>()

/** `isDrawn`: the rows are drawn. */
export function useListScroll(page: RefObject<HTMLElement | null>, name: string, isDrawn: boolean): void {
  // Read the position when the list opens. Later the address has changed.
  const [wanted] = useState(() => (isComingBack() ? left.get(name) : undefined))
  useLayoutEffect(() => {
    if (!isDrawn || !wanted) return
    const frame = page.current?.querySelector('.table-frame')
    const screen = page.current?.closest('[data-scrolls]')
    if (frame && wanted.frame > 0) frame.scrollTop = wanted.frame
    if (screen && wanted.screen > 0) screen.scrollTop = wanted.screen
  }, [isDrawn, wanted, page])
  useEffect(() => {
    const screen = page.current?.closest('[data-scrolls]') ?? page.current
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      const tops = left.get(name) ?? { frame: 0, screen: 0 }
      if (target === screen) left.set(name, { ...tops, screen: target.scrollTop })
      else if (target.matches('.table-frame')) left.set(name, { ...tops, frame: target.scrollTop })
    }
    screen?.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => screen?.removeEventListener('scroll', onScroll, { capture: true })
  }, [page, name])
}
