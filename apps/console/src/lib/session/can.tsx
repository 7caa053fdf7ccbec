// Whether the person may make a call. Screens use this for their buttons and never compare privilege names.
import type { Call } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { findScreen } from '../place/screen.ts'
import { hasAccess, useMaybeSession } from './session.tsx'

export function useCan(call: Call): boolean {
  return hasAccess(useMaybeSession(), call.access)
}

/** Whether the screen exists and the person may open it. */
export function useCanOpen(path: string | undefined): boolean {
  const session = useMaybeSession()
  const screen = path === undefined ? undefined : findScreen(path)
  return screen !== undefined && hasAccess(session, screen.access)
}

export function Can({ call, children, otherwise = null }: { call: Call; children: ReactNode; otherwise?: ReactNode }) {
  return useCan(call) ? children : otherwise
}
