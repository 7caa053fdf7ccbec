// What a use case writes when it creates or changes a row: the columns that `owned` and `kept` declare, the fields that
// the caller sent, and the operation-log row with the facts before and after.
import type { OperationTarget } from '@sealwright/contract'
import type { LoggedFacts } from '../audit/record.ts'
import type { Scope } from '../scope.ts'

/** The columns of a new row that every kept table has. */
export function createdNow({ developerId, ids, caller: { accountId }, asking: { now } }: Scope) {
  return {
    developerId,
    guid: ids.guid(),
    revision: 1,
    createdBy: accountId,
    updatedBy: accountId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

/** The columns that every change of a row sets. */
export function changedNow(
  { caller, asking }: Pick<Scope, 'caller' | 'asking'>,
  { revision }: { revision: number },
): { revision: number; updatedBy: string; updatedAt: Date } {
  return { revision: revision + 1, updatedBy: caller.accountId, updatedAt: asking.now }
}

/** The columns that mark a row as deleted. */
export const deletedNow = ({ caller, asking }: Pick<Scope, 'caller' | 'asking'>) => ({
  deletedAt: asking.now,
  updatedBy: caller.accountId,
})

type Shape = Readonly<Record<string, unknown>>
interface ObjectSchema<Fields extends Shape = Shape> {
  shape: Fields
}

/** The names of a payload's fields, in the order of its declaration. */
export const fieldsOf = <Fields extends Shape>({ shape }: ObjectSchema<Fields>) =>
  Object.keys(shape) as (keyof Fields & string)[] // an object schema has exactly these keys

/** The fields that an update sent, as columns: an absent field is left out, an empty text is null. */
export type Given<Payload> = { [Name in keyof Payload]?: Exclude<Payload[Name], undefined> }

export function givenIn<Payload extends object>(payload: Payload): Given<Payload> {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  ) as Given<Payload> // the same names; only a field that can be cleared can be empty
}

/** Every field of a creation as columns: an absent field is null. */
export type Filled<Payload> = {
  [Name in keyof Payload]-?: undefined extends Payload[Name] ? Exclude<Payload[Name], undefined> | null : Payload[Name]
}

export function filledBy<Payload extends object>(schema: ObjectSchema, payload: Payload): Filled<Payload> {
  const nothing = Object.fromEntries(fieldsOf(schema).map((name) => [name, null]))
  return { ...nothing, ...givenIn(payload) } as Filled<Payload> // the schema decoded this payload
}

/** A row as an answer names its times. Fields that the call does not declare are dropped when the answer is encoded. */
export const answerOf = <Row extends { createdAt: Date; updatedAt: Date }>(row: Row) => ({
  ...row,
  createTime: row.createdAt,
  updateTime: row.updatedAt,
})

interface Named {
  guid: string
  name: string
}

/** The facts of a row: these of its fields. */
export const factsIn =
  <Field extends string>(fields: readonly Field[]) =>
  (row: { readonly [Name in Field]: LoggedFacts[string] }): LoggedFacts =>
    Object.fromEntries(fields.map((field) => [field, row[field]]))

/** Writes the operation-log rows of one kind of target. */
export function logOf<Facts>(kind: OperationTarget, factsOf: (row: Facts, scope: Pick<Scope, 'say'>) => LoggedFacts) {
  type Row = Named & Facts
  const target = ({ guid, name }: Named) => ({ kind, guid, name })
  return {
    added: (scope: Scope, ...rows: readonly Row[]) =>
      scope.record(...rows.map((row) => ({ type: 'add' as const, target: target(row), after: factsOf(row, scope) }))),
    /** The log shows the name after the change. */
    changed: (scope: Scope, before: Row, after: Row) =>
      scope.record({
        type: 'update',
        target: target(after),
        before: factsOf(before, scope),
        after: factsOf(after, scope),
      }),
    deleted: (scope: Scope, ...rows: readonly Row[]) =>
      scope.record(
        ...rows.map((row) => ({ type: 'delete' as const, target: target(row), before: factsOf(row, scope) })),
      ),
    /** A change of something other than the row's own facts. */
    noted: (scope: Scope, row: Named, change: { before?: LoggedFacts; after?: LoggedFacts }) =>
      scope.record({ type: 'update', target: target(row), ...change }),
  }
}
