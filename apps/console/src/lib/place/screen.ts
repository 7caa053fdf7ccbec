// The screen table's row. Routes, menu, titles, breadcrumbs, 403 and 404 all come from rows like this, one file a
// domain: `screens.ts`. A domain adds its paths to `ScreenSearch`, so that a link to a path that does not exist, or
// without the search it needs, does not compile.
import type { Access } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PhraseKey } from '../words/i18n.tsx'

/**
 * Path → what its URL carries after the question mark, every value a string. Grows by declaration merging:
 * `declare module './screen.ts' { interface ScreenSearch { '/product/view': { guid: string } } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the domains fill it
export interface ScreenSearch {}
export type ScreenPath = keyof ScreenSearch
/** The search of a screen whose address carries nothing. */
export type NoSearch = Record<string, undefined>

/** The groups of the menu, in the order they stand in. A group without a screen the person may open is not shown. */
export const MENU_GROUPS = [
  'overview',
  'template',
  'license',
  'runtime',
  'dongle',
  'people',
  'marketing',
  'audit',
  'tool',
  'finance',
  'setting',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** What a zod schema offers; written as a shape, so that a row may also bring a check of its own. */
export interface SearchSchema {
  safeParse(raw: unknown): { success: boolean }
}

/** What the address carries after the question mark. */
export type Search = Readonly<Record<string, string | undefined>>

export interface LoadedScreen {
  Screen: ComponentType
  /** Asks for what the screen shows first, as soon as its code is here. */
  first?: (search: Search) => Promise<void> | undefined
}

export interface ScreenRow {
  path: string
  /** Also the name of its phrases (phrase-units.ts). */
  domain: string
  title: PhraseKey
  menu?: { group: MenuGroup; icon: LucideIcon; order: number }
  /** The screen one step up, for the breadcrumb and for the menu entry that stays lit. */
  parent?: string
  /** Take it from the call that the screen lives on: `productCalls.find.access`. */
  access: Access
  load: () => Promise<LoadedScreen>
  /** A URL that this refuses (a view without its guid) shows "nothing here" instead of the screen. */
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

/** Called by the router as it learns the table: first the screens outside the door, then all of them. */
export function registerScreens(screens: readonly ScreenRow[]): void {
  for (const row of screens) rows.set(row.path, row)
}

export function findScreen(path: string): ScreenRow | undefined {
  return rows.get(path)
}

export function allScreens(): readonly ScreenRow[] {
  return [...rows.values()]
}
