// Use cases of customers. A deleted one leaves its users behind, and its name is free again.
import { LIMITS } from '@sealwright/contract'
import type { customerCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findAccountName } from '../developer/index.ts'
import * as queries from './customer.queries.ts'
import type { Customer } from './customer.tables.ts'
import type { NamedKind } from './names.service.ts'
import { countUsersOf } from './user.queries.ts'

type Payload<Name extends keyof typeof customerCalls> = z.output<(typeof customerCalls)[Name]['payload']>
type Fields = Pick<Customer, 'name' | 'contact' | 'phone' | 'email' | 'address' | 'remark'>

const NOTHING_SAID = { contact: null, phone: null, email: null, address: null, remark: null }

const notFound = () => new Refusal('customer.notFound')
const nameTaken = (name: string) => new Refusal('customer.nameTaken', { params: { name }, field: 'name' })
const factsOf = ({ name, contact, phone, email, address, remark }: Fields): LoggedFacts => ({
  name,
  contact,
  phone,
  email,
  address,
  remark,
})

async function insert(scope: Scope, given: readonly Fields[]): Promise<{ guid: string; name: string }[]> {
  const {
    developerId,
    ids,
    caller: { accountId },
    asking: { now },
  } = scope
  const rows = given.map((fields) => ({
    ...fields,
    developerId,
    guid: ids.guid(),
    assignedTo: [],
    revision: 1,
    createdBy: accountId,
    updatedBy: accountId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }))
  const made = new Set((await queries.insertCustomers(scope, rows)).map(({ guid }) => guid))
  const inserted = rows.filter(({ guid }) => made.has(guid))
  await scope.record(
    ...inserted.map((row) => ({
      type: 'add' as const,
      target: { kind: 'customer' as const, guid: row.guid, name: row.name },
      after: factsOf(row),
    })),
  )
  return inserted
}

/** Customers by name, of a user. */
export const customersByName: NamedKind = {
  right: 'customer.create',
  find: (scope, names, isDry) => queries.findCustomersByName(scope, names, !isDry),
  room: async () => Number.POSITIVE_INFINITY,
  make: async (scope, names) =>
    void (await insert(
      scope,
      names.map((name) => ({ ...NOTHING_SAID, name })),
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
  return rows.map(({ guid, name, contact, phone, email, address, remark, createdAt, updatedAt }) => ({
    guid,
    name,
    contact,
    phone,
    email,
    address,
    remark,
    userCount: counts ? (counts.get(guid) ?? 0) : null,
    createTime: createdAt,
    updateTime: updatedAt,
  }))
}

export async function find(scope: Scope, { currentPage, pageSize, sort = 'updateTime', order, name }: Payload<'find'>) {
  const found = await queries.listCustomers(scope, name, { sort, order: order ?? (sort === 'name' ? 'asc' : 'desc') })
  const page = await readPage({ currentPage, pageSize }, found.count, found.page)
  return { ...page, rows: await answersOf(scope, page.rows) }
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await queries.findCustomer(scope, guid)
  const [answer] = row ? await answersOf(scope, [row]) : []
  if (!row || !answer) throw notFound()
  return { ...answer, revision: row.revision, createdBy: (await findAccountName(scope, row.createdBy)) ?? '' }
}

export async function list(scope: Scope, { name }: Payload<'list'>) {
  const rows = await (
    await queries.listCustomers(scope, name, { sort: 'name', order: 'asc' })
  ).page({ offset: 0, limit: LIMITS.customer.options, isReversed: false })
  return rows.map((row) => ({ guid: row.guid, name: row.name }))
}

export async function create(scope: Scope, payload: Payload<'create'>) {
  const said = Object.fromEntries(Object.entries(payload).map(([field, value]) => [field, value || null]))
  const [made] = await insert(scope, [{ ...NOTHING_SAID, ...said, name: payload.name }])
  if (!made) throw nameTaken(payload.name)
  return { guid: made.guid }
}

export async function update(scope: Scope, { guid, revision, ...given }: Payload<'update'>) {
  const before = await queries.lockCustomer(scope, guid)
  if (!before) throw notFound()
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('platform.stale', { params: { actor: (await findAccountName(scope, before.updatedBy)) ?? '' } })
  const changes = Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  )
  const after: Customer = { ...before, ...changes }
  await queries
    .updateCustomer(scope, guid, {
      ...changes,
      revision: before.revision + 1,
      updatedBy: scope.caller.accountId,
      updatedAt: scope.asking.now,
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(after.name) : error
    })
  await scope.record({
    type: 'update',
    target: { kind: 'customer', guid, name: after.name },
    before: factsOf(before),
    after: factsOf(after),
  })
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const before = await queries.lockCustomer(scope, guid)
  if (!before) throw notFound()
  await queries.forgetCustomer(scope, guid)
  await queries.updateCustomer(scope, guid, { deletedAt: scope.asking.now, updatedBy: scope.caller.accountId })
  await scope.record({ type: 'delete', target: { kind: 'customer', guid, name: before.name }, before: factsOf(before) })
  return {}
}
