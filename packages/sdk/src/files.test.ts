// Files without a network: what a device writes and accepts, what it refuses, and that a crash between any two writes
// neither loses nor doubles a license. The center is a function that opens requests and signs answers.
import { createHash, randomBytes } from 'node:crypto'
import fs, { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { C2D_QR_BYTES } from '@sealwright/contract/exchange-files'
import type { D2cPackage } from '@sealwright/contract/exchange-files'
import { makePair as makeDevice, pairOf, readFile, writeFile } from '@sealwright/exchange'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DAY_MS,
  DEVELOPER,
  LICENSE,
  NOW,
  READING,
  ROOT,
  SIGNING,
  answerTo,
  certificateOf,
  exchangeKeyOf,
  keysOf,
  leaseWith,
  machineOf,
  makePair,
  readC2d,
  readingWith,
  revocationsOf,
  seconds,
} from './authority.fixture.ts'
import type { Sealwright, SealwrightOptions } from './face.ts'
import { LicenseRefusal, Unreachable } from './refusal.ts'
import { createSealwright } from './sealwright.ts'
import { createServer, json, problem } from './server.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
let storePath: string
let now: number
let server: ReturnType<typeof createServer>
beforeEach(() => {
  storePath = join(folder, `${++made}.license`)
  now = NOW
  server = createServer(() => now)
})
const opened: Sealwright[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

/** Without a network, unless `fetch` is given. */
async function open(given: Partial<SealwrightOptions> = {}) {
  const sealwright = await createSealwright({
    url: 'https://license.example',
    developerId: DEVELOPER,
    apiPassword: '00',
    rootKey: ROOT.x,
    exchangeKey: exchangeKeyOf(),
    licenseId: 100201,
    storePath,
    language: 'en',
    machine: READING,
    clock: () => now,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    background: false,
    ...given,
  })
  opened.push(sealwright)
  return sealwright
}
const reasonOf = (sealwright: Sealwright) => {
  const status = sealwright.status()
  return status.isLicensed ? 'licensed' : status.refusal.type
}
const typeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'accepted',
    (error: unknown) => (error instanceof LicenseRefusal ? error.type : String(error)),
  )
/** A device that was bound by a file. */
async function bound() {
  const sealwright = await open()
  const { text } = await sealwright.requestFile(CODE)
  const answer = answerTo(text)
  await sealwright.importFile(answer)
  return { sealwright, answer }
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const leaseAt = (at: number, given: object = {}, by = SIGNING): D2cPackage => ({
  kind: 'lease',
  lease: leaseWith({ iat: seconds(at), nbf: seconds(at), exp: seconds(at + 30 * DAY_MS), ...given }, by),
})
const dataOf = (area: string, content: string): D2cPackage => ({
  kind: 'data',
  licenseId: 100201,
  area,
  content: base64(content),
  revision: 4,
})

/** Values that belong into a file, for places where they do not. */
/** Its check character is right. */
const CODE = 'AAAA-AAAA-AAAA-AAAA'
const PIECES = [leaseWith(), certificateOf(SIGNING), revocationsOf([]), [leaseAt(NOW)], [{}], [null]]

describe('a device without a network', () => {
  it('refuses a mistyped code before a file carries it to the vendor', async () => {
    const sealwright = await open()
    for (const code of ['AAAA', 'AAAA-AAAA-AAAA-AAAB', `${CODE}A`])
      expect(await typeOf(sealwright.requestFile(code))).toBe('CODE_MISTYPED')
    expect(readC2d((await sealwright.requestFile(CODE.toLowerCase().replaceAll('-', ' '))).text)).toHaveProperty('code')
  })

  it('is bound by a file, and runs until its lease ends, also after a restart', async () => {
    const sealwright = await open()
    const told: boolean[] = []
    sealwright.on('changed', ({ isLicensed }) => told.push(isLicensed))
    const { name, text } = await sealwright.requestFile({ code: CODE, password: 'secret' })
    expect(name).toMatch(/^PC-1 2026-0[23]-\d\d \d{4}\.c2d$/)
    expect(readC2d(text)).toMatchObject({
      iss: String(DEVELOPER),
      kind: 'bind',
      code: CODE,
      password: 'secret',
      licenseId: 100201,
      iat: seconds(NOW),
      counter: 0,
      machine: { fingerprint: machineOf().fingerprint, parts: machineOf().parts, name: 'PC-1', os: 'Linux' },
    })
    expect(reasonOf(sealwright)).toBe('NOT_ACTIVATED')
    now += DAY_MS
    // The file travels, and the program was closed meanwhile.
    const again = await open()
    expect(await again.importFile(answerTo(text, { at: NOW + DAY_MS / 2 }))).toMatchObject({
      isLicensed: true,
      claims: { license: LICENSE, revision: 3 },
      offlineUntil: new Date(NOW + 30.5 * DAY_MS),
    })
    expect([told, reasonOf(await open())]).toEqual([[], 'licensed'])
    now = NOW + 31 * DAY_MS
    expect(reasonOf(await open())).toBe('LEASE_EXPIRED')
  })

  it('renews its lease by a file, which names the lease that it holds', async () => {
    const { sealwright } = await bound()
    now += 31 * DAY_MS
    expect(reasonOf(sealwright)).toBe('LEASE_EXPIRED')
    const { text } = await sealwright.refreshFile()
    const lease = '01a1dd92-78a7-7628-a85a-7d4315a34c0d'
    expect(readC2d(text)).toMatchObject({ kind: 'refresh', lease, code: 'AAAABBBBCCCCDDDD', counter: 0 })
    const told: unknown[] = []
    sealwright.on('changed', (status) => told.push(status.isLicensed && status.claims.revision))
    await sealwright.importFile(answerTo(text, { at: now, packages: [leaseAt(now, { revision: 4 })] }))
    expect([told, reasonOf(await open())]).toEqual([[4], 'licensed'])
  })

  it('asks for an account, with the token of a user who is signed in', async () => {
    expect(readC2d((await (await open()).requestFile({ account: 'jo@example.com' })).text)).toMatchObject({
      account: 'jo@example.com',
      licenseId: 100201,
    })
    await expect((await open()).requestFile()).rejects.toMatchObject({ type: 'NOT_SIGNED_IN' })
    await expect((await open({ licenseId: undefined })).requestFile({ account: 'jo' })).rejects.toThrow('licenseId')
    server.answers['login'] = () => json({ token: 't'.repeat(43), account: 'jo@example.com' })
    const sealwright = await open({ fetch: server.fetch })
    await sealwright.login('jo@example.com', 'password')
    expect(readC2d((await sealwright.requestFile()).text)).toMatchObject({
      account: 'jo@example.com',
      token: 't'.repeat(43),
    })
    expect(readC2d((await sealwright.requestFile({ account: 'other' })).text)).not.toHaveProperty('token')
  })

  it('keeps its keys, and learns the exchange key at any contact with the server', async () => {
    const bare = await open({ exchangeKey: undefined, fetch: server.fetch })
    expect(await typeOf(bare.requestFile(CODE))).toBe('NO_EXCHANGE_KEY')
    server.answers['activate'] = () => json({ lease: leaseWith() })
    await bare.activate('AAAA')
    const later = await open({ exchangeKey: undefined })
    const first = readC2d((await later.refreshFile()).text)
    expect(readC2d((await (await open()).refreshFile()).text).keys).toEqual(first.keys)
    await expect(open({ exchangeKey: exchangeKeyOf({}, makePair('x')) })).rejects.toThrow('exchangeKey')
    await expect(open({ exchangeKey: exchangeKeyOf({ iss: '1' }) })).rejects.toThrow('exchangeKey')
  })

  it('fits its request into a QR code, however long its names are, and refuses endless input', async () => {
    const names = { name: '设计部门的计算机'.repeat(20), os: 'Ü'.repeat(150) }
    const sealwright = await open({ machine: { ...READING, ...names } })
    const { name, text } = await sealwright.requestFile({ code: CODE, password: 'a'.repeat(20) })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(C2D_QR_BYTES)
    const { machine } = readC2d(text)
    expect([names.name.startsWith(machine.name ?? '!'), names.os.startsWith(machine.os ?? '!')]).toEqual([true, true])
    expect(name.length).toBeLessThan(100)
    const endless = randomBytes(4_000).toString('base64url')
    expect(await typeOf(sealwright.requestFile({ code: CODE, password: endless }))).toBe('FILE_TOO_LARGE')
  })

  it('reads imported data areas: read-only ones at once, the read-write one if the server is unreachable', async () => {
    const sealwright = await open({ fetch: server.fetch })
    const { text } = await sealwright.requestFile(CODE)
    const zones = { rom: digestOf('read only'), pub: digestOf('public') }
    const packages = [
      leaseAt(NOW, { products: [{ licenseId: 100201, version: 3, modules: [], zones }] }),
      dataOf('rom', 'read only'),
      dataOf('pub', 'public'),
      dataOf('raw', 'notes'),
    ]
    expect(await typeOf(sealwright.importFile(answerTo(text, { packages: [...packages, dataOf('rom', 'x')] })))).toBe(
      'FILE_FORGED',
    )
    await sealwright.importFile(answerTo(text, { packages }))
    const read = async (area: 'rom' | 'raw' | 'pub') =>
      Buffer.from((await sealwright.data.read(area)).content).toString()
    expect([await read('rom'), await read('pub'), await read('raw')]).toEqual(['read only', 'public', 'notes'])
    expect(server.asked.map(({ path }) => path)).toEqual(['data/read'])
    server.answers['data/read'] = () => json({ content: base64('newer notes'), revision: 5 })
    expect(await sealwright.data.read('raw')).toMatchObject({ revision: 5 })
    await expect(sealwright.data.write('x', 5)).rejects.toBeInstanceOf(Unreachable)
    now += 31 * DAY_MS
    server.answers['data/read'] = undefined
    await expect(sealwright.data.read('rom')).rejects.toBeInstanceOf(Unreachable)
  })
})

describe('a removal', () => {
  it('destroys the license first, and can write its file again until the next license', async () => {
    const { sealwright } = await bound()
    const file = await sealwright.unbindToFile()
    expect(readC2d(file.text)).toMatchObject({
      kind: 'unbind',
      lease: '01a1dd92-78a7-7628-a85a-7d4315a34c0d',
      code: 'AAAABBBBCCCCDDDD',
      counter: 1,
    })
    expect([reasonOf(sealwright), reasonOf(await open())]).toEqual(['NOT_ACTIVATED', 'NOT_ACTIVATED'])
    expect([await sealwright.unbindToFile(), await (await open()).unbindToFile()]).toEqual([file, file])
    const { text } = await sealwright.requestFile(CODE)
    expect(readC2d(text).counter).toBe(1)
    await sealwright.importFile(answerTo(text))
    expect(readC2d((await sealwright.unbindToFile()).text).counter).toBe(2)
  })

  it('ends with its receipt, and without a license there is none', async () => {
    const { sealwright } = await bound()
    const { text } = await sealwright.unbindToFile()
    expect(await sealwright.importFile(answerTo(text))).toMatchObject({ refusal: { type: 'NOT_ACTIVATED' } })
    expect(await typeOf(sealwright.unbindToFile())).toBe('NOT_ACTIVATED')
    expect(await typeOf(sealwright.refreshFile())).toBe('NOT_ACTIVATED')
    const other = await bound()
    const removal = await other.sealwright.unbindToFile()
    const lease = answerTo(removal.text, { packages: [leaseAt(NOW)] })
    expect(await typeOf(other.sealwright.importFile(lease))).toBe('FILE_FORGED')
  })

  it('is not made if the program cannot write a file that the center reads, or the disk is full', async () => {
    await bound()
    const blind = await open({ exchangeKey: undefined })
    expect([await typeOf(blind.unbindToFile()), reasonOf(blind)]).toEqual(['NO_EXCHANGE_KEY', 'licensed'])
    const sealwright = await open()
    const request = (await sealwright.refreshFile()).text
    await failing('renameSync', Number.POSITIVE_INFINITY, async () => {
      expect([await typeOf(sealwright.unbindToFile()), reasonOf(sealwright)]).toEqual(['STORE_UNWRITABLE', 'licensed'])
      expect(await typeOf(sealwright.requestFile(CODE))).toBe('STORE_UNWRITABLE')
      expect(await typeOf(sealwright.importFile(answerTo(request)))).toBe('STORE_UNWRITABLE')
    })
    expect(await typeOf(sealwright.importFile(answerTo(request)))).toBe('accepted')
    expect(readC2d((await sealwright.unbindToFile()).text).counter).toBe(1)
  })

  it('is not undone by an answer of the server that was on its way, nor by another process', async () => {
    await bound()
    const [one, other] = [await open({ fetch: server.fetch }), await open()]
    let go: () => void = () => undefined
    server.held.until = new Promise((resolve) => (go = resolve))
    server.answers['validate'] = () => json({ lease: leaseWith({ revision: 4, iat: seconds(now), nbf: seconds(now) }) })
    server.answers['activate'] = server.answers['validate']
    const [validating, activating] = [one.validate(), typeOf(one.activate('AAAA'))]
    await one.unbindToFile()
    go()
    expect([(await validating).isLicensed, await activating]).toEqual([false, 'NOT_ACTIVATED'])
    expect(reasonOf(other)).toBe('licensed')
    // By now the other process has written the time.
    now += 3_600_000
    other.status()
    expect([reasonOf(other), reasonOf(await open())]).toEqual(['NOT_ACTIVATED', 'NOT_ACTIVATED'])
    expect(readC2d((await other.unbindToFile()).text).counter).toBe(1)
  })

  it('is not forgotten by another process that gives the license up online at the same time', async () => {
    await bound()
    const [one, other] = [await open({ fetch: server.fetch }), await open()]
    server.answers['validate'] = () => json({ lease: null })
    await one.validate()
    let go: () => void = () => undefined
    server.held.until = new Promise((resolve) => (go = resolve))
    server.answers['deactivate'] = () => json({})
    const deactivating = one.deactivate()
    const removal = await other.unbindToFile()
    go()
    await deactivating
    expect(await (await open()).unbindToFile()).toEqual(removal)
    expect(readC2d((await one.requestFile(CODE)).text).counter).toBe(1)
  })

  it('shows in the next request that the store is older: a restored store sends its old counter', async () => {
    await bound()
    const backup = `${storePath}.backup`
    copyFileSync(storePath, backup)
    const removal = await (await open()).unbindToFile()
    copyFileSync(backup, storePath)
    const restored = await open()
    // Until the center hears from it, nothing on this device contradicts the backup.
    expect(reasonOf(restored)).toBe('licensed')
    expect(readC2d((await restored.refreshFile()).text).counter).toBe(0)
    expect(readC2d((await restored.unbindToFile()).text).counter).toBe(readC2d(removal.text).counter)
  })
})

describe('a license file is refused', () => {
  const refusedAs = async (sealwright: Sealwright, text: string, reason: string) => {
    const before = reasonOf(sealwright)
    expect(await typeOf(sealwright.importFile(text))).toBe(reason)
    expect([reasonOf(sealwright), reasonOf(await open())]).toEqual([before, before])
  }
  const request = async () => {
    const sealwright = await open()
    return { sealwright, c2d: (await sealwright.requestFile(CODE)).text }
  }

  it('if it is not one, is damaged, of a later version or of the wrong kind', async () => {
    const { sealwright, c2d } = await request()
    const d2c = answerTo(c2d)
    await refusedAs(sealwright, 'Dear customer,', 'FILE_UNREADABLE')
    await refusedAs(sealwright, d2c.slice(0, 500), 'FILE_DAMAGED')
    await refusedAs(sealwright, d2c.replace(/^(.{200})./s, '$1!'), 'FILE_DAMAGED')
    await refusedAs(sealwright, d2c.replace('D2C 1', 'D2C 2'), 'FILE_VERSION')
    await refusedAs(sealwright, c2d, 'FILE_WRONG_KIND')
    await sealwright.importFile(`> ${d2c.replaceAll('\n', '\r\n> ')}`)
    expect(reasonOf(sealwright)).toBe('licensed')
  })

  it('on another device, even if that device copies the store', async () => {
    const { c2d } = await request()
    const d2c = answerTo(c2d)
    const elsewhere = { storePath: `${storePath}.other`, machine: readingWith(['disk', 'board', 'systemId']) }
    const stranger = await open(elsewhere)
    expect(await typeOf(stranger.importFile(d2c))).toBe('FILE_OTHER_MACHINE')
    await stranger.requestFile(CODE)
    expect(await typeOf(stranger.importFile(d2c))).toBe('FILE_OTHER_MACHINE')
    copyFileSync(storePath, elsewhere.storePath)
    expect(await typeOf((await open(elsewhere)).importFile(d2c))).toBe('FILE_OTHER_MACHINE')
    // The center answers only for the device in the request, so the lease inside tells them apart as well.
    const another = leaseAt(NOW, { machine: { id: 'm2', fingerprint: 'other-fingerprint', parts: [] } })
    const { sealwright } = await request()
    const c2dAgain = (await sealwright.requestFile(CODE)).text
    await refusedAs(sealwright, answerTo(c2dAgain, { packages: [another] }), 'OTHER_MACHINE')
  })

  it('if it was edited, or signed by anybody but the center of this developer', async () => {
    const { sealwright, c2d } = await request()
    const file = readFile(answerTo(c2d))
    const token = 'token' in file ? file.token : ''
    const [head, , iv, body = '', tag] = token.split('.')
    const flipped = `${body.slice(0, 40)}${body[40] === 'A' ? 'B' : 'A'}${body.slice(41)}`
    await refusedAs(sealwright, writeFile('D2C', [head, '', iv, flipped, tag].join('.')), 'FILE_FORGED')
    const attacker = makePair('k1')
    const nonce = readC2d(c2d).jti
    const forged: [object, string][] = [
      // The keys of the attacker, with lists that the root never signed, or signed for another request.
      [{ revocations: revocationsOf([], { nonce, keys: ['k1'] }, attacker) }, 'FILE_FORGED'],
      [{ revocations: revocationsOf([], { nonce: 'another-request', keys: ['k1'] }) }, 'FILE_FORGED'],
      [{ revocations: '' }, 'FILE_FORGED'],
      [{ keys: [] }, 'KEY_NOT_CERTIFIED'],
      [{ keys: [{ kid: 'k1', certificate: certificateOf(attacker, {}, attacker) }] }, 'KEY_NOT_CERTIFIED'],
      [{ revocations: revocationsOf(['k1'], { nonce, keys: [] }) }, 'KEY_REVOKED'],
      [{ iss: '999' }, 'FILE_FOREIGN'],
      [{ exp: 'later' }, 'FILE_FORGED'],
      [{ packages: 'none' }, 'FILE_FORGED'],
      [{ packages: [] }, 'LEASE_MALFORMED'],
    ]
    for (const [claims, reason] of forged) await refusedAs(sealwright, answerTo(c2d, { claims }), reason)
    const mine = keysOf([SIGNING], [], NOW, nonce)
    await refusedAs(sealwright, answerTo(c2d, { by: attacker, claims: mine }), 'FILE_FORGED')
    const leases = { packages: [leaseAt(NOW, {}, attacker)] }
    await refusedAs(sealwright, answerTo(c2d, leases), 'LEASE_FORGED')
    const pair = pairOf(makeDevice())
    await refusedAs(sealwright, answerTo(c2d, { to: pair?.public.seal ?? '' }), 'FILE_OTHER_MACHINE')
  })

  it('past its end, and while the clock is before its time or was set back', async () => {
    const { sealwright, c2d } = await request()
    const d2c = answerTo(c2d, { at: NOW + DAY_MS, claims: { exp: seconds(NOW + 3 * DAY_MS) } })
    await refusedAs(sealwright, d2c, 'LEASE_NOT_YET_GOOD')
    now = NOW + 3 * DAY_MS
    await refusedAs(sealwright, d2c, 'FILE_ENDED')
    now = NOW + 2 * DAY_MS
    await sealwright.importFile(d2c)
    // The latest known time is at least that of the file.
    now = NOW
    expect(reasonOf(sealwright)).toBe('CLOCK_ROLLED_BACK')
    const second = await sealwright.refreshFile()
    await refusedAs(sealwright, answerTo(second.text, { at: NOW }), 'CLOCK_ROLLED_BACK')
  })

  it('if no request of this device is open for it: imported before, or made before a removal', async () => {
    const { sealwright, c2d } = await request()
    const second = (await sealwright.requestFile(CODE)).text
    const third = (await sealwright.requestFile(CODE)).text
    await sealwright.importFile(answerTo(second))
    await refusedAs(sealwright, answerTo(second), 'FILE_NOT_ASKED')
    await refusedAs(sealwright, answerTo(c2d), 'FILE_NOT_ASKED')
    const refresh = (await sealwright.refreshFile()).text
    await sealwright.unbindToFile()
    for (const text of [second, third, refresh]) await refusedAs(sealwright, answerTo(text), 'FILE_NOT_ASKED')
  })

  it('if it was made before the license was given up online', async () => {
    const { sealwright } = await bound()
    const { text } = await sealwright.refreshFile()
    const online = await open({ fetch: server.fetch })
    server.answers['deactivate'] = () => json({})
    await online.deactivate()
    expect(await typeOf(online.importFile(answerTo(text)))).toBe('FILE_NOT_ASKED')
    expect(reasonOf(await open())).toBe('NOT_ACTIVATED')
  })

  it('if the device has a newer lease, and it does not lift a later refusal', async () => {
    await bound()
    const online = await open({ fetch: server.fetch })
    const [first, second] = [await online.refreshFile(), await online.refreshFile()]
    now += DAY_MS
    server.answers['validate'] = () => json({ lease: leaseWith({ iat: seconds(now), nbf: seconds(now) }) })
    await online.validate()
    await refusedAs(online, answerTo(first.text), 'LEASE_SUPERSEDED')
    now += DAY_MS
    server.answers['validate'] = () => problem('LOCKED')
    await online.validate()
    expect(await online.importFile(answerTo(first.text, { at: now - DAY_MS / 2 }))).toMatchObject({
      refusal: { type: 'LOCKED' },
    })
    expect(await online.importFile(answerTo(second.text, { at: now }))).toMatchObject({ isLicensed: true })
  })

  it('if its key was retired in a newer list that the device knows', async () => {
    await bound()
    const online = await open({ fetch: server.fetch })
    const { text } = await online.refreshFile()
    now += 2 * DAY_MS
    const next = makePair('k2')
    server.answers['keys'] = (_body, nonce) => json(keysOf([next], [SIGNING.kid], now, nonce))
    server.answers['validate'] = () => json({ lease: null })
    await online.validate()
    expect(await typeOf(online.importFile(answerTo(text, { at: NOW + DAY_MS })))).toBe('KEY_REVOKED')
    expect(await typeOf(online.importFile(answerTo(text, { at: now, by: next })))).toBe('accepted')
  })
})

it('whatever a file says, importing it ends in a license or in a refusal with a reason', async () => {
  const sealwright = await open()
  const claim = fc.constantFrom('iss', 're', 'iat', 'exp', 'keys', 'revocations', 'packages')
  const said = fc.dictionary(claim, fc.oneof(fc.jsonValue(), fc.constantFrom(...PIECES)), { maxKeys: 2 })
  const edit = fc.option(fc.tuple(fc.nat(4_000), fc.nat(40), fc.string()), { freq: 3 })
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(said, edit, async (claims, edited) => {
      const d2c = answerTo((await sealwright.requestFile(CODE)).text, { claims })
      const [at, length, by] = edited ?? [0, 0, '']
      const type = await typeOf(sealwright.importFile(d2c.slice(0, at) + by + d2c.slice(at + length)))
      expect(type).toMatch(/^(?:accepted|[A-Z]+(?:_[A-Z]+)+)$/)
      seen.add(type)
    }),
    { numRuns: 60 },
  )
  expect(seen.size).toBeGreaterThan(3)
})
const CALLS = ['mkdirSync', 'writeFileSync', 'chmodSync', 'renameSync', 'rmSync'] as const

/** Runs with a file system that fails from one call on, as a full disk does. */
async function failing(from: (typeof CALLS)[number] | 'any', calls: number, run: () => Promise<unknown>) {
  const real = { ...fs }
  let count = 0
  for (const name of CALLS) {
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (from === 'any' ? count++ >= calls : name === from) throw new Error('killed')
        return (real[name] as (...given: unknown[]) => unknown)(...args) // the same arguments
      },
    })
  }
  syncBuiltinESMExports()
  try {
    await run()
  } finally {
    Object.assign(fs, Object.fromEntries(CALLS.map((name) => [name, real[name]])))
    syncBuiltinESMExports()
  }
  return count
}

describe('a program that is killed between any two writes', () => {
  /** Kills the program at each call of the file system in turn, starting from the same store, until none is left. */
  async function killEverywhere(
    prepare: () => Promise<string>,
    act: (sealwright: Sealwright, given: string) => Promise<unknown>,
    check: (restarted: Sealwright, outcome: 'accepted' | 'killed', given: string) => Promise<void>,
  ) {
    const given = await prepare()
    const backup = `${storePath}.backup`
    copyFileSync(storePath, backup)
    for (let calls = 0; ; calls++) {
      copyFileSync(backup, storePath)
      const sealwright = await open()
      let outcome = 'killed'
      const made = await failing('any', calls, async () => {
        outcome = await typeOf(act(sealwright, given))
      })
      const isOver = made <= calls
      await check(await open(), isOver ? 'accepted' : 'killed', given)
      if (!isOver) continue
      expect([outcome, calls > 2]).toEqual(['accepted', true])
      return
    }
  }

  it('while it writes a request keeps its license, and every file that left it can be answered', async () => {
    const handed: string[] = []
    await killEverywhere(
      async () => {
        await bound()
        return ''
      },
      async (sealwright) => handed.push((await sealwright.refreshFile()).text),
      async (restarted, outcome) => {
        expect(reasonOf(restarted)).toBe('licensed')
        const text = outcome === 'accepted' ? (handed.at(-1) ?? '') : (await restarted.refreshFile()).text
        expect(await typeOf(restarted.importFile(answerTo(text)))).toBe('accepted')
      },
    )
    expect(handed).toHaveLength(1)
  })

  it('while it imports a file has the license, or can import the file again', async () => {
    await killEverywhere(
      async () => (await (await open()).requestFile(CODE)).text,
      (sealwright, text) => sealwright.importFile(answerTo(text)),
      async (restarted, _outcome, text) => {
        const isDone = reasonOf(restarted) === 'licensed'
        expect(await typeOf(restarted.importFile(answerTo(text)))).toBe(isDone ? 'FILE_NOT_ASKED' : 'accepted')
        expect(reasonOf(await open())).toBe('licensed')
      },
    )
  })

  it('while it removes its license has either the license or the file of the removal, never both', async () => {
    const handed: string[] = []
    const seen = new Set<string>()
    await killEverywhere(
      async () => {
        await bound()
        return ''
      },
      async (sealwright) => handed.push((await sealwright.unbindToFile()).text),
      async (restarted, outcome) => {
        const reason = reasonOf(restarted)
        seen.add(`${outcome} ${reason}`)
        if (outcome === 'accepted') expect(reason).toBe('NOT_ACTIVATED')
        const { text } = await restarted.unbindToFile()
        expect(readC2d(text).counter).toBe(1)
        if (outcome === 'accepted') expect(text).toBe(handed.at(-1))
        expect(reasonOf(await open())).toBe('NOT_ACTIVATED')
      },
    )
    expect(handed).toHaveLength(1)
    expect([...seen].toSorted()).toEqual(['accepted NOT_ACTIVATED', 'killed licensed'])
  })
})
