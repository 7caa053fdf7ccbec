// Everything after sign-in to the desk: the screen table and the shell.
import { insideOf } from '../app/inside.tsx'
import { showTooltips } from '../blocks/overlay/tooltip.ts'
import { registerScreens } from '../lib/place/screen.ts'
import { NoAccess } from './frame/no-access.tsx'
import { Shell } from './frame/shell.tsx'
import { DESK_LOGIN } from './paths.ts'
import { DESK_SCREENS } from './screens.ts'

/** The screen of an address, in the shell. */
export const openInside = insideOf({
  frame: <Shell />,
  NoAccess,
  turnsTo: { 'session.expired': DESK_LOGIN },
})

registerScreens(DESK_SCREENS)
showTooltips()
