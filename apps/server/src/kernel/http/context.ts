// What the HTTP layer needs from its surroundings, and the kinds of handlers a domain binds to its calls.
import type { Call, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Asking, Caller, Scope } from '../scope.ts'

/**
 * For calls that open their own transactions (`effect: 'own'`): they may have no caller yet, and they may set the
 * session cookie.
 */
export interface OwnContext {
  asking: Asking
  caller: Caller | undefined
  locale: Locale
  say: Sentences
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
}

/** For calls that answer a stream: it outlives any one transaction, so that it opens a short one for each part. */
export interface StreamContext extends Pick<Scope, 'caller' | 'asking' | 'ids' | 'say'> {
  /**
   * As the same person with the rights of this moment; refused, which ends the stream, once they may not have it any
   * more.
   */
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /** Aborted when the reader is gone or the server stops. */
  signal: AbortSignal
}

export interface FileAnswer {
  fileName: string
  type: string
  body: AsyncIterable<Uint8Array>
}

export interface Binding {
  call: Call
  runScoped?: (scope: Scope, payload: unknown) => Promise<unknown>
  runOwn?: (context: OwnContext, payload: unknown) => Promise<unknown>
  runFile?: (context: StreamContext, payload: unknown) => Promise<FileAnswer>
  runEvents?: (context: StreamContext, payload: unknown) => AsyncIterable<unknown>
}

/** Binds a call to its use case, inside the tenant's transaction. */
export function answers<C extends Call>(
  call: C,
  run: (scope: Scope, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): Binding {
  return { call, runScoped: run as Binding['runScoped'] & {} } // the route decodes the payload by this very call before running it
}

/** Binds a call that opens its own transactions. */
export function answersAlone<C extends Call>(
  call: C,
  run: (context: OwnContext, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): Binding {
  return { call, runOwn: run as Binding['runOwn'] & {} } // the same
}

/** Binds a call that answers a file. What it refuses before the first part is refused as usual. */
export function answersFile<C extends Call>(
  call: C,
  run: (context: StreamContext, payload: z.output<C['payload']>) => Promise<FileAnswer>,
): Binding {
  return { call, runFile: run as Binding['runFile'] & {} } // the same
}

/** Binds a call that answers events for as long as somebody listens; null is a sign of life. */
export function answersEvents<C extends Call>(
  call: C,
  run: (context: StreamContext, payload: z.output<C['payload']>) => AsyncIterable<z.output<C['answer']> | null>,
): Binding {
  return { call, runEvents: run as Binding['runEvents'] & {} } // the same
}

/** Who asks, as far as a captcha is concerned: a solved one counts for the browser that solved it. */
export interface Visitor {
  sessionId: string | undefined
  fingerprint: string | undefined
  network: string
  cookie(name: string): string | undefined
}

/**
 * The gate before calls that want a captcha. It is asked after the body was read and before the use case runs; what it
 * spends is never given back.
 */
export interface CaptchaGate {
  isWanted(call: Call): boolean
  /** True when this visitor solved a captcha for this call; the solved id is then used up. */
  spend(call: Call, id: string | undefined, visitor: Visitor, now: Date): Promise<boolean>
}

/**
 * Finds who is behind a handle and its cookie secret, or nobody. A page that only listens is no sign that somebody is
 * there: then the session goes on idling.
 */
export type FindCaller = (
  handle: string,
  secret: string,
  now: Date,
  isListening: boolean,
) => Promise<Caller | undefined>

/** The cookie that belongs to a handle: two sign-ins in one browser do not end each other. */
export function sessionCookieName(handle: string): string {
  return `sw_session_${handle.slice(0, 12)}`
}
