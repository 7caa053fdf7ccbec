// The mobile viewport applies to the pages that a phone is meant for: section 2 names signing in and registering; the
// steps that finish a sign-in, the terms and applying belong to them. Elsewhere a phone shows the page as a computer
// would.
import { LIMITS } from '@sealwright/contract'
import { APPLY_PATH, BINDING_PATH, LOGIN_PATH, MFA_PATH, REGISTER_PATH, TERMS_PATH } from '../lib/place/go.ts'

const PHONE_PATHS: readonly string[] = [LOGIN_PATH, REGISTER_PATH, MFA_PATH, BINDING_PATH, TERMS_PATH, APPLY_PATH]

export function applyViewport(path: string): void {
  const present = document.head.querySelector('meta[name="viewport"]')
  if (!PHONE_PATHS.includes(path)) {
    present?.remove()
    return
  }
  if (present) return
  const meta = document.createElement('meta')
  meta.name = 'viewport'
  meta.content = 'width=device-width, initial-scale=1'
  document.head.append(meta)
}

/** A phone is a coarse pointer with a small screen; a narrow window on a computer is not one. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < LIMITS.console.phonePx
}
