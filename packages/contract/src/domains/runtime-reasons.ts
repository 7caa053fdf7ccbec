// Why a program is refused, as it is told: each reason is an entry of the error catalogue under `runtime.`, its `type`
// on the wire the same name in capitals. What a program's user reads is a phrase; what a program does about it depends
// on the type alone, which never changes.
import { ERRORS } from '../errors.ts'
import type { ErrorName } from '../errors.ts'

/** What a program learns when it asks after its license: the numbers that the client knows. */
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
  .map((error) => error.slice('runtime.'.length)) as [RuntimeReason, ...RuntimeReason[]] // the catalogue has some

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
}
export const clientStatusOf = (reason: RuntimeReason): ClientStatus | undefined => STATUS_OF[reason]

/** `platform.badPayload` → `BAD_PAYLOAD`. */
export const problemType = (error: string) =>
  error
    .slice(error.lastIndexOf('.') + 1)
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()

/**
 * In the order in which they are asked (domain.md 3.1 and 3.2): the first that fails is the answer, and "why" shows
 * them all.
 */
export const RUNTIME_RULES = [
  'vendor',
  'license',
  'password',
  'state',
  'start',
  'end',
  'product',
  'version',
  'machine',
  'uses',
  'atOnce',
  'ever',
  'seats',
  'fee',
] as const
export type RuntimeRule = (typeof RUNTIME_RULES)[number]
