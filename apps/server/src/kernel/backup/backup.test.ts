// Backups and restores of a center: what a backup must contain, and what a restore refuses without touching anything.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pcLicenseCalls } from '@sealwright/contract'
import { createBlankDatabase, createTestCenter, createVendor, rowsOf, schemaOf } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { SECRET_KEY } from '@sealwright/testkit/postgres'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MIGRATIONS_DIR, checkpointFile, keptFiles } from '../../compose/files.ts'
import { verifyLedger } from '../../domains/billing/index.ts'
import { startSealer } from '../audit/sealer.ts'
import { verifyLog } from '../audit/verify.ts'
import { openDatabase } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import type { Migration } from '../db/migrate.ts'
import { createSecretBox } from '../keys/secret-box.ts'
import { makeBackup } from './backup.ts'
import { holdsTables } from './catalogue.ts'
import { restoreBackup } from './restore.ts'

let center: TestCenter
let folder: string
let migrations: Migration[]
let path: string
let encrypted: string
const passphrase = 'correct horse battery'
let before: ReturnType<typeof comparable>
const now = new Date('2026-01-02T03:04:05Z')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-backup-test-'))
  migrations = await readMigrations(MIGRATIONS_DIR)
  center = await createTestCenter()
  const vendor = await createVendor(center)
  // Text with a special meaning in COPY's format.
  await center.ground.database.owner.query("insert into platform_setting (key, value) values ('text', $1)", [
    '换行\n\\.\n制表\t\\N {"rows":{}}\r',
  ])
  await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await vendor.pcTemplate('sn')], count: 3 })
  const { database, log, logKey, config } = center.ground
  const sealer = startSealer({
    owner: database.owner,
    clock: center.clock,
    log,
    checkpointFile: checkpointFile(config.dataDir),
    signingKey: logKey.privateKey,
  })
  await vi.waitFor(
    async () => expect((await database.owner.query('select 1 from operation_unsealed')).rows).toEqual([]),
    { timeout: 20_000 },
  )
  await sealer.stop()
  await writeFile(join(config.dataDir, 'secret.key'), `${SECRET_KEY}\n`)
  path = join(folder, 'a.backup.gz')
  encrypted = join(folder, 'a.backup.gz.encrypted')
  await withClient(center.ground.databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read')
    const {
      rows: [exported],
    } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    await database.owner.query("insert into platform_setting (key, value) values ('later', 'x')")
    before = comparable(await rowsOf(client))
    const request = {
      databaseUrl: center.ground.databaseUrl,
      version: '0.1.0',
      now,
      files: keptFiles(config.dataDir),
      snapshot: exported?.id,
    }
    await makeBackup({ ...request, path })
    await makeBackup({ ...request, path: encrypted, passphrase })
  })
})
afterAll(async () => {
  await center.close()
  await rm(folder, { recursive: true, force: true })
})

const restoreInto = (databaseUrl: string, given: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({
    databaseUrl,
    path,
    migrations,
    files: keptFiles(join(folder, randomUUID())),
    secretKey: undefined,
    ...given,
  })

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Daily tables of the job queue. Which ones exist depends on the day when the database was created. */
const OF_A_DAY = /^pgboss\.queue_stats_\d{8}$/

/** Removes expected differences: transaction ids, and daily tables without rows. */
function comparable(rows: Awaited<ReturnType<typeof rowsOf>>) {
  const kept = Object.entries(rows).filter(([table, content]) => content.length > 0 || !OF_A_DAY.test(table))
  return {
    ...Object.fromEntries(kept),
    'public.runtime_change': rows['public.runtime_change']?.map((row) => ({ ...row, xid: undefined })),
  }
}

describe('a center restored from an encrypted backup', () => {
  let url: string
  let files: ReturnType<typeof keptFiles>
  let result: Awaited<ReturnType<typeof restoreBackup>>
  beforeAll(async () => {
    url = await createBlankDatabase()
    files = keptFiles(join(folder, 'restored'))
    result = await restoreInto(url, { path: encrypted, passphrase, files })
  })

  it('has every row of the snapshot, including jobs, and the schema of a fresh center', async () => {
    expect(Object.values(before).filter((rows) => (rows?.length ?? 0) > 0).length).toBeGreaterThan(20)
    await withClient(url, async (client) => {
      expect(comparable(await rowsOf(client))).toEqual(before)
      expect(await schemaOf(client)).toEqual(await schemaOf(center.ground.database.owner))
    })
    expect(result).toMatchObject({ leftOut: [], head: { version: '0.1.0', at: now.toISOString() } })
  })

  it('continues the sequences of the original', async () => {
    const next = `select pg_get_serial_sequence('operation_log', 'id') as name,
      nextval(pg_get_serial_sequence('operation_log', 'id'))::int as n`
    const {
      rows: [there],
    } = await withClient(url, (client) => client.query<{ n: number }>(next))
    const {
      rows: [here],
    } = await center.ground.database.owner.query<{ n: number }>(next)
    expect(here?.n).toBeGreaterThan(1)
    expect(there).toEqual(here)
  })

  it('has its key and its checkpoints, and an intact ledger and operation log', async () => {
    expect(await readFile(files['secret.key'], 'utf8')).toBe(`${SECRET_KEY}\n`)
    expect((await stat(files['secret.key'])).mode & 0o777).toBe(0o600)
    const database = openDatabase(url, center.ground.log)
    try {
      const log = await verifyLog(
        database.owner,
        files['checkpoints/operation-log.jsonl'],
        center.ground.logKey.publicKey,
      )
      // Of the developer, and of the platform that credited it.
      expect(log).toMatchObject({ checkpoints: 2, problems: [] })
      expect(log.rows).toBeGreaterThan(3)
      expect(await verifyLedger(database.owner)).toMatchObject({ problems: [] })
    } finally {
      await database.close()
    }
  })

  it('does not count as empty: a second restore is refused and changes nothing', async () => {
    await expect(restoreInto(url)).rejects.toThrow(/already holds a center/)
    await withClient(url, async (client) =>
      expect((await client.query('select 1 from developer')).rows).toHaveLength(1),
    )
  })
})

describe('a backup', () => {
  it('is readable only by its owner and leaves no temporary file', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('of an earlier version is upgraded by the migrations that it lacks', async () => {
    const old = await createBlankDatabase()
    const oldPath = join(folder, 'old.backup.gz')
    const database = openDatabase(old, pino({ level: 'silent' }))
    await migrate(database.owner, migrations.slice(0, 6), now)
    await database.owner.query("insert into developer (name, created_at) values ('从前', now())")
    await database.owner.query('insert into secret_check (value) values ($1)', [
      createSecretBox(Buffer.from(SECRET_KEY, 'hex')).seal('check', Buffer.from('sealwright')),
    ])
    await database.close()
    await makeBackup({ databaseUrl: old, path: oldPath, version: '0.0.1', now, files: {} })
    const url = await createBlankDatabase()
    await restoreInto(url, { path: oldPath, secretKey: SECRET_KEY })
    const restored = openDatabase(url, pino({ level: 'silent' }))
    try {
      expect(await migrate(restored.owner, migrations, now)).toEqual(migrations.slice(6).map(({ name }) => name))
      expect((await restored.owner.query('select name from developer')).rows).toEqual([{ name: '从前' }])
      expect(await schemaOf(restored.owner)).toEqual(await schemaOf(center.ground.database.owner))
    } finally {
      await restored.close()
    }
  })

  it('of an empty database is refused', async () => {
    await expect(
      makeBackup({
        databaseUrl: await createBlankDatabase(),
        path: join(folder, 'none.backup.gz'),
        version: '0.1.0',
        now,
        files: {},
      }),
    ).rejects.toThrow(/nothing to back up/)
    expect(await readdir(folder)).not.toContain('none.backup.gz')
  })
})

describe('an encrypted backup', () => {
  it('touches nothing without the right passphrase, or if a byte of it is missing or changed', async () => {
    const url = await createBlankDatabase()
    const whole = await readFile(encrypted)
    const broken = join(folder, 'broken')
    const cases: [RegExp, Partial<Parameters<typeof restoreBackup>[0]>, Buffer?][] = [
      [/is encrypted/, { path: encrypted }],
      [/passphrase is not the one/, { path: encrypted, passphrase: 'another passphrase' }],
      [/not an encrypted backup/, { passphrase }],
      [/end is missing/, { path: broken, passphrase }, whole.subarray(0, 40)],
      [/end is missing/, { path: broken, passphrase }, whole.subarray(0, -9)],
      [/damaged/, { path: broken, passphrase }, Buffer.from(whole).fill(0, whole.length >> 1, (whole.length >> 1) + 9)],
    ]
    for (const [sentence, given, bytes] of cases) {
      if (bytes) await writeFile(broken, bytes)
      const files = keptFiles(join(folder, randomUUID()))
      await expect(restoreInto(url, { files, ...given })).rejects.toThrow(sentence)
      await expect(stat(files['secret.key'])).rejects.toThrow(/ENOENT/)
    }
    expect(await withClient(url, holdsTables)).toBe(false)
  })
})

describe('a restore leaves an empty database empty', () => {
  let url: string
  beforeAll(async () => {
    url = await createBlankDatabase()
  })

  async function expectRefused(sentence: RegExp, given: Partial<Parameters<typeof restoreBackup>[0]>) {
    const files = keptFiles(join(folder, randomUUID()))
    await expect(restoreInto(url, { files, ...given })).rejects.toThrow(sentence)
    expect(await withClient(url, holdsTables)).toBe(false)
    await expect(stat(files['secret.key'])).rejects.toThrow(/ENOENT/)
  }

  it('if the file is damaged, truncated, missing or not a backup', async () => {
    const whole = await readFile(path)
    const damaged = join(folder, 'damaged.backup.gz')
    for (const at of [3, 40, Math.floor(whole.length / 2), whole.length - 12]) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      await writeFile(damaged, bytes)
      await expectRefused(/damaged/, { path: damaged })
    }
    for (const bytes of [
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, 100),
      Buffer.from('no backup'),
      Buffer.alloc(0),
    ]) {
      await writeFile(damaged, bytes)
      await expectRefused(/damaged/, { path: damaged })
    }
    await expectRefused(/ENOENT/, { path: join(folder, 'missing.backup.gz') })
  })

  it('if the backup is from a newer version or has other migrations', async () => {
    await expectRefused(/newer Sealwright \(0\.1\.0\)/, { migrations: migrations.slice(0, -1) })
    await expectRefused(/another migration 0001/, {
      migrations: migrations.map((migration) => ({ ...migration, checksum: 'other' })),
    })
  })

  it('if the key is wrong, even though all rows are loaded by then', async () => {
    await expectRefused(/secret key is not the one/, { secretKey: '11'.repeat(32) })
  })

  it('if a file of the data folder exists with other content', async () => {
    const files = keptFiles(folder)
    await writeFile(files['secret.key'], 'another\n')
    await expect(restoreInto(url, { files })).rejects.toThrow(/already exists/)
    expect(await withClient(url, holdsTables)).toBe(false)
    expect(await readFile(files['secret.key'], 'utf8')).toBe('another\n')
  })
})
