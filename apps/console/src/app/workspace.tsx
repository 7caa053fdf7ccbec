// Everything after sign-in, loaded as one file: the screen table and the shell.
import { showTooltips } from '../blocks/overlay/tooltip.ts'
import { setServiceFeePayment } from '../lib/call/service-fee.ts'
import { FACTOR_PATH, FIRST_SCREEN, LOGIN_PATH } from '../lib/place/go.ts'
import { registerScreens } from '../lib/place/screen.ts'
import { setWhy } from '../lib/session/why.ts'
import { insideOf } from './inside.tsx'
import { openPart } from './open-part.ts'
import { NoAccess } from './pages/no-access.tsx'
import { REDIRECTS, SCREENS } from './screens.ts'
import { Shell } from './shell/shell.tsx'
import { openWhy } from './why/open-why.ts'

/** The screen of an address, in the shell. */
export const openInside = insideOf({
  frame: <Shell />,
  NoAccess,
  redirects: { ...REDIRECTS, '/': FIRST_SCREEN },
  turnsTo: {
    'session.expired': LOGIN_PATH,
    'identity.networkRefused': LOGIN_PATH,
    'identity.factorOwed': FACTOR_PATH,
  },
})

registerScreens(SCREENS)
showTooltips()
setWhy((about) => void openWhy(about))
setServiceFeePayment(() =>
  openPart(async () => (await import('../domains/billing/payment/service-fee-dialog.tsx')).showServiceFee),
)
