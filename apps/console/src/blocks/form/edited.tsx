// Reads a record again before it is edited: the cached answer may be older than the last save, and saving sends the
// revision of this answer.
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { DetailError, DetailSkeleton } from '../detail/detail-page.tsx'

interface EditedProps<C extends Call> {
  call: C
  payload: PayloadOf<C>
  /** A link out, for a record that cannot be read. */
  back: ReactNode
  children: (answer: AnswerOf<C>) => ReactNode
}

export function Edited<C extends Call>({ call, payload, back, children }: EditedProps<C>) {
  const { data, error, refetch, isFetchedAfterMount } = useAnswer(call, payload, { staleMs: 0 })
  if (error && !data) return <DetailError error={error} onRetry={() => void refetch()} back={back} />
  return data && isFetchedAfterMount ? children(data) : <DetailSkeleton />
}
