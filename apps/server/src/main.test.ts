// The server as a process: what a person at a terminal and a service manager see.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sealwright/client'
import { identityCalls, productCalls } from '@sealwright/contract'
import { databaseUrl } from '@sealwright/testkit/postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'

let folder: string
const processes: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-main-'))
})
afterEach(async () => {
  // In order, so that its database has left the folder before the folder goes.
  for (const child of processes.splice(0)) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  output: string
  url: string
}

function launch(env: Record<string, string> = {}): { child: ChildProcess; output: () => string; ended: Promise<number | null>; ready: Promise<Running> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: folder, SEALWRIGHT_PORT: '0', SEALWRIGHT_METRICS_PORT: '0', SEALWRIGHT_DEMO_PASSWORD: 'demo-1234', SEALWRIGHT_LOG_LEVEL: 'error', SEALWRIGHT_CAPTCHA_URLS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.push(child)
  let output = ''
  // Once everything that it said is read, too.
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
  const login = await fetch(`${url}${identityCalls.login.path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ account: 'demo@sealwright.example', password: 'demo-1234' }) })
  const { data } = (await login.json()) as { data: { ssId: string } }
  const cookie = login.headers.getSetCookie().find((one) => one.startsWith('sw_session_'))?.split(';')[0] ?? ''
  return createClient({ baseUrl: url, headers: () => ({ 'x-session-id': data.ssId, cookie }) })
}

describe('the server', () => {
  it('starts on an empty folder with the demo, stops on SIGTERM, and finds everything again', async () => {
    const first = await launch().ready
    expect(first.output).toContain('demo@sealwright.example')
    expect(first.output).toContain('demo-1234')
    // A captcha that was turned off is told at every start.
    expect(first.output).toMatch(/Captcha +OFF: SEALWRIGHT_CAPTCHA_URLS is empty/)
    const call = await signedIn(first.url)
    const { guid } = await call(productCalls.create, { name: '新产品', displayName: '新', licenseForm: 1, licenseId: 555 })
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    expect(await stop(first.child, 'SIGTERM')).toBe(0)

    const second = await launch().ready
    expect(second.output).not.toContain('demo-1234')
    const again = await signedIn(second.url)
    expect(await again(productCalls.get, { guid })).toMatchObject({ name: '新产品' })
    expect(await stop(second.child, 'SIGINT')).toBe(0)
  })

  it('refuses a second start on the same folder with a sentence, and the first goes on', async () => {
    const first = await launch().ready
    const second = launch()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/Sealwright did not start: .*\n$/)
    expect(second.output()).not.toMatch(/\n\s+at /)
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  })

  it('starts again after kill -9', async () => {
    const first = await launch().ready
    const call = await signedIn(first.url)
    await call(productCalls.create, { name: '留下', displayName: '留', licenseForm: 1, licenseId: 556 })
    await stop(first.child, 'SIGKILL')
    const second = await launch().ready
    expect((await (await signedIn(second.url))(productCalls.find, { productName: '留下' })).records).toBe(1)
  })

  it('uses the database of DATABASE_URL and starts no other', async () => {
    const name = `main_${randomUUID().replaceAll('-', '')}`
    const cluster = inject('postgresUrl')
    const admin = new pg.Client({ connectionString: cluster })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const running = await launch({ DATABASE_URL: databaseUrl(cluster, name) }).ready
    expect(running.output).toContain('from DATABASE_URL')
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
    expect((await (await signedIn(running.url))(productCalls.find, {})).records).toBeGreaterThan(0)
    expect(await stop(running.child, 'SIGTERM')).toBe(0)
  })

  it('says which setting is wrong', async () => {
    const bad = launch({ SEALWRIGHT_PORT: '99999' })
    expect(await bad.ended).toBe(1)
    expect(bad.output()).toBe('Sealwright did not start: SEALWRIGHT_PORT is "99999": expected a port from 0 to 65535.\n')
  })
})
