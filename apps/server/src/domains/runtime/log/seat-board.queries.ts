// SQL of the seat board. The database limits callers with a row scope to the seats of their licenses.
import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../kernel/db/database.ts'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findCoded } from '../../license/index.ts'
import { seat } from '../runtime.tables.ts'
import type { Seat } from '../runtime.tables.ts'

interface SeatFilter {
  licenseGuid?: string | undefined
  /** A whole code, account, device name or network. */
  keyword?: string | undefined
  isTaken: boolean
}

const isOurs = ({ developerId }: Scope) => eq(seat.developerId, developerId)
const isTaken = ({ asking: { now } }: Scope) => and(isNull(seat.endedAt), gt(seat.until, now))

async function conditionsOf(scope: Scope, { licenseGuid, keyword, isTaken: taken }: SeatFilter) {
  const coded = keyword === undefined ? undefined : await findCoded(scope, keyword)
  return and(
    isOurs(scope),
    taken ? isTaken(scope) : isNotNull(seat.endedAt),
    licenseGuid === undefined ? undefined : eq(seat.licenseGuid, licenseGuid),
    keyword === undefined
      ? undefined
      : or(
          coded === undefined ? undefined : eq(seat.licenseGuid, coded),
          sql`lower(${seat.account}) = lower(${keyword})`,
          eq(seat.machineName, keyword),
          inArray(seat.network, [keyword, networkOf(keyword)]),
        ),
  )
}

/** A total order, ties by guid. */
export async function listSeats(
  scope: Scope,
  filter: SeatFilter,
  sort: 'startTime' | 'beatTime',
  order: 'asc' | 'desc',
) {
  const ids = await walkIds(scope, {
    table: seat,
    where: await conditionsOf(scope, filter),
    column: sort === 'startTime' ? seat.startedAt : seat.beatAt,
    order,
  })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(seat)
      .where(and(isOurs(scope), inArray(seat.guid, guids))),
  )
}

export async function countSeats(
  scope: Scope,
  licenseGuid: string | undefined,
): Promise<{ taken: number; licenses: number }> {
  const [row] = await scope.db
    .select({ taken: sql<number>`count(*)::int`, licenses: sql<number>`count(distinct ${seat.licenseGuid})::int` })
    .from(seat)
    .where(
      and(isOurs(scope), isTaken(scope), licenseGuid === undefined ? undefined : eq(seat.licenseGuid, licenseGuid)),
    )
  return row ?? { taken: 0, licenses: 0 }
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
