// The row of the screen table for the integration page. Its other tabs are screens of their own domains.
import { privilege } from '@sealwright/contract'
import { Cable } from 'lucide-react'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `tab` leads to the screen of that tab. */
    '/integration': { tab?: string }
  }
}

const domain = 'integration'

export const integrationScreens = [
  defineScreen({
    path: '/integration',
    domain,
    title: 'integration.titles.index',
    menu: { group: 'setting', icon: Cable, order: 4 },
    access: privilege('signingKey.view', 'webhook.view'),
    load: () => import('./integration.screen.tsx'),
  }),
]
