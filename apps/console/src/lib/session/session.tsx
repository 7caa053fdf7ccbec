// The session of the console. The answer of `/session/current.do` is the only source; the values that the specification
// requires in storage are copies.
import { DEVICE_PAGE, DEV_TYPES, identityCalls, zoneOf } from '@sealwright/contract'
import type { Access, AnswerOf, Privilege } from '@sealwright/contract'
import { answerKey, callServer } from '../call/client.ts'
import { queryClient } from '../call/query-client.ts'
import {
  APPLY_PATH,
  BINDING_PATH,
  FACTOR_PATH,
  FIRST_SCREEN,
  LOGIN_PATH,
  MFA_PATH,
  REGISTER_PATH,
  TERMS_PATH,
  tablePath,
} from '../place/go.ts'
import { STORED, forgetSession } from '../stored.ts'
import type { Preferences, Surface } from '../surface.ts'
import { showTimeZone } from '../words/i18n.tsx'
import { sessionOf } from './session-of.ts'

export type Session = AnswerOf<typeof identityCalls.current>

function keepFacts(session: Session): void {
  STORED.menuPrivilege.set(session.menuPrivilege)
  STORED.smartTemplatePrivilege.set(session.smartTemplatePrivilege)
  STORED.smartLicensePrivilege.set(session.smartLicensePrivilege)
  STORED.devType.set(session.developer.devType)
  STORED.devInfo.set({ status: session.developer.devInfo.status, displayName: session.developer.devInfo.displayName })
  STORED.developerConfig.set(session.developerConfig)
  STORED.costType.set(session.costType)
  STORED.groupConcurrentTypes.set(session.groupConcurrentTypes)
  STORED.priceTiers.set(session.priceTiers)
  STORED.timeFormat.set(session.timeFormat)
  STORED.pageSize.set(session.pageSize)
  showTimeZone(session.timeZone)
}

const session = sessionOf({
  call: identityCalls.current,
  keep: keepFacts,
  personOf: (one) => ({
    id: one.account.id,
    locale: one.locale,
    may: (access) => hasAccess(one, access),
    limited: one.limited,
  }),
})

/** Loads the session before a screen that needs one is shown. */
export const loadSession = session.load

/** The session, if it is already loaded. */
export const knownSession = session.known

/** The session, for screens that need one. It was loaded before the screen was shown. */
export const useSession = session.use

/** The session; undefined if nobody is signed in. */
export const useMaybeSession = session.useMaybe

async function keepPreferences(preferences: Preferences): Promise<void> {
  queryClient.setQueryData<Session>(
    answerKey(identityCalls.current, {}),
    (known) =>
      known && {
        ...known,
        ...preferences,
        ...(preferences.timeZoneId !== undefined && { timeZone: zoneOf(preferences.timeZoneId) }),
      },
  )
  await callServer(identityCalls.updatePreferences, preferences)
}

const OUTSIDE_PATHS: readonly string[] = [LOGIN_PATH, REGISTER_PATH, MFA_PATH, BINDING_PATH, FACTOR_PATH, TERMS_PATH]

/** The console of a developer. */
export const CONSOLE: Surface = {
  name: 'common.productName',
  handle: STORED.ssId,
  forgetSession,
  people: session.people,
  keepPreferences,
  calls: identityCalls,
  loginPath: LOGIN_PATH,
  firstScreen: FIRST_SCREEN,
  outsidePaths: OUTSIDE_PATHS,
  // Registration, terms and the separate pages.
  isForEveryone: (path) => [REGISTER_PATH, TERMS_PATH].includes(tablePath(path)) || path.startsWith('/p/'),
  // Section 2 names sign-in and registration; the sign-in steps, the terms, the confirmation for programs and the
  // application belong to them.
  isForPhones: (path) => [...OUTSIDE_PATHS, DEVICE_PAGE, APPLY_PATH].includes(path),
}

export function hasAccess(session: Session | undefined, access: Access): boolean {
  switch (access.kind) {
    case 'open':
      return true
    case 'pending':
    case 'session':
    case 'person':
      return session !== undefined
    case 'super':
      return session?.isMainAccount === true
    case 'program':
    case 'pendingOperator':
    case 'operator':
      return false
    case 'privilege':
      return session !== undefined && access.anyOf.some((name) => holds(session, name))
  }
}

/** Screens check access to a call with `hasAccess`; only the privilege matrix checks single privileges. */
export const holds = (session: Session, name: Privilege): boolean => session.privileges.includes(name)

/** Whether the person belongs to an integrator. Such people see only rows that are assigned to the integrator. */
export function isOfIntegrator({ developer }: Session): boolean {
  return developer.devType === DEV_TYPES.integrator
}

/** The phrase key of the person's role. */
export function roleOf(session: Session) {
  if (isOfIntegrator(session)) return 'ownAccount.account.integratorRole'
  return session.isMainAccount ? 'ownAccount.account.superRole' : 'ownAccount.account.memberRole'
}
