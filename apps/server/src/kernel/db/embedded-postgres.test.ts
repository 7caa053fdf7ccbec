import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts'

const settings = { fsync: 'off' }
const patience = { timeout: 20_000, interval: 20 }
let folder: string
let database: EmbeddedPostgres | undefined
const owners: ChildProcess[] = []

// One cluster for all tests. Each test starts it again, which must work whatever the previous test did to it.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
})

afterEach(async () => {
  await database?.stop()
  database = undefined
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
})

afterAll(async () => {
  await vi.waitFor(() => expect(runningPostgresUrl(folder)).toBeNull(), patience)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A separate Node process that runs the database and prints its address. */
async function owner(): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    const { startEmbeddedPostgres } = await import(
      ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    console.log((await startEmbeddedPostgres(${JSON.stringify({ folder, settings })})).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.push(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { process: child, url: String(url) }
}

function postmaster(): number {
  return Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10)
}

/** Writes the files that a PostgreSQL with this pid leaves behind after a power failure. */
function leavePidFiles(pid: unknown) {
  const lines = `${pid}\n${join(folder, 'data')}\n1700000000\n5432\n${folder}\n`
  writeFileSync(join(folder, 'data/postmaster.pid'), `${lines}\n0 0\nready\n`)
  writeFileSync(join(folder, '.s.PGSQL.5432.lock'), lines)
}

test('the first start creates a UTF-8 database that requires its password', async () => {
  database = await startEmbeddedPostgres({ folder, settings })
  expect(
    await query(
      database.url,
      `select current_database() as db, datlocprovider as provider, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([{ db: 'sealwright', provider: 'b', encoding: 'UTF8' }])
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  await expect(query(database.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })
})

test('data survives a stop, and a stop leaves nothing running', async () => {
  database = await startEmbeddedPostgres({ folder, settings })
  await query(database.url, 'create table kept as select 42 as answer')
  await database.stop()
  expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(false)
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('kill -9 of the owner ends the database, and the next start keeps the data', async () => {
  const { process: killed, url } = await owner()
  await query(url, 'create table committed as select 7 as n')
  killed.kill('SIGKILL')
  await vi.waitFor(() => expect(runningPostgresUrl(folder)).toBeNull(), patience)
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select n from committed')).toEqual([{ n: 7 }])
})

test('a start right after kill -9 of the owner succeeds while the old database is still stopping', async () => {
  const { process: killed } = await owner()
  killed.kill('SIGKILL')
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed database is reported to its owner and can start again', async () => {
  const lost = Promise.withResolvers<Error>()
  await startEmbeddedPostgres({ folder, settings, onLost: lost.resolve })
  process.kill(postmaster(), 'SIGKILL')
  expect((await lost.promise).message).toContain('ended unexpectedly')
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database that ends unexpectedly is reported with its last log lines', async () => {
  const lost = Promise.withResolvers<Error>()
  await startEmbeddedPostgres({ folder, settings, onLost: lost.resolve })
  process.kill(postmaster(), 'SIGQUIT')
  expect((await lost.promise).message).toContain('received immediate shutdown request')
})

test('a stale pid file with the pid of another program is removed, and that program keeps running', async () => {
  const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  owners.push(stranger)
  leavePidFiles(stranger.pid)
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test.runIf(process.platform === 'linux')('a zombie named in the pid file does not block the start', async () => {
  // The shell turns into a program that never reaps its children. Only then does its child end.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 1000'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  owners.push(parent)
  const [zombie] = await once(createInterface({ input: parent.stdout }), 'line')
  await vi.waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'), patience)
  parent.stdin.end()
  await vi.waitFor(() => expect(readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /), patience)
  leavePidFiles(zombie)
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an interrupted first start does not block the next one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
  const script = `
    const { startEmbeddedPostgres } = await import(
      ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    await startEmbeddedPostgres({ folder: ${JSON.stringify(home)}, settings: { fsync: 'off' }, log: console.log })`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(killed)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  database = await startEmbeddedPostgres({ folder: home, settings })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

test('other commands can read the address of a running database, and get null once it is stopped', async () => {
  database = await startEmbeddedPostgres({ folder, settings })
  expect(runningPostgresUrl(folder)).toBe(database.url)
  await database.stop()
  expect(runningPostgresUrl(folder)).toBeNull()
})

test("a setting that PostgreSQL refuses fails the start with PostgreSQL's message", async () => {
  const start = startEmbeddedPostgres({ folder, settings: { shared_buffers: 'much' } })
  await expect(start).rejects.toMatchObject({
    name: 'NoEmbeddedPostgres',
    message: expect.stringMatching(/shared_buffers/),
  })
})

test('a database opens no port, or only a loopback port if the path of its socket is too long', async () => {
  database = await startEmbeddedPostgres({ folder, settings })
  expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await database.stop()
  const deep = join(folder, 'd'.repeat(100))
  database = await startEmbeddedPostgres({ folder: deep, settings })
  expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(new URL(database.url)).toMatchObject({ hostname: '127.0.0.1', search: '' })
})
