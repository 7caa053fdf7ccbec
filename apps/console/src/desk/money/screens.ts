// Money: prices, packages on offer, corrections, payments with their reconciliation, month totals.
import { billingDesk, paymentDesk } from '@sealwright/contract'
import { ArrowLeftRight, CalendarRange, CreditCard, Package, Scale, Tags } from 'lucide-react'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/prices': ListSearch<'developerId' | 'kind' | 'state'>
    '/platform/prices/edit': { developerId?: string }
    '/platform/packages': ListSearch<'state'>
    '/platform/packages/view': { guid: string }
    '/platform/corrections': ListSearch<'state' | 'kind' | 'developerId'>
    '/platform/payments': ListSearch<'serial' | 'status' | 'paymentMethod' | 'developerId' | 'startTime' | 'endTime'>
    '/platform/payments/view': { guid: string }
    '/platform/reconciliations': ListSearch<never>
    '/platform/reconciliations/view': ListSearch<'outcome'> & { guid: string }
    '/platform/months': ListSearch<'month'>
  }
}

export const moneyScreens = [
  defineDeskScreen({
    path: '/platform/prices',
    domain: 'billing',
    title: 'tariff.menu.prices',
    entry: { group: 'money', icon: Tags, order: 10 },
    access: billingDesk.prices.access,
    load: () => import('./prices.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/prices/edit',
    parent: '/platform/prices',
    domain: 'billing',
    title: 'tariff.kinds.rates',
    access: billingDesk.setRates.access,
    load: () => import('./rates-form.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/packages',
    domain: 'billing',
    title: 'tariff.menu.packages',
    entry: { group: 'money', icon: Package, order: 20 },
    access: billingDesk.findOffers.access,
    load: () => import('./offer-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/packages/view',
    parent: '/platform/packages',
    domain: 'billing',
    title: 'tariff.packages.sold',
    access: billingDesk.findSold.access,
    load: () => import('./sold-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/corrections',
    domain: 'billing',
    title: 'tariff.menu.corrections',
    entry: { group: 'money', icon: Scale, order: 30, waiting: 'corrections' },
    access: billingDesk.findCorrections.access,
    load: () => import('./correction-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/payments',
    domain: 'billing',
    title: 'tariff.menu.payments',
    entry: { group: 'money', icon: CreditCard, order: 40 },
    access: paymentDesk.find.access,
    load: () => import('./payment-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/payments/view',
    parent: '/platform/payments',
    domain: 'billing',
    title: 'tariff.payments.detail',
    access: paymentDesk.get.access,
    load: () => import('./payment-detail.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/reconciliations',
    domain: 'billing',
    title: 'tariff.menu.reconciliations',
    entry: { group: 'money', icon: ArrowLeftRight, order: 50 },
    access: paymentDesk.findRuns.access,
    load: () => import('./run-list.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/reconciliations/view',
    parent: '/platform/reconciliations',
    domain: 'billing',
    title: 'tariff.reconciliations.detail',
    access: paymentDesk.getRun.access,
    load: () => import('./run-detail.screen.tsx'),
  }),
  defineDeskScreen({
    path: '/platform/months',
    domain: 'billing',
    title: 'tariff.menu.months',
    entry: { group: 'money', icon: CalendarRange, order: 60 },
    access: billingDesk.months.access,
    load: () => import('./month-list.screen.tsx'),
  }),
]
