// Programs with the SDK and a plugged-in virtual dongle, over its socket: what a program may do, what stops it, and
// what a tampering driver achieves. The dongle answers in this process.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LicenseWrite, LockOperation } from '@sealwright/contract/dongle-files'
import { LicenseRefusal, localDongles, openDongle, readDonglePublic } from '@sealwright/sdk'
import type { DongleDriver, DongleOptions, DongleSession } from '@sealwright/sdk'
import { openLine, plugOf } from '@sealwright/sdk/device'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, DEVELOPER, NOW, ROOT, makePair, signed } from '../../../packages/sdk/src/authority.fixture.ts'
import { readState, writeState } from './core/state.ts'
import type { LockState } from './core/state.ts'
import { plugInHere } from './plug.ts'
import { PluggedIn } from './serve.ts'
import type { Plugged } from './serve.ts'
import { AT, DAY, LICENSE_ID, activation, adding, newState, packageFor } from './vendor.fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'sw-dongle-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let made = 0
let folder: string
let driver: DongleDriver
let wall: number
const plugged: Plugged[] = []
const sessions: DongleSession[] = []
beforeEach(() => {
  folder = join(root, String(++made))
  driver = localDongles(folder)
  wall = NOW
})
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()))
  await Promise.all(plugged.splice(0).map((one) => one.unplug()))
})

async function plug(state: LockState) {
  writeState(folder, state)
  const one = await plugInHere(folder, state.serial, () => wall)
  plugged.push(one)
  return one
}
/** A plugged-in dongle with a license. */
async function dongle(license: Partial<LicenseWrite> = {}, state = newState()) {
  const one = await plug(state)
  await driver.importPackages(state.serial, packageFor(state, 1, [activation(), adding(license)]))
  let number = 1
  const send = (...operations: LockOperation[]) =>
    driver.importPackages(state.serial, packageFor(state, ++number, operations))
  return { state, serial: state.serial, send, unplug: () => one.unplug() }
}
async function open(given: Partial<DongleOptions> = {}) {
  const session = await openDongle({
    driver,
    developerId: DEVELOPER,
    rootKey: ROOT.x,
    licenseId: LICENSE_ID,
    language: 'en',
    ...given,
  })
  sessions.push(session)
  return session
}
const typeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof LicenseRefusal) return error.type
      throw error
    },
  )
const stoppedOf = (session: DongleSession) =>
  new Promise<LicenseRefusal>((resolve) => void session.on('stopped', resolve))

describe('a program', () => {
  it('finds the dongle with its license, and reads terms, modules and data areas', async () => {
    await plug(newState({ shell: '9900000000002' }))
    const [rom, raw, pub] = ['rom', 'raw', 'pub'].map((name) => Buffer.from(name).toString('base64'))
    const { serial } = await dongle({ modules: [3, 5], version: 2, counter: { op: 1, value: 9 }, rom, raw, pub })
    expect(await driver.list()).toHaveLength(2)
    const session = await open({ version: 2 })
    expect(session).toMatchObject({ serial, until: new Date((AT + 30 * DAY) * 1000), over: undefined })
    expect(session.license).toMatchObject({ licenseId: LICENSE_ID, version: 2, usesLeft: 8, end: null, seats: null })
    expect([session.modules.has(3), session.modules.has(4), session.modules.list()]).toEqual([true, false, [3, 5]])
    await session.data.write('written')
    expect(Buffer.from(await session.data.read('raw')).toString()).toBe('written')
    expect(Buffer.from(await session.data.read('rom')).toString()).toBe('rom')
    await session.close()
    expect(await typeOf(session.data.read('rom'))).toBe('SESSION_CLOSED')
    expect(session.modules.list()).toEqual([])
    const read = readDonglePublic({ driver, serial, licenseId: LICENSE_ID })
    expect(Buffer.from(await read).toString()).toBe('pub')
    expect(await driver.info(serial)).toMatchObject({ state: 'working', held: 1, licenses: [{ usesLeft: 8 }] })
  })

  it('is told why no dongle serves it', async () => {
    expect(await typeOf(open())).toBe('DONGLE_MISSING')
    expect(await typeOf(open({ serial: newState().serial }))).toBe('DONGLE_MISSING')
    expect(await typeOf(open({ serial: '../etc' }))).toBe('DONGLE_MISSING')
    const { serial, send } = await dongle()
    expect(await typeOf(open({ licenseId: 9 }))).toBe('LICENSE_NOT_FOUND')
    expect(await typeOf(open({ developerId: DEVELOPER + 1 }))).toBe('DONGLE_MISSING')
    expect(await typeOf(open({ developerId: DEVELOPER + 1, serial }))).toBe('DONGLE_FOREIGN')
    // Of several dongles, the one with the license says more.
    await plug(newState({ shell: '9900000000002', isPermanent: true }))
    await send({ op: 'lock' })
    expect(await typeOf(open())).toBe('DONGLE_LOCKED')
    await expect(open({ language: 'zh' })).rejects.toMatchObject({ message: '硬件锁已被软件厂商锁定' })
  })

  it.each([
    ['DONGLE_LOCKED', { op: 'lock' }],
    ['DONGLE_LOST', { op: 'lose' }],
    ['LICENSE_NOT_FOUND', { op: 'clear' }],
  ] as [string, LockOperation][])('is stopped at once, with the reason: %s', async (type, operation) => {
    const { send } = await dongle()
    const session = await open()
    const stopped = stoppedOf(session)
    await send(operation)
    expect(await stopped).toMatchObject({ type })
    expect(session.over).toMatchObject({ type, fix: expect.any(String) as string })
    expect(await session.beat()).toBe(false)
    expect(session.modules.list()).toEqual([])
  })

  it('is stopped when the dongle is unplugged, and runs again when it is plugged in', async () => {
    const { state, serial, unplug } = await dongle()
    const session = await open()
    const stopped = stoppedOf(session)
    await unplug()
    expect(await stopped).toMatchObject({ type: 'DONGLE_MISSING' })
    expect(await typeOf(open())).toBe('DONGLE_MISSING')
    await plug(readState(folder, serial))
    expect((await open()).serial).toBe(state.serial)
  })

  it('learns by its heartbeat that the activation has ended', async () => {
    await dongle()
    const session = await open({ heartbeatMs: 20 })
    const stopped = stoppedOf(session)
    wall += 30 * DAY_MS
    expect(await stopped).toMatchObject({ type: 'DONGLE_ACTIVATION_ENDED' })
  })

  it('frees its seat when its connection closes, without a word', async () => {
    const { serial } = await dongle()
    const line = await openLine(plugOf(folder, serial))
    const opening = { licenseId: LICENSE_ID, nonce: 'n'.repeat(22), osSession: 's' }
    await line.ask('open', { ...opening, pid: 1 })
    const other = await openLine(plugOf(folder, serial))
    await expect(other.ask('open', { ...opening, pid: 2 })).rejects.toMatchObject({ reason: 'SEAT_LIMIT' })
    line.close()
    await expect.poll(() => other.ask('open', { ...opening, pid: 2 }).catch(() => undefined)).toBeDefined()
    other.close()
  })
})

describe('a dongle', () => {
  it('is plugged in once, and again after its process was killed', async () => {
    const state = newState()
    await plug(state)
    await expect(plug(state)).rejects.toBeInstanceOf(PluggedIn)
    expect(await driver.list()).toHaveLength(1)
    // A socket that nobody answers at, as a killed process leaves it.
    const other = newState({ shell: '9900000000002' })
    writeState(folder, other)
    writeFileSync(plugOf(folder, other.serial), '')
    await plug(other)
    expect(await driver.list()).toHaveLength(2)
    expect(readdirSync(join(folder, other.serial)).toSorted()).toEqual(['plug', 'state.json'])
  })

  it.each(['{', '[]', '{"id":1,"call":"format"}', '{"id":1,"call":"open","licenseId":"x"}', '{"call":"info"}'])(
    'hangs up on nonsense, and goes on: %s',
    async (line) => {
      const { serial } = await dongle()
      await new Promise<void>((resolve) => {
        const socket = createConnection(plugOf(folder, serial))
        socket.on('close', () => resolve()).write(`${line}\n`)
      })
      expect(await driver.list()).toHaveLength(1)
    },
  )

  it('answers only for its own handle and the public area on a connection', async () => {
    const { serial } = await dongle()
    const [one, other] = await Promise.all([openLine(plugOf(folder, serial)), openLine(plugOf(folder, serial))])
    const nonce = 'n'.repeat(22)
    const { handle } = await one.ask('open', { licenseId: LICENSE_ID, nonce, osSession: 's', pid: 1 })
    await expect(other.ask('beat', { handle, nonce })).rejects.toMatchObject({ reason: 'SESSION_CLOSED' })
    await expect(other.ask('read', { licenseId: LICENSE_ID, area: 'rom' })).rejects.toMatchObject({
      reason: 'SESSION_CLOSED',
    })
    one.close()
    other.close()
  })
})

describe('a tampering driver', () => {
  /** Answers with something else than the dongle said. */
  const tampered = (change: (told: { challenge: string; identity: string }) => object): DongleDriver => ({
    ...driver,
    async open(serial, opening) {
      const handle = await driver.open(serial, opening)
      return { ...handle, ...change(handle) }
    },
  })
  const refusedWith = async (change: Parameters<typeof tampered>[0]) => typeOf(open({ driver: tampered(change) }))

  it('cannot hide the version of the program from the dongle', async () => {
    await dongle({ version: 2, seats: { kind: 'process', most: { op: 4 } } })
    const hiding: DongleDriver = {
      ...driver,
      open: (serial, { version: _version, ...opening }) => driver.open(serial, opening),
    }
    expect(await typeOf(open({ driver: hiding, version: 2 }))).toBe('done')
    expect(await typeOf(open({ driver: hiding, version: 3 }))).toBe('VERSION_TOO_LOW')
  })

  it('cannot replay an earlier answer of the dongle, nor answer for it', async () => {
    const { state } = await dongle({ seats: { kind: 'process', most: { op: 4 } } })
    const recorded = await driver.open(state.serial, {
      licenseId: LICENSE_ID,
      nonce: 'r'.repeat(22),
      pid: 1,
      osSession: 's',
    })
    expect(await refusedWith(() => ({}))).toBe('done')
    expect(await refusedWith(() => ({ challenge: recorded.challenge }))).toBe('DONGLE_FORGED')
    const own = makePair('own')
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object // a token of the dongle
    const resigned = (type: string, token: string, given: object = {}) =>
      signed(`sealwright-lock-${type}+jwt`, { ...claims(token), ...given }, own)
    // Its own key, named by itself or by the dongle's identity; and more modules than the dongle signed.
    expect(
      await refusedWith(({ challenge, identity }) => ({
        identity: resigned('identity', identity, { sign: own.x }),
        challenge: resigned('challenge', challenge),
      })),
    ).toBe('DONGLE_FORGED')
    expect(await refusedWith(({ challenge }) => ({ challenge: resigned('challenge', challenge) }))).toBe(
      'DONGLE_FORGED',
    )
    expect(await refusedWith(() => ({ challenge: '', identity: '' }))).toBe('DONGLE_FORGED')
    await recorded.close()
  })

  it('that fails in a way of its own ends the session too', async () => {
    await dongle()
    const beat = () => Promise.reject(new RangeError('a fault of the driver'))
    const session = await open({ driver: tampered(() => ({ beat })) })
    expect(await session.beat()).toBe(false)
    expect(session.over).toMatchObject({ type: 'DONGLE_MISSING' })
  })

  it('that stops to answer heartbeats with fresh signatures ends the session', async () => {
    await dongle()
    const session = await open({
      driver: tampered(({ challenge }) => ({ beat: async () => challenge })),
    })
    expect(await session.beat()).toBe(false)
    expect(session.over).toMatchObject({ type: 'DONGLE_FORGED' })
  })
})

describe('a copied folder', () => {
  it('cannot answer for another serial', async () => {
    const { state, unplug } = await dongle()
    await unplug()
    const copied = { ...readState(folder, state.serial), serial: newState().serial }
    await plug(copied)
    expect(await typeOf(open({ serial: copied.serial }))).toBe('DONGLE_FORGED')
  })

  it('is the same dongle once more: a simulation does not prevent that', async () => {
    const { state, serial } = await dongle({ counter: { op: 1, value: 1 } })
    const elsewhere = join(root, `${made}-copy`)
    mkdirSync(join(elsewhere, serial), { recursive: true })
    copyFileSync(join(folder, serial, 'state.json'), join(elsewhere, serial, 'state.json'))
    plugged.push(await plugInHere(elsewhere, state.serial, () => wall))
    await (await open()).close()
    expect(await typeOf(open())).toBe('USES_EXHAUSTED')
    expect(await typeOf(open({ driver: localDongles(elsewhere) }))).toBe('done')
  })

  it('of another user is closed to this one', async () => {
    const { serial } = await dongle()
    // Root can open everything, so only the mode is looked at.
    const { mode } = statSync(join(folder, serial))
    expect(mode & 0o077).toBe(0)
  })
})
