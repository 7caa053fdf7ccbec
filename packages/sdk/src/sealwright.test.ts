// The SDK without a center: behavior when the server does not answer, clocks are changed, or files are restored. The
// server is a function that signs leases.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NONCE_HEADER, PROOF_HEADER } from '@sealwright/contract/runtime-tokens'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  DAY_MS,
  DEVELOPER,
  NOW,
  READING,
  ROOT,
  SIGNING,
  keysOf,
  leaseWith,
  makePair,
  proofOf,
  readingWith,
  seconds,
} from './authority.fixture.ts'
import type { Pair } from './authority.fixture.ts'
import type { Sealwright, SealwrightOptions } from './face.ts'
import { LicenseRefusal, OFFLINE_REASONS, Unreachable, offline } from './refusal.ts'
import { createSealwright } from './sealwright.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
let storePath: string
let now: number
let asked: string[]
/** The server's answers by path. They are proven, except those that `fake` returns. */
let answers: Record<string, (body: Record<string, unknown>, nonce: string) => Response>
let fakes: WeakSet<Response>
/** The key that signs proofs, and the server's clock. */
let prover: Pair
let serverNow: () => number

const fake = (response: Response) => {
  fakes.add(response)
  return response
}
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const json = (body: object, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
const problem = (type: string, status = 403, more: object = {}) =>
  json(
    { type, detail: `because ${type}`, fix: 'do something', ...more },
    status,
    'application/problem+json; charset=utf-8',
  )
const unreachable = () => {
  throw new TypeError('fetch failed')
}
const leased = (given: object = {}, by = SIGNING) =>
  json({
    status: 1,
    lease: leaseWith(
      { iat: seconds(serverNow()), nbf: seconds(serverNow()), exp: seconds(serverNow() + 30 * DAY_MS), ...given },
      by,
    ),
  })
const unchanged = () => json({ status: 1, lease: null })
/** Like a center: a new lease only for a program that does not have the current revision. */
const renewed =
  (given: object = {}) =>
  (body: Record<string, unknown>) =>
    body['revision'] === 3 ? unchanged() : leased(given)
const keys = (pairs: readonly Pair[] = [SIGNING], revoked: readonly string[] = [], at?: number) => {
  return (_body: unknown, nonce: string) => json(keysOf(pairs, revoked, at ?? serverNow(), nonce))
}

const server: typeof fetch = async (input, init) => {
  const { pathname: call } = new URL(input as string) // the SDK passes a string
  const path = call.replace('/runtime/v1/', '')
  asked.push(path)
  const text = typeof init?.body === 'string' ? init.body : ''
  const nonce = new Headers(init?.headers).get(NONCE_HEADER) ?? ''
  const body = JSON.parse(text || '{}') as Record<string, unknown> // an object
  const response = (answers[path] ?? unreachable)(body, nonce)
  if (fakes.has(response)) return response
  const { status } = response
  const claims = {
    iss: String(DEVELOPER),
    nonce,
    call,
    request: digestOf(text),
    status,
    answer: digestOf(await response.clone().text()),
    iat: seconds(serverNow()),
  }
  response.headers.set(PROOF_HEADER, proofOf(claims, prover))
  return response
}

beforeEach(() => {
  storePath = join(folder, `${++made}.license`)
  now = NOW
  asked = []
  fakes = new WeakSet()
  prover = SIGNING
  serverNow = () => now
  answers = { keys: keys(), activate: () => leased(), validate: renewed() }
})

const opened: Sealwright[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

async function open(given: Partial<SealwrightOptions> = {}) {
  const sealwright = await createSealwright({
    url: 'https://license.example',
    developerId: DEVELOPER,
    apiPassword: '00',
    rootKey: ROOT.x,
    storePath,
    language: 'en',
    machine: READING,
    clock: () => now,
    fetch: server,
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

describe('an activated program', () => {
  it('runs without a network until its lease ends, and reports that it is offline', async () => {
    expect(reasonOf(await open())).toBe('NOT_ACTIVATED')
    const first = await open()
    await expect(first.activate('AAAA-BBBB-CCCC-DDDD')).resolves.toMatchObject({
      isLicensed: true,
      claims: { revision: 3 },
    })
    answers = {}
    const again = await open()
    const told: unknown[] = []
    again.on('offline', (error) => told.push(error))
    expect(again.status()).toMatchObject({
      isLicensed: true,
      offlineUntil: new Date(NOW + 30 * DAY_MS),
      isOffline: false,
    })
    now += 29 * DAY_MS
    expect(await again.validate()).toMatchObject({ isLicensed: true, isOffline: true })
    expect(told).toEqual([expect.any(Unreachable)])
    expect(again.modules.has(1)).toBe(true)
    expect(again.requireLicense()).toMatchObject({ licenseId: 100201 })
    now += DAY_MS
    expect(reasonOf(again)).toBe('LEASE_EXPIRED')
    expect(again.modules.has(1)).toBe(false)
    expect(() => again.requireLicense()).toThrow('The offline period is over')
    answers = { keys: keys(), validate: () => leased() }
    expect(await again.validate()).toMatchObject({ isLicensed: true })
  })

  it('stops at a refusal, stays stopped after a restart, and continues when the server accepts again', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    const told: unknown[] = []
    sealwright.on('refused', ({ type }) => told.push(type))
    sealwright.on('changed', ({ isLicensed }) => told.push(isLicensed))
    answers['validate'] = () => problem('LOCKED', 403, { clientStatus: 4 })
    expect(await sealwright.validate()).toMatchObject({
      isLicensed: false,
      refusal: { type: 'LOCKED', message: 'because LOCKED', fix: 'do something', clientStatus: 4 },
    })
    await sealwright.validate()
    answers['validate'] = unreachable
    const again = await open()
    expect(await again.validate()).toMatchObject({ isLicensed: false, refusal: { type: 'LOCKED' } })
    answers['validate'] = renewed()
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
    expect(told).toEqual(['LOCKED', true])
  })

  it('does not erase a refusal that another process of the program stored', async () => {
    const [one, other] = [await open(), await open()]
    await one.activate('AAAA')
    await other.activate('AAAA')
    now += 60_000
    answers['validate'] = () => problem('LOCKED')
    await one.validate()
    expect(reasonOf(other)).toBe('licensed')
    // By now the other process has written the time.
    now += 3_600_000
    other.status()
    expect([reasonOf(other), reasonOf(await open())]).toEqual(['LOCKED', 'LOCKED'])
  })

  it('keeps running after too many calls, a wrong API password or an answer of another server', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    for (const answer of [
      () => problem('TOO_MANY_TRIES', 429, { retryAfter: 30 }),
      () => problem('UNAUTHORIZED', 401),
      () => problem('INTERNAL', 500),
      () => json({ type: 'LOCKED' }, 403),
      () => new Response('<html>', { status: 200 }),
      () => new Response('', { status: 204 }),
      () => json([]),
    ]) {
      answers['validate'] = answer
      expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
    }
  })

  it('keeps its lease if another activation is refused, and rejects invalid leases', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    answers['activate'] = () => problem('CODE_NOT_FOUND', 404, { clientStatus: 5 })
    await expect(sealwright.activate('BBBB')).rejects.toMatchObject({
      name: 'LicenseRefusal',
      type: 'CODE_NOT_FOUND',
      clientStatus: 5,
    })
    answers['activate'] = () => leased({}, { ...makePair('x'), kid: SIGNING.kid })
    await expect(sealwright.activate('BBBB')).rejects.toMatchObject({ type: 'LEASE_FORGED' })
    answers['activate'] = unreachable
    await expect(sealwright.activate('BBBB')).rejects.toBeInstanceOf(Unreachable)
    expect(reasonOf(sealwright)).toBe('licensed')
  })

  it('learns of a retired key at the next contact and gets a lease signed with another key', async () => {
    const next = makePair('k2')
    const sealwright = await open()
    await sealwright.activate('AAAA')
    now += 2 * DAY_MS
    prover = next
    answers['keys'] = keys([next], [SIGNING.kid])
    await sealwright.validate()
    expect(reasonOf(sealwright)).toBe('KEY_REVOKED')
    answers['validate'] = (body) => (body['revision'] === 3 ? unchanged() : leased({ jti: 'b' }, next))
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true, claims: { leaseId: 'b' } })
    expect(asked.filter((path) => path === 'keys')).toHaveLength(2)
  })
})

describe('an answer without a proof', () => {
  const refuse = () => problem('LICENSE_DELETED', 410, { clientStatus: 3 })

  it('does not lift a refusal; only a lease that is not older than the refusal does', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    const recorded = leased()
    now += 60_000
    answers['validate'] = refuse
    expect(await sealwright.validate()).toMatchObject({ refusal: { provenAt: new Date(now) } })
    for (const answer of [
      () => fake(json({})),
      () => fake(json({ status: 1, lease: null })),
      () => fake(leased()),
      () => fake(recorded.clone()),
      unchanged,
      // Even if the server itself repeats an older lease.
      () => recorded.clone(),
    ]) {
      answers['validate'] = answer
      await sealwright.validate()
      expect(reasonOf(sealwright)).toBe('LICENSE_DELETED')
      expect(reasonOf(await open())).toBe('LICENSE_DELETED')
    }
    answers['validate'] = () => leased()
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
  })

  it('differs from a signed refusal, which ends the license by any call', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    answers['consume'] = refuse
    await expect(sealwright.consume()).rejects.toMatchObject({ type: 'LICENSE_DELETED' })
    expect(reasonOf(sealwright)).toBe('LICENSE_DELETED')
    expect(reasonOf(await open())).toBe('LICENSE_DELETED')
  })

  it('neither ends a license nor a session, but tells a caller what it says', async () => {
    const lease = () => leaseWith({ iat: seconds(now), nbf: seconds(now), seat: 's1', exp: seconds(now + 600_000) })
    answers['sessions'] = () =>
      json({ session: 's1', timeoutSeconds: 600, seats: { taken: 1, limit: null }, lease: lease() })
    const sealwright = await open()
    await sealwright.activate('AAAA')
    const session = await sealwright.openSession()
    for (const path of ['validate', 'sessions/heartbeat', 'consume', 'activate']) answers[path] = () => fake(refuse())
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true, isOffline: true })
    expect(await session.beat()).toBe(true)
    for (const asking of [sealwright.consume(), sealwright.activate('AAAA')])
      await expect(asking).rejects.toMatchObject({ type: 'LICENSE_DELETED', provenAt: undefined })
    expect(reasonOf(await open())).toBe('licensed')
    answers['sessions/heartbeat'] = refuse
    expect(await session.beat()).toBe(false)
  })

  it('counts as no answer: nothing is activated or stored, and a valid lease goes on', async () => {
    answers['activate'] = () => fake(leased())
    const sealwright = await open()
    await expect(sealwright.activate('AAAA')).rejects.toMatchObject({
      name: 'Unreachable',
      type: 'ANSWER_UNPROVEN',
      message: expect.stringContaining('not signed by the licensing server') as string,
    })
    await expect((await open({ language: 'zh' })).activate('AAAA')).rejects.toThrow('签名')
    expect(reasonOf(sealwright)).toBe('NOT_ACTIVATED')
    answers['activate'] = () => leased()
    await sealwright.activate('AAAA')
    const told: unknown[] = []
    sealwright.on('offline', ({ type }) => told.push(type))
    answers['validate'] = () => fake(leased({ revision: 4 }))
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true, isOffline: true, claims: { revision: 3 } })
    expect(told).toEqual(['ANSWER_UNPROVEN'])
  })

  it('is one that is signed for another request, or changed after it was signed', async () => {
    let last: Response | undefined
    const recording: typeof fetch = async (input, init) => {
      const response = await server(input, init)
      if (!(input as string).includes('/keys')) last = response.clone() // the SDK passes a string
      return response
    }
    const sealwright = await open({ fetch: recording })
    await sealwright.activate('AAAA')
    answers['activate'] = () => fake(last?.clone() ?? unreachable())
    await expect(sealwright.activate('AAAA')).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
    answers['activate'] = () => leased()
    const changing: typeof fetch = async (input, init) => {
      const { headers, status, ...response } = await recording(input, init)
      return new Response('{"lease":null}', { ...response, headers, status })
    }
    await expect((await open({ fetch: changing })).activate('AAAA')).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
  })
})

describe('the published keys', () => {
  it('are trusted only as an answer to this program, so an old list cannot revive a leaked key', async () => {
    const leaked = makePair('leaked')
    prover = leaked
    answers['activate'] = () => leased({}, leaked)
    const recorded = keysOf([leaked], [], now, 'nonce-of-an-earlier-question')
    answers['keys'] = () => json(recorded)
    await expect((await open()).activate('AAAA')).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
    answers['keys'] = keys([SIGNING], [leaked.kid])
    await expect((await open()).activate('AAAA')).rejects.toMatchObject({ type: 'ANSWER_UNPROVEN' })
    answers['keys'] = keys([leaked])
    expect(await (await open()).activate('AAAA')).toMatchObject({ isLicensed: true })
  })

  it('are refused if older than those seen, and no answer is proven by keys that cannot be renewed', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    now += 2 * DAY_MS
    answers['validate'] = () => problem('LOCKED')
    for (const old of [keys([SIGNING], [], NOW - 1_000), unreachable]) {
      answers['keys'] = old
      expect(await sealwright.validate()).toMatchObject({ isLicensed: true, isOffline: true })
    }
    answers['keys'] = keys()
    expect(await sealwright.validate()).toMatchObject({ isLicensed: false, refusal: { type: 'LOCKED' } })
  })

  it('are renewed once a day by the clock of the device, which a leaked key cannot hold back', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    serverNow = () => NOW + 60_000
    answers['keys'] = unreachable
    const heard: boolean[] = []
    for (let contact = 0; contact < 4; contact++) {
      now += DAY_MS / 3
      heard.push(!(await sealwright.validate()).isOffline)
    }
    expect(heard).toEqual([true, true, true, false])
  })

  it('are fetched when an answer is signed with a key that is not known yet', async () => {
    const next = makePair('k2')
    const sealwright = await open()
    await sealwright.activate('AAAA')
    prover = next
    answers['keys'] = keys([next, SIGNING])
    answers['validate'] = () => problem('LOCKED')
    expect(await sealwright.validate()).toMatchObject({ isLicensed: false, refusal: { type: 'LOCKED' } })
    expect(asked.filter((path) => path === 'keys')).toHaveLength(2)
  })
})

describe('a clock that is ahead at the first contact', () => {
  it('is reported, and nothing is activated until it is right', async () => {
    const sealwright = await open()
    serverNow = () => NOW
    now = NOW + 400 * DAY_MS
    answers['login'] = () => json({ token: 't' })
    await expect(sealwright.activate('AAAA')).rejects.toMatchObject({ type: 'CLOCK_AHEAD' })
    await expect(sealwright.login('a', 'b')).rejects.toMatchObject({ type: 'CLOCK_AHEAD' })
    expect(reasonOf(await open())).toBe('NOT_ACTIVATED')
    now = NOW + 60_000
    expect(await sealwright.activate('AAAA')).toMatchObject({ isLicensed: true })
    // From then on, the server's signed time corrects it.
    now = NOW + 400 * DAY_MS
    expect(reasonOf(sealwright)).toBe('LEASE_EXPIRED')
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
  })
})

describe('a clock that is set back', () => {
  it('stops the program until the clock is right again', async () => {
    const sealwright = await open()
    await sealwright.activate('AAAA')
    now += 20 * DAY_MS
    expect(reasonOf(sealwright)).toBe('licensed')
    now -= 60_000
    expect(reasonOf(sealwright)).toBe('licensed')
    now -= DAY_MS
    expect(reasonOf(sealwright)).toBe('CLOCK_ROLLED_BACK')
    answers = {}
    expect(reasonOf(await open())).toBe('CLOCK_ROLLED_BACK')
    now += DAY_MS
    expect(reasonOf(await open())).toBe('licensed')
  })

  it('is corrected by the signed date of a new lease, so that a device with a wrong clock keeps working', async () => {
    const right = { now: NOW }
    serverNow = () => right.now
    answers['validate'] = renewed({ jti: 'b' })
    now = NOW - 400 * DAY_MS
    const sealwright = await open()
    await sealwright.activate('AAAA')
    expect(reasonOf(sealwright)).toBe('licensed')
    // The clock is a year ahead for a moment, then correct again.
    now = NOW + 365 * DAY_MS
    expect(reasonOf(sealwright)).toBe('LEASE_EXPIRED')
    now = NOW + DAY_MS
    right.now = NOW + DAY_MS
    expect(reasonOf(sealwright)).toBe('CLOCK_ROLLED_BACK')
    expect(await sealwright.validate()).toMatchObject({ isLicensed: true })
    now += 31 * DAY_MS
    expect(reasonOf(sealwright)).toBe('LEASE_EXPIRED')
  })
})

it('an older lease with better terms is refused once a newer one was seen', async () => {
  const sealwright = await open()
  await sealwright.activate('AAAA')
  now += 60_000
  answers['validate'] = () =>
    leased({ revision: 4, products: [{ licenseId: 100201, version: 3, modules: [], zones: {} }] })
  const told: boolean[] = []
  sealwright.on('changed', ({ isLicensed }) => told.push(isLicensed))
  expect(await sealwright.validate()).toMatchObject({ claims: { revision: 4 } })
  expect(told).toEqual([true])
  expect(sealwright.modules.has(1)).toBe(false)
  answers['activate'] = () => leased({ revision: 3 })
  await expect(sealwright.activate('AAAA')).rejects.toMatchObject({ type: 'LEASE_SUPERSEDED' })
})

it('a store that was changed or copied to another device is unreadable', async () => {
  await (await open()).activate('AAAA')
  expect(reasonOf(await open({ machine: readingWith(['disk']) }))).toBe('licensed')
  expect(reasonOf(await open({ machine: readingWith(['disk', 'board']) }))).toBe('STORE_UNREADABLE')
  writeFileSync(storePath, readFileSync(storePath, 'utf8').replace(/"kept":\{"iv":"./, '"kept":{"iv":"!'))
  expect(reasonOf(await open())).toBe('STORE_UNREADABLE')
})

it('uses are consumed once, even if the network fails in between', async () => {
  const sealwright = await open()
  await sealwright.activate('AAAA')
  const ids = new Set<unknown>()
  answers['consume'] = (body) => {
    ids.add(body['requestId'])
    return ids.size === 1 && asked.filter((path) => path === 'consume').length < 3
      ? unreachable()
      : json({ taken: 2, usesLeft: 8 })
  }
  vi.useFakeTimers()
  try {
    const taking = sealwright.consume(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await taking).toEqual({ taken: 2, usesLeft: 8 })
  } finally {
    vi.useRealTimers()
  }
  expect(ids.size).toBe(1)
})

describe('in the background', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = async (ms: number) => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  const asks = () => asked.filter((path) => path === 'validate').length

  it('the SDK contacts the server shortly after the start and about once a day, and learns of a refusal', async () => {
    await (await open()).activate('AAAA')
    const sealwright = await open({ background: true })
    await pass(6_000)
    expect(asks()).toBe(1)
    await pass(30 * 3_600_000)
    expect(asks()).toBe(2)
    const told: string[] = []
    sealwright.on('refused', ({ type }) => told.push(type))
    answers['validate'] = () => problem('LICENSE_DELETED', 410)
    await pass(30 * 3_600_000)
    expect(told).toEqual(['LICENSE_DELETED'])
    sealwright.close()
    const before = asks()
    await pass(90 * DAY_MS)
    expect(asks()).toBe(before)
  })

  it('the SDK contacts the server after half of a short lease, and backs off if it is unreachable', async () => {
    const sealwright = await open({ background: true })
    answers['activate'] = () => leased({ exp: seconds(now + 3_600_000) })
    answers['validate'] = unreachable
    await sealwright.activate('AAAA')
    await pass(20 * 60_000)
    expect(asks()).toBe(0)
    await pass(17 * 60_000)
    expect(asks()).toBeGreaterThan(0)
    const before = asks()
    await pass(3 * 3_600_000)
    expect(asks() - before).toBeGreaterThan(3)
    expect(asks() - before).toBeLessThan(16)
  })

  it('a session beats three times per timeout, and an unreachable server ends it only with its lease', async () => {
    const seat = () => ({ seat: 's1', exp: seconds(now + 600_000) })
    answers['sessions'] = () =>
      json({
        session: 's1',
        timeoutSeconds: 600,
        seats: { taken: 1, limit: 3 },
        lease: leaseWith({ iat: seconds(now), nbf: seconds(now), ...seat() }),
      })
    answers['sessions/heartbeat'] = () =>
      json({ lease: leaseWith({ iat: seconds(now), nbf: seconds(now), ...seat() }) })
    const sealwright = await open()
    const told: string[] = []
    sealwright.on('refused', ({ type }) => told.push(type))
    const session = await sealwright.openSession({ code: 'AAAA' })
    expect(session).toMatchObject({ id: 's1', seats: { taken: 1, limit: 3 }, over: undefined })
    expect(sealwright.status()).toMatchObject({ isLicensed: true, claims: { seat: 's1' } })
    for (let minute = 0; minute < 60; minute++) await pass(60_000)
    const beats = asked.filter((path) => path === 'sessions/heartbeat').length
    expect(beats).toBeGreaterThan(15)
    expect(beats).toBeLessThan(27)
    expect(session.over).toBeUndefined()
    answers['sessions/heartbeat'] = unreachable
    for (let minute = 0; minute < 3; minute++) await pass(60_000)
    expect(session.over).toBeUndefined()
    for (let minute = 0; minute < 12; minute++) await pass(60_000)
    expect([session.over?.type, told, reasonOf(sealwright)]).toEqual([
      'SESSION_TIMED_OUT',
      ['SESSION_TIMED_OUT'],
      'SESSION_TIMED_OUT',
    ])
  })

  it('the SDK waits as long as the server asks', async () => {
    const sealwright = await open({ background: true })
    await sealwright.activate('AAAA')
    answers['validate'] = () => problem('TOO_MANY_TRIES', 429, { retryAfter: 7_200 })
    await sealwright.validate()
    const before = asks()
    await pass(7_000_000)
    expect(asks()).toBe(before)
    await pass(400_000)
    expect(asks()).toBe(before + 1)
  })

  it('a session survives a new signing key whose certificate cannot be fetched yet', async () => {
    const next = makePair('k2')
    const lease = (by = SIGNING) =>
      leaseWith({ iat: seconds(now), nbf: seconds(now), seat: 's1', exp: seconds(now + 600_000) }, by)
    answers['sessions'] = () =>
      json({ session: 's1', timeoutSeconds: 600, seats: { taken: 1, limit: null }, lease: lease() })
    const sealwright = await open()
    const session = await sealwright.openSession({ code: 'AAAA' })
    answers['sessions/heartbeat'] = () => json({ lease: lease(next) })
    answers['keys'] = unreachable
    prover = next
    expect(await session.beat()).toBe(true)
    answers['activate'] = () => leased({}, next)
    await expect(sealwright.activate('AAAA')).rejects.toBeInstanceOf(Unreachable)
    answers['keys'] = keys([next])
    expect(await session.beat()).toBe(true)
    expect(session.over).toBeUndefined()
  })

  it('a session ends at once if the server refuses it', async () => {
    answers['sessions'] = () =>
      json({ session: 's1', timeoutSeconds: 600, seats: { taken: 1, limit: null }, lease: leaseWith({ seat: 's1' }) })
    answers['sessions/heartbeat'] = () => problem('KICKED_OUT', 409)
    answers['sessions/close'] = () => json({})
    const sealwright = await open()
    const session = await sealwright.openSession({ code: 'AAAA' })
    expect(await session.beat()).toBe(false)
    expect(session.over).toMatchObject({ type: 'KICKED_OUT' })
    expect(reasonOf(sealwright)).toBe('KICKED_OUT')
    const other = await sealwright.openSession({ code: 'AAAA' })
    await other.close()
    expect([other.over?.type, reasonOf(sealwright), asked.at(-1)]).toEqual([
      'SESSION_CLOSED',
      'NOT_ACTIVATED',
      'sessions/close',
    ])
  })

  it('a seat that is taken back tells why in event and status: one short line, and only if signed', async () => {
    const reason = `laptop\u001B[2J sold\u202E${'!'.repeat(300)}`
    const released = () => problem('SEAT_RELEASED', 409, { reason, detail: `Taken back: ${reason}` })
    answers['sessions'] = () =>
      json({ session: 's1', timeoutSeconds: 600, seats: { taken: 1, limit: null }, lease: leaseWith({ seat: 's1' }) })
    const sealwright = await open()
    const told: (string | undefined)[] = []
    sealwright.on('refused', (refusal) => told.push(refusal.reason))
    const session = await sealwright.openSession({ code: 'AAAA' })
    answers['sessions/heartbeat'] = () => fake(released())
    expect([await session.beat(), session.over, told]).toEqual([true, undefined, []])
    answers['activate'] = () => fake(released())
    await expect(sealwright.activate('AAAA')).rejects.toMatchObject({ type: 'SEAT_RELEASED', reason: undefined })
    answers['sessions/heartbeat'] = released
    const { isLicensed } = await sealwright.validate()
    const shown = `laptop [2J sold ${'!'.repeat(184)}`
    expect([isLicensed, told, session.over?.reason]).toEqual([false, [shown], shown])
    expect(session.over?.message).toMatch(/^Taken back: laptop \[2J sold !+$/)
    expect(sealwright.status()).toMatchObject({ refusal: { type: 'SEAT_RELEASED', reason: shown } })
  })
})

it('every offline reason has a message and a fix in both languages', () => {
  for (const reason of OFFLINE_REASONS) {
    const [zh, en] = [offline(reason, 'zh'), offline(reason, 'en')]
    expect(zh).toBeInstanceOf(LicenseRefusal)
    expect([zh.type, en.type]).toEqual([reason, reason])
    for (const text of [zh.message, zh.fix]) expect(text).toMatch(/\p{Script=Han}/u)
    for (const text of [en.message, en.fix]) expect(text).toMatch(/^[A-Z][\x20-\x7e]+$/)
  }
})

it('invalid options are refused with a message', async () => {
  await expect(open({ rootKey: 'nonsense' })).rejects.toThrow('rootKey')
  await expect(open({ developerId: 0 })).rejects.toThrow('developerId')
  await expect(open({ url: 'license' })).rejects.toThrow('url')
  const sealwright = await open()
  await expect(sealwright.activate()).rejects.toMatchObject({ type: 'NOT_SIGNED_IN' })
  await expect(sealwright.deactivate()).rejects.toMatchObject({ type: 'NOT_ACTIVATED' })
})
