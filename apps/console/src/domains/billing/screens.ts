// The rows of the screen table about money. The specification names no address of theirs; the menu shows them in this order.
import { topUpCalls } from '@sealwright/contract'
import { CreditCard } from 'lucide-react'
import type { ListSearch } from '../../blocks/list-state.ts'
import { defineScreen } from '../../lib/screen.ts'
import type { ScreenRow } from '../../lib/screen.ts'

declare module '../../lib/screen.ts' {
  interface ScreenSearch {
    /** `guid` is the top-up that is being paid. */
    '/billing/topUp': ListSearch<'serial' | 'status' | 'paymentMethod' | 'startTime' | 'endTime'> & { guid?: string }
  }
}

export const billingScreens: ScreenRow[] = [
  defineScreen({
    path: '/billing/topUp',
    domain: 'billing',
    title: 'billing.titles.topUp',
    menu: { group: 'finance', icon: CreditCard, order: 1 },
    access: topUpCalls.find.access,
    load: async () => ({ Screen: (await import('./top-up.screen.tsx')).Screen }),
  }),
]
