// The platform desk between the HTTP layer and the domains: the operator behind a session, the scope of a desk use
// case, and the functions that bind use cases to desk calls. An operator is never a `Caller`, and a `Caller` never an
// operator, so no handler can mistake one for the other.
import type { Call, DeskTarget, Locale, OperatorPrivilege, OperatorRole, TimeFormat } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Asking } from './asking.ts'
import { DESK_CHAIN } from './audit/record.ts'
import type { DeskOperation, Operation } from './audit/record.ts'
import type { Db } from './db/database.ts'
import type { FileAnswer } from './http/context.ts'
import type { Ids } from './ids.ts'
import { Refusal } from './refusal.ts'

export interface Operator {
  guid: string
  sessionId: string
  /** Names the session where the handle would be a secret. */
  sessionGuid: string
  /** The step that the sign-in still needs. */
  owes: 'code' | 'setup' | null
  email: string
  name: string
  roles: readonly OperatorRole[]
  privileges: ReadonlySet<OperatorPrivilege>
  locale: Locale
  timeFormat: TimeFormat
  confirmedAt: Date | null
  fingerprint: string | null
}

export interface DeskScope {
  db: Db
  operator: Operator
  asking: Asking
  ids: Ids
  locale: Locale
  say: Sentences
  /** Writes to the operators' own log, in the transaction of this use case. */
  record(...operations: readonly DeskOperation[]): Promise<void>
  /** Writes to the log of a developer, as an operation of the platform. */
  recordAt(developerId: number, ...operations: readonly Operation[]): Promise<void>
}

/** For calls that open their own transactions. */
export interface DeskContext {
  asking: Asking
  operator: Operator | undefined
  locale: Locale
  say: Sentences
  setCookie(name: string, value: string, maxAgeSeconds: number, path?: string): void
  clearCookie(name: string): void
  /** Runs a transaction with the operations log, as a write call does. */
  write<T>(work: (scope: DeskScope) => Promise<T>): Promise<T>
}

/** For calls that answer a file: each part is read in a short transaction. */
export interface DeskFileContext extends Pick<DeskScope, 'operator' | 'asking' | 'ids' | 'locale' | 'say'> {
  read<T>(work: (scope: DeskScope) => Promise<T>): Promise<T>
  signal: AbortSignal
}

export interface DeskBinding {
  call: Call
  runScoped?: (scope: DeskScope, payload: unknown) => Promise<unknown>
  runOwn?: (context: DeskContext, payload: unknown) => Promise<unknown>
  runFile?: (context: DeskFileContext, payload: unknown) => Promise<FileAnswer>
}

export function deskAnswers<C extends Call>(
  call: C,
  run: (scope: DeskScope, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): DeskBinding {
  return { call, runScoped: run as DeskBinding['runScoped'] & {} } // the route decodes the payload by the same call
}

export function deskAnswersAlone<C extends Call>(
  call: C,
  run: (context: DeskContext, payload: z.output<C['payload']>) => Promise<z.output<C['answer']>>,
): DeskBinding {
  return { call, runOwn: run as DeskBinding['runOwn'] & {} } // as in `deskAnswers`
}

export function deskAnswersFile<C extends Call>(
  call: C,
  run: (context: DeskFileContext, payload: z.output<C['payload']>) => Promise<FileAnswer>,
): DeskBinding {
  return { call, runFile: run as DeskBinding['runFile'] & {} } // as in `deskAnswers`
}

/** Refuses a change that was based on an older revision, and names who changed the row meanwhile. */
export async function refuseStale(
  { db, say }: Pick<DeskScope, 'db' | 'say'>,
  target: { kind: DeskTarget; guid: string },
): Promise<never> {
  const { rows } = await db.execute<{ actor_name: string }>(sql`
    select actor_name from operation_log
    where developer_id = ${DESK_CHAIN} and target_kind = ${target.kind} and target_guid = ${target.guid}
    order by at desc, id desc limit 1`)
  throw new Refusal('platform.stale', { params: { actor: rows[0]?.actor_name ?? say('developer.log.platform') } })
}

/** Finds the operator of a session by its handle and the secret in its cookie. */
export type FindOperator = (handle: string, secret: string, now: Date) => Promise<Operator | undefined>

/** The cookie of an operator's session. The console's cookies have another name, and are sent to other paths too. */
export const operatorCookieName = (handle: string) => `sw_operator_${handle.slice(0, 12)}`
