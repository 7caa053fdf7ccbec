// The integrators' rows of the screen table.
import { integratorCalls } from '@sealwright/contract'
import { Handshake } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import type { LocksTabSearch } from '../dongle/tab/index.ts'
import type { LicensesTabSearch } from '../license/tab/index.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/integrator': ListSearch<'name'>
    '/integrator/new': NoSearch
    /** Saving leads back to `sourcePath`, or to the list. */
    '/integrator/edit': { guid: string; sourcePath?: '/integrator/viewIntegrator' }
    /** `name` and `page` belong to the list in the open tab; `change` is 1 while assignments are being changed. */
    '/integrator/viewIntegrator': { guid: string; tab?: string; name?: string; change?: string } & LicensesTabSearch &
      LocksTabSearch
  }
}

export const integratorScreens = entityScreens({
  domain: 'integrator',
  kind: 'integrator',
  titles: 'integrator.titles',
  menu: { group: 'people', icon: Handshake, order: 3 },
  list: {
    path: '/integrator',
    access: integratorCalls.find.access,
    load: () => import('./integrator-list.screen.tsx'),
  },
  new: {
    path: '/integrator/new',
    access: integratorCalls.create.access,
    load: () => import('./integrator-new.screen.tsx'),
  },
  edit: {
    path: '/integrator/edit',
    access: integratorCalls.update.access,
    load: () => import('./integrator-edit.screen.tsx'),
  },
  view: {
    path: '/integrator/viewIntegrator',
    access: integratorCalls.get.access,
    load: () => import('./integrator-detail.screen.tsx'),
  },
})
