// SQL of the seat board: seats of programs, and lent ones. The database limits callers with a row scope to the seats of
// their licenses.
import { DAY_MS, LIMITS } from '@sealwright/contract'
import { and, eq, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Database } from '../../../kernel/db/database.ts'
import { cappedCount, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import { listOf, pageOf } from '../../../kernel/db/search.ts'
import type { ListedIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { isLive, lending, listByGuid } from '../../lending/index.ts'
import type { Lending } from '../../lending/index.ts'
import { seat } from '../runtime.tables.ts'
import type { Seat } from '../runtime.tables.ts'
import type { Meant } from './keyword.kind.ts'

interface SeatFilter {
  licenseGuid?: string | undefined
  meant?: Meant | undefined
  isTaken: boolean
}

/** `accounts` are the columns with names of people, in lower case. */
function matches(
  meant: Meant,
  { licenseGuid, machineName, network }: typeof seat | typeof lending,
  accounts: SQLWrapper[],
) {
  if ('networks' in meant) return inArray(network, meant.networks)
  if ('licenseGuid' in meant) return eq(licenseGuid, meant.licenseGuid)
  const { text, isAccount } = meant
  const isHolder = accounts.map((account) => sql`${account} = lower(${text})`)
  return or(...isHolder, isAccount ? undefined : eq(machineName, text))
}

const isOurs = ({ developerId }: Scope) => eq(seat.developerId, developerId)
const isTaken = ({ asking: { now } }: Scope) => and(isNull(seat.endedAt), gt(seat.until, now))

const seatConditions = (scope: Scope, { licenseGuid, meant, isTaken: taken }: SeatFilter) =>
  and(
    isOurs(scope),
    taken ? isTaken(scope) : isNotNull(seat.endedAt),
    licenseGuid === undefined ? undefined : eq(seat.licenseGuid, licenseGuid),
    meant && matches(meant, seat, [seat.accountKey]),
  )

const isOurLending = ({ developerId }: Scope) => eq(lending.developerId, developerId)

/** Codes that were deleted before a device used them were never a seat of anybody. */
function lentConditions(scope: Scope, { licenseGuid, meant, isTaken: taken }: SeatFilter): SQL | undefined {
  const { now } = scope.asking
  const lately = new Date(now.getTime() - LIMITS.lending.returnedDaysShown * DAY_MS)
  const isEnded = and(
    not(isLive(now) ?? sql`false`),
    ne(lending.state, 'deleted'),
    gt(sql`coalesce(${lending.endedAt}, ${lending.dueAt})`, lately),
  )
  return and(
    isOurLending(scope),
    taken ? isLive(now) : isEnded,
    licenseGuid === undefined ? undefined : eq(lending.licenseGuid, licenseGuid),
    meant && matches(meant, lending, [sql`lower(${lending.person})`, sql`lower(${lending.email})`]),
  )
}

/** A seat of a program, or a lent one. */
export type BoardRow = { guid: string } & ({ seat: Seat } | { lent: Lending })

/** Both kinds in one total order, ties by guid. */
export async function listSeats(
  scope: Scope,
  filter: SeatFilter,
  sort: 'startTime' | 'beatTime',
  order: 'asc' | 'desc',
) {
  const { db } = scope
  const isStart = sort === 'startTime'
  const ofSeats = sql`${isStart ? seat.startedAt : seat.beatAt}`
  const ofLent = isStart ? sql`${lending.createdAt}` : sql`coalesce(${lending.seenAt}, ${lending.createdAt})`
  const [isSeat, isLentSeat] = [seatConditions(scope, filter), lentConditions(scope, filter)]
  const most = LIMITS.page.exactCount + 1
  const { rows: counted } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      (select from ${seat} where ${isSeat} limit ${most}) union all
      (select from ${lending} where ${isLentSeat} limit ${most})) capped`)
  const ids: ListedIds = {
    count: cappedCount(counted[0]?.n ?? 0),
    async ids({ offset: asked, limit: pageSize, isReversed, seek }: Slice) {
      const [offset, limit] = seek ? [0, pageSize + 1] : [asked, pageSize]
      const direction = directionOf(order, isReversed)
      // Each part in order and limited, so that an index serves it. The database would sort a plain union as a whole.
      const further = sql.raw((order === 'asc') === isReversed ? '<' : '>')
      const after = (table: typeof seat | typeof lending, key: SQL) =>
        seek?.after
          ? sql`and (${key}, ${table.guid}) ${further} (${seek.after.key}::timestamptz, ${seek.after.guid}::uuid)`
          : sql``
      const walk = (table: typeof seat | typeof lending, key: SQL, where: SQL | undefined) => sql`
        (select ${table.guid} as guid, ${key} as key from ${table} where ${where} ${after(table, key)}
        order by ${key} ${direction}, ${table.guid} ${direction} limit ${offset + limit})`
      const { rows } = await db.execute<{ guid: string; key: string }>(sql`
        select guid, key::text as key
        from (${walk(seat, ofSeats, isSeat)} union all ${walk(lending, ofLent, isLentSeat)}) held
        order by key ${direction}, guid ${direction} limit ${limit} offset ${offset}`)
      if (!seek) return rows.map((row) => row.guid)
      const { page, last, hasMore } = pageOf(rows, pageSize)
      seek.next = hasMore && last ? { ...last, position: (seek.after?.position ?? 0) + page.length } : null
      return page.map((row) => row.guid)
    },
  }
  return listOf(ids, (guids) => readRows(scope, guids))
}

async function readRows(scope: Scope, guids: string[]): Promise<BoardRow[]> {
  const seats = await scope.db
    .select()
    .from(seat)
    .where(and(isOurs(scope), inArray(seat.guid, guids)))
  const lent = await listByGuid(scope, guids)
  return [...seats.map((row) => ({ guid: row.guid, seat: row })), ...lent.map((row) => ({ guid: row.guid, lent: row }))]
}

/** A license with taken seats. */
interface HeldLicense {
  /** Of the license. */
  guid: string
  found: number
  taken: number
  lent: number
  rows: BoardRow[]
}

/**
 * The licenses with taken seats, by their latest seat, ties by guid. Each has its first seats that match the keyword,
 * the number of those, and the numbers of all its seats.
 */
export async function listHeld(scope: Scope, meant: Meant | undefined, order: 'asc' | 'desc') {
  const { db } = scope
  const heldBy = (matching: Meant | undefined, of: readonly string[] | undefined) => {
    const filter = { isTaken: true, meant: matching }
    const among = (table: typeof seat | typeof lending) => of && inArray(table.licenseGuid, [...of])
    return sql`(
      select guid, license_guid, started_at as at, false as is_lent from ${seat}
      where ${and(seatConditions(scope, filter), among(seat))}
      union all select guid, license_guid, created_at, true from ${lending}
      where ${and(lentConditions(scope, filter), among(lending))}) held`
  }
  // All that can be counted, in order: every page needs the same groups, and to group the seats is what takes time.
  const direction = sql.raw(order)
  const { rows: held } = await db.execute<{ guid: string; found: number }>(sql`
    select license_guid as guid, count(*)::int as found from ${heldBy(meant, undefined)} group by license_guid
    order by max(at) ${direction}, license_guid ${direction} limit ${LIMITS.page.exactCount + 1}`)
  return {
    count: cappedCount(held.length),
    async page({ offset, limit, isReversed }: Slice): Promise<HeldLicense[]> {
      const page = (isReversed ? held.toReversed() : held).slice(offset, offset + limit)
      if (page.length === 0) return []
      const guids = page.map(({ guid }) => guid)
      const { rows: totals } = await db.execute<{ guid: string; taken: number; lent: number }>(sql`
        select license_guid as guid, count(*) filter (where not is_lent)::int as taken,
          count(*) filter (where is_lent)::int as lent
        from ${heldBy(undefined, guids)} group by license_guid`)
      const { rows: shown } = await db.execute<{ guid: string; license: string }>(sql`
        select guid, license_guid as license from (
          select guid, license_guid, row_number() over (partition by license_guid order by at desc, guid desc) as n
          from ${heldBy(meant, guids)}) ranked
        where n <= ${LIMITS.runtime.seatsShown} order by license_guid, n`)
      const seats = new Map(
        (
          await readRows(
            scope,
            shown.map((row) => row.guid),
          )
        ).map((row) => [row.guid, row]),
      )
      return page.map(({ guid, found }) => {
        const total = totals.find((one) => one.guid === guid)
        return {
          guid,
          found,
          taken: total?.taken ?? 0,
          lent: total?.lent ?? 0,
          rows: shown.flatMap((row) => (row.license === guid ? (seats.get(row.guid) ?? []) : [])),
        }
      })
    },
  }
}

export async function countSeats(
  scope: Scope,
  licenseGuid: string | undefined,
): Promise<{ taken: number; lent: number; licenses: number }> {
  const filter = { licenseGuid, isTaken: true }
  const { rows } = await scope.db.execute<{ taken: number; lent: number; licenses: number }>(sql`
    select count(*) filter (where not is_lent)::int as taken, count(*) filter (where is_lent)::int as lent,
      count(distinct license_guid)::int as licenses
    from (
      select license_guid, false as is_lent from ${seat} where ${seatConditions(scope, filter)}
      union all select license_guid, true from ${lending} where ${lentConditions(scope, filter)}) held`)
  return rows[0] ?? { taken: 0, lent: 0, licenses: 0 }
}

/** Counts the seats that are taken now, lent ones included, up to the limit of exact counts. */
export async function countTaken(scope: Scope): Promise<number> {
  const filter = { isTaken: true }
  const most = LIMITS.page.exactCount
  const { rows } = await scope.db.execute<{ n: number }>(sql`
    select least(count(*), ${most})::int as n from (
      (select from ${seat} where ${seatConditions(scope, filter)} limit ${most}) union all
      (select from ${lending} where ${lentConditions(scope, filter)} limit ${most})) capped`)
  return rows[0]?.n ?? 0
}

/** The seats that are taken now by product, as `countTaken` counts them and up to the same limit. */
export async function listTaken(scope: Scope): Promise<{ product: number; count: number }[]> {
  const filter = { isTaken: true }
  const most = LIMITS.page.exactCount
  const { rows } = await scope.db.execute<{ product: number; count: number }>(sql`
    select l.license_id as product, sum(held.n)::int as count
    from (
      select license_guid, count(*) as n from (
        (select license_guid from ${seat} where ${seatConditions(scope, filter)} limit ${most}) union all
        (select license_guid from ${lending} where ${lentConditions(scope, filter)} limit ${most})) capped
      group by 1) held
      join license l on l.developer_id = ${scope.developerId} and l.guid = held.license_guid
    group by 1`)
  return rows
}

/** Locks a seat that is taken now. Of two concurrent releases, the second finds none. */
export async function lockSeat(scope: Scope, guid: string): Promise<Seat | undefined> {
  const [row] = await scope.db
    .select()
    .from(seat)
    .where(and(isOurs(scope), isTaken(scope), eq(seat.guid, guid)))
    .for('update')
  return row
}

export async function updateSeat(
  scope: Scope,
  guid: string,
  changes: Partial<typeof seat.$inferInsert>,
): Promise<void> {
  await scope.db
    .update(seat)
    .set(changes)
    .where(and(isOurs(scope), eq(seat.guid, guid)))
}

/** Ends seats without a heartbeat, as the owner, up to a number. Returns the number of ended seats. */
export async function noteLost(
  { owner }: Pick<Database, 'owner'>,
  developerId: number,
  now: Date,
  most: number,
): Promise<number> {
  const { rowCount } = await owner.query(
    `update seat s set ended_at = until, end_kind = 'lost' from (
       select guid from seat where developer_id = $1 and ended_at is null and until <= $2
       limit $3 for update skip locked) l
     where s.developer_id = $1 and s.guid = l.guid`,
    [developerId, now, most],
  )
  return rowCount ?? 0
}
