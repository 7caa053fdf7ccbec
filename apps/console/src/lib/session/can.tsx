// Whether the person may make a call. Screens use this for their buttons and never compare privilege names.
import type { Call } from '@sealwright/contract'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { findScreen } from '../place/screen.ts'
import { hasAccess, useMaybeSession } from './session.tsx'

export function useCan(call: Call): boolean {
  return hasAccess(useMaybeSession(), call.access)
}

/** Decides for an address whether its screen exists and the person may open it. For rows, which have no hooks. */
export function useOpens(): (href: string) => boolean {
  const session = useMaybeSession()
  return useCallback(
    (href) => {
      const screen = findScreen(href.replace(/[?#].*/, ''))
      return screen !== undefined && hasAccess(session, screen.access)
    },
    [session],
  )
}

/** Whether the screen of the address exists and the person may open it. */
export function useCanOpen(href: string | undefined): boolean {
  const opens = useOpens()
  return href !== undefined && opens(href)
}

export function Can({ call, children, otherwise = null }: { call: Call; children: ReactNode; otherwise?: ReactNode }) {
  return useCan(call) ? children : otherwise
}
