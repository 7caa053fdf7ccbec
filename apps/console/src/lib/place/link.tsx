// Links within the console: ordinary anchors (open in a new tab, copy the address), taken over on a plain click.
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { goToHref } from './go.ts'
import { fetchScreen } from './load-screen.ts'
import { findScreen } from './screen.ts'

/** True when this click means "go there", not "open elsewhere". */
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

/**
 * An anchor within the console, for an address that `pathTo` made. The target's code is fetched when the pointer comes
 * near.
 */
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
