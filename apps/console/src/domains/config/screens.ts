// The screen of the developer's settings.
import { privilege } from '@sealwright/contract'
import { SlidersHorizontal } from 'lucide-react'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/configure': NoSearch
  }
}

export const configScreens = [
  defineScreen({
    path: '/configure',
    domain: 'config',
    title: 'config.titles.list',
    menu: { group: 'setting', icon: SlidersHorizontal, order: 5 },
    access: privilege('config.view'),
    load: () => import('./configure.screen.tsx'),
  }),
]
