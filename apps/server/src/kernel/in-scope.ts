// Runs one transaction as a caller, with the tenant, the row scope and the operation log set together. Requests,
// streams and tasks all open their transactions here.
import type { Call } from '@sealwright/contract'
import { insertOperations, originOf } from './audit/record.ts'
import type { Database, TransactionMode } from './db/database.ts'
import { Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'

export type Given = Omit<Scope, 'db' | 'developerId' | 'record'> & { call: Pick<Call, 'name'> }

export async function inScope<T>(
  database: Database,
  { call, ...given }: Given,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { caller, asking } = given
  const developerId = caller.developer.id
  const open = <R>(as: TransactionMode, run: (scope: Scope) => Promise<R>) =>
    database.inTenant(
      developerId,
      as,
      (db) =>
        run({
          ...given,
          db,
          developerId,
          record: (...operations) =>
            insertOperations(db, originOf(asking, call, { ...caller, developerId }), operations),
        }),
      caller,
    )
  try {
    return await open(mode, work)
  } catch (error) {
    // The caller gets the refusal even if its aftermath fails.
    if (error instanceof Refusal && error.aftermath)
      await open('write', error.aftermath).catch((err: unknown) =>
        asking.log.error({ err }, 'the aftermath of a refusal failed'),
      )
    throw error
  }
}
