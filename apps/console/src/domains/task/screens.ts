// The task center's entry in the screen table. One address serves the list and, with a guid, the page of one task.
import { taskCalls } from '@sealwright/contract'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `guid` opens one task; `state` and `page` then select its rows. */
    '/taskCenter': ListSearch<'status' | 'kind'> & { guid?: string; state?: string }
  }
}

export const taskScreens = [
  defineScreen({
    path: '/taskCenter',
    domain: 'task',
    title: 'task.titles.list',
    access: taskCalls.find.access,
    load: () => import('./task-center.screen.tsx'),
  }),
]
