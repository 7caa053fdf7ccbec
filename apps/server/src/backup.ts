// `npm run backup [-- FILE] [--passphrase-file FILE]`: writes all data of the center into one file, whether the center
// runs or not.
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { VERSION, keptFiles } from './compose/files.ts'
import { readConfig } from './config.ts'
import { requireCenter, visitHome } from './data-folder.ts'
import { noteFromCommand } from './domains/health/index.ts'
import { makeBackup } from './kernel/backup/backup.ts'
import { readPassphrase } from './kernel/backup/encryption.ts'
import { BackupRefusal } from './kernel/backup/refusal.ts'
import { systemClock } from './kernel/clock.ts'
import { SECRET_KEY_FILE } from './kernel/keys/secret-box.ts'
import { exitWith } from './on-ground.ts'

await exitWith(async () => {
  const {
    values: { snapshot, 'passphrase-file': passphraseFile },
    positionals: [given],
  } = parseArgs({
    allowPositionals: true,
    options: { snapshot: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  })
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(resolve(passphraseFile))
  const config = readConfig(process.env)
  await requireCenter(config)
  const now = systemClock.now()
  const path = resolve(
    given ??
      join(
        config.dataDir,
        'backups',
        `sealwright-${now
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
          .replace(/[-:]/g, '')}.backup.gz${passphrase === undefined ? '' : '.encrypted'}`,
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
      passphrase,
    })
    const { size: sizeBytes } = await stat(path)
    console.log(`${rows} rows of ${tables} tables, ${(sizeBytes / 1024 ** 2).toFixed(1)} MB in ${path}`)
    // The backup is good even if the health page does not hear of it.
    if (!(await noteFromCommand(home.url, { kind: 'backup', at: now, sizeBytes })))
      console.log('The health page does not show it: the database has no table for it yet, or refused the row.')
    console.log(
      passphrase !== undefined
        ? 'It is encrypted: without the passphrase nobody can restore it, you neither. ' +
            'Keep the passphrase in another place than the file.'
        : isKeyIn
          ? 'It holds the secret key and everything that is encrypted under it: whoever has this file has the ' +
            'center. Keep it as safe as the key, on another computer.'
          : 'It does not hold the secret key (SEALWRIGHT_SECRET_KEY), and cannot be restored without it. ' +
            'It holds personal data: keep it safe, on another computer.',
    )
    if (passphrase === undefined) console.log('It is not encrypted. To encrypt the next one: --passphrase-file FILE')
    return 0
  } finally {
    await home.close()
  }
})
