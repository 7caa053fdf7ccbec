// Sends a file as soon as it is there. Unlike `useAct`, it has no pause for double clicks, which would lose a second
// file without a word; the answer to the latest file counts. The center takes the same file twice.
import { Refusal, Unreachable } from '@sealwright/client'
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useRef, useState } from 'react'
import { callServer } from '../../lib/call/client.ts'
import type { Taken, TakenFile } from './intake/take-files.ts'

interface Sent<Answer> {
  file: Taken
  answer?: Answer
  refusal?: Refusal
}

export function useFileCall<C extends Call>(call: C, payloadOf: (file: TakenFile) => PayloadOf<C>) {
  const [sent, setSent] = useState<Sent<AnswerOf<C>>>()
  const [isSending, setIsSending] = useState(false)
  const latest = useRef<Taken>(undefined)

  /** Resolves to the answer, unless the call was refused or lost, or another file came. */
  async function send(file: Taken): Promise<AnswerOf<C> | undefined> {
    latest.current = file
    setSent({ file })
    setIsSending('text' in file)
    if (!('text' in file)) return undefined
    try {
      const answer = await callServer(call, payloadOf(file))
      if (latest.current !== file) return undefined
      setSent({ file, answer })
      return answer
    } catch (error) {
      // A lost connection has its banner.
      if (error instanceof Refusal && latest.current === file) setSent({ file, refusal: error })
      else if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
      return undefined
    } finally {
      if (latest.current === file) setIsSending(false)
    }
  }
  return { sent, isSending, send }
}
