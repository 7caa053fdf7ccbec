// The visit of one code. It survives a reload of the tab. When it ends, what was shown stays, so that nothing typed is
// lost while the visitor types the code again.
import { Refusal } from '@sealwright/client'
import type { AnswerOf, ShownCode, codePageCalls } from '@sealwright/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CALLS, sendPassed } from './code-client.ts'
import { VISIT } from './code-memory.ts'

export interface CodeVisit {
  shown: ShownCode | undefined
  /** When the server told it. */
  at: number
  /** Undefined: the visitor has to type the code, for the first time or again. */
  visit: string | undefined
  /** The visit of before the reload is being opened. */
  isOpening: boolean
  /** The server did not answer. */
  isLost: boolean
  enter: (answer: AnswerOf<typeof codePageCalls.look>) => void
  /** For another code. */
  leave: () => void
  refresh: () => Promise<void>
  /** True if the refusal ends the visit. */
  showRefusal: (refusal: Refusal) => boolean
}

export function useCodeVisit(): CodeVisit {
  const [visit, setVisit] = useState(() => VISIT.get())
  const [told, setTold] = useState<{ shown: ShownCode; at: number }>()
  const [isLost, setLost] = useState(false)
  /** Of the visit that is shown: an answer for an earlier one is dropped. */
  const current = useRef(visit)

  const keep = useCallback((next: string | undefined) => {
    current.current = next
    setVisit(next)
    if (next === undefined) VISIT.remove()
    else VISIT.set(next)
  }, [])

  const showRefusal = useCallback(
    (refusal: Refusal) => {
      if (refusal.error !== 'codePage.visitOver') return false
      keep(undefined)
      return true
    },
    [keep],
  )

  const refresh = useCallback(async () => {
    const asked = current.current
    if (asked === undefined) return
    try {
      const answer = await sendPassed(CALLS.again, { visit: asked })
      if (current.current !== asked) return
      setTold({ shown: answer, at: Date.now() })
      setLost(false)
    } catch (error) {
      if (current.current !== asked) return
      // Anything else leaves what is shown.
      if (!(error instanceof Refusal && showRefusal(error))) setLost(true)
    }
  }, [showRefusal])

  useEffect(() => {
    void refresh()
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])

  return {
    shown: told?.shown,
    at: told?.at ?? 0,
    visit,
    isOpening: visit !== undefined && told === undefined && !isLost,
    isLost: isLost && told === undefined,
    enter: ({ visit: next, ...shown }) => {
      setTold({ shown, at: Date.now() })
      setLost(false)
      keep(next)
    },
    leave: () => {
      keep(undefined)
      setTold(undefined)
    },
    refresh,
    showRefusal,
  }
}
