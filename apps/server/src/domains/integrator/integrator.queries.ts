// The SQL of integrators. A developer has at most a thousand, so lists need no search index. Assignments are stored on
// products and templates; row scope limits which of these a caller can change and count.
import type { AdminState } from '@sealwright/contract'
import { and, getTableColumns, inArray, sql } from 'drizzle-orm'
import { directionOf } from '../../kernel/db/list.ts'
import type { Ordering, Slice } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, isOne, listNames, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { stateAt } from '../access/index.ts'
import { integrator } from './integrator.tables.ts'
import type { Integrator } from './integrator.tables.ts'

export interface Counted extends Integrator {
  memberCount: number
  productCount: number
  templateCount: number
}

/** Counts only the products and templates that the caller sees. */
const countOf = (table: 'product' | 'template') => sql<number>`(
  select count(*)::int from ${sql.identifier(table)} t
  where t.developer_id = "integrator"."developer_id" and t.deleted_at is null
    and t.assigned_to @> array["integrator"."guid"])`

// The columns are spelled out because Drizzle omits the table name in a query of one table.
const counted = {
  ...getTableColumns(integrator),
  memberCount: sql<number>`(
    select count(*)::int from staff s
    where s.developer_id = "integrator"."developer_id" and s.integrator_guid = "integrator"."guid")`,
  productCount: countOf('product'),
  templateCount: countOf('template'),
}

/** A list for readPage, in a total order (ties by guid). */
export async function listIntegrators(
  scope: Scope,
  name: string | undefined,
  { sort = 'updateTime', order = sort === 'updateTime' ? 'desc' : 'asc' }: Ordering<'updateTime' | 'name'>,
) {
  const { contact, phone, email } = integrator
  const where = and(living(scope, integrator), containing(name, integrator.name, contact, phone, email))
  const column = sort === 'name' ? integrator.name : integrator.updatedAt
  const ids = await walkIds(scope, { table: integrator, where, column, order })
  return listOf(ids, (guids): Promise<Counted[]> =>
    scope.db
      .select(counted)
      .from(integrator)
      .where(and(living(scope, integrator), inArray(integrator.guid, guids))),
  )
}

export async function findIntegrator(scope: Scope, guid: string): Promise<Counted | undefined> {
  const [row] = await scope.db
    .select(counted)
    .from(integrator)
    .where(isOne(scope, integrator, guid))
  return row
}

/** The name of one of these templates that needs a product which is not assigned. */
export async function findUncovered(
  scope: Scope,
  guid: string,
  templateGuids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`
    select t.name from template t
    where t.developer_id = ${scope.developerId} and t.deleted_at is null
      and t.guid = any (${sql.param(templateGuids)}::uuid[])
      and exists (select from unnest(t.license_ids) as id where not exists (
        select from product p where p.developer_id = t.developer_id and p.license_id = id and p.deleted_at is null
          and p.assigned_to @> array[${guid}::uuid]))
    order by t.name limit 1`)
  return rows[0]?.name
}

/** Takes back the templates whose products are no longer all assigned; answers their names. */
export async function releaseUncovered(scope: Scope, guid: string): Promise<string[]> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`
    update template t set assigned_to = array_remove(assigned_to, ${guid}::uuid)
    where t.developer_id = ${scope.developerId} and t.deleted_at is null and t.assigned_to @> array[${guid}::uuid]
      and exists (select from unnest(t.license_ids) as id where not exists (
        select from product p where p.developer_id = t.developer_id and p.license_id = id
          and p.assigned_to @> array[${guid}::uuid]))
    returning t.name`)
  return rows.map(({ name }) => name).toSorted()
}

/** The number of assigned products and templates, including those that the caller does not see. */
export async function countAllAssigned(scope: Scope, guid: string): Promise<number> {
  const { rows } = await scope.db.execute<{ n: number }>(sql`select count_all_assigned(${guid}) as n`)
  return rows[0]?.n ?? 0
}

export async function forget(scope: Scope, guid: string): Promise<void> {
  await scope.db.execute(sql`select forget_assignee(${guid})`)
}

type MemberRow = {
  userId: string
  userName: string | null
  account: string
  state: AdminState
  createTime: string
  lastSignIn: string | null
}

const isPerson = ({ developerId }: Scope, guid: string) =>
  sql`s.developer_id = ${developerId} and s.integrator_guid = ${guid}`

/** How many members an integrator has, invited people included. */
export async function countPeople(scope: Scope, guid: string): Promise<number> {
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from staff s where ${isPerson(scope, guid)}`,
  )
  return rows[0]?.n ?? 0
}

/** The name of a member or of an invited person. */
export async function findPerson(scope: Scope, guid: string, userId: string): Promise<string | undefined> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`
    select coalesce(s.user_name, s.email, s.mobile) as name from staff s
    where ${isPerson(scope, guid)} and s.user_id = ${userId}`)
  return rows[0]?.name
}

/** The members of an integrator and the people who are invited, by the time of joining or of the invitation. */
export async function listMembers(scope: Scope, guid: string, order: 'asc' | 'desc') {
  return {
    count: { records: await countPeople(scope, guid), isCapped: false },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const found = await scope.db.execute<MemberRow>(sql`
        select s.user_id as "userId", s.user_name as "userName", coalesce(s.email, s.mobile) as account,
          s.created_at as "createTime", ${stateAt(scope.asking.now)} as state,
          (select max(i.at) from sign_in i where i.account_id = s.user_id and i.outcome = 'signedIn') as "lastSignIn"
        from staff s where ${isPerson(scope, guid)}
        order by s.created_at ${direction}, s.user_id ${direction} limit ${limit} offset ${offset}`)
      return found.rows
    },
  }
}

export async function listMemberIds(scope: Scope, guid: string): Promise<string[]> {
  const { rows } = await scope.db.execute<{ account_id: string }>(
    sql`select account_id from membership
      where developer_id = ${scope.developerId} and integrator_guid = ${guid} order by account_id`,
  )
  return rows.map((row) => row.account_id)
}

/** Ends memberships and withdraws invitations, all or one. Returns the accounts of the former members. */
export async function deletePeople(scope: Scope, guid: string, userId?: string): Promise<string[]> {
  const ofOne = sql`developer_id = ${scope.developerId} and integrator_guid = ${guid}`
  await scope.db.execute(
    sql`delete from invitation where ${ofOne} ${userId === undefined ? sql`` : sql`and guid = ${userId}`}`,
  )
  const { rows } = await scope.db.execute<{ account_id: string }>(sql`
    delete from membership where ${ofOne} ${userId === undefined ? sql`` : sql`and account_id = ${userId}`}
    returning account_id`)
  return rows.map((row) => row.account_id)
}

export const listIntegratorNames = (scope: Pick<Scope, 'db' | 'developerId'>, guids: readonly string[]) =>
  listNames(scope, integrator, guids)
