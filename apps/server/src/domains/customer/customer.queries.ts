// The SQL of customers. Row scope limits which customers a caller sees, but names are unique among all of them.
import type { CUSTOMER_SORTS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import type { Ordering } from '../../kernel/db/list.ts'
import { countLabeled, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import { findRow, listNames, listRows, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { customer } from './customer.tables.ts'
import type { Customer } from './customer.tables.ts'

/** Counters count every row, so they are wrong for a caller with a row scope. */
const isLimited = ({ caller }: Scope) => caller.limited.has('customer')

/** The number of customers that the caller sees. */
export async function countCustomers(scope: Scope): Promise<number> {
  return isLimited(scope) ? countLabeled(scope, customer, []) : (await readCounters(scope, ['customer'])).customer
}

/** A list for readPage, in a total order (ties by guid). */
export async function listCustomers(
  scope: Scope,
  needle: string | undefined,
  { sort = 'updateTime', order = sort === 'name' ? 'asc' : 'desc' }: Ordering<(typeof CUSTOMER_SORTS)[number]>,
) {
  const column = sort === 'name' ? customer.name : customer.updatedAt
  const ids =
    needle !== undefined || isLimited(scope)
      ? await searchIds(scope, { table: customer, needle, sort, column, order })
      : await walkIds(scope, {
          table: customer,
          where: living(scope, customer),
          column,
          order,
          count: { records: await countCustomers(scope), isCapped: false },
        })
  return listOf(ids, (guids) => listRows(scope, customer, guids))
}

export const findCustomer = (scope: Scope, guid: string) => findRow(scope, customer, guid)

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * A filter that finds nothing for a customer outside the caller's row scope. Otherwise, rows that the caller sees would
 * tell that they belong to it.
 */
export async function withSeenCustomer<Filter extends { customerGuid?: string | undefined }>(
  scope: Scope,
  filter: Filter,
): Promise<Filter> {
  const { customerGuid } = filter
  if (customerGuid === undefined || !isLimited(scope)) return filter
  return (await findCustomer(scope, customerGuid)) ? filter : { ...filter, customerGuid: NOBODY }
}

/**
 * Guids by name, whatever the case; the keys are the names as given. With `isHeld`, the customers cannot be deleted
 * before the transaction ends.
 */
export async function findCustomersByName(
  scope: Scope,
  names: readonly string[],
  isHeld: boolean,
): Promise<Map<string, string>> {
  const { rows } = await scope.db.execute<{ asked: string; guid: string }>(sql`
    select asked, c.guid from unnest(${sql.param(names)}::text[]) as asked
    join customer c on c.developer_id = ${scope.developerId} and lower(c.name) = lower(asked) and c.deleted_at is null
    order by c.guid ${isHeld ? sql`for share of c` : sql``}`)
  return new Map(rows.map(({ asked, guid }) => [asked, guid]))
}

/** Names by guid of the customers that exist. They cannot be deleted before the transaction ends. */
export async function holdCustomers(
  { db, developerId }: Scope,
  guids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ guid: string; name: string }>(sql`
    select guid, name from customer
    where developer_id = ${developerId} and deleted_at is null
      and guid = any (${sql.param([...new Set(guids)])}::uuid[])
    order by guid for share`)
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}

/** Inserts the customers whose names are free and answers them. A row outside the caller's scope can hold a name. */
export function insertCustomers(scope: Scope, rows: Customer[]): Promise<{ guid: string; name: string }[]> {
  return scope.db
    .insert(customer)
    .values(rows)
    .onConflictDoNothing()
    .returning({ guid: customer.guid, name: customer.name })
}

/** Removes a customer from its users, including those that the caller does not see. */
export async function forgetCustomer({ db }: Scope, guid: string): Promise<void> {
  await db.execute(sql`select forget_customer(${guid})`)
}

/** Names of customers that the caller sees, deleted ones too. */
export const listCustomerNames = (scope: Scope, guids: readonly string[]) => listNames(scope, customer, guids)
