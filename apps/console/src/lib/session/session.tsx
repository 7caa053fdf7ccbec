// Who is signed in. The answer of `/session/current.do` is the one source; what the specification wants in storage is a
// copy of it.
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

/** Loads the session before a screen behind the door is shown. */
export function loadSession(): Promise<Session> {
  return queryClient.ensureQueryData(sessionQuery)
}

/** The session, where it is known already. */
export function knownSession(): Session | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)
}

/** The session, on every screen behind the door: it was loaded before the screen was shown. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The session where there may be none. */
export function useMaybeSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

export function hasAccess(session: Session | undefined, access: Access): boolean {
  switch (access.kind) {
    case 'open':
      return true
    case 'pending':
    case 'session':
      return session !== undefined
    case 'super':
      return session?.isMainAccount === true
    case 'program':
      return false
    case 'privilege':
      return session !== undefined && access.anyOf.some((name) => holds(session, name))
  }
}

/** Screens ask for access to a call; only the matrix of rights asks for a single privilege. */
export const holds = (session: Session, name: Privilege): boolean => session.privileges.includes(name)

/** The people of an integrator look at what is assigned to it; what is the developer's own is not theirs. */
export function isOfIntegrator({ developer }: Session): boolean {
  return developer.devType === DEV_TYPES.integrator
}

/** What somebody is to the developer. */
export function roleOf(session: Session) {
  if (isOfIntegrator(session)) return 'ownAccount.account.integratorRole'
  return session.isMainAccount ? 'ownAccount.account.superRole' : 'ownAccount.account.memberRole'
}

/** Leaves for the sign-in page, with nothing to come back to: the session is over, and the person knows. */
export function leave(): void {
  forgetSession()
  queryClient.clear()
  goToHref(LOGIN_PATH)
}

/** Ends the session here at once, and on the server as soon as it can be reached. */
export async function signOut(): Promise<void> {
  try {
    if (STORED.ssId.get()) await callServer(identityCalls.logout, {})
  } catch {
    // An unreachable server lets the session run out by itself; the person still leaves.
  }
  leave()
}
