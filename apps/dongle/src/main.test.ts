// The command as a person runs it, with the dongle and the demo program in processes of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localDongles } from '@sealwright/sdk'
import { plugOf, whileHeld } from '@sealwright/sdk/device'
import { afterAll, describe, expect, it } from 'vitest'
import {
  DAY_MS,
  DEVELOPER,
  ROOT,
  SIGNING,
  certificateOf,
  exchangeKeyOf,
  seconds,
} from '../../../packages/sdk/src/authority.fixture.ts'
import { runCommand } from './command.ts'
import { readState } from './core/state.ts'
import { LICENSE_ID, activation, adding, packageFor, publicOf, requestOf } from './vendor.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'sw-cli-'))
const dongles = join(folder, 'd')
const keys = join(folder, 'keys.json')
const csv = join(folder, 'dongles.csv')
writeFileSync(
  keys,
  JSON.stringify({ developerId: DEVELOPER, apiPassword: 'x', rootKey: ROOT.x, exchangeKey: exchangeKeyOf() }),
)
afterAll(async () => {
  const driver = localDongles(dongles)
  for (const { serial } of await driver.list())
    await whileHeld(plugOf(dongles, serial), (line) => line.ask('unplug', {}))
  rmSync(folder, { recursive: true, force: true })
})

function start(file: string, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, file), ...args, '--language', 'en'],
    { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const read = (chunk: Buffer) => void (output += chunk.toString())
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = once(child, 'close').then(([code]) => code as number | null) // it ended by itself
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (output.includes(text) && resolve())
      child.stdout.on('data', look)
      void ended.then(() => reject(new Error(`The program ended without printing "${text}":\n${output}`)))
      look()
    })
  return { ended, said, output: () => output }
}
async function dongle(...args: string[]) {
  let output = ''
  const places = ['--folder', dongles, '--csv', csv, '--language', 'en']
  const code = await runCommand([...args, ...places], (text) => void (output += text))
  return { code, output }
}

describe('the command', () => {
  it('makes a dongle, plugs it in, imports a package, and stops the demo program when it is unplugged', async () => {
    expect(await dongle('make', '--keys', keys, '--shell', '9912345678', '--days', '7')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`plug --dongle 9912345678 --folder ${dongles}`) as string,
    })
    const [serial = ''] = readdirSync(dongles)
    const state = readState(dongles, serial)
    const { sign, seal } = publicOf(state)
    const produced = new Date(state.producedAt * 1000).toISOString()
    expect(readFileSync(csv, 'utf8')).toBe(
      'kind,shell,serial,produced,firmware,sign,seal,mode,days,pin\n' +
        `user,9912345678,${serial},${produced},1.0.0,${sign},${seal},activation,7,\n`,
    )
    expect(await dongle('info')).toMatchObject({ code: 2, output: expect.stringContaining('-- plug') as string })
    expect(await dongle('plug')).toMatchObject({ code: 0 })
    expect(await dongle('plug')).toMatchObject({ code: 2, output: 'The dongle is already plugged in.\n' })
    // A port where nobody listens.
    const unheard = await dongle('activate', '--keys', keys, '--url', 'http://127.0.0.1:9')
    expect(unheard).toMatchObject({ code: 4, output: expect.stringContaining('[NO_ANSWER]') as string })

    expect(await dongle('request', 'fetch', '--out', folder)).toMatchObject({ code: 0 })
    const [request = ''] = readdirSync(folder).filter((name) => name.endsWith('.c2d'))
    expect(request).toMatch(/^9912345678 /)
    expect(requestOf(readFileSync(join(folder, request), 'utf8'))).toMatchObject({ act: 'fetch', serial, seq: 2 })

    const now = Date.now()
    const times = { nbf: seconds(now - DAY_MS), signsUntil: seconds(now + DAY_MS), exp: seconds(now + 90 * DAY_MS) }
    const text = packageFor(
      state,
      1,
      [activation(seconds(now + 7 * DAY_MS)), adding({ modules: [4], span: { op: 1, value: 30 } })],
      {
        at: now,
        claims: { keys: [{ kid: SIGNING.kid, certificate: certificateOf(SIGNING, times) }] },
      },
    )
    const file = join(folder, 'package.d2c')
    writeFileSync(file, text)
    expect(await dongle('import', file)).toEqual({ code: 0, output: '✓ Package 1: done, done\n' })
    const again = await dongle('import', file)
    expect(again).toMatchObject({ code: 3, output: expect.stringContaining('[PACKAGE_REPLAYED]') as string })

    const fresh = (await dongle('info')).output
    expect(fresh).toContain('days from first use 30')
    expect(fresh).not.toContain('ends')

    const program = start('../../demo-program/src/main.ts', [
      '--dongle',
      '--license-id',
      String(LICENSE_ID),
      '--dongles',
      dongles,
      '--keys',
      keys,
      '--every',
      '0.2',
    ])
    await program.said('still licensed')
    expect(program.output()).toContain(serial)
    expect(program.output()).toMatch(/Expires +\w+ \d+, \d{4}.*\(30 days from first use\)/)
    expect((await dongle('info')).output).toMatch(/ends \w+ \d+, \d{4}/)
    expect(await dongle('unplug', '--dongle', serial)).toMatchObject({ code: 0 })
    expect(await program.ended).toBe(3)
    expect(program.output()).toMatch(/✗ .+ \[DONGLE_MISSING\]\n {2}.+\n$/)
    expect(await dongle('list', '--json')).toMatchObject({
      code: 0,
      output: `${JSON.stringify([{ serial, shell: '9912345678', isPlugged: false }])}\n`,
    })
  })

  it.each([
    [['format'], 'There is no such command: format'],
    [['make'], '--keys'],
    [['make', '--keys', keys, '--shell', '12'], '--shell must have 6 to 20 digits.'],
    [['make', '--keys', keys, '--days', '0'], '--days'],
    [['make', '--keys', keys, '--mode', 'both'], '--mode'],
    [['info', '--dongle', '000000'], 'There is no such dongle: 000000'],
    [['import'], 'Pass the file to import.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('tells what is wrong with %j, without a stack trace', async (args, message) => {
    const { code, output } = await dongle(...args)
    expect([code, output]).toEqual([2, expect.stringContaining(message) as string])
    expect(output).not.toMatch(/^\s+at /m)
  })
})
