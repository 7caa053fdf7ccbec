// Going somewhere, typed by the screen table. Links are ordinary anchors (open in a new tab, copy the address), taken over on a plain click.
// The router itself belongs to app/, which hands it over here, so that code outside components (session expiry) can navigate too.
import { useLocation } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import type { ScreenPath, ScreenSearch } from './screen.ts'
import { findScreen } from './screen.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where the person was when the session ended; signing in leads back there. */
    returnTo?: string
  }
}

let router: AnyRouter | undefined

export function setRouter(given: AnyRouter): void {
  router = given
}

type Filled = Record<string, string>

function filled(search: object | undefined): Filled {
  return Object.fromEntries(Object.entries(search ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''))
}

/** The search of a path may be left out when nothing in it is required. */
type SearchArguments<Path extends ScreenPath> = Partial<ScreenSearch[Path]> extends ScreenSearch[Path] ? [search?: ScreenSearch[Path]] : [search: ScreenSearch[Path]]

export function pathTo<Path extends ScreenPath>(path: Path, ...[search]: SearchArguments<Path>): string {
  const query = new URLSearchParams(filled(search)).toString()
  return query ? `${path}?${query}` : path
}

export interface GoOptions {
  replace?: boolean
  returnTo?: string
}

/** Goes to an address that was made by `pathTo` or read from the location. */
export function goToHref(href: string, { replace = false, returnTo }: GoOptions = {}): void {
  if (!router) {
    location.assign(href)
    return
  }
  if (replace) router.history.replace(href, { returnTo })
  else router.history.push(href, { returnTo })
}

export function goTo<Path extends ScreenPath>(path: Path, ...search: SearchArguments<Path>): void {
  goToHref(pathTo(path, ...search))
}

/** The same screen with another search: filters and pages. Replaces by default, so that Back leaves the list. */
export function changeSearch<Path extends ScreenPath>(path: Path, search: ScreenSearch[Path], options: GoOptions = { replace: true }): void {
  const query = new URLSearchParams(filled(search)).toString()
  goToHref(query ? `${path}?${query}` : path, options)
}

/** The search of the present location, as strings; the row's schema has already let it through. */
export function useSearchOf<Path extends ScreenPath>(_path: Path): ScreenSearch[Path] {
  const text = useLocation({ select: (location) => location.searchStr })
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)) as ScreenSearch[Path], [text]) // the row's schema checked it before the screen was shown
}

export function usePath(): string {
  return useLocation({ select: (location) => location.pathname })
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
  const query = new URLSearchParams(filled(search)).toString()
  return <Link {...rest} href={query ? `${to}?${query}` : to} />
}

