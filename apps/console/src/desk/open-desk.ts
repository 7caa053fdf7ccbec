// Opens the platform desk.
import { openStage } from '../app/stage.tsx'
import { setSurface } from '../lib/surface.ts'
import { doorScreens } from './door/screens.ts'
import { DESK } from './session.ts'

/** Returns a function that removes it. */
export function openDesk(element: HTMLElement): () => void {
  setSurface(DESK)
  return openStage(element, { outside: doorScreens, loadInside: () => import('./workspace.tsx') })
}
