// Everything after sign-in, loaded as one file: the screen table and the shell.
import { Refusal } from '@sealwright/client'
import { useContext } from 'react'
import type { ComponentType } from 'react'
import { showTooltips } from '../blocks/overlay/tooltip.ts'
import { setServiceFeePayment } from '../lib/call/service-fee.ts'
import { loadInTime } from '../lib/load-in-time.ts'
import { FACTOR_PATH, FIRST_SCREEN, LOGIN_PATH } from '../lib/place/go.ts'
import { loadScreen } from '../lib/place/load-screen.ts'
import { ShownPlace, comeAgain } from '../lib/place/place.ts'
import type { Place } from '../lib/place/place.ts'
import { findScreen, registerScreens } from '../lib/place/screen.ts'
import type { ScreenRow } from '../lib/place/screen.ts'
import { adoptSessionLocale } from '../lib/session/preferences.ts'
import { hasAccess, knownSession, loadSession, useSession } from '../lib/session/session.tsx'
import type { Session } from '../lib/session/session.tsx'
import { setWhy } from '../lib/session/why.ts'
import { isLostWayBack } from './enter.ts'
import { openPart } from './open-part.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { NoAccess } from './pages/no-access.tsx'
import { NotFound } from './pages/not-found.tsx'
import { REDIRECTS, SCREENS } from './screens.ts'
import { Shell } from './shell/shell.tsx'
import type { Shown } from './shown.tsx'
import type { Redirect } from './stage.tsx'
import { openWhy } from './why/open-why.ts'

/** One element for all screens, so that it stays mounted. */
const SHELL = <Shell />

function Inside({ row, Screen }: { row: ScreenRow; Screen: ComponentType | undefined }) {
  const place = useContext(ShownPlace)
  if (!hasAccess(useSession(), row.access)) return <NoAccess access={row.access} />
  if (!Screen || row.search?.safeParse(place?.search).success === false) return <NotFound />
  return <Screen />
}

/** The session, or the page that a person without a working session needs. */
async function enter(): Promise<Session | string> {
  try {
    const session = await loadSession()
    await adoptSessionLocale(session)
    return session
  } catch (error) {
    const refused = error instanceof Refusal ? error.error : undefined
    if (refused === 'session.expired' || refused === 'identity.networkRefused') return LOGIN_PATH
    if (refused === 'identity.factorOwed') return FACTOR_PATH
    throw error
  }
}

/** The screen of an address, in the shell. */
export async function openInside(place: Place): Promise<Shown | Redirect> {
  const row = findScreen(place.path)
  const instead = REDIRECTS[place.path]
  if (instead !== undefined) return { href: instead }
  if (place.path === '/' || (!row && isLostWayBack())) return { href: FIRST_SCREEN }
  // Requested in parallel with the session; the server refuses forbidden requests. If the privilege is known to be
  // missing, the code is not loaded.
  const known = knownSession()
  const loading =
    row && (!known || hasAccess(known, row.access)) ? loadInTime(() => loadScreen(row, place.search)) : undefined
  loading?.catch(() => undefined) // told below
  const session = await enter()
  if (typeof session === 'string') return { href: session, returnTo: location.pathname + location.search }
  if (!row) return { place, frame: SHELL, content: <NotFound /> }
  try {
    const Screen = hasAccess(session, row.access) ? await loading : undefined
    return { place, frame: SHELL, content: <Inside row={row} Screen={Screen} /> }
  } catch (error) {
    return { place, frame: SHELL, content: <LoadFailed error={error} onRetry={comeAgain} />, isFailed: true }
  }
}

registerScreens(SCREENS)
showTooltips()
setWhy((about) => void openWhy(about))
setServiceFeePayment(() =>
  openPart(async () => (await import('../domains/billing/payment/service-fee-dialog.tsx')).showServiceFee),
)
