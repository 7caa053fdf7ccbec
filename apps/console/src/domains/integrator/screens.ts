// The integrators' rows of the screen table. The specification names the list and the view; new and edit follow from
// what one can do there.
import { privilege } from '@sealwright/contract'
import { Handshake } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import type { LicensesTabSearch } from '../license/tab/index.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/integrator': ListSearch<'name'>
    '/integrator/new': NoSearch
    /** `sourcePath` is where saving leads back to, when it is not the list. */
    '/integrator/edit': { guid: string; sourcePath?: '/integrator/viewIntegrator' }
    /** `name` and `page` are of the open tab's list; `change` is 1 while what is assigned is being changed. */
    '/integrator/viewIntegrator': { guid: string; tab?: string; name?: string; change?: string } & LicensesTabSearch
  }
}

const search = z.object({ guid: z.uuid() })

export const integratorScreens = [
  defineScreen({
    path: '/integrator',
    domain: 'integrator',
    title: 'integrator.titles.list',
    menu: { group: 'people', icon: Handshake, order: 3 },
    access: privilege('integrator.view'),
    load: () => import('./integrator-list.screen.tsx'),
  }),
  defineScreen({
    path: '/integrator/new',
    domain: 'integrator',
    title: 'integrator.titles.new',
    parent: '/integrator',
    access: privilege('integrator.create'),
    load: () => import('./integrator-new.screen.tsx'),
  }),
  defineScreen({
    path: '/integrator/edit',
    domain: 'integrator',
    title: 'integrator.titles.edit',
    parent: '/integrator',
    access: privilege('integrator.update'),
    load: () => import('./integrator-edit.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/integrator/viewIntegrator',
    domain: 'integrator',
    title: 'integrator.titles.view',
    parent: '/integrator',
    access: privilege('integrator.view'),
    load: () => import('./integrator-detail.screen.tsx'),
    search,
  }),
]
