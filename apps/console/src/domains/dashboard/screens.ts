import { dashboardCalls } from '@sealwright/contract'
import { LayoutDashboard } from 'lucide-react'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/dashboard': NoSearch
  }
}

export const dashboardScreens = [
  defineScreen({
    path: FIRST_SCREEN,
    domain: 'dashboard',
    title: 'dashboard.title',
    menu: { group: 'dashboard', icon: LayoutDashboard, order: 0 },
    access: dashboardCalls.get.access,
    load: () => import('./dashboard.screen.tsx'),
  }),
]
