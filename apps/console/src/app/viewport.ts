// The mobile viewport applies only to pages made for phones. On other pages, a phone shows the desktop layout.
import { LIMITS } from '@sealwright/contract'
import { surface } from '../lib/surface.ts'

export function applyViewport(path: string): void {
  const present = document.head.querySelector('meta[name="viewport"]')
  if (!surface().isForPhones(path)) {
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
