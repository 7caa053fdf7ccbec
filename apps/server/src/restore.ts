// `npm run restore -- FILE [--passphrase-file FILE]`: restores a backup into an empty data folder or database, then
// verifies the ledger and the operation log.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { MIGRATIONS_DIR, checkpointFile, keptFiles, layGround } from './compose.ts'
import { readConfig } from './config.ts'
import { openHome } from './data-folder.ts'
import { verifyLedger } from './domains/billing/index.ts'
import { verifyLog } from './kernel/audit/verify.ts'
import { readPassphrase } from './kernel/backup/encryption.ts'
import { restoreBackup } from './kernel/backup/restore.ts'
import { readMigrations } from './kernel/db/migrate.ts'
import { exitWith } from './on-ground.ts'

await exitWith(async () => {
  const {
    values: { 'passphrase-file': passphraseFile },
    positionals: [given, ...more],
  } = parseArgs({ allowPositionals: true, options: { 'passphrase-file': { type: 'string' } } })
  if (given === undefined || more.length > 0) {
    console.error('Name the backup: npm run restore -- FILE [--passphrase-file FILE]')
    return 2
  }
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(resolve(passphraseFile))
  const config = readConfig(process.env)
  const log = pino({ level: 'error' }, pino.destination(2))
  // Holds the folder, because a restore must not run beside a running center.
  const home = await openHome(config, log, () => undefined)
  try {
    const { head, tables, rows, leftOut } = await restoreBackup({
      databaseUrl: home.url,
      path: resolve(given),
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
      return problems.length === 0 ? 0 : 1
    } finally {
      await ground.close()
    }
  } finally {
    await home.close()
  }
})
