// Runs the server as a process, from the bundle that `npm start` runs, and checks what a person at a terminal and a
// service manager see.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET_KEY, createBlankDatabase, createMigratedDatabase } from '@sealwright/testkit'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SERVER_BUNDLE, SERVER_FLAGS, buildServer } from '../../../tools/lib/build.mjs'
import { runningPostgresUrl } from './kernel/db/embedded-postgres.ts'

const BUNDLE = SERVER_BUNDLE as string // plain JavaScript has no types
const FLAGS = SERVER_FLAGS as string[] // as above
const build = buildServer as () => Promise<void> // as above

beforeAll(build)

let folder: string
const processes: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-main-'))
})
afterEach(async () => {
  // Stop cleanly, so that the database has stopped before its folder is removed.
  for (const child of processes.splice(0))
    if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  output: string
  url: string
}

function launch(env: Record<string, string> = {}): {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
  ready: Promise<Running>
} {
  const child = spawn(process.execPath, [...FLAGS, BUNDLE], {
    env: {
      PATH: process.env['PATH'],
      SEALWRIGHT_DATA_DIR: folder,
      SEALWRIGHT_PORT: '0',
      SEALWRIGHT_METRICS_PORT: '0',
      SEALWRIGHT_DEMO_PASSWORD: 'demo-1234',
      SEALWRIGHT_LOG_LEVEL: 'error',
      SEALWRIGHT_CAPTCHA_URLS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.push(child)
  let output = ''
  // 'close' comes after all output is read.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<Running>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /ready at (\S+)/.exec(output)?.[1]
      if (url && output.includes('Database')) resolve({ child, output, url })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`ended before it was ready:\n${output}`)))
  })
  ready.catch(() => undefined)
  return { child, output: () => output, ended, ready }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}

/** Runs this on the database that the server started in the folder. */
async function inDatabase<T>(work: (database: pg.Client) => Promise<T>, url?: string): Promise<T> {
  const connectionString = url ?? runningPostgresUrl(join(folder, 'postgres')) ?? undefined
  const database = new pg.Client({ connectionString })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** Writes a setting, as a loading demo or any other change does. */
const write = (key: string, value: string, url?: string) =>
  inDatabase(
    (database) => database.query('insert into platform_setting (key, value) values ($1, $2)', [key, value]),
    url,
  )

const read = (key: string) =>
  inDatabase(async (database) => {
    const { rows } = await database.query<{ value: string }>('select value from platform_setting where key = $1', [key])
    return rows[0]?.value
  })

describe('the server', () => {
  it('starts on an empty folder, and keeps its data after SIGTERM and kill -9', async () => {
    const first = await launch().ready
    // Probes do not load the demo, which waits for the first page.
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    expect(first.output).toContain('demo@sealwright.example')
    // Output goes to logs that more people read than the environment.
    expect(first.output).toContain('SEALWRIGHT_DEMO_PASSWORD')
    expect(first.output).not.toContain('demo-1234')
    // Every start warns if the captcha is off.
    expect(first.output).toMatch(/Captcha +OFF: SEALWRIGHT_CAPTCHA_URLS is empty/)
    await write('first', 'kept')

    // A second start on the same folder is refused with a sentence, and the first server keeps running.
    const refused = launch()
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/Sealwright did not start: .*\n$/)
    expect(refused.output()).not.toMatch(/\n\s+at /)
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    expect(await stop(first.child, 'SIGTERM')).toBe(0)

    const second = await launch().ready
    expect(await read('first')).toBe('kept')
    await write('second', 'kept too')
    await stop(second.child, 'SIGKILL')

    const third = await launch().ready
    expect(await read('second')).toBe('kept too')
    expect(await stop(third.child, 'SIGINT')).toBe(0)
  })

  it('uses the database of DATABASE_URL and starts no other', async () => {
    const url = await createBlankDatabase()
    const running = await launch({ DATABASE_URL: url, SEALWRIGHT_DEMO: 'off' }).ready
    expect(running.output).toContain('from DATABASE_URL')
    expect(running.output).not.toContain('demo@sealwright.example')
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
    expect(await (await fetch(`${running.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const { rows } = await inDatabase(
      (database) =>
        database.query(
          "select from pg_stat_activity where datname = current_database() and application_name = 'sealwright-jobs'",
        ),
      url,
    )
    expect(rows).not.toHaveLength(0)
    expect(await stop(running.child, 'SIGTERM')).toBe(0)
  })

  it('refuses to start on a demo whose load was cut short', async () => {
    const url = await createMigratedDatabase()
    await write('demo', 'loading', url)
    const cut = launch({ DATABASE_URL: url, SEALWRIGHT_SECRET_KEY: SECRET_KEY })
    expect(await cut.ended).toBe(1)
    expect(cut.output()).toMatch(/Sealwright did not start: an earlier start stopped while it loaded the demo/)
  })

  it('says how to sign in to a demo that an earlier start loaded', async () => {
    const url = await createMigratedDatabase()
    await write('demo', 'on', url)
    await inDatabase(
      (database) =>
        database.query(
          "insert into developer (name, display_name, status, created_at) values ('Demo', 'Demo', 'formal', now())",
        ),
      url,
    )
    const again = await launch({ DATABASE_URL: url, SEALWRIGHT_SECRET_KEY: SECRET_KEY }).ready
    expect(again.output).toContain('reset-password demo@sealwright.example')
    expect(await stop(again.child, 'SIGTERM')).toBe(0)
  })

  it('takes the next free port for metrics, unless a port was asked for', async () => {
    const taken = createServer()
    onTestFinished(() => void taken.close())
    // Another center may hold it already.
    await new Promise<void>((resolve) => {
      taken.once('error', () => resolve())
      taken.listen(9464, '127.0.0.1', resolve)
    })
    const env = {
      DATABASE_URL: await createMigratedDatabase(),
      SEALWRIGHT_SECRET_KEY: SECRET_KEY,
      SEALWRIGHT_DEMO: 'off',
    }
    const running = await launch({ ...env, SEALWRIGHT_METRICS_PORT: '' }).ready
    const port = /Metrics +on port (\d+), because port 9464 is taken/.exec(running.output)?.[1]
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('sealwright_health')
    expect(await stop(running.child, 'SIGTERM')).toBe(0)
    const asked = launch({ ...env, SEALWRIGHT_METRICS_PORT: '9464' })
    expect(await asked.ended).toBe(1)
    expect(asked.output()).toContain('SEALWRIGHT_METRICS_PORT')
  })

  it('names a wrong setting', async () => {
    const bad = launch({ SEALWRIGHT_PORT: '99999' })
    expect(await bad.ended).toBe(1)
    expect(bad.output()).toBe(
      'Sealwright did not start: SEALWRIGHT_PORT is "99999": expected a port from 0 to 65535.\n',
    )
  })
})
