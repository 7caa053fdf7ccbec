// Use cases of customers. Users of a deleted customer stay, and its name is free again.
import { LIMITS, customerCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import {
  answerOf,
  changedNow,
  createdNow,
  deletedNow,
  factsIn,
  fieldsOf,
  filledBy,
  givenIn,
  logOf,
} from '../../kernel/entity/change.ts'
import type { Filled } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './customer.queries.ts'
import { customer } from './customer.tables.ts'
import type { Customer } from './customer.tables.ts'
import type { NamedKind } from './names.service.ts'
import { countUsersOf } from './user.queries.ts'

type Payload<Name extends keyof typeof customerCalls> = z.output<(typeof customerCalls)[Name]['payload']>
type Fields = Filled<Payload<'create'>>

const { payload: newCustomer } = customerCalls.create
const log = logOf('customer', factsIn(fieldsOf(newCustomer)))

/** Inserts the customers whose names are free and answers them. */
async function insert(scope: Scope, given: readonly Fields[]): Promise<Customer[]> {
  const rows: Customer[] = given.map((fields) => ({ ...fields, ...createdNow(scope), assignedTo: [] }))
  const made = new Set((await queries.insertCustomers(scope, rows)).map(({ guid }) => guid))
  const inserted = rows.filter(({ guid }) => made.has(guid))
  await log.added(scope, ...inserted)
  return inserted
}

/** Customers that a user or an import names. */
export const customersByName: NamedKind = {
  right: 'customer.create',
  find: (scope, names, isDry) => queries.findCustomersByName(scope, names, !isDry),
  room: async () => Number.POSITIVE_INFINITY,
  make: async (scope, names) =>
    void (await insert(
      scope,
      names.map((name) => filledBy<Payload<'create'>>(newCustomer, { name })),
    )),
  unknown: (name) => ({ error: 'customer.unknown', params: { name }, field: 'customerName' }),
  taken: (name) => ({ error: 'customer.nameTaken', params: { name }, field: 'customerName' }),
  full: () => {
    throw new Error('there is always room for a customer')
  },
}

async function answersOf(scope: Scope, rows: readonly Customer[]) {
  const counts = scope.caller.privileges.has('user.view')
    ? await countUsersOf(
        scope,
        'customer',
        rows.map(({ guid }) => guid),
      )
    : undefined
  return rows.map((row) => ({ ...answerOf(row), userCount: counts ? (counts.get(row.guid) ?? 0) : null }))
}

export async function find(scope: Scope, { name, ...query }: Payload<'find'>) {
  const { count, page: fetch } = await queries.listCustomers(scope, name, query)
  const page = await readPage(query, count, fetch)
  return { ...page, rows: await answersOf(scope, page.rows) }
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = found(await queries.findCustomer(scope, guid), 'customer.notFound')
  const [answer] = await answersOf(scope, [row])
  return { ...found(answer, 'customer.notFound'), createdBy: (await findAccountName(scope, row.createdBy)) ?? '' }
}

export async function list(scope: Scope, { name }: Payload<'list'>) {
  const rows = await (
    await queries.listCustomers(scope, name, { sort: 'name', order: 'asc' })
  ).page({ offset: 0, limit: LIMITS.customer.options, isReversed: false })
  return rows.map((row) => ({ guid: row.guid, name: row.name }))
}

export async function create(scope: Scope, payload: Payload<'create'>) {
  const [made] = await insert(scope, [filledBy(newCustomer, payload)])
  if (!made) throw nameTaken('customer.nameTaken', payload.name)
  return { guid: made.guid }
}

export async function update(scope: Scope, { guid, revision, ...payload }: Payload<'update'>) {
  const before = found(await lockRow(scope, customer, guid), 'customer.notFound')
  await refuseStale(scope, before, revision)
  const after: Customer = { ...before, ...givenIn(payload), ...changedNow(scope, before) }
  await unlessTaken(updateRow(scope, customer, guid, after), () => nameTaken('customer.nameTaken', after.name))
  await log.changed(scope, before, after)
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const before = found(await lockRow(scope, customer, guid), 'customer.notFound')
  await queries.forgetCustomer(scope, guid)
  await updateRow(scope, customer, guid, deletedNow(scope))
  await log.deleted(scope, before)
  return {}
}
