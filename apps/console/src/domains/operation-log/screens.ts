// The operation log's entry in the screen table.
import { anySession } from '@sealwright/contract'
import { ScrollText } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `batch` is a request or a task. */
    '/operationLog': ListSearch<'actor' | 'targetKind' | 'targetGuid' | 'type' | 'batch' | 'startTime' | 'endTime'>
  }
}

export const operationLogScreens = [
  defineScreen({
    path: '/operationLog',
    domain: 'operation-log',
    title: 'operationLog.titles.list',
    menu: { group: 'setting', icon: ScrollText, order: 6 },
    access: anySession,
    load: () => import('./operation-log.screen.tsx'),
  }),
]
