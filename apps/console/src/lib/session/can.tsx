// Whether the person may make a call or is offered a screen. Screens use this for their buttons and never compare
// privilege names.
import type { Call } from '@sealwright/contract'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
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

/** Whether the screen of this path is offered to developers of this status. */
export function isForStatus(path: string, { developer: { devInfo } }: Session): boolean {
  const status = findScreen(path)?.forStatus
  return status === undefined || status === devInfo.status
}
