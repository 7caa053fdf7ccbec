// Going to an address, from anywhere: components, and code outside them (session expiry). How one goes belongs to app/,
// which sets it here.
import { LINK_PAGES } from '@sealwright/contract'

export interface GoOptions {
  replace?: boolean
  /** Where the person was when the session ended; signing in leads back there. */
  returnTo?: string
}

type Go = (href: string, options: GoOptions) => void

let go: Go = (href) => location.assign(href)
let prefetch: () => void = () => undefined

/** How the console goes to an address, and how it fetches ahead what is behind the door. */
export function setNavigation(given: { go: Go; prefetch: () => void }): void {
  go = given.go
  prefetch = given.prefetch
}

/** Goes to an address that was made by `pathTo` or read from the location. */
export function goToHref(href: string, options: GoOptions = {}): void {
  go(href, options)
}

/** Someone is about to sign in: fetch what they will need while they type. */
export function prefetchWorkspace(): void {
  prefetch()
}

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'
/** The steps between a right password and the workspace. */
export const MFA_PATH = '/MFAVerification'
export const BINDING_PATH = '/binding'
export const TERMS_PATH = '/terms'
/** Pages of their own, outside the console: going there loads a page. */
export const { resetPassword: RESET_PAGE, activate: ACTIVATION_PAGE } = LINK_PAGES
/** Where `/` and signing in lead. */
export const FIRST_SCREEN = '/dashboard'
/** What a phone can do behind the door. */
export const APPLY_PATH = '/applyRegular'

const OUTSIDE_PATHS: readonly string[] = [LOGIN_PATH, REGISTER_PATH, MFA_PATH, BINDING_PATH, TERMS_PATH]

/** A path as the screen table spells it: a slash typed at its end leads to the same screen. */
export function tablePath(path: string): string {
  return path.replace(/(?<=.)\/+$/, '')
}

/** Needs no session, and goes on when one ends: registering, reading the terms, the pages of their own. */
export function isForEveryone(path: string): boolean {
  return [REGISTER_PATH, TERMS_PATH].includes(tablePath(path)) || path.startsWith('/p/')
}

/** Where the person is, for coming back; in the middle of signing in, where they were going. */
export function presentPlace(): string {
  return OUTSIDE_PATHS.includes(tablePath(location.pathname)) ? returnPath() : location.pathname + location.search
}

/** Where signing in leads: back to where the person was, if that is a place of ours, else to the first screen. */
export function returnPath(): string {
  const state: unknown = history.state
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  // A path only: `//host` and `/\host` would lead to another site.
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])/.test(returnTo)) return FIRST_SCREEN
  return OUTSIDE_PATHS.includes(tablePath(returnTo.split(/[?#]/, 1)[0] ?? '')) ? FIRST_SCREEN : returnTo
}
