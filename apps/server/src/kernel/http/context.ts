// The types between the HTTP layer and the domains: the contexts that handlers get, the functions that bind handlers to
// calls, and the ports that the HTTP layer needs (captcha, sessions).
import type { Call, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Asking } from '../asking.ts'
import type { Caller, Person, Scope } from '../scope.ts'

/** For calls that open their own transactions (`effect: 'own'`). They may have no caller yet, and may set cookies. */
export interface OwnContext {
  asking: Asking
  caller: Caller | undefined
  /** The caller or, in calls for accounts without a developer, such an account. */
  person: Person | undefined
  locale: Locale
  say: Sentences
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
}

/** For calls that answer a stream. A stream outlives a transaction, so it opens a short one for each part. */
export interface StreamContext extends Pick<Scope, 'caller' | 'asking' | 'ids' | 'say'> {
  /**
   * Runs a read transaction as the same account with its current privileges. It refuses, which ends the stream, once
   * the account may not make this call anymore.
   */
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /** Aborted when the reader disconnects or the server stops. */
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

/** Binds a call to a use case that runs in a transaction of the tenant. */
export function answers<C extends Call>(
  call: C,
  run: (scope: Scope, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): Binding {
  return { call, runScoped: run as Binding['runScoped'] & {} } // the route decodes the payload by the same call
}

/** Binds a call that opens its own transactions. */
export function answersAlone<C extends Call>(
  call: C,
  run: (context: OwnContext, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): Binding {
  return { call, runOwn: run as Binding['runOwn'] & {} } // as in `answers`
}

/** Binds a call that answers a file. A refusal before the first part is sent as usual. */
export function answersFile<C extends Call>(
  call: C,
  run: (context: StreamContext, payload: z.output<C['payload']>) => Promise<FileAnswer>,
): Binding {
  return { call, runFile: run as Binding['runFile'] & {} } // as in `answers`
}

/** Binds a call that answers events until the client disconnects. Null is a keep-alive. */
export function answersEvents<C extends Call>(
  call: C,
  run: (context: StreamContext, payload: z.output<C['payload']>) => AsyncIterable<z.output<C['answer']> | null>,
): Binding {
  return { call, runEvents: run as Binding['runEvents'] & {} } // as in `answers`
}

/** The browser that makes a call. A solved captcha is valid only for the browser that solved it. */
export interface Visitor {
  sessionId: string | undefined
  fingerprint: string | undefined
  network: string
  /** The account that the call is about: the one that its payload names, or else the caller's. */
  account: string | undefined
  cookie(name: string): string | undefined
}

/**
 * The gate for calls that require a captcha. It runs after the body is read and before the use case. A spent captcha is
 * not given back if the use case fails.
 */
export interface CaptchaGate {
  isWanted(call: Call): boolean
  /** True if this visitor solved a captcha for this call. The captcha is then used up. */
  spend(call: Call, id: string | undefined, visitor: Visitor, now: Date): Promise<boolean>
}

/**
 * Finds the caller by a session handle and its cookie secret, for a call from this address. An open stream is not a
 * sign of activity, so with `isListening` the session stays idle.
 */
export type FindCaller = (
  handle: string,
  secret: string,
  now: Date,
  isListening: boolean,
  network: string,
) => Promise<Caller | undefined>

/** Finds an account without a developer by its session. */
export type FindPerson = (handle: string, secret: string, now: Date) => Promise<Person | undefined>

/** The cookie of a handle. Each handle has its own cookie, so two sign-ins in one browser do not end each other. */
export function sessionCookieName(handle: string): string {
  return `sw_session_${handle.slice(0, 12)}`
}
