// The tools' entries in the screen table. They name their privileges instead of importing the calls, as the runtime
// screens do.
import { privilege } from '@sealwright/contract'
import { ArrowLeftRight, Search } from 'lucide-react'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `task` is the running or ended exchange. */
    '/tool/offline': { task?: string }
    '/tool/searchLicense': NoSearch
  }
}

/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'offline'

export const offlineScreens = [
  defineScreen({
    path: '/tool/offline',
    domain,
    title: 'offline.titles.workbench',
    menu: { group: 'tool', icon: ArrowLeftRight, order: 1 },
    access: privilege('offline.exchange'),
    load: () => import('./workbench/workbench.screen.tsx'),
  }),
  defineScreen({
    path: '/tool/searchLicense',
    domain,
    title: 'offline.titles.searchLicense',
    menu: { group: 'tool', icon: Search, order: 2 },
    access: privilege('offline.view'),
    load: () => import('./search/search-license.screen.tsx'),
  }),
]
