// The mobile viewport applies only to pages made for phones. Section 2 names sign-in and registration; the sign-in
// steps, the terms, the confirmation for programs and the application belong to them. On other pages, a phone shows the
// desktop layout.
import { DEVICE_PAGE, LIMITS } from '@sealwright/contract'
import {
  APPLY_PATH,
  BINDING_PATH,
  FACTOR_PATH,
  LOGIN_PATH,
  MFA_PATH,
  REGISTER_PATH,
  TERMS_PATH,
} from '../lib/place/go.ts'

const PHONE_PATHS: readonly string[] = [
  LOGIN_PATH,
  REGISTER_PATH,
  MFA_PATH,
  BINDING_PATH,
  FACTOR_PATH,
  TERMS_PATH,
  DEVICE_PAGE,
  APPLY_PATH,
]

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

/** A phone has a coarse pointer and a small screen. A narrow window on a computer is not a phone. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < LIMITS.console.phonePx
}
