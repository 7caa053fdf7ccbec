// Borrowed seats: taken by a lending code or from a group code, used without a network until the loan ends, renewed
// with the lending code, and returned.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, DEVELOPER, NOW, READING, ROOT, exchangeKeyOf, leaseWith, seconds } from './authority.fixture.ts'
import type { Sealwright } from './face.ts'
import { createSealwright } from './sealwright.ts'
import { createServer, json, problem } from './server.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-lending-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
let storePath: string
let now: number
let server: ReturnType<typeof createServer>
beforeEach(() => {
  storePath = join(folder, `${++made}.license`)
  now = NOW
  server = createServer(() => now)
  server.answers['borrow'] = () => json({ lendingCode: 'LENDINGCODE', until: '', status: 1, lease: seatLease() })
})
const opened: Sealwright[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

const END = NOW + 14 * DAY_MS
const seatLease = (given: object = {}) =>
  leaseWith({ iat: seconds(now), nbf: seconds(now), exp: seconds(END), seat: 'seat-1', ...given })
async function open() {
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
    fetch: server.fetch,
    background: false,
  })
  opened.push(sealwright)
  return sealwright
}
const reasonOf = (sealwright: Sealwright) => {
  const status = sealwright.status()
  return status.isLicensed ? 'licensed' : status.refusal.type
}
const bodiesOf = (path: string) => server.asked.filter((one) => one.path === path).map(({ body }) => body)

it('the seat of a lending code is used without a network, until the loan ends', async () => {
  const sealwright = await open()
  const told: unknown[] = []
  sealwright.on('changed', ({ isLicensed }) => told.push(isLicensed))
  expect(await sealwright.activateLendingCode('LEND-INGC-ODE')).toMatchObject({
    isLicensed: true,
    claims: { seat: 'seat-1' },
    offlineUntil: new Date(END),
  })
  expect(bodiesOf('borrow')).toMatchObject([{ lendingCode: 'LEND-INGC-ODE', licenseId: 100201 }])
  server.answers['borrow'] = undefined
  now = END - 60_000
  const again = await open()
  expect([told, reasonOf(again), (await again.validate()).isOffline]).toEqual([[true], 'licensed', true])
  now = END
  expect(reasonOf(again)).toBe('LEASE_EXPIRED')
})

it('a seat of a group code is borrowed by its code, with password and days', async () => {
  const sealwright = await open()
  await sealwright.borrow({ code: 'GROUP', password: 'secret', days: 2 })
  expect(bodiesOf('borrow')).toMatchObject([{ code: 'GROUP', codePassword: 'secret', days: 2 }])
  expect(bodiesOf('borrow')[0]).not.toHaveProperty('lendingCode')
  expect(reasonOf(await open())).toBe('licensed')
  server.answers['borrow'] = () => problem('BORROW_TOO_LONG', 409)
  await expect(sealwright.borrow({ code: 'GROUP', days: 99 })).rejects.toMatchObject({ type: 'BORROW_TOO_LONG' })
  expect(reasonOf(sealwright)).toBe('licensed')
})

it('a renewal sends the lending code, and takes a longer or shorter loan over', async () => {
  await (await open()).activateLendingCode('LEND-INGC-ODE')
  const sealwright = await open()
  now += DAY_MS
  server.answers['borrow'] = () =>
    json({ lendingCode: 'LENDINGCODE', lease: seatLease({ exp: seconds(END + DAY_MS) }) })
  expect(await sealwright.validate()).toMatchObject({ offlineUntil: new Date(END + DAY_MS), isOffline: false })
  expect(bodiesOf('borrow').at(-1)).toMatchObject({ lendingCode: 'LENDINGCODE' })
  expect(bodiesOf('validate')).toEqual([])
  server.answers['borrow'] = () => json({ lendingCode: 'LENDINGCODE', lease: null })
  expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
})

it.each([
  'LENDING_NOT_FOUND',
  'LENDING_DELETED',
  'LENDING_REVOKED',
  'LENDING_EXPIRED',
  'LENDING_RETURNED',
  'LENDING_BOUND',
  'LENDING_OFF',
  'LOCKED',
])('%s ends a borrowed seat at the next contact, and a restart does not undo it', async (type) => {
  const sealwright = await open()
  await sealwright.activateLendingCode('LENDINGCODE')
  const told: string[] = []
  sealwright.on('refused', (refusal) => told.push(refusal.type))
  server.answers['borrow'] = () => problem(type, 410)
  await sealwright.validate()
  server.answers['borrow'] = undefined
  expect([told, reasonOf(sealwright), reasonOf(await open())]).toEqual([[type], type, type])
})

it('a returned seat is gone, also by deactivating, and an unreachable server changes nothing', async () => {
  for (const way of ['returnSeat', 'deactivate'] as const) {
    const sealwright = await open()
    await sealwright.activateLendingCode('LENDINGCODE')
    server.answers['return'] = undefined
    await expect(sealwright[way]()).rejects.toMatchObject({ name: 'Unreachable' })
    expect(reasonOf(sealwright)).toBe('licensed')
    server.answers['return'] = () => json({})
    await sealwright[way]()
    expect(bodiesOf('return').at(-1)).toMatchObject({ lendingCode: 'LENDINGCODE', machine: {} })
    expect([reasonOf(sealwright), reasonOf(await open())]).toEqual(['NOT_ACTIVATED', 'NOT_ACTIVATED'])
    await expect(sealwright.returnSeat()).rejects.toMatchObject({ type: 'NOT_BORROWED' })
  }
})

it('a borrowed seat has no files, uses or data of its own, and an activation replaces it', async () => {
  const sealwright = await open()
  await sealwright.activateLendingCode('LENDINGCODE')
  for (const asking of [sealwright.refreshFile(), sealwright.unbindToFile(), sealwright.consume()])
    await expect(asking).rejects.toMatchObject({ type: 'SEAT_BORROWED' })
  expect(reasonOf(sealwright)).toBe('licensed')
  server.answers['activate'] = () => json({ lease: leaseWith() })
  await sealwright.activate('AAAA')
  await expect(sealwright.returnSeat()).rejects.toMatchObject({ type: 'NOT_BORROWED' })
})
