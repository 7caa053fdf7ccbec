// Whether the person may make a call or is offered a screen. Screens use this for their buttons and never compare
// privilege names.
import type { Call } from '@sealwright/contract'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { APPLY_PATH } from '../place/go.ts'
import { findScreen } from '../place/screen.ts'
import { useMaybePerson } from './person.ts'
import type { Session } from './session.tsx'

export function useCan(call: Call): boolean {
  const person = useMaybePerson()
  return person?.may(call.access) ?? call.access.kind === 'open'
}

/** Decides for an address whether its screen exists and the person may open it. For rows, which have no hooks. */
export function useOpens(): (href: string) => boolean {
  const person = useMaybePerson()
  return useCallback(
    (href) => {
      const screen = findScreen(href.replace(/[?#].*/, ''))
      return screen !== undefined && (person?.may(screen.access) ?? screen.access.kind === 'open')
    },
    [person],
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

/**
 * Screens that are offered to developers of one status only: the application to become formal, and the top-up, because
 * the licenses of a trial cost nothing. Their addresses work for others, too.
 */
const FOR_STATUS: Readonly<Record<string, string>> = { [APPLY_PATH]: 'trial', '/billing/topUp': 'formal' }

export const isForStatus = (path: string, { developer: { devInfo } }: Session): boolean =>
  (FOR_STATUS[path] ?? devInfo.status) === devInfo.status
