// Whether the person may make a call, asked where its button stands. Nothing on a screen compares names of privileges.
import type { Call } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { hasAccess, useMaybeSession } from './session.tsx'

export function useCan(call: Call): boolean {
  return useCanMaybe(call)
}

/** The same for what has no call of its own: nobody may. */
export function useCanMaybe(call: Call | undefined): boolean {
  const session = useMaybeSession()
  return call !== undefined && hasAccess(session, call.access)
}

export function Can({ call, children, otherwise = null }: { call: Call; children: ReactNode; otherwise?: ReactNode }) {
  return useCan(call) ? children : otherwise
}
