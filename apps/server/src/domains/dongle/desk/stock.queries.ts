// SQL of dongles at the platform desk. Lists read the view of all locks; moves write as the database owner.
import { LOCK_GROUPS, LOCK_STATUSES, UPGRADE_STATUSES } from '@sealwright/contract'
import type { LockEventKind, LockGroup, LockKind, LockMove, LockPlace } from '@sealwright/contract'
import { inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import { dongleStock } from '../dongle.tables.ts'
import type { Dongle } from '../dongle.tables.ts'

export interface PlaceFilter {
  keyword?: string | undefined
  kind?: LockKind | undefined
  place?: LockPlace | undefined
  developerId?: number | undefined
  group?: LockGroup | undefined
}

export type PlaceRow = {
  guid: string
  kind: LockKind
  shell_number: string
  serial_number: string
  firmware: string
  produced_at: string
  registered_at: string
  holder_id: number | null
  holder_name: string | null
  status: number | null
  licenses: number
  has_licenses: boolean
  has_packages: boolean
}

const SORTS = { registerTime: 'registered_at', shellNumber: 'shell_number' } as const
export type PlaceSort = keyof typeof SORTS

const OPEN = sql`(${UPGRADE_STATUSES.waiting}, ${UPGRADE_STATUSES.downloaded})`

/** Of a lock `p` with `holder_id` and `guid`. */
const LICENSES_OF = sql`exists (select from dongle_license l
  where l.developer_id = p.holder_id and l.dongle_guid = p.guid and l.ended_at is null)`
const PACKAGES_OF = (now: Date) => sql`exists (select from dongle_package k
  where k.developer_id = p.holder_id and k.dongle_guid = p.guid and k.status in ${OPEN} and k.valid_until > ${now})`

const allOf = (conditions: readonly (SQL | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)

const placesWith = (filter: SQL, now: Date) => sql`
  select p.*, d.name as holder_name, ${LICENSES_OF} as has_licenses, ${PACKAGES_OF(now)} as has_packages
  from (${filter}) p left join developer d on d.id = p.holder_id`

/** By one column, then by guid. */
export function listPlaces(
  db: Db,
  { keyword, kind, place, developerId, group }: PlaceFilter,
  { sort, order, now }: { sort: PlaceSort; order: 'asc' | 'desc'; now: Date },
) {
  const beginning = keyword === undefined ? undefined : `${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const where = allOf([
    beginning === undefined ? undefined : sql`(shell_number like ${beginning} or serial_number like ${beginning})`,
    kind && sql`kind = ${kind}`,
    place && (place === 'stock' ? sql`holder_id is null` : sql`holder_id is not null`),
    developerId === undefined ? undefined : sql`holder_id = ${developerId}`,
    group && sql`status = any (${sql.param([...LOCK_GROUPS[group]])}::int[]) and kind = 'user'`,
  ])
  return {
    count: () => countCapped(db, sql`dongle_place where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const by = sql`${sql.raw(SORTS[sort])} ${direction}, guid ${direction}`
      // The beginning of each view comes from an index, that of both together does not.
      const [held, stocked] = [sql`dongle_held`, sql`dongle_stocked`].map(
        (view) => sql`(select * from ${view} where ${where} order by ${by} limit ${offset + limit})`,
      )
      const some = sql`select * from (${held} union all ${stocked}) places
        order by ${by} limit ${limit} offset ${offset}`
      const { rows } = await db.execute<PlaceRow>(sql`${placesWith(some, now)} order by ${by}`)
      return rows
    },
  }
}

export async function listPlacesOf(db: Db, guids: readonly string[], now: Date): Promise<PlaceRow[]> {
  const some = sql`select * from dongle_place where guid = any (${sql.param([...guids])}::uuid[])`
  const { rows } = await db.execute<PlaceRow>(sql`${placesWith(some, now)} order by shell_number`)
  return rows
}

export type HistoryLine = {
  guid: string
  kind: LockMove | LockEventKind
  at: string
  by_name: string | null
  holder_id: number | null
  holder_name: string | null
  reason: string | null
}

/** The registration at a developer is told by the move. */
export function listHistory(db: Db, guid: string, order: 'asc' | 'desc') {
  const all = sql`
    select guid, kind, at, by_name, holder_id, reason from dongle_move where dongle_guid = ${guid}
    union all
    select guid, kind, at, actor_name, developer_id, reason from dongle_event
    where dongle_guid = ${guid} and kind <> 'registered'`
  return {
    count: () => countCapped(db, sql`(${all}) h`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<HistoryLine>(sql`
        select h.*, d.name as holder_name from (${all}) h left join developer d on d.id = h.holder_id
        order by h.at ${direction}, h.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

/** By name. */
export function listDevelopers(db: Db, keyword: string | undefined, order: 'asc' | 'desc') {
  const part = keyword === undefined ? undefined : `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const where = part === undefined ? sql`true` : sql`(d.name ilike ${part} or d.id::text = ${keyword})`
  return {
    count: () => countCapped(db, sql`developer d where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<{ id: number; name: string; locks: number }>(sql`
        select d.id, d.name, (select count(*)::int from dongle_place p where p.holder_id = d.id) as locks
        from developer d where ${where} order by d.name ${direction}, d.id ${direction}
        limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export async function hasDeveloper(db: Db, developerId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from developer where id = ${developerId}`)
  return rows.length > 0
}

/** Takes locks out of stock. */
export const takeFromStock = (db: Db, guids: readonly string[]) =>
  db
    .delete(dongleStock)
    .where(inArray(dongleStock.guid, [...guids]))
    .returning()

export type HeldLock = Pick<Dongle, 'guid' | 'developerId' | 'kind' | 'shellNumber' | 'pinBox'>

/** The locks that developers have, for update. */
export async function lockHeld(db: Db, guids: readonly string[]): Promise<HeldLock[]> {
  const { rows } = await db.execute<HeldLock>(sql`
    select guid, developer_id as "developerId", kind, shell_number as "shellNumber", pin_box as "pinBox" from dongle
    where guid = any (${sql.param([...guids])}::uuid[]) and deleted_at is null order by guid for update`)
  return rows
}

/** Moves a lock from its developer into stock. The row at the developer stays, deleted, without people. */
export async function moveToStock(
  db: Db,
  { guid, developerId }: HeldLock,
  pinBox: Buffer | null,
  now: Date,
): Promise<void> {
  const { permanent, notActivated } = LOCK_STATUSES
  await db.execute(sql`
    insert into dongle_stock (guid, kind, shell_number, serial_number, produced_at, firmware, sign_key, seal_key,
      pin_box, home, offline_days, last_number, registered_at)
    select guid, kind, shell_number, serial_number, produced_at, firmware, sign_key, seal_key, ${pinBox}::bytea,
      case when home = ${permanent} then ${permanent}::int else ${notActivated}::int end, offline_days, last_number,
      ${now}::timestamptz
    from dongle where developer_id = ${developerId} and guid = ${guid}`)
  await db.execute(sql`
    update dongle set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1, customer_guid = null,
      integrator_guid = null, assigned_to = '{}', remark = null, pin_box = null
    where developer_id = ${developerId} and guid = ${guid}`)
}
