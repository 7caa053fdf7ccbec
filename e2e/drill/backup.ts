// Backs up a center with demo data while people buy and an import runs, and restores it into an empty folder. Every
// restored table must equal the snapshot that was copied. Then the restored center must start, sign people in and
// continue.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listTables } from '@sealwright/server/kernel/backup/catalogue.ts'
import { startEmbeddedPostgres } from '@sealwright/server/kernel/db/embedded-postgres.ts'
import type pg from 'pg'
import { startCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { importsOf, problemsOfImports, sendUsers } from './import.ts'
import { allEnded, conclude, isOpen, say, withDatabase } from './proof.ts'
import { offerPackages, problemsOfPurchases, startBuyers } from './purchases.ts'

const FILES = 2
const USERS = 4_000
const ENDED_WITHIN_MS = 120_000

/** Runs an operator's command on a data folder, next to a running server, and shows its output. */
async function command(name: 'backup' | 'restore', folder: string, ...args: string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `../../apps/server/src/${name}.ts`), ...args],
    { env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: folder }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}`)
}

/** The row count of each table and a digest that does not depend on the order of the rows. */
async function digestsOf(database: pg.Client): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const { name, columns } of await listTables(database)) {
    const {
      rows: [row],
    } = await database.query<{ digest: string }>(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(row(${columns.join(', ')})::text),
         '' order by md5(row(${columns.join(', ')})::text))), 'none') as digest
       from ${name}`,
    )
    digests.set(name, row?.digest ?? '')
  }
  return digests
}

/** The same for a folder without a running center, which would change rows at once. */
async function digestsIn(folder: string): Promise<Map<string, string>> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  try {
    return await withDatabase(postgres.url, digestsOf)
  } finally {
    await postgres.stop()
  }
}

/** Returns the number of problems. */
export async function drillBackup(): Promise<number> {
  const center = await startCenter({ isFromSource: true })
  const place = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  // When root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  await chmod(place, 0o711)
  const folder = join(place, 'data')
  const file = join(place, 'drill.backup.gz')
  try {
    const call = callerAt(center.url, await signInDemo(center.url))
    await offerPackages(center.databaseUrl)
    await sendUsers(call, 1, USERS)
    const buyers = startBuyers(() => call)
    await allEnded(() => importsOf(call), ENDED_WITHIN_MS)
    await sendUsers(call, FILES, USERS)
    while ((await importsOf(call)).some((task) => isOpen(task) && task.success === 0)) await pause(20)
    const answeredBefore = new Set(buyers.answered)
    const taken = await withDatabase(center.databaseUrl, async (database) => {
      await database.query('begin isolation level repeatable read')
      const {
        rows: [exported],
      } = await database.query<{ id: string }>('select pg_export_snapshot() as id')
      const began = performance.now()
      await command('backup', center.folder, file, '--snapshot', exported?.id ?? '')
      say(
        `backed up in ${Math.round(performance.now() - began)} ms, ` +
          `while ${buyers.answered.size - answeredBefore.size} purchases were answered`,
      )
      return digestsOf(database)
    })
    const problems = [
      ...buyers.wrong,
      ...(buyers.answered.size > answeredBefore.size ? [] : ['no purchase was answered during the backup']),
    ]
    await buyers.stop()
    await center.stop()

    const began = performance.now()
    await command('restore', folder, file)
    say(`restored in ${Math.round(performance.now() - began)} ms`)
    const found = await digestsIn(folder)
    for (const [table, digest] of taken)
      if (found.get(table) !== digest) problems.push(`${table}: ${found.get(table)} instead of ${digest}`)
    say(
      `${taken.size} tables compared, ` +
        `${[...taken.values()].reduce((sum, digest) => sum + Number.parseInt(digest, 10), 0)} rows`,
    )

    const restored = await startCenter({ isFromSource: true, folder })
    try {
      const again = callerAt(restored.url, await signInDemo(restored.url))
      await allEnded(() => importsOf(again), ENDED_WITHIN_MS)
      problems.push(...(await problemsOfImports(restored, again, FILES, USERS)))
      const more = startBuyers(() => again, 1)
      while (more.answered.size === 0 && more.wrong.length === 0) await pause(20)
      await more.stop()
      problems.push(
        ...more.wrong,
        ...(await problemsOfPurchases(restored.databaseUrl, new Set([...answeredBefore, ...more.answered]))).problems,
      )
    } finally {
      await restored.stop()
    }
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${taken.size} tables, each equal to the snapshot; ` +
        'the restored center signs people in, finishes the open import, and sells.',
    )
  } finally {
    await center.stop()
    await rm(place, { recursive: true, force: true })
  }
}
