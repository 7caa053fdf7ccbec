// SQL of corrections. It runs as the database owner, or reads for the desk.
import { LIMITS } from '@sealwright/contract'
import type { CorrectedKind, CorrectionState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'

/** The setting of the platform with the limit above which a correction needs a second operator. */
const CORRECTION_LIMIT = 'billing.correctionLimit'

export interface Correction {
  guid: string
  developerId: number
  kind: CorrectedKind
  amount: number
  worthFen: number
  note: string
  topUpGuid: string | null
  state: CorrectionState
  makerGuid: string | null
  maker: string | null
  madeAt: Date
  deciderGuid: string | null
  decider: string | null
  decidedAt: Date | null
  reason: string | null
}
type Row = {
  guid: string
  corrected_id: number
  developer: string
  kind: CorrectedKind
  amount: number
  worth_fen: number
  note: string
  top_up_guid: string | null
  state: CorrectionState
  maker_guid: string | null
  maker: string | null
  made_at: string
  decider_guid: string | null
  decider: string | null
  decided_at: string | null
  reason: string | null
}
const read = (row: Row): Correction & { developer: string } => ({
  guid: row.guid,
  developerId: row.corrected_id,
  developer: row.developer,
  kind: row.kind,
  amount: row.amount,
  worthFen: row.worth_fen,
  note: row.note,
  topUpGuid: row.top_up_guid,
  state: row.state,
  makerGuid: row.maker_guid,
  maker: row.maker,
  madeAt: new Date(row.made_at),
  deciderGuid: row.decider_guid,
  decider: row.decider,
  decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
  reason: row.reason,
})

export async function insertCorrection(db: Db, row: Correction): Promise<void> {
  await db.execute(sql`
    insert into correction (guid, corrected_id, kind, amount, worth_fen, note, top_up_guid, state, maker_guid, maker,
      made_at, decider_guid, decider, decided_at, reason)
    values (${row.guid}, ${row.developerId}, ${row.kind}, ${row.amount}, ${row.worthFen}, ${row.note},
      ${row.topUpGuid}::uuid, ${row.state}, ${row.makerGuid}::uuid, ${row.maker}, ${row.madeAt},
      ${row.deciderGuid}::uuid, ${row.decider}, ${row.decidedAt}, ${row.reason})`)
}

/** The developer of a correction. Lock the developer before the correction, as a new correction does. */
export async function findCorrected(db: Db, guid: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ corrected_id: number }>(
    sql`select corrected_id from correction where guid = ${guid}`,
  )
  return rows[0]?.corrected_id
}

/** Locks the correction until the transaction ends: the first decision counts. */
export async function lockCorrection(db: Db, guid: string): Promise<(Correction & { developer: string }) | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select c.*, d.name as developer from correction c join developer d on d.id = c.corrected_id
    where c.guid = ${guid} for update of c`)
  return rows[0] && read(rows[0])
}

export async function decide(
  db: Db,
  guid: string,
  {
    state,
    by,
    now,
    reason,
  }: { state: CorrectionState; by: { guid: string; name: string }; now: Date; reason?: string },
): Promise<void> {
  await db.execute(sql`
    update correction set state = ${state}, decider_guid = ${by.guid}, decider = ${by.name}, decided_at = ${now},
      reason = ${reason ?? null}
    where guid = ${guid} and state = 'waiting'`)
}

/** What an operator corrected for a developer without a second one since then. */
export async function sumUnconfirmed(db: Db, makerGuid: string, developerId: number, since: Date): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`
    select coalesce(sum(worth_fen), 0)::bigint as fen from correction
    where maker_guid = ${makerGuid} and corrected_id = ${developerId} and made_at > ${since}
      and state = 'done' and decider_guid is null`)
  return rows[0]?.fen ?? 0
}

export async function readLimit(db: Db): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select value from platform_setting where key = ${CORRECTION_LIMIT}`,
  )
  return rows[0] ? Number(rows[0].value) : LIMITS.desk.correctionFen
}

export async function writeLimit(db: Db, limitFen: number): Promise<void> {
  await db.execute(sql`
    insert into platform_setting (key, value) values (${CORRECTION_LIMIT}, ${String(limitFen)})
    on conflict (key) do update set value = excluded.value`)
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from correction where state = 'waiting'`,
  )
  return rows[0]?.n ?? 0
}

export interface CorrectionFilter {
  developerId?: number | undefined
  state?: CorrectionState | undefined
  kind?: CorrectedKind | undefined
}

export function listCorrections(db: Db, filter: CorrectionFilter, order: 'asc' | 'desc') {
  const where = sql.join(
    [
      sql`true`,
      ...(filter.developerId === undefined ? [] : [sql`c.corrected_id = ${filter.developerId}`]),
      ...(filter.state === undefined ? [] : [sql`c.state = ${filter.state}`]),
      ...(filter.kind === undefined ? [] : [sql`c.kind = ${filter.kind}`]),
    ],
    sql` and `,
  )
  return {
    count: () => countCapped(db, sql`correction c where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<Row>(sql`
        select c.*, d.name as developer from correction c join developer d on d.id = c.corrected_id where ${where}
        order by c.made_at ${direction}, c.guid ${direction} limit ${limit} offset ${offset}`)
      return rows.map(read)
    },
  }
}
