// The refusals that use cases of most entities share. Each takes only what it checks; which refusal a call declares is
// the caller's choice.
import type { ErrorName } from '@sealwright/contract'
import { findAccountName } from '../account-names.ts'
import { isUniqueViolation } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'

/** The row, or a refusal if there is none. */
export function found<Row>(row: Row | undefined, error: ErrorName): Row {
  if (row === undefined) throw new Refusal(error)
  return row
}

interface Revised {
  revision: number
  /** Null before the first change. */
  updatedBy: string | null
}

/**
 * Refuses to overwrite a row that somebody else changed since the caller read it, and names that person. A caller that
 * sends no revision overwrites.
 */
export async function refuseStale(
  scope: Pick<Scope, 'db'>,
  { revision, updatedBy }: Revised,
  read: number | undefined,
): Promise<void> {
  if (read === undefined || read === revision) return
  const actor = updatedBy === null ? undefined : await findAccountName(scope, updatedBy)
  throw new Refusal('platform.stale', { params: { actor: actor ?? '' } })
}

/** Refuses one more than `max`. Count under a lock, so that two callers cannot both add the last one. */
export function refuseFull(count: number, max: number, error: ErrorName): void {
  if (count >= max) throw new Refusal(error, { params: { max } })
}

/** The refusal of a name that another row has, on the form's field. */
export const nameTaken = (error: ErrorName, name: string, field = 'name') =>
  new Refusal(error, { params: { name }, field })

/** Runs a write; a violated unique constraint becomes this refusal. Every other failure stays what it is. */
export async function unlessTaken<T>(write: Promise<T>, refusal: () => Refusal): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error) ? refusal() : error
  }
}
