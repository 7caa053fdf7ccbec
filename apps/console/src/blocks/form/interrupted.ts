// The form that a session left behind when it ended. Its changes come back when the same person opens the same page
// again. In memory only: they end with the page.
import { usePlace } from '../../lib/place/place.ts'

interface Interrupted {
  personId: string
  place: string
  start: object
  values: object
}

let interrupted: Interrupted | undefined

export const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The page of the form. The browser's back button changes `location` before the form is left. */
function placeNow(): string {
  const { path, search } = usePlace.getState()
  return JSON.stringify([path, search])
}

export function keepForm(form?: Omit<Interrupted, 'place'>): void {
  interrupted = form && { ...form, place: placeNow() }
}

/** These values, with the changes. What somebody else has changed meanwhile stays as it is now. */
export function withChanges<Values extends object>(personId: string, now: Values): Values {
  if (interrupted?.personId !== personId || interrupted.place !== placeNow()) return now
  const start = new Map<string, unknown>(Object.entries(interrupted.start))
  const current = new Map<string, unknown>(Object.entries(now))
  const changes = Object.entries(interrupted.values).filter(
    ([name, value]) => !isSame(value, start.get(name)) && isSame(current.get(name), start.get(name)),
  )
  return changes.length > 0 ? { ...now, ...Object.fromEntries(changes) } : now
}
