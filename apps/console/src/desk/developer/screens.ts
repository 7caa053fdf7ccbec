// Developers and their applications.
import { developerDesk } from '@sealwright/contract'
import { Building2, FileCheck } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/developers': ListSearch<'keyword' | 'state'>
    '/platform/developers/view': { id: string; tab?: string }
    '/platform/applications': ListSearch<'state'>
  }
}

export const developerScreens = [
  defineDeskScreen({
    path: '/platform/developers',
    domain: 'developer',
    title: 'tenant.titles.list',
    entry: { group: 'developer', icon: Building2, order: 10 },
    access: developerDesk.find.access,
    load: () => import('./developer-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/developers/view',
    parent: '/platform/developers',
    domain: 'developer',
    title: 'tenant.titles.view',
    access: developerDesk.get.access,
    load: () => import('./developer-detail.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/applications',
    domain: 'developer',
    title: 'tenant.titles.applications',
    entry: { group: 'developer', icon: FileCheck, order: 20, waiting: 'applications' },
    access: developerDesk.findApplications.access,
    load: () => import('./application-list.screen.tsx'),
  }),
]
