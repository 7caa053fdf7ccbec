// A timeout for code that is loaded on demand, so that a person sees an error instead of waiting indefinitely.
import { LIMITS } from '@sealwright/contract'

/** The code of a screen could not be loaded. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

export async function loadInTime<T>(
  load: () => Promise<T>,
  timeoutMs: number = LIMITS.console.scriptTimeoutMs,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotLoaded('the code took too long')), timeoutMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw cause instanceof NotLoaded ? cause : new NotLoaded('the code could not be loaded', { cause })
  } finally {
    clearTimeout(timer)
  }
}
