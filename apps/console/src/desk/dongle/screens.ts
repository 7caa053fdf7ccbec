// Dongles of all developers and in stock.
import { dongleDesk } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/dongles': ListSearch<'keyword' | 'kind' | 'place' | 'developerId' | 'group'>
    '/platform/dongles/register': object
  }
}

export const dongleScreens = [
  defineDeskScreen({
    path: '/platform/dongles',
    domain: 'dongle',
    title: 'dongle.titles.list',
    entry: { group: 'dongle', icon: Usb, order: 10 },
    access: dongleDesk.find.access,
    load: () => import('./lock-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/dongles/register',
    parent: '/platform/dongles',
    domain: 'dongle',
    title: 'dongle.titles.register',
    access: dongleDesk.register.access,
    load: () => import('./register.screen.tsx'),
  }),
]
