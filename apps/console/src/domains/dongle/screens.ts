// The rows of the screen table for user locks and control locks. They name their privileges instead of importing the
// calls, as the screens of offline files do.
import { privilege } from '@sealwright/contract'
import { ChartPie, ShieldCheck, Usb } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

/** `tagGuids` and `status` are one value or a JSON array. */
type LockFilterName =
  | 'keyword'
  | 'activationMode'
  | 'status'
  | 'group'
  | 'customerGuid'
  | 'tagGuids'
  | 'adminUserId'
  | 'integratorGuid'
  | 'endingDays'
  | 'ended'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/dongle/user': ListSearch<LockFilterName>
    '/dongle/user/view': { guid: string; tab?: string; page?: string }
    /** Saving leads back to `sourcePath`, or to the list. */
    '/dongle/user/edit': { guid: string; sourcePath?: '/dongle/user/view' }
    /** `period` is that of the activations; `view` shows them as a table. */
    '/dongle/user/dashboard': { period?: string; view?: 'table' }
    /**
     * `handed` names the locks that the list handed over. `task` is a checked batch of `act`; `state` and `page` select
     * its rows.
     */
    '/dongle/user/batch': { handed?: string; act?: string; task?: string; state?: string; page?: string }
    /** `task` is a checked file; `state` and `page` select its rows. */
    '/dongle/user/import': { task?: string; state?: string; page?: string }
    '/dongle/controll': ListSearch<'keyword'>
  }
}

/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'dongle'
const search = z.object({ guid: z.uuid() })

export const dongleScreens = [
  defineScreen({
    path: '/dongle/user',
    domain,
    title: 'userLock.titles.list',
    menu: { group: 'dongle', icon: Usb, order: 1 },
    access: privilege('userLock.view'),
    load: () => import('./list/lock-list.screen.tsx'),
  }),
  defineScreen({
    path: '/dongle/user/view',
    shows: { kind: 'userLock' },
    domain,
    title: 'userLock.titles.view',
    parent: '/dongle/user',
    access: privilege('userLock.view'),
    load: () => import('./detail/lock-detail.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/dongle/user/edit',
    domain,
    title: 'userLock.titles.edit',
    parent: '/dongle/user',
    access: privilege('userLock.update'),
    load: () => import('./detail/lock-edit.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/dongle/user/batch',
    domain,
    title: 'userLock.batch.title',
    parent: '/dongle/user',
    access: privilege('userLock.lock'),
    load: () => import('./batch/lock-batch.screen.tsx'),
  }),
  defineScreen({
    path: '/dongle/user/import',
    domain,
    title: 'userLock.import.title',
    parent: '/dongle/user',
    access: privilege('userLock.update'),
    load: () => import('./batch/lock-import.screen.tsx'),
  }),
  defineScreen({
    path: '/dongle/controll',
    domain,
    title: 'controlLock.titles.list',
    menu: { group: 'dongle', icon: ShieldCheck, order: 3 },
    access: privilege('controlLock.view'),
    load: () => import('./control/control-lock.screen.tsx'),
  }),
  defineScreen({
    path: '/dongle/user/dashboard',
    domain,
    title: 'userLock.titles.dashboard',
    menu: { group: 'dongle', icon: ChartPie, order: 4 },
    access: privilege('userLock.view'),
    load: () => import('./dashboard/lock-dashboard.screen.tsx'),
  }),
]
