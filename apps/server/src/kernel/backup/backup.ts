// Copies all data of a running center into one file: every table in one snapshot, the sequences, and the files of the
// data folder that the database needs. It only reads: a database of an earlier version is backed up as it is and never
// migrated.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import pg from 'pg'
import { copyOut } from '../db/copy.ts'
import { jobsSchema } from '../jobs/jobs.ts'
import { FORMAT, writeBackup } from './backup-file.ts'
import type { Closing } from './backup-file.ts'
import { listSequences, listTables } from './catalogue.ts'
import { BackupRefusal } from './refusal.ts'

export interface BackupRequest {
  databaseUrl: string
  path: string
  version: string
  now: Date
  /** The paths of files in the data folder, by name. Missing files are left out. */
  files: Record<string, string>
  /** A snapshot exported by another transaction, to back up instead of the current state. */
  snapshot?: string | undefined
  /** Encrypts the file. */
  passphrase?: string | undefined
}

export interface BackupResult {
  tables: number
  rows: number
  files: string[]
}

export async function makeBackup({
  databaseUrl,
  path,
  version,
  now,
  files,
  snapshot,
  passphrase,
}: BackupRequest): Promise<BackupResult> {
  // Read the sizes before the snapshot: no checkpoint may be newer than the log that it signs. These files only grow.
  const sizes = await Promise.all(
    Object.entries(files).map(async ([name, file]) => ({ name, file, size: await sizeOf(file) })),
  )
  const kept = sizes.filter((one): one is typeof one & { size: number } => one.size !== undefined)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sealwright-backup' })
  await client.connect()
  // A lost connection fails the running query. Without a listener, the event would end the process.
  client.on('error', () => undefined)
  try {
    const listed = (await listTables(client)).map(({ name }) => name)
    if (!listed.includes('public.migration'))
      throw new BackupRefusal('There is nothing to back up: this database has no center yet.')
    await client.query('begin isolation level repeatable read, read only')
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`)
    // Lock before reading: schema changes wait until the backup is done.
    await client.query(`lock table ${listed.join(', ')} in access share mode`)
    // With row security off, a role that sees only a part of the rows gets an error instead of a partial backup.
    await client.query(
      `set local row_security = off; set local statement_timeout = 0;
       set local idle_in_transaction_session_timeout = 0`,
    )
    const tables = await listTables(client)
    if (tables.map(({ name }) => name).join() !== listed.join())
      throw new BackupRefusal('An upgrade or a cleanup is changing the tables. Try again.')
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name',
    )
    const rows: Closing['rows'] = {}
    await writeBackup(
      path,
      passphrase,
      {
        backup: 'sealwright',
        format: FORMAT,
        version,
        at: now.toISOString(),
        migrations,
        jobs: await jobsOf(client, listed),
      },
      async (writer) => {
        for (const { name, file, size } of kept) await writer.section({ file: name }, linesOf(file, size))
        for (const { name, columns, partition } of tables) {
          const copy = copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`)
          await writer.section({ table: name, columns, partition }, copy.stream)
          rows[name] = await copy.rows
        }
        const sequences: Closing['sequences'] = []
        for (const name of await listSequences(client)) {
          // Sequences are not part of the snapshot, so they are at least as far as the rows.
          const {
            rows: [at],
          } = await client.query<{ value: string; isCalled: boolean }>(
            `select last_value::text as value, is_called as "isCalled" from ${name}`,
          )
          if (at) sequences.push({ name, ...at })
        }
        return { rows, sequences }
      },
    )
    await client.query('commit')
    return {
      tables: tables.length,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      files: kept.map(({ name }) => name),
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * The statements that create the tables of the job queue in their current version. The queue of a later version
 * upgrades itself from there.
 */
async function jobsOf(client: pg.Client, tables: readonly string[]): Promise<string | null> {
  if (!tables.includes('pgboss.version')) return null
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const known = jobsSchema()
  if (rows[0]?.version !== known.version)
    throw new BackupRefusal(
      'The job queue in this database belongs to another version of Sealwright. Back up with the version that runs.',
    )
  return known.sql
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)),
  )
}

/**
 * The first `size` bytes of a file, in whole lines: a line that is still being written or that a crash truncated is
 * left out. A file with a single line needs no line feed.
 */
async function* linesOf(file: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>) {
    // Without an encoding, the stream yields bytes.
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(10) + 1
    if (end > 0) {
      yield bytes.subarray(0, end)
      isFirst = false
    }
    rest = bytes.subarray(end)
  }
  if (isFirst) yield Buffer.from(`${(await readFile(file, 'utf8')).trim()}\n`)
}
