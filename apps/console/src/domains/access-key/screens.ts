// The rows of the screen table for access keys. The list is a tab of the integration page.
import { superAdministrator } from '@sealwright/contract'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import type { ScreenRow } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/accessKeyManage': ListSearch<'name' | 'state'>
    '/accessKeyManage/new': NoSearch
    /** Saving leads back to `sourcePath`, or to the list. */
    '/accessKeyManage/edit': { guid: string; sourcePath?: '/accessKeyManage/view' }
    '/accessKeyManage/view': { guid: string; tab?: string }
  }
}

const access = superAdministrator
/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'access-key'

export const accessKeyScreens: ScreenRow[] = entityScreens({
  domain,
  kind: 'accessKey',
  titles: 'accessKey.titles',
  guide: 'access-keys',
  list: { path: '/accessKeyManage', access, load: () => import('./access-key-list.screen.tsx') },
  new: { path: '/accessKeyManage/new', access, load: () => import('./access-key-new.screen.tsx') },
  edit: { path: '/accessKeyManage/edit', access, load: () => import('./access-key-edit.screen.tsx') },
  view: { path: '/accessKeyManage/view', access, load: () => import('./access-key-detail.screen.tsx') },
}).map((row) => (row.parent ? row : { ...row, parent: '/integration' }))
