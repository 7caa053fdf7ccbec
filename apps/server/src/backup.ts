// `npm run backup [-- FILE]`: everything that the center keeps, in one file, while it runs or not.
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { VERSION, keptFiles } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'
import { makeBackup } from './kernel/backup/backup.ts'
import { BackupRefusal } from './kernel/backup/backup-file.ts'
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
    throw new BackupRefusal(`${path} exists already: a backup never takes the place of another.`)
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
        ? 'It holds the secret key and everything that is encrypted under it: whoever has this file has the center. Keep it as you keep the key, on another machine.'
        : 'The secret key (SEALWRIGHT_SECRET_KEY) is not in it, and without the key it cannot be restored. Personal data is: keep it safe, on another machine.',
    )
    return 0
  } finally {
    await home.close()
  }
})
