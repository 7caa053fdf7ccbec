// Sends the calls with which a visitor takes part. A listed call shows a captcha first. A refusal that closes the
// campaign opens a page of its own; any other one stays with the form.
import { Refusal, Unreachable } from '@sealwright/client'
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useCallback, useRef, useState } from 'react'
import type { Act } from '../../lib/call/client.ts'
import { withCaptcha } from '../../lib/captcha/captcha-gate.ts'
import { wasDeclined } from '../../lib/central.ts'
import { send, visitHeaders } from './visit-client.ts'

const sendPassed = withCaptcha(send, visitHeaders)

export function useVisitAct<C extends Call>(call: C, showRefusal: (refusal: Refusal) => boolean): Act<C> {
  const [isActing, setActing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const isRunning = useRef(false)
  const act = useCallback(
    async (payload: PayloadOf<C>): Promise<AnswerOf<C> | undefined> => {
      if (isRunning.current) return undefined
      isRunning.current = true
      setActing(true)
      setRefusal(undefined)
      try {
        return await sendPassed(call, payload)
      } catch (error) {
        if (error instanceof Unreachable) return undefined
        if (!(error instanceof Refusal)) throw error
        if (!wasDeclined(error) && !showRefusal(error)) setRefusal(error)
        return undefined
      } finally {
        isRunning.current = false
        setActing(false)
      }
    },
    [call, showRefusal],
  )
  return { act, isActing, refusal, reset: useCallback(() => setRefusal(undefined), []) }
}
