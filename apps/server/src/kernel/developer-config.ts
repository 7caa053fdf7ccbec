// Reads the settings of a developer, for every domain. A setting is read from the database whenever it is needed, so a
// change applies at once on every process. The config domain writes them; the caller of a session comes with the ones
// that sessions depend on.
import { configValue, isConfigValue } from '@sealwright/contract'
import type { ConfigKey, ConfigValue } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from './scope.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

/** The stored settings of a developer, by key. What is missing has its initial value. */
export type StoredConfig = Readonly<Record<string, string>>

/** The value of a setting. A stored text that a newer version does not accept counts as not stored. */
export function settingOf<Key extends ConfigKey>(stored: StoredConfig, key: Key): ConfigValue<Key> {
  const text = stored[key]
  return configValue(key, text !== undefined && isConfigValue(key, text) ? text : undefined)
}

/** One setting, by its primary key. Runs in a transaction of the tenant. */
export async function readConfig<Key extends ConfigKey>(
  { db, developerId }: Tenant,
  key: Key,
): Promise<ConfigValue<Key>> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select value from developer_config where developer_id = ${developerId} and key = ${key}`,
  )
  return settingOf(rows[0] ? { [key]: rows[0].value } : {}, key)
}

/** All stored settings. Runs in a transaction of the tenant. */
export async function readAllConfig({ db, developerId }: Tenant): Promise<StoredConfig> {
  const { rows } = await db.execute<{ key: string; value: string }>(
    sql`select key, value from developer_config where developer_id = ${developerId}`,
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
