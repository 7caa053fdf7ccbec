// The runtime screens' entries in the screen table: seats, log, risks and keys. They name their privileges instead of
// importing the calls, which keeps two kilobytes out of the shell. Phrases and calls load with the first screen.
import { privilege } from '@sealwright/contract'
import { Armchair, Radar, ScrollText } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/runtime/seat': ListSearch<'keyword'> & { tab?: string }
    /** `refused` is '1' or '0'. */
    '/runtime/log': ListSearch<'act' | 'refused' | 'reason' | 'keyword' | 'startTime' | 'endTime'>
    '/runtime/risk': NoSearch
    '/runtime/key': NoSearch
  }
}

/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'runtime'

export const runtimeScreens = [
  defineScreen({
    path: '/runtime/seat',
    domain,
    title: 'shell.runtime.seat',
    menu: { group: 'runtime', icon: Armchair, order: 1 },
    access: privilege('runtime.view'),
    load: () => import('./seat-board.screen.tsx'),
  }),
  defineScreen({
    path: '/runtime/log',
    domain,
    title: 'shell.runtime.log',
    menu: { group: 'runtime', icon: ScrollText, order: 2 },
    access: privilege('runtime.view'),
    load: () => import('./runtime-log.screen.tsx'),
  }),
  defineScreen({
    path: '/runtime/risk',
    domain,
    title: 'shell.runtime.risk',
    menu: { group: 'runtime', icon: Radar, order: 3 },
    access: privilege('runtime.view'),
    load: () => import('./risk.screen.tsx'),
  }),
  defineScreen({
    path: '/runtime/key',
    domain,
    title: 'shell.runtime.key',
    parent: '/integration',
    guide: 'integration',
    access: privilege('signingKey.view'),
    load: () => import('./signing-key.screen.tsx'),
  }),
]
