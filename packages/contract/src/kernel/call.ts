// The declaration of a call. The server's routes and gates, the typed client, the console's buttons, the OpenAPI
// document and the conformance tests all derive from it. A declaration has no behavior of its own.
import type * as z from 'zod/mini'
import type { OperatorPrivilege } from '../desk/operator-roles.ts'
import type { ErrorName } from '../errors.ts'
import type { Privilege } from '../privileges.ts'

/**
 * Who can make a call. `open`: anyone. `pending`: a session whose sign-in may still be incomplete. `session`: a full
 * session. `person`: a completed sign-in, even of an account without a developer. `privilege`: a session with any of
 * the listed privileges. `super`: the super administrator. `program`: a program that sends its developer's API
 * password. `pendingOperator` and `operator`: a platform operator, before and after the second factor; the latter with
 * any of the listed privileges, or without conditions if the list is empty.
 */
export type Access =
  | { kind: 'open' }
  | { kind: 'pending' }
  | { kind: 'session' }
  | { kind: 'person' }
  | { kind: 'super' }
  | { kind: 'program' }
  | { kind: 'privilege'; anyOf: readonly Privilege[] }
  | { kind: 'pendingOperator' }
  | { kind: 'operator'; anyOf: readonly OperatorPrivilege[] }

export const open: Access = { kind: 'open' }
export const pendingSession: Access = { kind: 'pending' }
export const anySession: Access = { kind: 'session' }
export const signedInPerson: Access = { kind: 'person' }
export const superAdministrator: Access = { kind: 'super' }
export const program: Access = { kind: 'program' }
export const privilege = (...anyOf: [Privilege, ...Privilege[]]): Access => ({ kind: 'privilege', anyOf })
export const pendingOperator: Access = { kind: 'pendingOperator' }
export const anyOperator: Access = { kind: 'operator', anyOf: [] }
export const operator = (...anyOf: [OperatorPrivilege, ...OperatorPrivilege[]]): Access => ({ kind: 'operator', anyOf })

/**
 * Where the payload is sent. GET calls use the query. POST calls use form, JSON or multipart fields, as the caller
 * chooses.
 */
export type Carriage = 'query' | 'body'

/** Error codes of an external protocol: for an unreadable request, for too many requests, and for a server failure. */
export interface BareCodes {
  malformed: number
  tooMany: number
  failed: number
}

export interface CallDeclaration<Payload extends z.core.$ZodType, Answer extends z.core.$ZodType> {
  method: 'GET' | 'POST'
  /**
   * Paths that end in `.do` belong to the console and answer with the envelope. The others belong to the runtime:
   * answers are plain JSON and refusals are problem documents.
   */
  path: `/${string}.do` | `/runtime/v1/${string}`
  access: Access
  /**
   * `write` runs in one transaction together with its operation-log row, `read` in a read-only transaction. `own`
   * manages its own transactions (sign-in, file uploads).
   */
  effect: 'read' | 'write' | 'own'
  /** Honors `Idempotency-Key`: a repeated key returns the stored answer without running the call again. */
  idempotent?: boolean
  /** Fields that are sent in the query although the call is a POST. */
  queryFields?: readonly string[]
  /**
   * The body is the answer itself, without the envelope, because an external protocol defines its shape. Holds that
   * protocol's error codes.
   */
  bare?: BareCodes
  /** Requires a password confirmation (`/session/confirm.do`) within the last minutes, on the same device. */
  sensitive?: true
  /** Refused with `developer.serviceFeeUnpaid` while the platform service fee is unpaid. */
  needsServiceFee?: true
  /** Concerns the caller's own account: refused while viewing as another administrator. */
  personal?: true
  /** Allowed while viewing as another administrator, when all other changes are refused. */
  whileViewing?: true
  /**
   * Allowed while the developer is suspended, when other changes are refused with `developer.suspended`. Calls about
   * the caller's own account are always allowed.
   */
  whileSuspended?: true
  /** Allowed while the account has to set up a second factor, which its developer requires. */
  settlesFactor?: true
  /** Allowed from networks that the developer does not allow. */
  fromAnyNetwork?: true
  /** The console makes it by itself, at any time. A pending notice waits for a call of the person. */
  background?: true
  /** The encoding that our own client uses. The server accepts all three. */
  sends?: 'form' | 'json' | 'multipart'
  /**
   * Answers a named file or server-sent events instead of the envelope. Each event is one `answer`. Refusals still use
   * the envelope.
   */
  streams?: 'file' | 'events'
  bodyBytes?: number
  /** Callers send the same payload repeatedly, so the server caches its decoded form. */
  repeats?: true
  /**
   * Of the platform desk: also answered while the database is down, to operators whose session this process has seen
   * within the last minutes. It must change nothing.
   */
  duringOutage?: true
  /** Calls per minute and network, where the general limit is too high. */
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
  /** Unique, as `noun.verb`. The noun is the domain, unless a domain has several nouns. */
  name: string
  domain: string
  carriage: Carriage
}

/** The encoded types, which callers send and receive. The server works with the decoded types, `z.output`. */
export type PayloadOf<C extends Call> = z.input<C['payload']>
export type AnswerOf<C extends Call> = z.input<C['answer']>

/** Whether programs make this call, rather than the console. */
export const isRuntime = ({ path }: Pick<Call, 'path'>) => path.startsWith('/runtime/')

export function defineCall<Payload extends z.core.$ZodType, Answer extends z.core.$ZodType>(
  declaration: CallDeclaration<Payload, Answer>,
): CallDeclaration<Payload, Answer> {
  return declaration
}

type Named<D> = { [K in keyof D]: D[K] extends CallDeclaration<infer P, infer A> ? Call<P, A> : never }

// oxlint-disable-next-line typescript/no-explicit-any -- calls with different payloads have no narrower type
export function defineCalls<D extends Record<string, CallDeclaration<any, any>>>(
  domain: string,
  declarations: D,
  noun = domain,
): Named<D> {
  // Assign in place. A copy would read the schemas, which the console's build creates on first use.
  const calls = Object.entries(declarations).map(([verb, declaration]) => [
    verb,
    Object.assign(declaration, {
      name: `${noun}.${verb}`,
      domain,
      carriage: declaration.method === 'GET' ? 'query' : 'body',
    }),
  ])
  return Object.fromEntries(calls) as Named<D> // fromEntries loses the key types
}
