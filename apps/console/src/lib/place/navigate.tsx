// Navigation, typed by the screen table.
import { goToHref } from './go.ts'
import type { GoOptions } from './go.ts'
import { Link } from './link.tsx'
import type { LinkProps } from './link.tsx'
import type { ScreenPath, ScreenSearch } from './screen.ts'

export { goToHref } from './go.ts'
export { Link } from './link.tsx'
export type { GoOptions } from './go.ts'
export { usePath, useSearchOf } from './place.ts'

function queryOf(search: object | undefined): string {
  const given = Object.entries(search ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const query = new URLSearchParams(given).toString()
  return query && `?${query}`
}

/** The search may be omitted if none of its parameters is required. */
type SearchArguments<Path extends ScreenPath> =
  Partial<ScreenSearch[Path]> extends ScreenSearch[Path] ? [search?: ScreenSearch[Path]] : [search: ScreenSearch[Path]]

export function pathTo<Path extends ScreenPath>(path: Path, ...[search]: SearchArguments<Path>): string {
  return path + queryOf(search)
}

export function goTo<Path extends ScreenPath>(path: Path, ...search: SearchArguments<Path>): void {
  goToHref(pathTo(path, ...search))
}

/**
 * The same screen with other search parameters, such as filters and pages. Replaces the history entry by default, so
 * that Back leaves the list.
 */
export function changeSearch<Path extends ScreenPath>(
  path: Path,
  search: ScreenSearch[Path],
  options: GoOptions = { replace: true },
): void {
  goToHref(path + queryOf(search), options)
}

export type ScreenLinkProps<Path extends ScreenPath> = Omit<LinkProps, 'href'> &
  (Partial<ScreenSearch[Path]> extends ScreenSearch[Path]
    ? { to: Path; search?: ScreenSearch[Path] }
    : { to: Path; search: ScreenSearch[Path] })

export function ScreenLink<Path extends ScreenPath>({ to, search, ...rest }: ScreenLinkProps<Path>) {
  return <Link {...rest} href={to + queryOf(search)} />
}
