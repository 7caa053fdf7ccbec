// The SQL of access keys, their uses and nonces. A developer has few keys, so lists need no search index.
import { CALL_RESULTS, LIMITS } from '@sealwright/contract'
import type { AccessKeyState, CallResult, Locale } from '@sealwright/contract'
import { and, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import type { Ordering } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, listRows, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { MemberRow } from '../identity/index.ts'
import { accessKey } from './access-key.tables.ts'

export type KeyRow = MemberRow & {
  key_guid: string
  key_id: string
  key_name: string
  secret: Buffer
  former_secret: Buffer | null
  former_until: string | null
  networks: string[]
  ends_at: string | null
}

/** A key by its public id, with its developer. The tenant is not known yet. */
export async function findKeyRow(db: Db, keyId: string): Promise<KeyRow | undefined> {
  const { rows } = await db.execute<KeyRow>(sql`
    select c.*, suspension_of(c.developer_id) as suspension from caller_of_key(${keyId}) c`)
  return rows[0]
}

export async function findKeyOfAccount(db: Db, developerId: number, accountId: string): Promise<KeyRow | undefined> {
  const { rows } = await db.execute<KeyRow>(sql`
    select c.*, suspension_of(c.developer_id) as suspension
    from caller_of_key_account(${developerId}, ${accountId}) c`)
  return rows[0]
}

export async function openKeyAccount(
  { db, asking }: Pick<Scope, 'db' | 'asking'>,
  { id, name, locale }: { id: string; name: string; locale: Locale },
): Promise<void> {
  await db.execute(sql`select open_key_account(${id}, ${name}, ${locale}, ${asking.now}::timestamptz)`)
}

/** What the key did from now on, and before, has this author. */
export async function renameKeyAccount({ db }: Pick<Scope, 'db'>, accountId: string, name: string): Promise<void> {
  await db.execute(sql`update account set user_name = ${name} where id = ${accountId} and is_key`)
}

function inState(state: AccessKeyState, now: Date): SQL | undefined {
  const isOver = lte(accessKey.endsAt, now)
  if (state === 'ended') return isOver
  return and(
    or(isNull(accessKey.endsAt), gt(accessKey.endsAt, now)),
    sql`${accessKey.isEnabled} = ${state === 'enabled'}`,
  )
}

/** A list for readPage, in a total order (ties by guid). */
export async function listKeys(
  scope: Scope,
  { name, state }: { name?: string | undefined; state?: AccessKeyState | undefined },
  { sort = 'createTime', order = sort === 'name' ? 'asc' : 'desc' }: Ordering<'createTime' | 'name'>,
) {
  const where = and(
    living(scope, accessKey),
    containing(name, accessKey.name, accessKey.keyId),
    state && inState(state, scope.asking.now),
  )
  const ids = await walkIds(scope, {
    table: accessKey,
    where,
    column: sort === 'name' ? accessKey.name : accessKey.createdAt,
    order,
  })
  return listOf(ids, (guids) => listRows(scope, accessKey, guids))
}

export type KeyProduct = { guid: string; name: string }

/** The products of each account, by name. */
export async function listProducts(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  accountIds: readonly string[],
): Promise<Map<string, KeyProduct[]>> {
  const ids = sql`${sql.param([...accountIds])}::uuid[]`
  const { rows } = await db.execute<KeyProduct & { account: string }>(sql`
    select a.id as account, p.guid, p.name
    from unnest(${ids}) as a (id) join product p on p.assigned_to @> array[a.id]
    where p.developer_id = ${developerId} and p.deleted_at is null and p.assigned_to && ${ids}
    order by p.name, p.guid`)
  const products = new Map<string, KeyProduct[]>()
  for (const { account, guid, name } of rows) products.set(account, [...(products.get(account) ?? []), { guid, name }])
  return products
}

export async function forgetProducts({ db }: Pick<Scope, 'db'>, accountId: string): Promise<void> {
  await db.execute(sql`select forget_assignee(${accountId})`)
}

export type Counts = Record<CallResult, number>
const COUNTS = sql.join(
  CALL_RESULTS.map(
    (result) => sql`coalesce(sum(calls) filter (where result = ${result}), 0)::int as ${sql.identifier(result)}`,
  ),
  sql`, `,
)

const counted = ({ developerId, asking, caller }: Scope) => sql`
  developer_id = ${developerId}
  and day > (${asking.now}::timestamptz at time zone ${caller.developer.timeZone})::date
    - ${LIMITS.accessKey.countedDays}::int`

/** The calls of the last days by key. A key without calls is absent. */
export async function countCalls(scope: Scope): Promise<Map<string, Counts>> {
  const { rows } = await scope.db.execute<Counts & { guid: string }>(sql`
    select key_guid as guid, ${COUNTS} from access_key_use where ${counted(scope)} group by key_guid`)
  return new Map(rows.map(({ guid, ...counts }) => [guid, counts]))
}

/** The calls of one key by day, oldest first. A day without calls is absent. */
export async function countCallsByDay(scope: Scope, guid: string): Promise<({ day: string } & Counts)[]> {
  const { rows } = await scope.db.execute<{ day: string } & Counts>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${COUNTS}
    from access_key_use where ${counted(scope)} and key_guid = ${guid} group by access_key_use.day order by 1`)
  return rows
}

/** False if the key has used the nonce before. */
export async function insertNonce(
  db: Db,
  row: { developerId: number; keyGuid: string; nonce: string; until: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into access_nonce (developer_id, key_guid, nonce, until)
    values (${row.developerId}, ${row.keyGuid}, ${row.nonce}, ${row.until})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

export interface UseCount {
  developerId: number
  keyGuid: string
  day: string
  result: CallResult
  calls: number
}
export interface LastUse {
  developerId: number
  keyGuid: string
  at: Date
  network: string
}

/** Adds calls to their days. In the order of the keys, because two processes could otherwise deadlock. */
export async function addUses(owner: pg.Pool, uses: readonly UseCount[], last: readonly LastUse[]): Promise<void> {
  const column = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value) => rows.map(of)
  await owner.query(
    `insert into access_key_use (developer_id, key_guid, day, result, calls)
     select * from unnest($1::bigint[], $2::uuid[], $3::date[], $4::text[], $5::int[]) as u (d, k, day, r, n)
     order by d, k, day, r
     on conflict (developer_id, key_guid, day, result) do update set calls = access_key_use.calls + excluded.calls`,
    [
      column(uses, ({ developerId }) => developerId),
      column(uses, ({ keyGuid }) => keyGuid),
      column(uses, ({ day }) => day),
      column(uses, ({ result }) => result),
      column(uses, ({ calls }) => calls),
    ],
  )
  await owner.query(
    `with used as (
       select k.developer_id, k.guid, u.at, u.network
       from unnest($1::bigint[], $2::uuid[], $3::timestamptz[], $4::text[]) as u (d, k, at, network)
         join access_key k on k.developer_id = u.d and k.guid = u.k
       where k.last_used_at is null or k.last_used_at < u.at
       order by k.developer_id, k.guid for update of k)
     update access_key k set last_used_at = used.at, last_network = used.network
     from used where k.developer_id = used.developer_id and k.guid = used.guid`,
    [
      column(last, ({ developerId }) => developerId),
      column(last, ({ keyGuid }) => keyGuid),
      column(last, ({ at }) => at),
      column(last, ({ network }) => network),
    ],
  )
}

/** Deletes nonces that cannot be accepted again, and counts that no list shows. */
export async function purge(owner: pg.Pool, now: Date): Promise<void> {
  await owner.query('delete from access_nonce where until < $1', [now])
  await owner.query('delete from access_key_use where day < $1::timestamptz::date - $2::int', [
    now,
    LIMITS.accessKey.countedDays + 1,
  ])
}
