// Reasons to refuse a program. Each reason is an error `runtime.*`; its problem type is the same name in capitals.
// Programs act on the type, which never changes. People read the phrase of the error.
import { ERRORS } from '../errors.ts'
import type { ErrorName } from '../errors.ts'

/** The status of a license in answers to programs, as numbers that client libraries know. */
export const CLIENT_STATUSES = {
  normal: 1,
  changed: 2,
  deleted: 3,
  locked: 4,
  unknown: 5,
  unbound: 6,
  recycled: 7,
  refreshDue: 100,
} as const
export type ClientStatus = (typeof CLIENT_STATUSES)[keyof typeof CLIENT_STATUSES]

export type RuntimeError = Extract<ErrorName, `runtime.${string}`>
export type RuntimeReason = RuntimeError extends `runtime.${infer Reason}` ? Reason : never
export const isRuntimeError = (error: ErrorName): error is RuntimeError => error.startsWith('runtime.')
export const RUNTIME_REASONS = (Object.keys(ERRORS) as ErrorName[])
  .filter(isRuntimeError)
  .map((error) => error.slice('runtime.'.length)) as [RuntimeReason, ...RuntimeReason[]] // there is at least one

const { deleted, locked, unknown, unbound, recycled } = CLIENT_STATUSES
const STATUS_OF: Partial<Record<RuntimeReason, ClientStatus>> = {
  licenseDeleted: deleted,
  licenseReplaced: deleted,
  codeReplaced: deleted,
  locked,
  codeNotFound: unknown,
  licenseNotFound: unknown,
  machineUnbound: unbound,
  machineRecycled: recycled,
  lendingNotFound: unknown,
  lendingDeleted: deleted,
  lendingRevoked: recycled,
}
export const clientStatusOf = (reason: RuntimeReason): ClientStatus | undefined => STATUS_OF[reason]

/** Refusals that repeat the words of an administrator, only to the program that held the seat. */
const WITH_WORDS: ReadonlySet<string> = new Set<RuntimeReason>(['seatReleased', 'lendingRevoked'])
/** The words of the administrator in the parameters of a refusal, if there are any. */
export function wordsTold(reason: RuntimeReason, { reason: words }: Readonly<Record<string, unknown>>) {
  return WITH_WORDS.has(reason) && typeof words === 'string' && words !== '' ? words : undefined
}

/** `platform.badPayload` → `BAD_PAYLOAD`. */
export const problemType = (error: string) =>
  error
    .slice(error.lastIndexOf('.') + 1)
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()

/** In order of evaluation: the first failure is the refusal, and the log shows all results. */
export const RUNTIME_RULES = [
  'vendor',
  'lending',
  'license',
  'password',
  'state',
  'start',
  'end',
  'product',
  'version',
  'file',
  'machine',
  'uses',
  'atOnce',
  'ever',
  'parts',
  'seats',
  'fee',
] as const
export type RuntimeRule = (typeof RUNTIME_RULES)[number]
