// The operators of the platform.
import { operatorDesk } from '@sealwright/contract'
import { UsersRound } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/operators': ListSearch<'state'>
  }
}

export const operatorScreens = [
  defineDeskScreen({
    path: '/platform/operators',
    domain: 'operators',
    title: 'desk.titles.operators',
    entry: { group: 'setting', icon: UsersRound, order: 10 },
    access: operatorDesk.find.access,
    load: () => import('./operator-list.screen.tsx'),
  }),
]
