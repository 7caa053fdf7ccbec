// The calls of this page, and what it shows.
import { Refusal } from '@sealwright/client'
import { campaignVisitCalls } from '@sealwright/contract'
import type { CampaignVisited, ClosedState, ErrorName } from '@sealwright/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPublicClient } from '../page/public-client.ts'
import { visitWhere } from './visit-place.ts'
import { isScarce } from './visit-words.ts'

/** Only the calls of a participation carry the fingerprint of the device. */
const client = createPublicClient((path) => path !== campaignVisitCalls.visit.path)
export const { send } = client
export const visitHeaders = client.headers

/** Why nothing can be shown or issued. Each has its own page. */
export type Fault = 'badMethod' | 'unknown' | 'badLink' | 'licenseFault' | 'unreachable'

const FAULTS: Partial<Record<ErrorName, Fault>> = {
  'activity.badMethod': 'badMethod',
  'activity.unknown': 'unknown',
  'activity.badLink': 'badLink',
  'activity.licenseFault': 'licenseFault',
}
// Whole names: the build looks for composed keys of phrases.
const CLOSED: Partial<Record<ErrorName, ClosedState>> = {
  'activity.notStarted': 'notStarted',
  'activity.paused': 'paused',
  'activity.terminated': 'terminated',
  'activity.ended': 'ended',
  'activity.full': 'full',
  'activity.deleted': 'deleted',
}

/** The page that this refusal opens, whichever call it answers. */
function pageOf({ error }: Pick<Refusal, 'error'>): { closed: ClosedState } | { fault: Fault } | undefined {
  const [fault, closed] = error ? [FAULTS[error], CLOSED[error]] : []
  if (fault) return { fault }
  return closed && { closed }
}

/** The same for the visit, which sends nothing but the address: if that is no payload, the link was cut short. */
const pageOfVisit = (refusal: Refusal) =>
  refusal.error === 'platform.badPayload' ? ({ fault: 'badLink' } as const) : pageOf(refusal)

const askVisit = () => send(campaignVisitCalls.visit, visitWhere())
let ahead: Promise<CampaignVisited> | undefined

/** Asks while the phrases are still loading. */
export function askAhead(): void {
  ahead = askVisit()
  ahead.catch(() => undefined) // reported to the page
}

/** The answer that was asked for ahead, once; after that a new one. */
function nextVisit(): Promise<CampaignVisited> {
  const asked = ahead ?? askVisit()
  ahead = undefined
  return asked
}

const POLL_MS = 60_000
/** While few places are left, they go quickly. */
const SCARCE_POLL_MS = 15_000
/** States that may end while the page is open. */
const PASSING: readonly (ClosedState | null)[] = [null, 'notStarted', 'paused']

export interface Visit {
  visited: CampaignVisited | undefined
  fault: Fault | undefined
  refresh: () => Promise<void>
  /** Shows the page that a refusal of another call opens; false if it opens none. */
  showRefusal: (refusal: Refusal) => boolean
}

/** What the page shows. It is read again at intervals, and when the page becomes visible again. */
export function useVisit(): Visit {
  const [visited, setVisited] = useState<CampaignVisited>()
  const [fault, setFault] = useState<Fault>()
  const asking = useRef<Promise<void>>(undefined)
  const hasShown = useRef(false)

  const refresh = useCallback(() => {
    const ask = async () => {
      try {
        setVisited(await nextVisit())
        setFault(undefined)
        hasShown.current = true
      } catch (error) {
        const page = error instanceof Refusal ? pageOfVisit(error) : undefined
        // A lost connection or a busy server does not take away what is shown already.
        if (page && 'fault' in page) setFault(page.fault)
        else if (!hasShown.current) setFault('unreachable')
      } finally {
        asking.current = undefined
      }
    }
    asking.current ??= ask()
    return asking.current
  }, [])

  useEffect(() => void refresh(), [refresh])

  const isPassing = visited !== undefined && fault === undefined && PASSING.includes(visited.closed)
  const pollMs = visited && visited.closed === null && isScarce(visited) ? SCARCE_POLL_MS : POLL_MS
  useEffect(() => {
    if (!isPassing) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(look, pollMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isPassing, pollMs, refresh])

  const showRefusal = useCallback(
    (refusal: Refusal) => {
      const page = pageOf(refusal)
      if (!page) return false
      if ('fault' in page) setFault(page.fault)
      else setVisited((now) => now && { ...now, closed: page.closed, ...(page.closed === 'full' && { left: 0 }) })
      return true
    },
    [setVisited],
  )
  return { visited, fault, refresh, showRefusal }
}
