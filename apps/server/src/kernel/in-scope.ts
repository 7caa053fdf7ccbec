// One transaction as a caller: tenant, row scope and operation log belong together, whether a request, a stream or a task opens it.
import type { Call } from '@sealwright/contract'
import { insertOperations, originOf } from './audit/record.ts'
import type { Database, TransactionMode } from './db/database.ts'
import type { Scope } from './scope.ts'

export type Given = Omit<Scope, 'db' | 'developerId' | 'record'> & { call: Pick<Call, 'name'> }

export function inScope<T>(database: Database, { call, ...given }: Given, mode: TransactionMode, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { caller, asking } = given
  const developerId = caller.developer.id
  return database.inTenant(
    developerId,
    mode,
    (db) => work({ ...given, db, developerId, record: (...operations) => insertOperations(db, originOf(asking, call, { ...caller, developerId }), operations) }),
    caller,
  )
}
