import type { DeveloperStatus, Rates } from '@sealwright/contract'
// SQL of what an operator sets, all of it as the owner: the application's role cannot change what was agreed.
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

/** Locked until the transaction ends. */
export async function lockConcerned(db: Db, developerId: number): Promise<Concerned | undefined> {
  const { rows } = await db.execute<Row>(
    sql`select id, name, status, time_zone, service_until from developer where id = ${developerId} for no key update`,
  )
  return rows[0] && concerned(rows[0])
}

/** Of everybody's rates or limits these are this developer's own; null forgets all of them. */
export async function mergeTerms(
  db: Db,
  developerId: number,
  column: 'rates' | 'limits',
  change: Partial<Rates> | Partial<Record<string, number>> | null,
): Promise<void> {
  const name = sql.raw(column)
  await db.execute(
    sql`update billing_terms set ${name} = ${change === null ? sql`'{}'` : sql`${name} || ${JSON.stringify(change)}::jsonb`} where developer_id = ${developerId}`,
  )
}

/** Null: everybody's. */
export async function setOwnFee(db: Db, developerId: number, feeFen: number | null): Promise<void> {
  await db.execute(sql`update billing_terms set fee_fen = ${feeFen} where developer_id = ${developerId}`)
}

/**
 * Formal developers that everybody's fee is asked of get what they had paid for, or until then; those whom it was asked
 * of before are left out unless it is asked `again`. Answers which.
 */
export async function beginFee(
  db: Db,
  { now, until, again }: { now: Date; until: Date; again: boolean },
): Promise<Concerned[]> {
  const { rows } = await db.execute<Row>(sql`
    update developer d set service_until = case when d.service_until > ${now} then d.service_until else ${until} end from billing_terms t
    where t.developer_id = d.id and d.status = 'formal' and t.fee_fen is null and (${again} or d.service_until is null) returning d.id, d.name, d.status, d.time_zone, d.service_until`)
  return rows.map(concerned)
}

/** Whom everybody's fee was asked of. */
export async function listPayers(db: Db): Promise<Concerned[]> {
  const { rows } = await db.execute<Row>(sql`
    select d.id, d.name, d.status, d.time_zone, d.service_until from developer d join billing_terms t on t.developer_id = d.id where d.service_until is not null and t.fee_fen is null order by d.id`)
  return rows.map(concerned)
}
