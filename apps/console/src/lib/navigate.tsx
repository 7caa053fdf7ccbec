// Going somewhere, typed by the screen table. Links are ordinary anchors (open in a new tab, copy the address), taken over on a plain click.
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { goToHref } from './go.ts'
import type { GoOptions } from './go.ts'
import type { ScreenPath, ScreenSearch } from './screen.ts'
import { findScreen } from './screen.ts'

export { goToHref } from './go.ts'
export type { GoOptions } from './go.ts'
export { usePath, useSearchOf } from './location.ts'

function queryOf(search: object | undefined): string {
  const given = Object.entries(search ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  const query = new URLSearchParams(given).toString()
  return query && `?${query}`
}

/** The search of a path may be left out when nothing in it is required. */
type SearchArguments<Path extends ScreenPath> = Partial<ScreenSearch[Path]> extends ScreenSearch[Path] ? [search?: ScreenSearch[Path]] : [search: ScreenSearch[Path]]

export function pathTo<Path extends ScreenPath>(path: Path, ...[search]: SearchArguments<Path>): string {
  return path + queryOf(search)
}

export function goTo<Path extends ScreenPath>(path: Path, ...search: SearchArguments<Path>): void {
  goToHref(pathTo(path, ...search))
}

/** The same screen with another search: filters and pages. Replaces by default, so that Back leaves the list. */
export function changeSearch<Path extends ScreenPath>(path: Path, search: ScreenSearch[Path], options: GoOptions = { replace: true }): void {
  goToHref(path + queryOf(search), options)
}

/** True when this click means "go there", not "open elsewhere". */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented
}

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/** An anchor within the console, for an address that `pathTo` made. The target's code is fetched when the pointer comes near. */
export function Link({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const preload = () => {
    void findScreen(href.split('?', 1)[0] ?? href)?.load().catch(() => undefined) // the navigation itself reports a failure
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

export type ScreenLinkProps<Path extends ScreenPath> = Omit<LinkProps, 'href'> &
  (Partial<ScreenSearch[Path]> extends ScreenSearch[Path] ? { to: Path; search?: ScreenSearch[Path] } : { to: Path; search: ScreenSearch[Path] })

export function ScreenLink<Path extends ScreenPath>({ to, search, ...rest }: ScreenLinkProps<Path>) {
  return <Link {...rest} href={to + queryOf(search)} />
}
