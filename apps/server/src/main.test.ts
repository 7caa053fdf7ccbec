// Runs the server as a process, from the bundle that `npm start` runs, and checks what a person at a terminal and a
// service manager see.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sealwright/client'
import { identityCalls, productCalls } from '@sealwright/contract'
import { createBlankDatabase } from '@sealwright/testkit'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SERVER_BUNDLE, SERVER_FLAGS, buildServer } from '../../../tools/lib/build.mjs'

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

async function signedIn(url: string) {
  const login = await fetch(`${url}${identityCalls.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'demo@sealwright.example', password: 'demo-1234' }),
  })
  const { data } = (await login.json()) as { data: { ssId: string } }
  const cookie =
    login.headers
      .getSetCookie()
      .find((one) => one.startsWith('sw_session_'))
      ?.split(';')[0] ?? ''
  return createClient({ baseUrl: url, headers: () => ({ 'x-session-id': data.ssId, cookie }) })
}

describe('the server', () => {
  it('starts on an empty folder with the demo, and keeps its data after SIGTERM and kill -9', async () => {
    const first = await launch().ready
    // Probes do not wait for the demo. The first page does, and decides its language.
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const page = await fetch(first.url, { headers: { accept: 'text/html', 'accept-language': 'en-US' } })
    expect(page.status).toBeLessThan(500)
    expect(first.output).toContain('demo@sealwright.example')
    // Output goes to logs that more people read than the environment.
    expect(first.output).toContain('SEALWRIGHT_DEMO_PASSWORD')
    expect(first.output).not.toContain('demo-1234')
    // Every start warns if the captcha is off.
    expect(first.output).toMatch(/Captcha +OFF: SEALWRIGHT_CAPTCHA_URLS is empty/)
    const { guid } = await (
      await signedIn(first.url)
    )(productCalls.create, { name: '新产品', displayName: '新', licenseForm: 1, licenseId: 555 })
    const { rows } = await (await signedIn(first.url))(productCalls.find, { productName: 'Starchart' })
    expect(rows[0]?.name).toBe('Starchart Design Suite')
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })

    // A second start on the same folder is refused with a sentence, and the first server keeps running.
    const refused = launch()
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/Sealwright did not start: .*\n$/)
    expect(refused.output()).not.toMatch(/\n\s+at /)
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    expect(await stop(first.child, 'SIGTERM')).toBe(0)

    const second = await launch().ready
    expect(second.output).toContain('reset-password')
    const again = await signedIn(second.url)
    expect(await again(productCalls.get, { guid })).toMatchObject({ name: '新产品' })
    await again(productCalls.create, { name: '留下', displayName: '留', licenseForm: 1, licenseId: 556 })
    await stop(second.child, 'SIGKILL')

    const third = await launch().ready
    expect((await (await signedIn(third.url))(productCalls.find, { productName: '留下' })).records).toBe(1)
    expect(await stop(third.child, 'SIGINT')).toBe(0)
  })

  it('uses the database of DATABASE_URL and starts no other', async () => {
    const url = await createBlankDatabase()
    const running = await launch({ DATABASE_URL: url, SEALWRIGHT_DEMO: 'off' }).ready
    expect(running.output).toContain('from DATABASE_URL')
    expect(running.output).not.toContain('demo@sealwright.example')
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
    expect(await (await fetch(`${running.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const used = new pg.Client({ connectionString: url })
    await used.connect()
    const { rows } = await used.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'sealwright-jobs'",
    )
    await used.end()
    expect(rows).not.toHaveLength(0)
    expect(await stop(running.child, 'SIGTERM')).toBe(0)
  })

  it('refuses to start on a demo whose load was cut short', async () => {
    const url = await createBlankDatabase()
    const env = { DATABASE_URL: url, SEALWRIGHT_DEMO: 'off' }
    expect(await stop((await launch(env).ready).child, 'SIGTERM')).toBe(0)
    const used = new pg.Client({ connectionString: url })
    await used.connect()
    await used.query("insert into platform_setting (key, value) values ('demo', 'loading')")
    await used.end()
    const again = launch({ ...env, SEALWRIGHT_DEMO: 'on' })
    expect(await again.ended).toBe(1)
    expect(again.output()).toMatch(/Sealwright did not start: an earlier start stopped while it loaded the demo/)
  })

  it('takes the next free port for metrics, unless a port was asked for', async () => {
    const taken = createServer()
    onTestFinished(() => void taken.close())
    // Another center may hold it already.
    await new Promise<void>((resolve) => {
      taken.once('error', () => resolve())
      taken.listen(9464, '127.0.0.1', resolve)
    })
    const env = { DATABASE_URL: await createBlankDatabase(), SEALWRIGHT_DEMO: 'off' }
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
