// How far a list was scrolled when it was left, for the person who comes back to it. Rows scroll within the frame of
// their table, cards with the screen; one listener hears both.
import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { usePlace } from '../../lib/place/place.ts'

interface Tops {
  frame: number
  screen: number
}

const left = new Map<string, Tops>()

/** `isDrawn`: the rows are there. */
export function useListScroll(page: RefObject<HTMLElement | null>, name: string, isDrawn: boolean): void {
  // The answer is of the moment in which the list is opened: later the address is another one.
  const [wanted] = useState(() => {
    const { isReturn, search } = usePlace.getState()
    return isReturn || search.showSearch === '1' ? left.get(name) : undefined
  })
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
