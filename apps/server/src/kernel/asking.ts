// Who asks, from where and when.
import type { Logger } from 'pino'

/** The facts of a request other than its payload. */
export interface Asking {
  requestId: string
  network: string
  fingerprint: string | undefined
  userAgent: string | undefined
  /** The `Origin` of the request, if it is one of ours. Passkeys are bound to it. */
  origin: string | undefined
  now: Date
  log: Logger
}
