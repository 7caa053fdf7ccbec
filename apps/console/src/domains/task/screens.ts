// The task center's row of the screen table: one address for the list and, with a guid, for one task with its rows.
import { taskCalls } from '@sealwright/contract'
import { ListChecks } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `guid` opens one task; `state` are then the rows to look at, and `page` is theirs. */
    '/taskCenter': ListSearch<'status' | 'kind'> & { guid?: string; state?: string }
  }
}

export const taskScreens = [
  defineScreen({
    path: '/taskCenter',
    domain: 'task',
    title: 'task.titles.list',
    menu: { group: 'tool', icon: ListChecks, order: 1 },
    access: taskCalls.find.access,
    load: () => import('./task-center.screen.tsx'),
  }),
]
