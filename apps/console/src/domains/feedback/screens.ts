// The feedback screens, opened from the avatar menu and the help menu. Their access is written here instead of taken
// from the calls, as for the own account.
import { anySession } from '@sealwright/contract'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    /** `from` is the page that the person came from. */
    '/feedback': { from?: string }
    '/feedback/success': { from?: string }
  }
}

export const feedbackScreens = [
  defineScreen({
    path: '/feedback',
    domain: 'feedback',
    title: 'feedback.titles.form',
    access: anySession,
    load: () => import('./feedback.screen.tsx'),
  }),
  defineScreen({
    path: '/feedback/success',
    domain: 'feedback',
    title: 'feedback.titles.success',
    parent: '/feedback',
    access: anySession,
    load: () => import('./feedback-success.screen.tsx'),
  }),
]
