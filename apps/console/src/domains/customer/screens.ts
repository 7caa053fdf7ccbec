// The rows of the screen table for users, customers and tags.
import { customerCalls, tagCalls, userCalls } from '@sealwright/contract'
import { BriefcaseBusiness, Tags, UsersRound } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { entityScreens } from '../../lib/place/entity-screens.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import type { LocksTabSearch } from '../dongle/tab/index.ts'
import type { LicensesTabSearch } from '../license/tab/index.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `tagGuids` is a JSON array. `importGuid` is the task that imported the users. */
    '/user': ListSearch<'account' | 'accountType' | 'tagGuids' | 'customerGuid' | 'activated' | 'importGuid'>
    '/user/new': NoSearch
    /** Saving leads back to `sourcePath`, or to the list. */
    '/user/edit': { guid: string; sourcePath?: '/user/view' }
    '/user/view': { guid: string; tab?: string } & LicensesTabSearch
    /** `task` is a checked file; `state` and `page` select its rows. */
    '/user/import': { task?: string; state?: string; page?: string }
    '/customer': ListSearch<'name'>
    '/customer/new': NoSearch
    /** Saving leads back to `sourcePath`, or to the list. */
    '/customer/edit': { guid: string; sourcePath?: '/customer/view' }
    /** `account` belongs to the users tab, `page` to the open tab. */
    '/customer/view': { guid: string; tab?: string; account?: string } & LicensesTabSearch & LocksTabSearch
    '/tag': ListSearch<'name'>
  }
}

const search = z.object({ guid: z.uuid() })

export const customerScreens = [
  defineScreen({
    path: '/user',
    domain: 'customer',
    title: 'customer.user.titles.list',
    menu: { group: 'people', icon: UsersRound, order: 0 },
    access: userCalls.find.access,
    load: () => import('./user/user-list.screen.tsx'),
  }),
  defineScreen({
    path: '/user/new',
    domain: 'customer',
    title: 'customer.user.titles.new',
    parent: '/user',
    access: userCalls.create.access,
    load: () => import('./user/user-new.screen.tsx'),
  }),
  defineScreen({
    path: '/user/edit',
    domain: 'customer',
    title: 'customer.user.titles.edit',
    parent: '/user',
    access: userCalls.update.access,
    load: () => import('./user/user-edit.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/user/view',
    shows: { kind: 'user' },
    domain: 'customer',
    title: 'customer.user.titles.view',
    parent: '/user',
    access: userCalls.get.access,
    load: () => import('./user/user-detail.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/user/import',
    domain: 'customer',
    title: 'customer.import.title',
    parent: '/user',
    access: userCalls.import.access,
    load: () => import('./user/user-import.screen.tsx'),
  }),
  ...entityScreens({
    domain: 'customer',
    kind: 'customer',
    titles: 'customer.customer.titles',
    menu: { group: 'people', icon: BriefcaseBusiness, order: 1 },
    list: {
      path: '/customer',
      access: customerCalls.find.access,
      load: () => import('./customer/customer-list.screen.tsx'),
    },
    new: {
      path: '/customer/new',
      access: customerCalls.create.access,
      load: () => import('./customer/customer-new.screen.tsx'),
    },
    edit: {
      path: '/customer/edit',
      access: customerCalls.update.access,
      load: () => import('./customer/customer-edit.screen.tsx'),
    },
    view: {
      path: '/customer/view',
      access: customerCalls.get.access,
      load: () => import('./customer/customer-detail.screen.tsx'),
    },
  }),
  defineScreen({
    path: '/tag',
    domain: 'customer',
    title: 'customer.tag.title',
    menu: { group: 'people', icon: Tags, order: 2 },
    access: tagCalls.find.access,
    load: () => import('./tag/tag-list.screen.tsx'),
  }),
]
