// SQL of the platform service fee: until when it is paid, and whether it is renewed by itself.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Books } from '../ledger/ledger.kind.ts'

type Of = Pick<Books, 'db' | 'developerId'>

/**
 * Until when it is paid; the developer is locked until the transaction ends, so that two payments happen one after the
 * other.
 */
export async function lockServiceUntil({ db, developerId }: Of): Promise<{ until: Date | null; timeZone: string }> {
  const { rows } = await db.execute<{ service_until: string | null; time_zone: string }>(
    sql`select service_until, time_zone from developer where id = ${developerId} for no key update`,
  )
  const [row] = rows
  if (!row) throw new Error('a developer that is asked for is not there')
  return { until: row.service_until === null ? null : new Date(row.service_until), timeZone: row.time_zone }
}

/** Answers what it was before. */
export async function updateRenewal({ db, developerId }: Of, autoRenew: boolean): Promise<boolean> {
  const { rows } = await db.execute<{ auto_renew: boolean }>(
    sql`select auto_renew from billing_terms where developer_id = ${developerId} for no key update`,
  )
  await db.execute(sql`update billing_terms set auto_renew = ${autoRenew} where developer_id = ${developerId}`)
  return rows[0]?.auto_renew ?? autoRenew
}

/** As the owner: whose fee ends by then, or has, and is to be paid by itself. */
export async function listRenewals(owner: pg.Pool, by: Date): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    'select d.id from developer d join billing_terms t on t.developer_id = d.id where t.auto_renew and d.service_until <= $1 and service_ends(d.id) is not null order by d.service_until, d.id',
    [by],
  )
  return rows.map(({ id }) => id)
}

/** Until when it is paid; null: none was asked so far. */
export async function setServiceUntil({ db, developerId }: Of, until: Date | null): Promise<void> {
  await db.execute(sql`update developer set service_until = ${until} where id = ${developerId}`)
}
