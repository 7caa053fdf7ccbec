// The demo program next to a newly started center, as separate processes with the center's demo data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@sealwright/client'
import {
  developerCalls,
  exchangeCalls,
  identityCalls,
  licenseCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  seatCalls,
  shownCode,
  signingKeyCalls,
  templateCalls,
} from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCenter } from '../../../e2e/support/center-process.ts'
import type { RunningCenter } from '../../../e2e/support/center-process.ts'
import { callerAt, signInDemo } from '../../../e2e/support/demo-seat.ts'

const EVERY_SECONDS = 0.3

let center: RunningCenter
let call: Client
let folder: string
/** The keys file for the program. Without it, the program gets the keys from the center, which takes seconds. */
let keys: [string, string]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-demo-program-'))
  center = await startCenter({ isFromSource: true })
  call = callerAt(center.url, await signInDemo(center.url))
  await call(identityCalls.confirm, { password: PASSWORD })
  const { developerId } = await call(developerCalls.get, {})
  const built = {
    developerId: Number(developerId),
    ...(await call(developerCalls.revealApiPassword, {})),
    ...(await programKeys()),
  }
  keys = ['--keys', join(folder, 'keys.json')]
  await writeFile(keys[1], JSON.stringify(built))
})
afterAll(async () => {
  await center?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function programKeys() {
  const { rootKey, exchangeKey } = await call(signingKeyCalls.find, {})
  return { rootKey, exchangeKey }
}

/** Starts the program and collects its output. */
function start(...args: string[]) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'main.ts'),
      '--url',
      center.url,
      '--store',
      join(folder, 'license'),
      '--language',
      'zh',
      '--every',
      String(EVERY_SECONDS),
      ...args,
    ],
    {
      env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: center.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const ended = once(child, 'close').then(([code]) => code as number | null) // it ended by itself
  const read = (chunk: Buffer) => void (output += chunk.toString())
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (output.includes(text) && resolve())
      child.stdout.on('data', look)
      void ended.then(() => reject(new Error(`The program ended without printing "${text}":\n${output}`)))
      look()
    })
  return { child, ended, said, output: () => output }
}

async function issue(licenseKeyType: number) {
  const template = (await call(pcTemplateCalls.find, { kind: 'sn' })).rows.find(
    (row) => row.licenseKeyType === licenseKeyType,
  )
  const [license] = (await call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template?.guid ?? ''] })).licenses
  if (!license) throw new Error('the issue returned no code')
  return license
}

describe('the demo program', () => {
  it('runs with a code alone, is refused within seconds after a lock, and stays refused after a restart', async () => {
    const { guid, serial } = await issue(1)
    const program = start('--code', shownCode(serial))
    await program.said('仍在授权中')
    expect(program.output()).toContain(shownCode(serial))
    const looks = () => program.output().split('仍在授权中').length
    const before = looks()
    await call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: '试用结束' })
    expect(await program.ended).toBe(3)
    // At most ten seconds of checks, however long a check takes on this computer.
    expect(looks() - before).toBeLessThan(10 / EVERY_SECONDS)
    expect(program.output()).toMatch(/✗ .+ \[LOCKED\]\n {2}.+\n$/)

    const again = start(...keys)
    expect(await again.ended).toBe(3)
    expect(again.output()).toContain('[LOCKED]')
  })

  it('releases its seat when it is stopped, and prints why an administrator took its seat back', async () => {
    const { serial } = await issue(2)
    const seats = async () => (await call(seatCalls.find, {})).rows.filter((row) => row.serial === serial)
    const first = start('--code', serial, ...keys)
    await first.said('仍在授权中')
    expect(first.output()).toContain('1 / 50')
    expect(await seats()).toHaveLength(1)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(await seats()).toEqual([])

    const second = start(...keys)
    await second.said('仍在授权中')
    await call(seatCalls.release, { guid: (await seats())[0]?.guid ?? '', reason: '设备借用到期' })
    expect(await second.ended).toBe(3)
    expect(second.output()).toContain('席位已被管理员收回：设备借用到期 [SEAT_RELEASED]\n')

    // A member of the group, whose device is not bound.
    const third = start('--code', serial, '--seat', '--store', join(folder, 'member'), '--language', 'en', ...keys)
    await third.said('still licensed')
    await call(seatCalls.release, { guid: (await seats())[0]?.guid ?? '', reason: 'Back to the pool' })
    expect(await third.ended).toBe(3)
    expect(third.output()).toContain('An administrator took back the seat: Back to the pool [SEAT_RELEASED]\n')
  })

  it('is licensed by files without a network, and gives its license up by a file', async () => {
    const template = (await call(templateCalls.find, {})).rows[0]
    const [license] = (await call(licenseCalls.issue, { templateGuid: template?.guid ?? '' })).licenses
    // A port where nobody listens.
    const offline = ['--url', 'http://127.0.0.1:9', '--store', join(folder, 'offline'), '--folder', folder, ...keys]
    const written = async (...args: string[]) => {
      const program = start(...args, ...offline)
      expect([await program.ended, program.output()]).toEqual([0, expect.stringMatching(/✓ .+\.c2d\n/)])
      const [path = ''] = /\/\S.*\.c2d/.exec(program.output()) ?? []
      return { text: await readFile(path, 'utf8'), output: program.output() }
    }
    const request = await written('--request', '--qr', '--code', shownCode(license?.serial ?? ''))
    expect(request.output).toMatch(/(?:[█▀▄ ]{60,}\n){30,}/)
    const hand = (text: string) =>
      call(exchangeCalls.hand, { licenseGuid: license?.guid ?? '', name: 'request.c2d', text })
    const answer = join(folder, 'answer.d2c')
    await writeFile(answer, (await hand(request.text)).text)
    const program = start('--import', answer, ...offline)
    await program.said('无法连接授权服务器，可用至')
    program.child.kill('SIGINT')
    expect(await program.ended).toBe(0)
    expect(await hand((await written('--unbind')).text)).toMatchObject({ kind: 'unbind' })
    const without = start(...offline)
    expect(await without.ended).toBe(3)
    expect(without.output()).toContain('[NOT_ACTIVATED]')
  })

  it('reports invalid options without a stack trace', async () => {
    const program = start('--account', 'somebody@example.com')
    expect(await program.ended).toBe(2)
    expect(program.output()).toMatch(/^[^\n]*--product[^\n]*\n$/)
  })
})
