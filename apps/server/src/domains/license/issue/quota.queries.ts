// SQL of quota use. A row is locked before it is compared, so concurrent issues never exceed a quota.
import { sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'

export type QuotaForm = 'cloud' | 'soft' | 'trial'
type Tenant = Pick<Scope, 'db' | 'developerId'>

/** The holder id for the developer as a whole. */
export const WHOLE_DEVELOPER = '00000000-0000-0000-0000-000000000000'

/** The used amount. With `isHeld`, the row stays locked until the transaction ends. */
export async function readUse(
  { db, developerId }: Tenant,
  holder: string,
  form: QuotaForm,
  isHeld: boolean,
): Promise<number> {
  if (isHeld)
    await db.execute(
      sql`insert into quota_use (developer_id, holder, form, used)
        values (${developerId}, ${holder}, ${form}, 0) on conflict do nothing`,
    )
  const { rows } = await db.execute<{ used: number }>(
    sql`select used from quota_use where developer_id = ${developerId} and holder = ${holder} and form = ${form}
      ${isHeld ? sql`for update` : sql``}`,
  )
  return rows[0]?.used ?? 0
}

/** Changes the used amount. A negative count returns quota. */
export async function addUse(
  { db, developerId }: Tenant,
  holder: string,
  form: QuotaForm,
  count: number,
): Promise<void> {
  await db.execute(sql`
    insert into quota_use as q (developer_id, holder, form, used)
    values (${developerId}, ${holder}, ${form}, ${Math.max(count, 0)})
    on conflict (developer_id, holder, form) do update set used = greatest(0, q.used + ${count})`)
}

/** Returns all quota of a developer. */
export async function clearUse({ db, developerId }: Tenant): Promise<void> {
  await db.execute(sql`delete from quota_use where developer_id = ${developerId}`)
}
