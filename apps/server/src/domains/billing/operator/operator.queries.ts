// SQL for the changes of the platform operator. It runs as the database owner, since the application's role cannot
// change a developer's terms.
import type { DeveloperStatus } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export interface Concerned {
  id: number
  name: string
  status: DeveloperStatus
  timeZone: string
  serviceUntil: Date | null
}
type Row = { id: number; name: string; status: DeveloperStatus; time_zone: string; service_until: string | null }

const concerned = ({ id, name, status, time_zone: timeZone, service_until: until }: Row): Concerned => ({
  id,
  name,
  status,
  timeZone,
  serviceUntil: until === null ? null : new Date(until),
})

export async function findConcerned(db: Db, developerId: number): Promise<Concerned | undefined> {
  const { rows } = await db.execute<Row>(
    sql`select id, name, status, time_zone, service_until from developer where id = ${developerId}`,
  )
  return rows[0] && concerned(rows[0])
}

/** Locks the developer until the transaction ends. */
export async function lockConcerned(db: Db, developerId: number): Promise<Concerned | undefined> {
  const { rows } = await db.execute<Row>(
    sql`select id, name, status, time_zone, service_until from developer where id = ${developerId} for no key update`,
  )
  return rows[0] && concerned(rows[0])
}

/** Replaces all limits of one developer. */
export async function setOwnLimits(
  db: Db,
  developerId: number,
  limits: Partial<Record<string, number>>,
): Promise<void> {
  await db.execute(sql`
    update billing_terms set limits = ${JSON.stringify(limits)}::jsonb where developer_id = ${developerId}`)
}

export async function findOwnFee(db: Db, developerId: number): Promise<number | null> {
  const { rows } = await db.execute<{ fee_fen: number | null }>(
    sql`select fee_fen from billing_terms where developer_id = ${developerId}`,
  )
  return rows[0]?.fee_fen ?? null
}

/** Null: the general fee applies. */
export async function setOwnFee(db: Db, developerId: number, feeFen: number | null): Promise<void> {
  await db.execute(sql`update billing_terms set fee_fen = ${feeFen} where developer_id = ${developerId}`)
}

/**
 * Starts the general fee for the formal developers without a fee of their own. Time that was paid for is kept;
 * otherwise the service is paid until `until`. Developers who paid before are left out unless the fee starts `again`.
 * Returns the developers concerned.
 */
export async function beginFee(
  db: Db,
  { now, until, again }: { now: Date; until: Date; again: boolean },
): Promise<Concerned[]> {
  const { rows } = await db.execute<Row>(sql`
    update developer d set service_until = case when d.service_until > ${now} then d.service_until else ${until} end
    from billing_terms t
    where t.developer_id = d.id and d.status = 'formal' and t.fee_fen is null and (${again} or d.service_until is null)
    returning d.id, d.name, d.status, d.time_zone, d.service_until`)
  return rows.map(concerned)
}

/** The developers who pay the general fee. */
export async function listPayers(db: Db): Promise<Concerned[]> {
  const { rows } = await db.execute<Row>(sql`
    select d.id, d.name, d.status, d.time_zone, d.service_until
    from developer d join billing_terms t on t.developer_id = d.id
    where d.service_until is not null and t.fee_fen is null order by d.id`)
  return rows.map(concerned)
}
