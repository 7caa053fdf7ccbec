// A program waits for a confirmation in the browser. The server is a list of outcomes.
import { describe, expect, it, vi } from 'vitest'
import { awaitConfirmation } from './browser-login.ts'
import { LicenseRefusal, Unreachable } from './refusal.ts'

const refusal = (type: string, retryAfter?: number) => new LicenseRefusal({ type, message: type, retryAfter })
const PENDING = refusal('AUTHORIZATION_PENDING', 5)
const ANSWER = { token: 't' }

/** Runs through the outcomes and returns the result, and the seconds at which the program asked. */
async function waitFor(outcomes: readonly (Error | object)[], { abortAt }: { abortAt?: number } = {}) {
  vi.useFakeTimers()
  try {
    const asked: number[] = []
    const left = [...outcomes]
    const start = Date.now()
    const abort = new AbortController()
    if (abortAt !== undefined) setTimeout(() => abort.abort(new Error('closed')), abortAt * 1000)
    const result = awaitConfirmation({
      ask: async () => {
        asked.push((Date.now() - start) / 1000)
        const outcome = left.shift() ?? PENDING
        if (outcome instanceof Error) throw outcome
        return { ...outcome }
      },
      intervalMs: 5_000,
      expiresInMs: 600_000,
      signal: abort.signal,
    }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(700_000)
    return { result: await result, asked }
  } finally {
    vi.useRealTimers()
  }
}

describe('waiting for the browser', () => {
  it('asks at the interval until the sign-in is confirmed', async () => {
    expect(await waitFor([PENDING, PENDING, ANSWER])).toEqual({ result: ANSWER, asked: [5, 10, 15] })
  })

  it('asks less often when the server says so', async () => {
    expect(await waitFor([refusal('SLOW_DOWN', 10), PENDING, ANSWER])).toEqual({ result: ANSWER, asked: [5, 15, 25] })
  })

  it.each(['ACCESS_DENIED', 'CODE_EXPIRED', 'VENDOR_ACCOUNT'])('ends with the refusal: %s', async (type) => {
    expect(await waitFor([PENDING, refusal(type)])).toEqual({ result: refusal(type), asked: [5, 10] })
  })

  it('survives an unreachable server, until the code expires', async () => {
    const lost = new Unreachable('no network')
    expect(await waitFor([lost, ANSWER])).toEqual({ result: ANSWER, asked: [5, 10] })
    const { result, asked } = await waitFor(Array.from({ length: 200 }, () => lost))
    expect([result, asked.at(-1)]).toEqual([lost, 600])
  })

  it('ends at once when it is aborted, and asks no more', async () => {
    expect(await waitFor([PENDING], { abortAt: 7 })).toEqual({ result: new Error('closed'), asked: [5] })
  })
})
