// The only SQL of customers. A caller who sees a part of them is held to it by the database; names are unique among all
// of them nevertheless.
import type { CUSTOMER_SORTS } from '@sealwright/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import { countLabeled, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { customer } from './customer.tables.ts'
import type { Customer } from './customer.tables.ts'

/** The counters know of everything; who sees a part counts rows. */
const isLimited = ({ caller }: Scope) => caller.limited.has('customer')

const isAlive = (scope: Scope) => and(eq(customer.developerId, scope.developerId), isNull(customer.deletedAt))
const isOne = (scope: Scope, guid: string) => and(isAlive(scope), eq(customer.guid, guid))

/** Of what the caller sees. */
export async function countCustomers(scope: Scope): Promise<number> {
  return isLimited(scope) ? countLabeled(scope, customer, []) : (await readCounters(scope, ['customer'])).customer
}

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listCustomers(
  scope: Scope,
  needle: string | undefined,
  { sort, order }: { sort: (typeof CUSTOMER_SORTS)[number]; order: 'asc' | 'desc' },
) {
  const ids =
    needle !== undefined || isLimited(scope)
      ? await searchIds(scope, { table: customer, needle, sort, order })
      : await walkIds(scope, {
          table: customer,
          where: isAlive(scope),
          column: sort === 'name' ? customer.name : customer.updatedAt,
          order,
          count: { records: await countCustomers(scope), isCapped: false },
        })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(customer)
      .where(and(isAlive(scope), inArray(customer.guid, guids))),
  )
}

export async function findCustomer(scope: Scope, guid: string): Promise<Customer | undefined> {
  const [row] = await scope.db.select().from(customer).where(isOne(scope, guid))
  return row
}

/** The same, locked until the transaction ends: two edits of one customer happen one after the other. */
export async function lockCustomer(scope: Scope, guid: string): Promise<Customer | undefined> {
  const [row] = await scope.db.select().from(customer).where(isOne(scope, guid)).for('update')
  return row
}

/**
 * The guids of these names, each as it was asked for; upper and lower case are the same. Held until the transaction
 * ends, where it writes what relies on them.
 */
export async function findCustomersByName(
  scope: Scope,
  names: readonly string[],
  isHeld: boolean,
): Promise<Map<string, string>> {
  const { rows } = await scope.db.execute<{ asked: string; guid: string }>(sql`
    select asked, c.guid from unnest(${sql.param(names)}::text[]) as asked join customer c on c.developer_id = ${scope.developerId} and lower(c.name) = lower(asked) and c.deleted_at is null
    order by c.guid ${isHeld ? sql`for share of c` : sql``}`)
  return new Map(rows.map(({ asked, guid }) => [asked, guid]))
}

/**
 * Inserts those whose names are free, and answers them; a name may be taken by a customer that the caller does not see.
 */
export function insertCustomers(scope: Scope, rows: Customer[]): Promise<{ guid: string; name: string }[]> {
  return scope.db
    .insert(customer)
    .values(rows)
    .onConflictDoNothing()
    .returning({ guid: customer.guid, name: customer.name })
}

export async function updateCustomer(scope: Scope, guid: string, changes: Partial<Customer>): Promise<void> {
  await scope.db.update(customer).set(changes).where(isOne(scope, guid))
}

/** Takes a customer from its users, those that the caller does not see included. */
export async function forgetCustomer({ db }: Scope, guid: string): Promise<void> {
  await db.execute(sql`select forget_customer(${guid})`)
}

/** What customers are called, those that the caller sees; deleted ones too. */
export async function listCustomerNames(scope: Scope, guids: readonly string[]): Promise<Map<string, string>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select({ guid: customer.guid, name: customer.name })
          .from(customer)
          .where(and(eq(customer.developerId, scope.developerId), inArray(customer.guid, [...guids])))
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}
