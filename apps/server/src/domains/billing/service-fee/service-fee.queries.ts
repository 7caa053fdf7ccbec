// SQL for the platform service fee: until when it is paid, and whether it renews automatically.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Books } from '../ledger/ledger.kind.ts'

type Of = Pick<Books, 'db' | 'developerId'>

/**
 * Returns until when the fee is paid, and locks the developer until the transaction ends, so that two payments run one
 * after the other.
 */
export async function lockServiceUntil({ db, developerId }: Of): Promise<{ until: Date | null; timeZone: string }> {
  const { rows } = await db.execute<{ service_until: string | null; time_zone: string }>(
    sql`select service_until, time_zone from developer where id = ${developerId} for no key update`,
  )
  const [row] = rows
  if (!row) throw new Error('the developer does not exist')
  return { until: row.service_until === null ? null : new Date(row.service_until), timeZone: row.time_zone }
}

/** Reads the newest rows of an index; nearly always one row or none. */
export async function hasPaidFee({ db, developerId }: Of): Promise<boolean> {
  const { rows } = await db.execute<{ paid: boolean }>(sql`
    select exists (select from bill where developer_id = ${developerId} and category = 'serviceFee'
      and status = 'success' and not is_reversed) as paid`)
  return rows[0]?.paid === true
}

/** Returns the previous setting. */
export async function updateRenewal({ db, developerId }: Of, autoRenew: boolean): Promise<boolean> {
  const { rows } = await db.execute<{ auto_renew: boolean }>(
    sql`select auto_renew from billing_terms where developer_id = ${developerId} for no key update`,
  )
  await db.execute(sql`update billing_terms set auto_renew = ${autoRenew} where developer_id = ${developerId}`)
  return rows[0]?.auto_renew ?? autoRenew
}

/** The developers with automatic renewal whose fee ends by then. Runs as the database owner. */
export async function listRenewals(owner: pg.Pool, by: Date): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `select d.id from developer d join billing_terms t on t.developer_id = d.id
     where t.auto_renew and d.service_until <= $1 and service_ends(d.id) is not null order by d.service_until, d.id`,
    [by],
  )
  return rows.map(({ id }) => id)
}

/** Null: no fee was due so far. */
export async function setServiceUntil({ db, developerId }: Of, until: Date | null): Promise<void> {
  await db.execute(sql`update developer set service_until = ${until} where id = ${developerId}`)
}
