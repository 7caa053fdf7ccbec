// One call, declared once. The server's route and gates, the typed client, the console's buttons, the OpenAPI document
// and the conformance tests are all derived from what `defineCall` returns; it holds no behavior of its own.
import type * as z from 'zod/mini'
import type { ErrorName } from '../errors.ts'
import type { Privilege } from '../privileges.ts'

/**
 * Who may call: anyone; a session that still owes a second step; a full session; one that holds any of these
 * privileges; the super administrator; a program that knows its developer's API password.
 */
export type Access =
  | { kind: 'open' }
  | { kind: 'pending' }
  | { kind: 'session' }
  | { kind: 'super' }
  | { kind: 'program' }
  | { kind: 'privilege'; anyOf: readonly Privilege[] }

export const open: Access = { kind: 'open' }
export const pendingSession: Access = { kind: 'pending' }
export const anySession: Access = { kind: 'session' }
export const superAdministrator: Access = { kind: 'super' }
export const program: Access = { kind: 'program' }
export const privilege = (...anyOf: [Privilege, ...Privilege[]]): Access => ({ kind: 'privilege', anyOf })

/**
 * Where the payload travels: GET calls in the query; POST calls as form, JSON or multipart fields, whichever the caller
 * chose.
 */
export type Carriage = 'query' | 'body'

/** What a protocol that is not ours calls a request that cannot be read, one too many, and a failure of the server. */
export interface BareCodes {
  malformed: number
  tooMany: number
  failed: number
}

export interface CallDeclaration<Payload extends z.core.$ZodType, Answer extends z.core.$ZodType> {
  method: 'GET' | 'POST'
  /**
   * What ends in `.do` is the console's, with its envelope; the rest is the runtime's, where answers are bare and
   * refusals are problem documents.
   */
  path: `/${string}.do` | `/runtime/v1/${string}`
  access: Access
  /**
   * 'write' runs in one transaction with its operation-log row; 'read' in a read-only one; 'own' opens its own
   * (sign-in, a file that is read first).
   */
  effect: 'read' | 'write' | 'own'
  /** An `Idempotency-Key` is honored: the same key answers the same once more without running again. */
  idempotent?: boolean
  /** Fields that travel in the query although the call is a POST. */
  queryFields?: readonly string[]
  /**
   * The answer is the body itself instead of the envelope's `data`, in a shape that other programs know; with the
   * numbers that its refusals have there.
   */
  bare?: BareCodes
  /** Needs the password typed again within the last minutes, on the device that signed in. */
  sensitive?: true
  /** Refused while the platform service fee is unpaid (855642202). */
  needsServiceFee?: true
  /** About the caller's own account: closed to whoever only views as another. */
  personal?: true
  /** Open although the caller views as another, which else changes nothing. */
  whileViewing?: true
  /** What our own client sends; the server takes all three. */
  sends?: 'form' | 'json' | 'multipart'
  /**
   * What comes back instead of the envelope: a named file, or server-sent events, each an answer of this declaration. A
   * refusal is still the envelope.
   */
  streams?: 'file' | 'events'
  bodyBytes?: number
  /** The same caller sends the very same payload again and again: what it means may be remembered. */
  repeats?: true
  /** Calls per minute and network, where the general limit is too generous. */
  perMinute?: number
  payload: Payload
  answer: Answer
  errors: readonly ErrorName[]
  summary: string
}

export interface Call<
  Payload extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> extends CallDeclaration<Payload, Answer> {
  /** `noun.verb`, unique. The noun is the domain, unless a domain has two. */
  name: string
  domain: string
  carriage: Carriage
}

/** What a caller sends and gets: the wire side. The server sees the decoded side, `z.output`. */
export type PayloadOf<C extends Call> = z.input<C['payload']>
export type AnswerOf<C extends Call> = z.input<C['answer']>

/** Whether programs call it, and not the console. */
export const isRuntime = ({ path }: Pick<Call, 'path'>) => path.startsWith('/runtime/')

export function defineCall<Payload extends z.core.$ZodType, Answer extends z.core.$ZodType>(
  declaration: CallDeclaration<Payload, Answer>,
): CallDeclaration<Payload, Answer> {
  return declaration
}

type Named<D> = { [K in keyof D]: D[K] extends CallDeclaration<infer P, infer A> ? Call<P, A> : never }

// oxlint-disable-next-line typescript/no-explicit-any -- a map of calls with different payloads has no narrower common type
export function defineCalls<D extends Record<string, CallDeclaration<any, any>>>(
  domain: string,
  declarations: D,
  noun = domain,
): Named<D> {
  // Named in place, not copied: a copy would read the schemas, which the console's build makes on first use.
  const calls = Object.entries(declarations).map(([verb, declaration]) => [
    verb,
    Object.assign(declaration, {
      name: `${noun}.${verb}`,
      domain,
      carriage: declaration.method === 'GET' ? 'query' : 'body',
    }),
  ])
  return Object.fromEntries(calls) as Named<D> // fromEntries forgets the keys that entries came from
}
