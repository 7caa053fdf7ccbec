// The menu from the screen table: the sections with the entries that the person may open, and the active entry of
// screens without one.
import { APPLY_PATH, FIRST_SCREEN } from '../../lib/place/go.ts'
import type { MenuGroup, ScreenRow } from '../../lib/place/screen.ts'
import { MENU_GROUPS, allScreens, findScreen } from '../../lib/place/screen.ts'
import { isForStatus } from '../../lib/session/can.tsx'
import type { Session } from '../../lib/session/session.tsx'
import { hasAccess, isOfIntegrator, useSession } from '../../lib/session/session.tsx'
import { isOutside } from '../enter.ts'

export type MenuRow = ScreenRow & Required<Pick<ScreenRow, 'menu'>>

export interface MenuSection {
  group: MenuGroup
  rows: readonly MenuRow[]
}

const isMenuRow = (row: ScreenRow): row is MenuRow => row.menu !== undefined

/**
 * Screens for any session, such as the task center, are for the developer's own people. People of an integrator get
 * only the first screen, their own account and their messages.
 */
function isOffered(row: ScreenRow, session: Session): boolean {
  return (
    hasAccess(session, row.access) &&
    isForStatus(row.path, session) &&
    !(
      isOfIntegrator(session) &&
      row.access.kind === 'session' &&
      row.path !== FIRST_SCREEN &&
      row.domain !== 'own-account' &&
      row.domain !== 'message'
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

/** A screen and its parents, outermost first. */
export function trailOf(path: string): ScreenRow[] {
  const trail: ScreenRow[] = []
  let row = findScreen(path)
  while (row && !trail.includes(row)) {
    trail.unshift(row)
    row = row.parent === undefined ? undefined : findScreen(row.parent)
  }
  return trail
}

/** Sign-in steps are over after sign-in. People of an integrator cannot apply. */
const isBehind = (row: ScreenRow, session: Session) =>
  isOutside(row) || (row.path === APPLY_PATH && isOfIntegrator(session))

const isOpenHere = (row: ScreenRow, session: Session) =>
  !row.search && !isBehind(row, session) && isOffered(row, session)

/** Screens without parameters: those in the menu, then those in the header. */
export function screenRows(session: Session): ScreenRow[] {
  const others = allScreens().filter((row) => !row.menu && row.parent === undefined && isOpenHere(row, session))
  return [...menuOf(session).flatMap(({ rows }) => rows), ...others]
}

/** Screens for an action, such as a creation form, without parameters. */
export function actionRows(session: Session): ScreenRow[] {
  return allScreens().filter((row) => !row.menu && row.parent !== undefined && isOpenHere(row, session))
}
