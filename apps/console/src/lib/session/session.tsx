// The current session. The answer of `/session/current.do` is the only source; the values that the specification
// requires in storage are copies.
import { DEV_TYPES, identityCalls } from '@sealwright/contract'
import type { Access, AnswerOf, Privilege } from '@sealwright/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { answerKey, callServer } from '../call/client.ts'
import { queryClient } from '../call/query-client.ts'
import { LOGIN_PATH, goToHref } from '../place/go.ts'
import { STORED, forgetSession } from '../stored.ts'
import { showTimeZone } from '../words/i18n.tsx'

export type Session = AnswerOf<typeof identityCalls.current>

function keepFacts(session: Session): void {
  STORED.smartTemplatePrivilege.set(session.smartTemplatePrivilege)
  STORED.smartLicensePrivilege.set(session.smartLicensePrivilege)
  STORED.devType.set(session.developer.devType)
  STORED.devInfo.set({ status: session.developer.devInfo.status, displayName: session.developer.devInfo.displayName })
  STORED.developerConfig.set(session.developerConfig)
  STORED.costType.set(session.costType)
  STORED.timeFormat.set(session.timeFormat)
  STORED.pageSize.set(session.pageSize)
  showTimeZone(session.timeZone)
}

const sessionQuery = queryOptions({
  queryKey: answerKey(identityCalls.current, {}),
  queryFn: async ({ signal }): Promise<Session> => {
    const session = await callServer(identityCalls.current, {}, { signal })
    keepFacts(session)
    return session
  },
  staleTime: 60_000,
})

/** Loads the session before a screen that needs one is shown. */
export function loadSession(): Promise<Session> {
  return queryClient.ensureQueryData(sessionQuery)
}

/** The session, if it is already loaded. */
export function knownSession(): Session | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)
}

/** The session, for screens that need one. It was loaded before the screen was shown. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The session; undefined if nobody is signed in. */
export function useMaybeSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
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

/** Goes to the sign-in page without a page to return to, because the person ended the session. */
export function leave(): void {
  forgetSession()
  queryClient.clear()
  goToHref(LOGIN_PATH)
}

/** Ends the session on the server if it can be reached, and then here. */
export async function signOut(): Promise<void> {
  try {
    if (STORED.ssId.get()) await callServer(identityCalls.logout, {})
  } catch {
    // If the server cannot be reached, the session expires there on its own.
  }
  leave()
}
