// What a client does during an outage: it repeats a call until the call is answered.
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, Unreachable } from '@sealwright/client'

const PAUSE_MS = 100

/** Refused as unavailable, or not reached. */
export const isOut = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && error.error === 'platform.unavailable')

/** Repeats a request until it is answered. */
export async function answered<T>(counts: { repeated: number }, request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!isOut(error)) throw error
      counts.repeated += 1
      await pause(PAUSE_MS)
    }
  }
}
