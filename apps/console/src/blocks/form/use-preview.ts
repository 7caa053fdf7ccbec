// The preview of what a form would do, requested again once typing pauses. It has no effect.
import type { Call, PayloadOf } from '@sealwright/contract'
import { useMemo } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { usePaused } from '../control/paused.ts'

/** `payload` is undefined while the form has nothing to preview. `sent` is what the present answer belongs to. */
export function usePreview<C extends Call>(call: C, payload: PayloadOf<C> | undefined) {
  const text = payload === undefined ? '' : JSON.stringify(payload)
  const asked = usePaused(text)
  const sent = useMemo(() => (asked === '' ? {} : JSON.parse(asked)) as PayloadOf<C>, [asked]) // an earlier payload
  const answer = useAnswer(call, sent, { enabled: asked !== '', keepPrevious: true, staleMs: 0 })
  return { ...answer, sent, isIdle: text === '', isPending: text !== asked || answer.isPlaceholderData }
}
