// The health of the center.
import { healthDesk } from '@sealwright/contract'
import { Activity } from 'lucide-react'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/health': NoSearch
  }
}

export const healthScreens = [
  defineDeskScreen({
    path: '/platform/health',
    domain: 'health',
    title: 'health.titles.page',
    entry: { group: 'health', icon: Activity, order: 10 },
    access: healthDesk.get.access,
    load: () => import('./health.screen.tsx'),
  }),
]
