// Waits until a person confirms a sign-in in the browser (RFC 8628). The server decides how often to ask; an
// unreachable server is asked again until the code expires.
import type { Json } from '@sealwright/exchange'
import { LicenseRefusal, Unreachable } from './refusal.ts'

export interface Waiting {
  ask(): Promise<Json>
  intervalMs: number
  /** Milliseconds from now until the code expires. */
  expiresInMs: number
  signal?: AbortSignal | undefined
}

/** Rejects with the reason of the signal as soon as it is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error) // the reason of an abort, as `fetch` rejects with it
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export async function awaitConfirmation({ ask, intervalMs, expiresInMs, signal }: Waiting): Promise<Json> {
  let wait = intervalMs
  for (let waited = 0; ;) {
    await pause(wait, signal)
    waited += wait
    try {
      return await ask()
    } catch (error) {
      const type = error instanceof LicenseRefusal ? error.type : undefined
      if (error instanceof LicenseRefusal && type === 'SLOW_DOWN') wait = (error.retryAfter ?? 0) * 1000 || wait * 2
      else if (type !== 'AUTHORIZATION_PENDING' && !(error instanceof Unreachable && waited < expiresInMs)) throw error
    }
  }
}
