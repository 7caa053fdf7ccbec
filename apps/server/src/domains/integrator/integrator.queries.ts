// The only SQL of integrators. There are at most a thousand a developer, so that lists are plain SQL; what is assigned
// to one is written on the product or template, and a caller touches and counts only those that they see.
import type { AdminState } from '@sealwright/contract'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { stateAt } from '../access/index.ts'
import { integrator } from './integrator.tables.ts'
import type { Integrator } from './integrator.tables.ts'

const isAlive = (scope: Scope) => and(eq(integrator.developerId, scope.developerId), isNull(integrator.deletedAt))
const isOne = (scope: Scope, guid: string) => and(isAlive(scope), eq(integrator.guid, guid))

export interface IntegratorOrder {
  sort: 'updateTime' | 'name'
  order: 'asc' | 'desc'
}

export interface Counted extends Integrator {
  memberCount: number
  productCount: number
  templateCount: number
}

// How much each has, as far as the caller sees it. Written out, since Drizzle leaves the table's name away here.
const counts = {
  memberCount: sql<number>`(select count(*)::int from membership m where m.developer_id = "integrator"."developer_id" and m.integrator_guid = "integrator"."guid")`,
  productCount: sql<number>`(select count(*)::int from product p where p.developer_id = "integrator"."developer_id" and p.deleted_at is null and p.assigned_to @> array["integrator"."guid"])`,
  templateCount: sql<number>`(select count(*)::int from template t where t.developer_id = "integrator"."developer_id" and t.deleted_at is null and t.assigned_to @> array["integrator"."guid"])`,
}

const flattened = ({
  row,
  ...counted
}: {
  row: Integrator
  memberCount: number
  productCount: number
  templateCount: number
}): Counted => ({ ...row, ...counted })

/** Prepares a list: its count, and pages in a total order (ties by guid). */
export async function listIntegrators(scope: Scope, name: string | undefined, { sort, order }: IntegratorOrder) {
  const text = sql`lower(${integrator.name} || chr(10) || coalesce(${integrator.contact}, '') || chr(10) || coalesce(${integrator.phone}, '') || chr(10) || coalesce(${integrator.email}, ''))`
  const where = and(isAlive(scope), name === undefined ? undefined : sql`${text} like like_pattern(lower(${name}))`)
  const [counted] = await scope.db
    .select({ n: sql<number>`count(*)::int` })
    .from(integrator)
    .where(where)
  return {
    count: { records: counted?.n ?? 0, isCapped: false },
    async page({ offset, limit, isReversed }: Slice): Promise<Counted[]> {
      const direction = (order === 'asc') !== isReversed ? asc : desc
      const column = { updateTime: integrator.updatedAt, name: integrator.name }[sort]
      const rows = await scope.db
        .select({ row: integrator, ...counts })
        .from(integrator)
        .where(where)
        .orderBy(direction(column), direction(integrator.guid))
        .limit(limit)
        .offset(offset)
      return rows.map(flattened)
    },
  }
}

export async function findIntegrator(scope: Scope, guid: string): Promise<Counted | undefined> {
  const [found] = await scope.db
    .select({ row: integrator, ...counts })
    .from(integrator)
    .where(isOne(scope, guid))
  return found && flattened(found)
}

/** Locked until the transaction ends: two changes of one integrator happen one after the other. */
export async function lockIntegrator(scope: Scope, guid: string): Promise<Integrator | undefined> {
  const [row] = await scope.db.select().from(integrator).where(isOne(scope, guid)).for('update')
  return row
}

export async function countIntegrators(scope: Scope): Promise<number> {
  const [counted] = await scope.db
    .select({ n: sql<number>`count(*)::int` })
    .from(integrator)
    .where(isAlive(scope))
  return counted?.n ?? 0
}

/** Fails on a unique constraint where another one has the name. */
export async function insertIntegrator(scope: Scope, row: Integrator): Promise<void> {
  await scope.db.insert(integrator).values(row)
}

/** The same. */
export async function updateIntegrator(scope: Scope, guid: string, changes: Partial<Integrator>): Promise<void> {
  await scope.db.update(integrator).set(changes).where(isOne(scope, guid))
}

/** Of these templates, one with a product that is not assigned. */
export async function findUncovered(
  scope: Scope,
  guid: string,
  templateGuids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`
    select t.name from template t
    where t.developer_id = ${scope.developerId} and t.deleted_at is null and t.guid = any (${sql.param(templateGuids)}::uuid[])
      and exists (select from unnest(t.license_ids) as id where not exists (
        select from product p where p.developer_id = t.developer_id and p.license_id = id and p.deleted_at is null and p.assigned_to @> array[${guid}::uuid]))
    order by t.name limit 1`)
  return rows[0]?.name
}

/** Lets go of templates whose products are not all assigned any more; answers their names. */
export async function releaseUncovered(scope: Scope, guid: string): Promise<string[]> {
  const { rows } = await scope.db.execute<{ name: string }>(sql`
    update template t set assigned_to = array_remove(assigned_to, ${guid}::uuid)
    where t.developer_id = ${scope.developerId} and t.deleted_at is null and t.assigned_to @> array[${guid}::uuid]
      and exists (select from unnest(t.license_ids) as id where not exists (
        select from product p where p.developer_id = t.developer_id and p.license_id = id and p.assigned_to @> array[${guid}::uuid]))
    returning t.name`)
  return rows.map(({ name }) => name).toSorted()
}

/** How many products and templates it has, whoever asks. */
export async function countAllAssigned(scope: Scope, guid: string): Promise<number> {
  const { rows } = await scope.db.execute<{ n: number }>(sql`select count_all_assigned(${guid}) as n`)
  return rows[0]?.n ?? 0
}

export async function forget(scope: Scope, guid: string): Promise<void> {
  await scope.db.execute(sql`select forget_assignee(${guid})`)
}

type MemberRow = {
  user_id: string
  user_name: string | null
  account: string
  state: AdminState
  created_at: string
  last_sign_in: string | null
}

/** The people of one, by when they joined. */
export async function listMembers(scope: Scope, guid: string, order: 'asc' | 'desc') {
  const where = sql`m.developer_id = ${scope.developerId} and m.integrator_guid = ${guid}`
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from membership m where ${where}`,
  )
  return {
    count: { records: rows[0]?.n ?? 0, isCapped: false },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')
      const found = await scope.db.execute<MemberRow>(sql`
        select a.id as user_id, a.user_name, coalesce(a.email, a.mobile) as account, m.created_at,
          ${stateAt(scope.asking.now)} as state,
          (select max(s.at) from sign_in s where s.account_id = a.id and s.outcome = 'signedIn') as last_sign_in
        from membership m join account a on a.id = m.account_id where ${where} order by m.created_at ${direction}, a.id ${direction} limit ${limit} offset ${offset}`)
      return found.rows
    },
  }
}

export async function listMemberIds(scope: Scope, guid: string): Promise<string[]> {
  const { rows } = await scope.db.execute<{ account_id: string }>(
    sql`select account_id from membership where developer_id = ${scope.developerId} and integrator_guid = ${guid} order by account_id`,
  )
  return rows.map((row) => row.account_id)
}

/** Ends memberships, all or one; answers whose. */
export async function deleteMembers(scope: Scope, guid: string, accountId?: string): Promise<string[]> {
  const { rows } = await scope.db.execute<{ account_id: string }>(sql`
    delete from membership where developer_id = ${scope.developerId} and integrator_guid = ${guid} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`} returning account_id`)
  return rows.map((row) => row.account_id)
}

/** What integrators are called, deleted ones too. */
export async function listIntegratorNames(
  scope: Pick<Scope, 'db' | 'developerId'>,
  guids: readonly string[],
): Promise<Map<string, string>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select({ guid: integrator.guid, name: integrator.name })
          .from(integrator)
          .where(and(eq(integrator.developerId, scope.developerId), inArray(integrator.guid, [...guids])))
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}
