// Reads a record for its page. What was read stays when a later read fails.
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import type { AnswerOptions } from '../../lib/call/client.ts'
import { DetailError, DetailSkeleton } from './detail-page.tsx'

interface LoadedProps<C extends Call> extends Pick<AnswerOptions, 'pollMs'> {
  call: C
  payload: PayloadOf<C>
  /** A link out, for a record that cannot be read. */
  back: ReactNode
  children: (answer: AnswerOf<C>) => ReactNode
}

export function Loaded<C extends Call>({ call, payload, back, children, ...options }: LoadedProps<C>) {
  const { data, error, refetch } = useAnswer(call, payload, options)
  if (data) return children(data)
  return error ? <DetailError error={error} onRetry={() => void refetch()} back={back} /> : <DetailSkeleton />
}
