// One's own account: the rows of the screen table for what the avatar's menu leads to. Their access is named here, and
// not taken from the calls, which are no small part of the shell and needed behind these screens only.
import { anySession } from '@sealwright/contract'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/accountSetting': NoSearch
    '/security': { tab?: string; page?: string }
    '/deviceSetting': NoSearch
  }
}

export const ownAccountScreens = [
  defineScreen({
    path: '/accountSetting',
    domain: 'own-account',
    title: 'ownAccount.titles.account',
    access: anySession,
    load: () => import('./account-setting.screen.tsx'),
  }),
  defineScreen({
    path: '/security',
    domain: 'own-account',
    title: 'ownAccount.titles.security',
    access: anySession,
    load: () => import('./security.screen.tsx'),
  }),
  defineScreen({
    path: '/deviceSetting',
    domain: 'own-account',
    title: 'ownAccount.titles.devices',
    access: anySession,
    load: () => import('./device-setting.screen.tsx'),
  }),
]
