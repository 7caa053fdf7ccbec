// The screens of the own account, opened from the avatar menu. Their access is written here instead of taken from the
// calls: importing the calls would make the shell larger, and only these screens need them.
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
