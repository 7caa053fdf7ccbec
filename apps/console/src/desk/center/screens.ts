// The settings of the center, and its invitation codes.
import { centerDesk } from '@sealwright/contract'
import { Settings } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/settings': object
    '/platform/settings/invitations': ListSearch<'state'>
  }
}

export const centerScreens = [
  defineDeskScreen({
    path: '/platform/settings',
    domain: 'center',
    title: 'center.titles.settings',
    entry: { group: 'setting', icon: Settings, order: 5 },
    access: centerDesk.get.access,
    load: () => import('./settings.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/settings/invitations',
    parent: '/platform/settings',
    domain: 'center',
    title: 'center.titles.invitations',
    access: centerDesk.findInvitations.access,
    load: () => import('./invitation-list.screen.tsx'),
  }),
]
