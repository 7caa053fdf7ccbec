// Links within the console: ordinary anchors, so that opening in a new tab and copying work. A plain click navigates
// without loading a document.
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { goToHref } from './go.ts'
import { fetchScreen } from './load-screen.ts'
import { findScreen } from './screen.ts'

/** True for a plain click, false for one that opens a tab or a window. */
function isPlain(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    !event.defaultPrevented
  )
}

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/** An anchor for an address from `pathTo`. Hover and focus prefetch the code of the target. */
export function Link({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const preload = () => {
    const row = findScreen(href.split('?', 1)[0] ?? href)
    if (row) fetchScreen(row)
  }
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={(event) => {
        preload()
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        preload()
        onFocus?.(event)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlain(event) || rest.target) return
        event.preventDefault()
        goToHref(href)
      }}
    />
  )
}
