// The screens after sign-in, in their frame: access, missing addresses, and sessions that do not work.
import { Refusal } from '@sealwright/client'
import type { Access, ErrorName } from '@sealwright/contract'
import { useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadInTime } from '../lib/load-in-time.ts'
import { loadScreen } from '../lib/place/load-screen.ts'
import { ShownPlace, comeAgain } from '../lib/place/place.ts'
import type { Place } from '../lib/place/place.ts'
import { findScreen } from '../lib/place/screen.ts'
import type { ScreenPath, ScreenRow } from '../lib/place/screen.ts'
import { usePerson } from '../lib/session/person.ts'
import { adoptSessionLocale } from '../lib/session/preferences.ts'
import { surface } from '../lib/surface.ts'
import type { Person } from '../lib/surface.ts'
import { isLostWayBack } from './enter.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { NotFound } from './pages/not-found.tsx'
import type { Shown } from './shown.tsx'
import type { Redirect } from './stage.tsx'

export interface Workspace {
  /** One element for all screens, so that it stays mounted. */
  frame: ReactNode
  NoAccess: ComponentType<{ access: Access }>
  /** Addresses without a screen of their own, and the screens that they lead to. */
  redirects?: Readonly<Record<string, ScreenPath>>
  /** The page that a person needs whose session was refused with this error. Other refusals are shown. */
  turnsTo: Partial<Record<ErrorName, string>>
}

interface InsideProps extends Pick<Workspace, 'NoAccess'> {
  row: ScreenRow
  Screen: ComponentType | undefined
}

function Inside({ row, Screen, NoAccess }: InsideProps) {
  const place = useContext(ShownPlace)
  if (!usePerson().may(row.access)) return <NoAccess access={row.access} />
  if (!Screen || row.search?.safeParse(place?.search).success === false) return <NotFound />
  return <Screen />
}

/** The person, or the page that a person without a working session needs. */
async function enter({ turnsTo }: Workspace): Promise<Person | string> {
  try {
    const person = await surface().people.load()
    await adoptSessionLocale(person)
    return person
  } catch (error) {
    const refused = error instanceof Refusal ? error.error : undefined
    const instead = refused && turnsTo[refused]
    if (instead !== undefined) return instead
    throw error
  }
}

/** Returns the function that opens the screen of an address. */
export function insideOf(workspace: Workspace): (place: Place) => Promise<Shown | Redirect> {
  const { frame, NoAccess, redirects = {} } = workspace
  return async (place) => {
    const row = findScreen(place.path)
    const instead = redirects[place.path]
    if (instead !== undefined) return { href: instead }
    if (!row && isLostWayBack()) return { href: surface().firstScreen }
    // Requested in parallel with the session; the server refuses forbidden requests. If the privilege is known to be
    // missing, the code is not loaded.
    const known = surface().people.known()
    const loading =
      row && (!known || known.may(row.access)) ? loadInTime(() => loadScreen(row, place.search)) : undefined
    loading?.catch(() => undefined) // told below
    const person = await enter(workspace)
    if (typeof person === 'string') return { href: person, returnTo: location.pathname + location.search }
    if (!row) return { place, frame, content: <NotFound /> }
    try {
      const Screen = person.may(row.access) ? await loading : undefined
      return { place, frame, content: <Inside row={row} Screen={Screen} NoAccess={NoAccess} /> }
    } catch (error) {
      return { place, frame, content: <LoadFailed error={error} onRetry={comeAgain} />, isFailed: true }
    }
  }
}
