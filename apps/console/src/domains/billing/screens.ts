// The billing entries of the screen table, in menu order. The specification defines no addresses for them.
import { billingCalls, orderCalls, packageCalls, topUpCalls } from '@sealwright/contract'
import { CreditCard, Package, Receipt, Wallet } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import type { ScreenRow } from '../../lib/place/screen.ts'
import type { LicensesTabSearch } from '../license/tab/index.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /**
     * `tab` is the open tab, and the filters belong to it. `unit` and `chart` select the period and the content of the
     * chart. `pay=serviceFee` opens the payment of the service fee.
     */
    '/billing': ListSearch<'billingId' | 'category' | 'status' | 'purse' | 'movement' | 'startTime' | 'endTime'> & {
      tab?: string
      unit?: string
      chart?: string
      pay?: string
    }
    /** `guid` is the top-up being paid; `amount` prefills the form, in yuan. */
    '/billing/topUp': ListSearch<'serial' | 'status' | 'paymentMethod' | 'startTime' | 'endTime'> & {
      guid?: string
      amount?: string
    }
    '/billing/package': ListSearch<'type' | 'status'>
    /** `keyword` is an order ID, a license code or an account. */
    '/billing/order': ListSearch<'keyword' | 'customerGuid' | 'category' | 'status' | 'startTime' | 'endTime'>
    /** The filters are those of the licenses that the order paid for. */
    '/billing/order/view': { guid: string; tab?: string } & LicensesTabSearch
  }
}

export const billingScreens: ScreenRow[] = [
  defineScreen({
    path: '/billing',
    domain: 'billing',
    title: 'billing.titles.overview',
    menu: { group: 'billing', icon: Wallet, order: 0 },
    access: billingCalls.balance.access,
    load: () => import('./overview/overview.screen.tsx'),
  }),
  defineScreen({
    path: '/billing/topUp',
    domain: 'billing',
    title: 'billing.titles.topUp',
    menu: { group: 'billing', icon: CreditCard, order: 1 },
    access: topUpCalls.find.access,
    // The licenses of a trial cost nothing.
    forStatus: 'formal',
    load: () => import('./top-up/top-up.screen.tsx'),
  }),
  defineScreen({
    path: '/billing/package',
    domain: 'billing',
    title: 'billing.titles.package',
    menu: { group: 'billing', icon: Package, order: 2 },
    access: packageCalls.find.access,
    load: () => import('./package/package-list.screen.tsx'),
  }),
  defineScreen({
    path: '/billing/order',
    domain: 'billing',
    title: 'billing.titles.order',
    menu: { group: 'billing', icon: Receipt, order: 3 },
    access: orderCalls.find.access,
    load: () => import('./order/order-list.screen.tsx'),
  }),
  defineScreen({
    path: '/billing/order/view',
    domain: 'billing',
    title: 'billing.overview.orders.viewTitle',
    parent: '/billing/order',
    access: orderCalls.get.access,
    load: () => import('./order/order-detail.screen.tsx'),
    search: z.object({ guid: z.uuid() }),
  }),
]
