// Opens the console of a developer.
import { identityScreens } from '../domains/identity/screens.ts'
import { CONSOLE } from '../lib/session/session.tsx'
import { setSurface } from '../lib/surface.ts'
import { isOutside } from './enter.ts'
import { openStage } from './stage.tsx'

/** Returns a function that removes it. */
export function openConsole(element: HTMLElement): () => void {
  setSurface(CONSOLE)
  return openStage(element, {
    outside: identityScreens.filter(isOutside),
    loadInside: () => import('./workspace.tsx'),
  })
}
