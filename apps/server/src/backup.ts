// `npm run backup [-- FILE]`: writes all data of the center into one file, whether the center runs or not.
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { VERSION, keptFiles } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'
import { BackupRefusal } from './kernel/backup/backup-file.ts'
import { makeBackup } from './kernel/backup/backup.ts'
import { systemClock } from './kernel/clock.ts'
import { SECRET_KEY_FILE } from './kernel/keys/secret-box.ts'
import { exitWith } from './on-ground.ts'

await exitWith(async () => {
  const {
    values: { snapshot },
    positionals: [given],
  } = parseArgs({ allowPositionals: true, options: { snapshot: { type: 'string' } } })
  const config = readConfig(process.env)
  const now = systemClock.now()
  const path = resolve(
    given ??
      join(
        config.dataDir,
        'backups',
        `sealwright-${now
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
          .replace(/[-:]/g, '')}.backup.gz`,
      ),
  )
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    throw new BackupRefusal(`${path} already exists. A backup never overwrites another file.`)
  if (given === undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const home = await visitHome(config, pino({ level: 'error' }, pino.destination(2)))
  try {
    const { [SECRET_KEY_FILE]: keyFile, ...others } = keptFiles(config.dataDir)
    const isKeyIn = config.secretKey === undefined
    const { tables, rows } = await makeBackup({
      databaseUrl: home.url,
      path,
      version: VERSION,
      now,
      files: isKeyIn ? { ...others, [SECRET_KEY_FILE]: keyFile } : others,
      snapshot,
    })
    console.log(`${rows} rows of ${tables} tables, ${((await stat(path)).size / 1024 ** 2).toFixed(1)} MB in ${path}`)
    console.log(
      isKeyIn
        ? 'It holds the secret key and everything that is encrypted under it: whoever has this file has the center. ' +
            'Keep it as safe as the key, on another computer.'
        : 'It does not hold the secret key (SEALWRIGHT_SECRET_KEY), and cannot be restored without it. ' +
            'It holds personal data: keep it safe, on another computer.',
    )
    return 0
  } finally {
    await home.close()
  }
})
