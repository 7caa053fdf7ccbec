// Restores a backup into an empty database, in one transaction. The tables come from the migrations of this version, up
// to the last one in the backup. Later migrations are applied afterwards, as in any upgrade. A failed restore leaves
// nothing behind.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { copyIn } from '../db/copy.ts'
import { applyToEmpty, hasChecksum, holdMigrations } from '../db/migrate.ts'
import type { Migration } from '../db/migrate.ts'
import { SECRET_KEY_FILE, checkSecretKey, createSecretBox } from '../keys/secret-box.ts'
import { readBackup } from './backup-file.ts'
import type { Header } from './backup-file.ts'
import { holdsTables, listForeignKeys, listIndexes, listTables } from './catalogue.ts'
import { BackupRefusal } from './refusal.ts'

export interface RestoreRequest {
  databaseUrl: string
  path: string
  /** The migrations of this version. */
  migrations: readonly Migration[]
  /** Where files of the data folder go. */
  files: Record<string, string>
  /** The secret key if it is not in a file: 64 hexadecimal digits. */
  secretKey: string | undefined
  /** The passphrase of an encrypted backup. */
  passphrase?: string | undefined
}

export interface RestoreResult {
  head: Header
  tables: number
  rows: number
  files: string[]
  /** Tables in the backup that are not Sealwright's. */
  leftOut: string[]
}

export async function restoreBackup({
  databaseUrl,
  path,
  migrations,
  files,
  secretKey,
  passphrase,
}: RestoreRequest): Promise<RestoreResult> {
  // Read the whole file once before touching anything, so that damage at its end is found first.
  await readBackup(path, passphrase, {
    head: async (head) => refuseNewer(path, head, migrations),
    section: async (_about, lines) => {
      for await (const _ of lines);
    },
    end: async () => undefined,
  })
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sealwright-restore' })
  await client.connect()
  client.on('error', () => undefined)
  const beside = new Map<string, string>()
  try {
    await client.query('begin')
    await client.query("set local statement_timeout = 0; set local maintenance_work_mem = '256MB'")
    await holdMigrations(client)
    if (await holdsTables(client))
      throw new BackupRefusal(
        'The database already holds a center. Restore into an empty one: ' +
          'set SEALWRIGHT_DATA_DIR to a new folder (or DATABASE_URL to a new database).',
      )
    const result = await fill(client, path, passphrase, migrations, async (name, lines) => {
      const target = files[name]
      if (target === undefined)
        throw new BackupRefusal(`The backup contains a file ${name}, which this version does not have.`)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const fresh = `${target}.${randomBytes(4).toString('hex')}`
      beside.set(target, fresh)
      await pipeline(lines, createWriteStream(fresh, { mode: 0o600, flags: 'wx', flush: true }))
      return target
    })
    await refuseWrongKey(client, secretKey, beside.get(files[SECRET_KEY_FILE] ?? ''))
    for (const [target, fresh] of beside) {
      const there = await readFile(target).catch(() => undefined)
      if (there && !there.equals(await readFile(fresh)))
        throw new BackupRefusal(`${target} already exists with other content. Restore into a new data folder.`)
    }
    // Rename before the commit: the next try accepts files without a database, but a database without its key cannot
    // start.
    for (const [target, fresh] of beside) await rename(fresh, target)
    await client.query('commit')
    await client.query('analyze')
    return { ...result, files: Object.keys(files).filter((name) => beside.has(files[name] ?? '')) }
  } finally {
    await client.end().catch(() => undefined)
    for (const fresh of beside.values()) await rm(fresh, { force: true })
  }
}

function refuseNewer(path: string, { version, migrations: had }: Header, known: readonly Migration[]): void {
  const migrations = new Map(known.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of had) {
    const migration = migrations.get(name)
    if (!migration)
      throw new BackupRefusal(
        `${path} was made by a newer Sealwright (${version}), with migration ${name}. Restore it with that version.`,
      )
    if (!hasChecksum(migration, checksum))
      throw new BackupRefusal(
        `${path} was made with another migration ${name} than this version has. ` +
          `Restore it with the version that made it (${version}).`,
      )
  }
}

async function refuseWrongKey(
  client: pg.Client,
  fromEnvironment: string | undefined,
  file: string | undefined,
): Promise<void> {
  const text = fromEnvironment ?? (file === undefined ? undefined : (await readFile(file, 'utf8')).trim())
  if (text === undefined)
    throw new BackupRefusal(
      'The backup does not contain the secret key, because its center had the key in SEALWRIGHT_SECRET_KEY. ' +
        'Set that variable and restore again.',
    )
  await checkSecretKey(client, createSecretBox(Buffer.from(text, 'hex')))
}

async function fill(
  client: pg.Client,
  path: string,
  passphrase: string | undefined,
  migrations: readonly Migration[],
  putFile: (name: string, lines: AsyncIterable<Buffer>) => Promise<string>,
): Promise<Omit<RestoreResult, 'files'>> {
  let result: Omit<RestoreResult, 'files'> | undefined
  const taken: Record<string, number> = {}
  const leftOut: string[] = []
  let head: Header | undefined
  let known: ReadonlySet<string> = new Set()
  let foreignKeys: Awaited<ReturnType<typeof listForeignKeys>> = []
  let indexes: Awaited<ReturnType<typeof listIndexes>> = []
  await readBackup(path, passphrase, {
    async head(given) {
      head = given
      const names = new Set(given.migrations.map(({ name }) => name))
      await applyToEmpty(
        client,
        migrations.filter(({ name }) => names.has(name)),
      )
      if (given.jobs !== null)
        await client.query(
          `${given.jobs}; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
        )
      known = new Set((await listTables(client)).map(({ name }) => name))
      // Rows come in any order, and their triggers have already run in the original. Keep foreign keys and triggers off
      // until all rows are there.
      foreignKeys = await listForeignKeys(client)
      for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
      // Creating an index after all rows are there takes a fraction of the time.
      indexes = await listIndexes(client)
      for (const { name } of indexes) await client.query(`drop index ${name}`)
      for (const table of known) await client.query(`alter table ${table} disable trigger user`)
      await client.query(`truncate ${[...known].join(', ')}`)
    },
    async section(about, lines) {
      if ('file' in about) return void (await putFile(about.file, lines))
      const { table, columns, partition } = about
      if (!known.has(table) && partition !== null)
        await client.query(`create table ${table} partition of ${partition.of} ${partition.bound}`)
      else if (!known.has(table)) {
        leftOut.push(table)
        for await (const _ of lines);
        return
      }
      taken[table] = await copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`, lines)
    },
    async end({ rows, sequences }) {
      for (const [table, count] of Object.entries(taken))
        if (count !== rows[table])
          throw new BackupRefusal(`${path} declares ${rows[table]} rows of ${table} but contains ${count}.`)
      for (const { name, value, isCalled } of sequences)
        await client.query(
          'select setval($1::regclass, $2::bigint, $3) from pg_class where oid = to_regclass($1::text)',
          [name, value, isCalled],
        )
      for (const table of known) await client.query(`alter table ${table} enable trigger user`)
      for (const { definition } of indexes) await client.query(definition)
      for (const { table, name, definition } of foreignKeys)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`)
      if (head)
        result = {
          head,
          tables: Object.keys(taken).length,
          rows: Object.values(taken).reduce((sum, count) => sum + count, 0),
          leftOut,
        }
    },
  })
  if (!result) throw new Error('the backup was read without a header')
  return result
}
