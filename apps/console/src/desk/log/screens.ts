// The operators' own operation log.
import { operatorDesk } from '@sealwright/contract'
import { ScrollText } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/log': ListSearch<'operator' | 'targetKind' | 'type' | 'startTime' | 'endTime'>
  }
}

export const logScreens = [
  defineDeskScreen({
    path: '/platform/log',
    domain: 'log',
    title: 'desk.titles.log',
    entry: { group: 'setting', icon: ScrollText, order: 20 },
    access: operatorDesk.log.access,
    load: () => import('./log.screen.tsx'),
  }),
]
