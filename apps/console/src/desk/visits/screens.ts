// The read-only visits of operators to developers.
import { operatorDesk } from '@sealwright/contract'
import { Eye } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/visits': ListSearch<'developerId'>
  }
}

export const visitScreens = [
  defineDeskScreen({
    path: '/platform/visits',
    domain: 'visits',
    title: 'desk.titles.visits',
    entry: { group: 'developer', icon: Eye, order: 90 },
    access: operatorDesk.findVisits.access,
    load: () => import('./visit-list.screen.tsx'),
  }),
]
