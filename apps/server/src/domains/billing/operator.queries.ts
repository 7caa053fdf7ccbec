// SQL of what an operator sets, all of it as the owner: the application's role cannot change what was agreed.
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { DeveloperStatus, Rates } from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'

export interface Concerned {
  id: number
  name: string
  status: DeveloperStatus
  timeZone: string
  serviceUntil: Date | null
}
type Row = { id: number; name: string; status: DeveloperStatus; time_zone: string; service_until: string | null }

const concerned = ({ id, name, status, time_zone: timeZone, service_until: until }: Row): Concerned => ({ id, name, status, timeZone, serviceUntil: until === null ? null : new Date(until) })

/** Locked until the transaction ends. */
export async function lockConcerned(db: Db, developerId: number): Promise<Concerned | undefined> {
  const { rows } = await db.execute<Row>(sql`select id, name, status, time_zone, service_until from developer where id = ${developerId} for no key update`)
  return rows[0] && concerned(rows[0])
}

/** Of everybody's rates or limits these are this developer's own; null forgets all of them. */
export async function mergeTerms(db: Db, developerId: number, column: 'rates' | 'limits', change: Partial<Rates> | Partial<Record<string, number>> | null): Promise<void> {
  const name = sql.raw(column)
  await db.execute(sql`update billing_terms set ${name} = ${change === null ? sql`'{}'` : sql`${name} || ${JSON.stringify(change)}::jsonb`} where developer_id = ${developerId}`)
}

/** Null: everybody's. */
export async function setOwnFee(db: Db, developerId: number, feeFen: number | null): Promise<void> {
  await db.execute(sql`update billing_terms set fee_fen = ${feeFen} where developer_id = ${developerId}`)
}

const moved = async (db: Db, until: Date | null, where: SQL) => {
  const { rows } = await db.execute<Row>(sql`
    update developer d set service_until = ${until} from billing_terms t where t.developer_id = d.id and ${where} returning d.id, d.name, d.status, d.time_zone, d.service_until`)
  return rows.map(concerned)
}

/** Formal developers that everybody's fee is asked of, and none was so far, have until then; answers which. */
export const beginFee = (db: Db, until: Date) => moved(db, until, sql`d.status = 'formal' and d.service_until is null and t.fee_fen is null`)
/** Whoever has no fee of their own owes none any more; answers whom it was asked of. */
export const endFee = (db: Db) => moved(db, null, sql`d.service_until is not null and t.fee_fen is null`)
