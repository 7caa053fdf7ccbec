// The rows of the screen table for webhooks: the list is a tab of the integration page; an endpoint has its deliveries.
import { privilege } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/integration/webhook': ListSearch<never>
    '/integration/webhook/view': ListSearch<'state' | 'event' | 'startTime' | 'endTime'> & {
      guid: string
      tab?: string
    }
  }
}

/** Not in the rows: a domain that is named there has its field labels in the shell, which shows none of these. */
const domain = 'webhook'

export const webhookScreens = [
  defineScreen({
    path: '/integration/webhook',
    domain,
    title: 'webhook.titles.list',
    parent: '/integration',
    guide: 'webhooks',
    access: privilege('webhook.view'),
    load: () => import('./webhook-list.screen.tsx'),
  }),
  defineScreen({
    path: '/integration/webhook/view',
    shows: { kind: 'webhook' },
    domain,
    title: 'webhook.titles.view',
    parent: '/integration/webhook',
    guide: 'webhooks',
    access: privilege('webhook.view'),
    load: () => import('./webhook-detail.screen.tsx'),
    search: z.object({ guid: z.uuid() }),
  }),
]
