// The session of a surface: one answer, cached like every other, and the person in it.
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { answerKey, callServer } from '../call/client.ts'
import { queryClient } from '../call/query-client.ts'
import type { People, Person } from '../surface.ts'

interface SessionSettings<C extends Call> {
  /** Its answer is the session. It needs no payload. */
  call: C
  /** Stores the copies that this browser keeps. */
  keep: (session: AnswerOf<C>) => void
  personOf: (session: AnswerOf<C>) => Person
}

export function sessionOf<C extends Call>({ call, keep, personOf }: SessionSettings<C>) {
  const nothing = {} as PayloadOf<C> // see `call`
  const query = {
    queryKey: answerKey(call, nothing),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<C>> => {
      const session = await callServer(call, nothing, { signal })
      keep(session)
      return session
    },
    staleTime: 60_000,
  }
  // One object for each answer, so that hooks can depend on it.
  const people = new WeakMap<object, Person>()
  const person = (session: unknown): Person => {
    const answer = session as AnswerOf<C> & object // from the query above
    const found = people.get(answer) ?? personOf(answer)
    people.set(answer, found)
    return found
  }
  const load = () => queryClient.ensureQueryData(query)
  const known = () => queryClient.getQueryData<AnswerOf<C>>(query.queryKey)
  return {
    load,
    known,
    use: () => useSuspenseQuery(query).data,
    useMaybe: () => useQuery({ ...query, enabled: false }).data,
    people: {
      load: async () => person(await load()),
      known: () => {
        const session = known()
        return session === undefined ? undefined : person(session)
      },
      query,
      personOf: person,
    } satisfies People,
  }
}
