// The screens of the developer: its information, and the application to become formal.
import { developerCalls } from '@sealwright/contract'
import { Building2 } from 'lucide-react'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/developerInfo': { tab?: string }
    '/applyRegular': NoSearch
  }
}

export const developerScreens = [
  defineScreen({
    path: '/developerInfo',
    domain: 'developer',
    title: 'developer.titles.info',
    menu: { group: 'setting', icon: Building2, order: 3 },
    access: developerCalls.get.access,
    load: () => import('./developer-info.screen.tsx'),
  }),
  defineScreen({
    path: APPLY_PATH,
    domain: 'developer',
    title: 'developer.titles.apply',
    guide: 'registration',
    access: developerCalls.application.access,
    forStatus: 'trial',
    load: () => import('./apply-regular.screen.tsx'),
  }),
]
