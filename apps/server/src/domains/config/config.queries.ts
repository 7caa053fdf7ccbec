// SQL of the developer's settings. Reading one setting is in kernel/developer-config.ts.
import type { ConfigKey } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

export interface StoredSetting {
  value: string
  /** Null: the platform operator. */
  changedBy: string | null
  changedAt: Date
}

/** The stored settings, by key. */
export async function listSettings({ db, developerId }: Tenant): Promise<Map<string, StoredSetting>> {
  const { rows } = await db.execute<{ key: string; value: string; changed_by: string | null; changed_at: string }>(
    sql`select key, value, changed_by, changed_at from developer_config where developer_id = ${developerId}`,
  )
  return new Map(
    rows.map(({ key, value, changed_by: changedBy, changed_at: changedAt }) => [
      key,
      { value, changedBy, changedAt: new Date(changedAt) },
    ]),
  )
}

/** The row stays when a setting goes back to its initial value: it says who changed it last. */
export async function setSetting(
  { db, developerId }: Tenant,
  key: ConfigKey,
  { value, changedBy, changedAt }: StoredSetting,
): Promise<void> {
  await db.execute(sql`
    insert into developer_config (developer_id, key, value, changed_by, changed_at)
    values (${developerId}, ${key}, ${value}, ${changedBy}::uuid, ${changedAt}::timestamptz)
    on conflict (developer_id, key) do update
      set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`)
}
