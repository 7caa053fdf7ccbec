// The operator command that registers dongles.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlLockCalls, operationLogCalls, userLockCalls } from '@sealwright/contract'
import { createTerminal, createTestCenter, lockOf, newRegistration } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let one: Actor
beforeAll(async () => {
  center = await createTestCenter()
  one = await center.developer()
})
afterAll(() => center.close())
const { platform } = createTerminal(() => center)

const HEAD = 'kind,shell,serial,produced,firmware,sign,seal,mode,days,pin'
const cells = (given: Record<string, string> = {}) => {
  const { row } = newRegistration()
  const usual: Record<string, string> = {
    kind: 'user',
    shell: row.shellNumber,
    serial: row.serialNumber,
    produced: '2026-01-15T08:00:00.000Z',
    firmware: '3.1.0',
    sign: row.signKey ?? '',
    seal: row.sealKey ?? '',
    mode: 'activation',
    days: '45',
    pin: '',
  }
  return { ...usual, ...given }
}
const control = (given: Record<string, string> = {}) =>
  cells({ kind: 'control', sign: '', seal: '', mode: '', days: '', ...given })
const lineOf = (row: Record<string, string>) =>
  HEAD.split(',')
    .map((column) => row[column] ?? '')
    .join(',')

async function register(rows: readonly Record<string, string>[], ...options: string[]) {
  const path = join(await mkdtemp(join(tmpdir(), 'sealwright-dongles-')), 'dongles.csv')
  await writeFile(path, [HEAD, ...rows.map(lineOf), ''].join('\r\n'))
  return platform('register-dongles', path, ...options)
}
const mine = () => ['--developer', String(one.developerId)]

describe('register-dongles', () => {
  it('registers user locks and control locks with their PINs, and the same file again changes nothing', async () => {
    const [activation, permanent] = [cells(), cells({ mode: 'permanent' })]
    const own = control({ pin: '7731-2026' })
    const rows = [activation, permanent, own]
    const first = await register(rows, ...mine())
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('3 dongles registered.')])
    const again = await register(rows, ...mine())
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining('0 dongles registered, 3 were registered already.'),
    ])
    const { rows: locks } = await one.call(userLockCalls.find, { keyword: activation['shell'] })
    expect(locks).toMatchObject([
      { status: 1, activationMode: 1, offlineDays: 45, serialNumber: activation['serial'], firmware: '3.1.0' },
    ])
    expect(await one.call(userLockCalls.find, { keyword: permanent['shell'] })).toMatchObject({
      rows: [{ status: 7, activationMode: 0 }],
    })
    expect((await one.call(controlLockCalls.find, {})).rows).toMatchObject([
      { shellNumber: own['shell'], hasPin: true },
    ])
    const guid = locks[0]?.guid ?? ''
    expect(await lockOf(one, guid)).toMatchObject({ lastNumber: 0, takenNumber: 0 })
    const log = await one.call(operationLogCalls.find, { targetGuid: guid })
    expect(log.rows).toMatchObject([{ actor: '平台', targetKind: 'userLock', targetName: activation['shell'] }])
  })

  it('names the line and column of every wrong cell, and registers nothing if one is wrong', async () => {
    const good = cells()
    const wrong: [Record<string, string>, string][] = [
      [cells({ kind: 'usb' }), 'Line 3, kind'],
      [cells({ shell: '12' }), 'Line 4, shell'],
      [cells({ serial: 'x' }), 'Line 5, serial'],
      [cells({ produced: '2999-01-01' }), 'Line 6, produced'],
      [cells({ firmware: '' }), 'Line 7, firmware'],
      [cells({ sign: 'short' }), 'Line 8, sign'],
      [cells({ seal: '' }), 'Line 9, seal'],
      [cells({ mode: 'forever' }), 'Line 10, mode'],
      [cells({ days: '0' }), 'Line 11, days'],
      [cells({ pin: '1234' }), 'Line 12, pin'],
      [control({ sign: good['sign'] ?? '' }), 'Line 13, sign'],
      [cells({ shell: good['shell'] ?? '' }), 'Line 14, shell: is the same as in line 2'],
      // A point of low order, to which nothing can be sealed.
      [cells({ seal: 'A'.repeat(43) }), 'Line 15, seal'],
    ]
    const { code, output: told } = await register([good, ...wrong.map(([row]) => row)], ...mine())
    expect(code).toBe(1)
    for (const [, problem] of wrong) expect(told).toContain(problem)
    expect(told).toContain('Nothing was registered.')
    expect((await one.call(userLockCalls.find, { keyword: good['shell'] })).records).toBe(0)
  })

  it('refuses numbers and keys that are known with others, or for another developer', async () => {
    const known = cells()
    await register([known], ...mine())
    const other = await center.developer()
    const told = async (row: Record<string, string>, of: Actor) =>
      (await register([cells(), row], '--developer', String(of.developerId))).output
    expect(await told(known, other)).toContain(`Line 3, shell: registered for another developer (${one.developerId}).`)
    expect(await told(cells({ sign: known['sign'] ?? '' }), other)).toContain('Line 3, sign: registered for another')
    expect(await told(cells({ serial: known['serial'] ?? '' }), one)).toContain('Line 3, serial: registered already')
    expect((await other.call(userLockCalls.find, {})).records).toBe(0)
  })

  it('puts dongles into stock, where no developer has them', async () => {
    const row = cells()
    expect((await register([row], '--stock')).output).toContain('Stock: 1 dongle registered.')
    expect((await register([row], '--stock')).output).toContain('0 dongles registered, 1 was registered already.')
    expect((await register([row], ...mine())).output).toContain('Line 2, shell: in stock already')
    expect((await register([row], '--stock', ...mine())).code).toBe(2)
    expect((await one.call(userLockCalls.find, { keyword: row['shell'] })).records).toBe(0)
  })

  it('says what is missing: the file, its columns, its rows, or the developer', async () => {
    await center.developer()
    expect((await platform('register-dongles')).code).toBe(2)
    expect((await register([cells()])).code).toBe(2)
    expect((await register([cells()], '--developer', 'x')).code).toBe(2)
    expect(await register([cells()], '--developer', '999999')).toMatchObject({ code: 1 })
    expect((await platform('register-dongles', '/nowhere.csv', ...mine())).output).toContain('cannot be read')
    expect((await register([], ...mine())).output).toContain('has no dongles')
    const path = join(await mkdtemp(join(tmpdir(), 'sealwright-dongles-')), 'dongles.csv')
    await writeFile(path, 'shell,serial\n')
    expect((await platform('register-dongles', path, ...mine())).output).toContain('kind, produced')
  })
})
