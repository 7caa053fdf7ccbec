// What differs between the console of a developer and the platform desk: the session, the sign-in page, the first
// screen. The entry of a document sets its surface before anything else runs. lib/, blocks/ and the stage ask here, so
// they work in both.
import type { Access, Call, Locale, PayloadOf, ScopeKind, identityCalls } from '@sealwright/contract'
import type { QueryFunction, QueryKey } from '@tanstack/react-query'
import type { ScreenPath } from './place/screen.ts'
import type { Stored } from './stored.ts'
import type { PhraseKey } from './words/i18n.tsx'

/** The signed-in person, as far as shared code needs to know them. */
export interface Person {
  /** What the browser remembers for this person has this name. */
  id: string
  locale: Locale
  may: (access: Access) => boolean
  /** The kinds of rows of which the person sees only some. */
  limited: readonly ScopeKind[]
}

/** Made by `sessionOf` (session/session-of.ts). */
export interface People {
  /** Loads the session before a screen that needs one is shown. */
  load: () => Promise<Person>
  /** The person, if the session is already loaded. */
  known: () => Person | undefined
  /** The session in the cache, for the hooks (session/person.ts). */
  query: { queryKey: QueryKey; queryFn: QueryFunction; staleTime: number }
  personOf: (session: unknown) => Person
}

/** The server keeps the known ones, for the person's other browsers. */
export type Preferences = PayloadOf<typeof identityCalls.updatePreferences>

type Confirm = Call<(typeof identityCalls.confirm)['payload'], (typeof identityCalls.confirm)['answer']>

export interface Surface {
  /** The name after the title of a page. */
  name: PhraseKey
  /** The handle of the session, which every call carries. */
  handle: Stored<string>
  /** Removes what the browser keeps for the session. */
  forgetSession: () => void
  people: People
  keepPreferences: (preferences: Preferences) => Promise<void>
  calls: {
    /** Carries a fresh fingerprint of the browser. */
    login: Pick<Call, 'path'>
    logout: typeof identityCalls.logout
    /** Checks the password again, before a sensitive call. */
    confirm: Confirm
  }
  loginPath: string
  /** The target of signing in. */
  firstScreen: ScreenPath
  /** The pages before sign-in is complete. Signing in does not return to them. */
  outsidePaths: readonly string[]
  /** Pages that need no session and stay open when one ends. */
  isForEveryone: (path: string) => boolean
  /** Whether a page is made for phones. On the others, a phone shows the desktop layout. */
  isForPhones: (path: string) => boolean
}

let present: Surface

export function setSurface(given: Surface): void {
  present = given
}

export function surface(): Surface {
  return present
}
