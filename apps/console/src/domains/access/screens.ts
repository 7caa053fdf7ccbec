// The rows of the screen table for administrators and roles.
import { ASSIGNED_KINDS, accessCalls, roleCalls } from '@sealwright/contract'
import { IdCard, ShieldUser } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import { ASSIGN_PATHS } from './assign-paths.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/access': ListSearch<'userName' | 'state' | 'roleGuid'>
    '/access/new': NoSearch
    '/access/set': { userId: string }
    '/access/view': { userId: string; tab?: string }
    '/access/assignProduct': { userId: string }
    '/access/assignUser': { userId: string }
    '/access/assignCustomer': { userId: string }
    '/access/assignUserLock': { userId: string }
    '/role': ListSearch<'name'>
    '/role/new': NoSearch
    /** Saving leads back to `sourcePath`, or to the list. */
    '/role/edit': { guid: string; sourcePath?: '/role/view' }
    '/role/view': { guid: string; tab?: string }
  }
}

const ofAdmin = z.object({ userId: z.uuid() })

export const accessScreens = [
  defineScreen({
    path: '/access',
    domain: 'access',
    title: 'access.titles.list',
    menu: { group: 'setting', icon: ShieldUser, order: 1 },
    access: accessCalls.find.access,
    load: () => import('./admin-list.screen.tsx'),
  }),
  defineScreen({
    path: '/access/new',
    domain: 'access',
    title: 'access.titles.new',
    parent: '/access',
    access: accessCalls.create.access,
    load: () => import('./admin-new.screen.tsx'),
  }),
  defineScreen({
    path: '/access/set',
    domain: 'access',
    title: 'access.titles.set',
    parent: '/access',
    access: accessCalls.update.access,
    load: () => import('./admin-set.screen.tsx'),
    search: ofAdmin,
  }),
  defineScreen({
    path: '/access/view',
    shows: { kind: 'admin', by: 'userId' },
    domain: 'access',
    title: 'access.titles.view',
    parent: '/access',
    access: accessCalls.get.access,
    load: () => import('./admin-detail.screen.tsx'),
    search: ofAdmin,
  }),
  ...ASSIGNED_KINDS.map((kind) =>
    defineScreen({
      path: ASSIGN_PATHS[kind],
      domain: 'access',
      title: `access.titles.assign.${kind}`,
      parent: '/access',
      access: accessCalls.assign.access,
      load: async () => ({ Screen: (await import('./assign.screen.tsx')).screenOf(kind) }),
      search: ofAdmin,
    }),
  ),
  ...entityScreens({
    domain: 'access',
    kind: 'role',
    titles: 'access.roles.titles',
    menu: { group: 'setting', icon: IdCard, order: 2 },
    list: { path: '/role', access: roleCalls.find.access, load: () => import('./role-list.screen.tsx') },
    new: { path: '/role/new', access: roleCalls.create.access, load: () => import('./role-new.screen.tsx') },
    edit: { path: '/role/edit', access: roleCalls.update.access, load: () => import('./role-edit.screen.tsx') },
    view: { path: '/role/view', access: roleCalls.get.access, load: () => import('./role-detail.screen.tsx') },
  }),
]
