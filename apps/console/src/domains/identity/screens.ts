// Accounts and sessions: the screens outside the door. Loaded before anything else, so nothing heavy may be imported here.
import { identityCalls } from '@sealwright/contract'
import { LOGIN_PATH } from '../../lib/go.ts'
import { defineScreen } from '../../lib/screen.ts'

declare module '../../lib/screen.ts' {
  interface ScreenSearch {
    '/login': NoSearch
  }
}

export const identityScreens = [
  defineScreen({ path: LOGIN_PATH, domain: 'identity', title: 'identity.login.title', access: identityCalls.login.access, load: () => import('./login.screen.tsx') }),
]
