// Copies everything that a center keeps into one file while it goes on: every table in one snapshot, the sequences, and
// the files of the data folder that the database needs beside it. It reads only: a database of an earlier version is
// backed up as it is, and never migrated.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import pg from 'pg'
import { copyOut } from '../db/copy.ts'
import { jobsSchema } from '../jobs/jobs.ts'
import { BackupRefusal, FORMAT, writeBackup } from './backup-file.ts'
import type { Closing } from './backup-file.ts'
import { listSequences, listTables } from './catalogue.ts'

export interface BackupRequest {
  databaseUrl: string
  path: string
  version: string
  now: Date
  /** Of the data folder: where each of them lies. One that is missing is left out. */
  files: Record<string, string>
  /** A snapshot that another transaction has exported, to be copied instead of this moment. */
  snapshot?: string | undefined
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
}: BackupRequest): Promise<BackupResult> {
  // Before the snapshot: no checkpoint may be newer than the log it signs. These files only ever grow.
  const sizes = await Promise.all(
    Object.entries(files).map(async ([name, file]) => ({ name, file, size: await sizeOf(file) })),
  )
  const kept = sizes.filter((one): one is typeof one & { size: number } => one.size !== undefined)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sealwright-backup' })
  await client.connect()
  // A lost connection fails the query that runs; without a listener of its own it would end the process.
  client.on('error', () => undefined)
  try {
    const listed = (await listTables(client)).map(({ name }) => name)
    if (!listed.includes('public.migration'))
      throw new BackupRefusal('There is nothing to back up: this database has no center yet.')
    await client.query('begin isolation level repeatable read, read only')
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`)
    // Locked before anything is read: what is dropped or changed in shape from here on waits.
    await client.query(`lock table ${listed.join(', ')} in access share mode`)
    // Whoever sees a part of the rows only must be told so, and not make half a backup.
    await client.query(
      'set local row_security = off; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const tables = await listTables(client)
    if (tables.map(({ name }) => name).join() !== listed.join())
      throw new BackupRefusal('The tables are being changed just now, by an upgrade or a clean-up. Try again.')
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name',
    )
    const rows: Closing['rows'] = {}
    await writeBackup(
      path,
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
          // Outside every snapshot, and so at least as far as the rows are.
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
 * The statements that make the tables of the job queue as they are here: the next version's queue may differ, and
 * brings itself up from there.
 */
async function jobsOf(client: pg.Client, tables: readonly string[]): Promise<string | null> {
  if (!tables.includes('pgboss.version')) return null
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const known = jobsSchema()
  if (rows[0]?.version !== known.version)
    throw new BackupRefusal(
      'The job queue in this database is that of another version of Sealwright. Back up with the version that runs.',
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
 * So many bytes of a file, in whole lines: one that is being written, or that a crash cut off, is no line yet. A file
 * that is one line needs no line feed.
 */
async function* linesOf(file: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>) {
    // without an encoding, bytes
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
