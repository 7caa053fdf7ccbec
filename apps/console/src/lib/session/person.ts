// The signed-in person, in code that the console and the platform desk share.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { surface } from '../surface.ts'
import type { Person } from '../surface.ts'

/** For screens that need a session. It was loaded before the screen was shown. */
export function usePerson(): Person {
  const { query, personOf } = surface().people
  return personOf(useSuspenseQuery(query).data)
}

/** Undefined if nobody is signed in. */
export function useMaybePerson(): Person | undefined {
  const { query, personOf } = surface().people
  const { data } = useQuery({ ...query, enabled: false })
  return data === undefined ? undefined : personOf(data)
}
