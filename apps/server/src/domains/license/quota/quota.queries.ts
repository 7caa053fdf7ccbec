// SQL of quotas in use. A row is held before it is compared, so that of a thousand at once exactly as many pass as are
// left.
import { sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'

export type QuotaForm = 'cloud' | 'soft' | 'trial'
type Tenant = Pick<Scope, 'db' | 'developerId'>

/** Stands for the developer itself. */
export const WHOLE_DEVELOPER = '00000000-0000-0000-0000-000000000000'

/** How much is used; held until the transaction ends, where it writes. */
export async function readUse(
  { db, developerId }: Tenant,
  holder: string,
  form: QuotaForm,
  isHeld: boolean,
): Promise<number> {
  if (isHeld)
    await db.execute(
      sql`insert into quota_use (developer_id, holder, form, used) values (${developerId}, ${holder}, ${form}, 0) on conflict do nothing`,
    )
  const { rows } = await db.execute<{ used: number }>(
    sql`select used from quota_use where developer_id = ${developerId} and holder = ${holder} and form = ${form} ${isHeld ? sql`for update` : sql``}`,
  )
  return rows[0]?.used ?? 0
}

/** Adds to what is used, or gives back. */
export async function addUse(
  { db, developerId }: Tenant,
  holder: string,
  form: QuotaForm,
  count: number,
): Promise<void> {
  await db.execute(sql`
    insert into quota_use as q (developer_id, holder, form, used) values (${developerId}, ${holder}, ${form}, ${Math.max(count, 0)})
    on conflict (developer_id, holder, form) do update set used = greatest(0, q.used + ${count})`)
}
