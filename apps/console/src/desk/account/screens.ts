// The operator's own account.
import { operatorDesk } from '@sealwright/contract'
import { defineDeskScreen } from '../screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/platform/security': NoSearch
  }
}

export const accountScreens = [
  defineDeskScreen({
    path: '/platform/security',
    domain: 'account',
    title: 'desk.titles.security',
    access: operatorDesk.sessions.access,
    load: () => import('./security.screen.tsx'),
  }),
]
