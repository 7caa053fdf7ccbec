// The client of the public pages. None of their calls needs a session of the console, so none carries a handle. A
// listed call shows a captcha first.
import { Refusal, Unreachable, createClient } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import { LANGUAGE_TAGS } from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useCallback, useRef, useState } from 'react'
import type { Act } from '../../lib/call/client.ts'
import { connectionBack, connectionLost } from '../../lib/call/connection.ts'
import { keptFingerprint } from '../../lib/call/fingerprint.ts'
import { wasDeclined } from '../../lib/central.ts'
import { randomId } from '../../lib/random-id.ts'
import { useLanguage } from '../../lib/words/i18n.tsx'

export interface PublicClient {
  send: Client
  headers: (path?: string) => Record<string, string>
}

/** `isMeasured`: whether a call carries the fingerprint of the device. Measuring takes a while. */
export function createPublicClient(isMeasured: (path: string | undefined) => boolean): PublicClient {
  const headers = (path?: string): Record<string, string> => ({
    ...(isMeasured(path) && { 'X-Device-Fingerprint': keptFingerprint() }),
    'Accept-Language': LANGUAGE_TAGS[useLanguage.getState().locale],
    'X-Request-Id': randomId(),
  })
  const sendBare = createClient({ headers: (call) => headers(call.path) })
  const send: Client = async (call, payload, options) => {
    try {
      const answer = await sendBare(call, payload, options)
      connectionBack()
      return answer
    } catch (error) {
      if (error instanceof Unreachable) connectionLost()
      if (error instanceof Refusal) connectionBack()
      throw error
    }
  }
  return { send, headers }
}

/** An act of a visitor. `showRefusal` opens a page of its own; any other refusal stays with the form. */
export function usePublicAct<C extends Call>(
  send: Client,
  call: C,
  showRefusal: (refusal: Refusal) => boolean,
): Act<C> {
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
        return await send(call, payload)
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
    [send, call, showRefusal],
  )
  return { act, isActing, refusal, reset: useCallback(() => setRefusal(undefined), []) }
}
