// `npm run restore -- FILE [--passphrase-file FILE]`: restores a backup into an empty data folder or database, then
// verifies the ledger and the operation log. `--drill` does the same in a temporary folder with a database of its own,
// removes it, and notes the result for the health page of the center.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import type { Logger } from 'pino'
import { MIGRATIONS_DIR, checkpointFile, keptFiles } from './compose/files.ts'
import { layGround } from './compose/ground.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { hasOwnDatabase, openHome, visitHome } from './data-folder.ts'
import { verifyLedger } from './domains/billing/index.ts'
import { noteFromCommand } from './domains/health/index.ts'
import { verifyLog } from './kernel/audit/verify.ts'
import { readPassphrase } from './kernel/backup/encryption.ts'
import { restoreBackup } from './kernel/backup/restore.ts'
import { systemClock } from './kernel/clock.ts'
import { readMigrations } from './kernel/db/migrate.ts'
import { exitWith } from './on-ground.ts'

/** Restores into the home of this configuration, and returns the problems that the verification finds. */
async function restore(
  config: Config,
  path: string,
  passphrase: string | undefined,
  log: Logger,
): Promise<readonly string[]> {
  // Holds the folder, because a restore must not run beside a running center.
  const home = await openHome(config, log, () => undefined)
  try {
    const { head, tables, rows, leftOut } = await restoreBackup({
      databaseUrl: home.url,
      path,
      migrations: await readMigrations(MIGRATIONS_DIR),
      files: keptFiles(config.dataDir),
      secretKey: config.secretKey,
      passphrase,
    })
    console.log(`${rows} rows of ${tables} tables, as they were at ${head.at} (Sealwright ${head.version}).`)
    for (const table of leftOut) console.log(`Left out: ${table}, which is not a table of Sealwright.`)
    // This also applies the migrations that are newer than the backup.
    const ground = await layGround(config, home.url, log)
    try {
      const ledger = await verifyLedger(ground.database.owner)
      const chains = await verifyLog(ground.database.owner, checkpointFile(config.dataDir), ground.logKey.publicKey)
      const problems = [
        ...ledger.problems.map(({ developerId, what, detail }) => `developer ${developerId}, ${what}: ${detail}`),
        ...chains.problems,
      ]
      for (const problem of problems) console.log(`✗ ${problem}`)
      console.log(
        problems.length === 0
          ? `The ledger adds up (${ledger.transfers} transfers) and the log is whole (${chains.rows} operations).`
          : `${problems.length} problems found.`,
      )
      return problems
    } finally {
      await ground.close()
    }
  } finally {
    await home.close()
  }
}

/** Restores into a temporary folder. A backup that cannot be restored at all is a problem too. */
async function drill(config: Config, path: string, passphrase: string | undefined, log: Logger): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  let problems: readonly string[]
  try {
    problems = await restore({ ...config, dataDir, databaseUrl: undefined }, path, passphrase, log)
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)]
    console.log(`✗ ${problems[0]}`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    (await note(config, problems, log))
      ? 'The health page shows this drill.'
      : 'The health page could not be told of this drill.',
  )
  return problems.length === 0 ? 0 : 1
}

/** Tells the health page of the center, if it can be reached from here: a drill can run on another computer. */
async function note(config: Config, problems: readonly string[], log: Logger): Promise<boolean> {
  const drilled = { kind: 'drill', at: systemClock.now(), problems } as const
  if (config.databaseUrl !== undefined) return noteFromCommand(config.databaseUrl, drilled)
  if (!hasOwnDatabase(config)) return false
  const home = await visitHome(config, log)
  try {
    return await noteFromCommand(home.url, drilled)
  } finally {
    await home.close()
  }
}

await exitWith(async () => {
  const {
    values: { 'passphrase-file': passphraseFile, drill: isDrill },
    positionals: [given, ...more],
  } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' }, drill: { type: 'boolean', default: false } },
  })
  if (given === undefined || more.length > 0) {
    console.error('Name the backup: npm run restore -- FILE [--passphrase-file FILE] [--drill]')
    return 2
  }
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(resolve(passphraseFile))
  const config = readConfig(process.env)
  const log = pino({ level: 'error' }, pino.destination(2))
  if (isDrill) return drill(config, resolve(given), passphrase, log)
  return (await restore(config, resolve(given), passphrase, log)).length === 0 ? 0 : 1
})
