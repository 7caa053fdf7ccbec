// The four rows of the screen table that an entity usually has: list, new, edit and view. Accesses are written out for
// each row, because the build inlines `xCalls.find.access` and then needs no contract code for the screen table.
import type { Access, OperationTarget } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { PhraseKey } from '../words/i18n.tsx'
import type { LoadedScreen, ScreenPath, ScreenRow } from './screen.ts'

/** The phrases that name the four screens. */
type Titles = PhraseKey extends infer Key ? (Key extends `${infer Titles}.list` ? Titles : never) : never

interface EntityScreen<Path extends ScreenPath> {
  path: Path
  access: Access
  load: () => Promise<LoadedScreen>
}

interface EntityScreens<Path extends ScreenPath> extends Pick<ScreenRow, 'domain' | 'menu' | 'guide'> {
  kind: OperationTarget
  /** Written as one key, so that the build finds it: the menu needs these phrases on every page. */
  titles: Titles
  list: EntityScreen<Path>
  new: EntityScreen<Path>
  edit: EntityScreen<Path>
  view: EntityScreen<Path>
}

const search = z.object({ guid: z.uuid() })

export function entityScreens<Path extends ScreenPath>({
  domain,
  kind,
  titles,
  menu,
  guide,
  ...screens
}: EntityScreens<Path>): (ScreenRow & { path: Path })[] {
  const all = { domain, ...(guide && { guide }) }
  const below = { ...all, parent: screens.list.path }
  const title = (name: 'list' | 'new' | 'edit' | 'view') => `${titles}.${name}` as PhraseKey // there is one for each
  return [
    { ...screens.list, ...all, title: title('list'), ...(menu && { menu }) },
    { ...screens.new, ...below, title: title('new') },
    { ...screens.edit, ...below, title: title('edit'), search },
    { ...screens.view, ...below, title: title('view'), search, shows: { kind } },
  ]
}
