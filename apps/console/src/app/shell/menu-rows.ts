// The menu, read from the screen table: the entries that this person may open, in sections, and the entry that is lit
// on a screen that has none of its own.
import { APPLY_PATH, FIRST_SCREEN } from '../../lib/place/go.ts'
import type { MenuGroup, ScreenRow } from '../../lib/place/screen.ts'
import { MENU_GROUPS, allScreens, findScreen } from '../../lib/place/screen.ts'
import type { Session } from '../../lib/session/session.tsx'
import { hasAccess, isOfIntegrator, useSession } from '../../lib/session/session.tsx'

export type MenuRow = ScreenRow & Required<Pick<ScreenRow, 'menu'>>

export interface MenuSection {
  group: MenuGroup
  rows: readonly MenuRow[]
}

const isMenuRow = (row: ScreenRow): row is MenuRow => row.menu !== undefined

/**
 * Screens for any session are the work of the developer's own people, such as their tasks. An integrator's people have
 * the first page of it, and their own accounts.
 */
function isOffered(row: ScreenRow, session: Session): boolean {
  return (
    hasAccess(session, row.access) &&
    !(
      isOfIntegrator(session) &&
      row.access.kind === 'session' &&
      row.path !== FIRST_SCREEN &&
      row.domain !== 'own-account'
    )
  )
}

export function useIsOffered(path: string): boolean {
  const session = useSession()
  const row = findScreen(path)
  return row !== undefined && isOffered(row, session)
}

export function menuOf(session: Session): MenuSection[] {
  const open = allScreens()
    .filter(isMenuRow)
    .filter((row) => isOffered(row, session))
  return MENU_GROUPS.map((group) => ({
    group,
    rows: open.filter((row) => row.menu.group === group).sort((a, b) => a.menu.order - b.menu.order),
  })).filter((entry) => entry.rows.length > 0)
}

/** The screen and those above it, outermost first. */
export function trailOf(path: string): ScreenRow[] {
  const trail: ScreenRow[] = []
  let row = findScreen(path)
  while (row && !trail.includes(row)) {
    trail.unshift(row)
    row = row.parent === undefined ? undefined : findScreen(row.parent)
  }
  return trail
}

/**
 * A step of signing in is behind whoever is inside, and becoming formal behind a formal developer; it is no business of
 * an integrator's people.
 */
function isBehind(row: ScreenRow, session: Session): boolean {
  return (
    row.access.kind === 'open' ||
    row.access.kind === 'pending' ||
    (row.path === APPLY_PATH && (session.developer.devInfo.status === 'formal' || isOfIntegrator(session)))
  )
}

const isOpenHere = (row: ScreenRow, session: Session) =>
  !row.search && !isBehind(row, session) && isOffered(row, session)

/** The screens that one can go to from anywhere: those of the menu, then those that the header leads to. */
export function screenRows(session: Session): ScreenRow[] {
  const others = allScreens().filter((row) => !row.menu && row.parent === undefined && isOpenHere(row, session))
  return [...menuOf(session).flatMap(({ rows }) => rows), ...others]
}

/** The screens on which one does something, such as a form for a new row, and which need nothing in their address. */
export function actionRows(session: Session): ScreenRow[] {
  return allScreens().filter((row) => !row.menu && row.parent !== undefined && isOpenHere(row, session))
}
