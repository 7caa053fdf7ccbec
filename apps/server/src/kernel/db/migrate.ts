// Forward-only SQL migrations. Each runs in its own transaction, and its checksum is stored. Servers that start at the
// same time take turns. Some files were only reformatted after they were applied somewhere: former-checksums.json keeps
// their earlier checksums.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'

export class MigrationFailure extends Error {
  override name = 'MigrationFailure'
}

// An arbitrary number. It must differ from the lock of the sealer.
const MIGRATION_LOCK = 7_325_001
const FORMER_CHECKSUMS = '../former-checksums.json'

export interface Migration {
  name: string
  sql: string
  checksum: string
  /** The checksum before the file was reformatted. */
  former?: string
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted()
  const known = await readFile(join(folder, FORMER_CHECKSUMS), 'utf8')
  const formers = z.record(z.string(), z.string()).parse(JSON.parse(known))
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      const former = formers[name]
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), ...(former && { former }) }
    }),
  )
}

/** Whether a database or a backup with this checksum has this migration. */
export const hasChecksum = ({ checksum, former }: Migration, stored: string): boolean =>
  stored === checksum || stored === former

const MIGRATION_TABLE = `create table if not exists migration (
  name text primary key, checksum text not null, applied_at timestamptz not null)`

async function apply(client: pg.ClientBase, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = /permission denied to (?:create|grant) role/.test(reason)
      ? ' The user in DATABASE_URL needs CREATEROLE, or a superuser must run: ' +
        'create role sealwright_app; create role sealwright_desk; ' +
        'grant sealwright_app, sealwright_desk to that user.'
      : ''
    throw new MigrationFailure(`Migration ${name} failed: ${reason}.${hint}`, { cause })
  }
}

/** Keeps starting servers from migrating until the caller's transaction ends. */
export async function holdMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/**
 * Creates the tables of these migrations in an empty database, in the caller's transaction. The caller records which
 * migrations were applied.
 */
export async function applyToEmpty(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(MIGRATION_TABLE)
  for (const migration of migrations) await apply(client, migration)
}

/** Whether a center has been started on this database. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>("select to_regclass('migration') is not null as has")
  return rows[0]?.has ?? false
}

/** Applies the missing migrations and returns their names. */
export async function migrate(owner: pg.Pool, migrations: readonly Migration[], now: Date): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MIGRATION_TABLE)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const known = new Map(rows.map((row) => [row.name, row.checksum]))
    const files = new Set(migrations.map((migration) => migration.name))
    for (const name of known.keys())
      if (!files.has(name))
        throw new MigrationFailure(
          `The database has migration ${name}, which this version does not have. ` +
            'It was made by a newer Sealwright: start that version.',
        )
    const applied: string[] = []
    for (const migration of migrations) {
      const checksum = known.get(migration.name)
      if (checksum !== undefined && hasChecksum(migration, checksum)) continue
      if (checksum !== undefined)
        throw new MigrationFailure(
          `Migration ${migration.name} was changed after it was applied. ` +
            'Restore the file, and make corrections in a new migration.',
        )
      try {
        await client.query('begin')
        await apply(client, migration)
        await client.query('insert into migration (name, checksum, applied_at) values ($1, $2, $3)', [
          migration.name,
          migration.checksum,
          now,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
      applied.push(migration.name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
}
