// An entry of the screen table. Routes, menu, titles, breadcrumbs, 403 and 404 all come from these entries, in one
// `screens.ts` per domain. A domain adds its paths to `ScreenSearch`, so that a link to a missing path, or without a
// required parameter, does not compile.
import type { Access, DeveloperStatus, OperationTarget } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PhraseKey } from '../words/i18n.tsx'

/**
 * Path → its search parameters, all strings. Grows by declaration merging:
 * `declare module './screen.ts' { interface ScreenSearch { '/product/view': { guid: string } } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the domains fill it
export interface ScreenSearch {}
export type ScreenPath = keyof ScreenSearch
/** The search of a screen without parameters. */
export type NoSearch = Record<string, undefined>

/** The menu groups in order. A group is hidden if the person may open none of its screens. */
export const MENU_GROUPS = [
  'dashboard',
  'product',
  'template',
  'license',
  'dongle',
  'people',
  'runtime',
  'approval',
  'marketing',
  'tool',
  'billing',
  'setting',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** The used part of a zod schema, so that an entry can also have a custom check. */
interface SearchSchema {
  safeParse(raw: unknown): { success: boolean }
}

/** The search parameters of an address. */
export type Search = Readonly<Record<string, string | undefined>>

export interface LoadedScreen {
  Screen: ComponentType
  /** Makes the screen's first call, as soon as its code is loaded. */
  first?: (search: Search) => Promise<void> | undefined
}

export interface ScreenRow {
  path: string
  /** Also the name of its phrase unit (phrase-units.ts). */
  domain: string
  title: PhraseKey
  menu?: { group: MenuGroup; icon: LucideIcon; order: number }
  /** The parent screen, for the breadcrumb and the highlighted menu entry. */
  parent?: string
  /** Its page of the guide, where that is not the page of its domain (app/shell/guide.ts). */
  guide?: string
  /** The screen shows one target of operations; `by` names it in the address, if not `guid`. The log links to it. */
  shows?: { kind: OperationTarget; by?: 'userId' }
  /** Take it from the screen's main call: `productCalls.find.access`. */
  access: Access
  /** Offered only to developers of this status. The address works for others, too. */
  forStatus?: DeveloperStatus
  load: () => Promise<LoadedScreen>
  /** A URL that fails this check (such as a view without a guid) shows "not found" instead of the screen. */
  search?: SearchSchema
}

export interface ScreenDeclaration<Path extends ScreenPath> extends ScreenRow {
  path: Path
  parent?: ScreenPath
}

export function defineScreen<Path extends ScreenPath>(row: ScreenDeclaration<Path>): ScreenDeclaration<Path> {
  return row
}

const rows = new Map<string, ScreenRow>()

/** Called by the router: first with the screens before sign-in, then with all of them. */
export function registerScreens(screens: readonly ScreenRow[]): void {
  for (const row of screens) rows.set(row.path, row)
}

export function findScreen(path: string): ScreenRow | undefined {
  return rows.get(path)
}

export function allScreens(): readonly ScreenRow[] {
  return [...rows.values()]
}
