// Navigation to an address from anywhere, including code outside of components (session expiry). app/ provides the
// implementation with `setNavigation`.
import { LINK_PAGES } from '@sealwright/contract'
import { surface } from '../surface.ts'

export interface GoOptions {
  replace?: boolean
  /** The page where the session ended. Signing in returns there. */
  returnTo?: string
}

type Go = (href: string, options: GoOptions) => void

let go: Go = (href) => location.assign(href)
let prefetch: () => void = () => undefined

/** Sets how the console navigates, and how it prefetches the workspace. */
export function setNavigation(given: { go: Go; prefetch: () => void }): void {
  go = given.go
  prefetch = given.prefetch
}

/** Opens an address from `pathTo` or from the location. */
export function goToHref(href: string, options: GoOptions = {}): void {
  go(href, options)
}

/** Fetches the workspace while the person types to sign in. */
export function prefetchWorkspace(): void {
  prefetch()
}

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'
/** The steps between a correct password and the workspace. */
export const MFA_PATH = '/MFAVerification'
export const BINDING_PATH = '/binding'
export const FACTOR_PATH = '/secondFactor'
export const TERMS_PATH = '/terms'
/** Separate pages outside the console: opening one loads a new document. */
export const { resetPassword: RESET_PAGE, activate: ACTIVATION_PAGE, invitation: INVITATION_PAGE } = LINK_PAGES
/** The target of `/` and of signing in. */
export const FIRST_SCREEN = '/dashboard'
/** The screen that phones can use after sign-in. */
export const APPLY_PATH = '/applyRegular'

/** The path as the screen table has it, without trailing slashes. */
export function tablePath(path: string): string {
  return path.replace(/(?<=.)\/+$/, '')
}

const isOutsidePath = (path: string) => surface().outsidePaths.includes(tablePath(path))

/** The page to return to after sign-in: the current one or, during sign-in, the one that the person wanted. */
export function presentPlace(): string {
  return isOutsidePath(location.pathname) ? returnPath() : location.pathname + location.search
}

/** The target of signing in: the page to return to if it belongs to this console, otherwise the first screen. */
export function returnPath(): string {
  const { firstScreen } = surface()
  const state: unknown = history.state
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  // A path only: `//host` and `/\host` would lead to another site.
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])/.test(returnTo)) return firstScreen
  return isOutsidePath(returnTo.split(/[?#]/, 1)[0] ?? '') ? firstScreen : returnTo
}
