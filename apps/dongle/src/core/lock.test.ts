// What a virtual dongle takes and refuses: packages, uses, seats, time. No processes, no files.
import type { LockOperation } from '@sealwright/contract/dongle-files'
import { C2D_BYTES } from '@sealwright/contract/exchange-files'
import { DongleFault } from '@sealwright/sdk'
import type { DongleOpening, DongleReason } from '@sealwright/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  DEVELOPER,
  NOW,
  SIGNING,
  certificateOf,
  makePair,
  revocationsOf,
  seconds,
} from '../../../../packages/sdk/src/authority.fixture.ts'
import {
  AT,
  DAY,
  LICENSE_ID,
  activation,
  adding,
  identityOf,
  lockOf,
  newState,
  packageFor,
  requestOf,
  workingLock,
} from '../vendor.fixture.ts'
import type { Packing } from '../vendor.fixture.ts'
import type { Lock } from './lock.ts'

const opening = (given: Partial<DongleOpening> = {}): DongleOpening => ({
  licenseId: LICENSE_ID,
  nonce: 'n'.repeat(22),
  pid: 1,
  osSession: 's1',
  ...given,
})
const reasonOf = (run: () => unknown): DongleReason | 'done' => {
  try {
    run()
    return 'done'
  } catch (error) {
    if (error instanceof DongleFault) return error.reason
    throw error
  }
}
const ignore = () => undefined
const open = (lock: Lock, given: Partial<DongleOpening> = {}) => lock.open(opening(given), ignore)

describe('a package', () => {
  it('is taken once: the same one again, or an earlier one, changes nothing', () => {
    const state = newState()
    const { importAll, disk } = lockOf(state)
    const [one, two] = [1, 2].map((number) =>
      packageFor(state, number, [adding({ isForced: true, counter: { op: 1, value: number } })]),
    )
    expect(importAll(two ?? '')).toEqual([{ number: 2, results: ['done'] }])
    const after = disk.state
    expect(reasonOf(() => importAll(two ?? ''))).toBe('PACKAGE_REPLAYED')
    expect(reasonOf(() => importAll(one ?? ''))).toBe('PACKAGE_REPLAYED')
    expect(disk.state).toBe(after)
    expect(after).toMatchObject({ last: 2, licenses: [{ counter: 2 }] })
  })

  it('of the same text that was taken before is skipped, and the later ones are taken', () => {
    const state = newState()
    const { importAll } = lockOf(state)
    const texts = [1, 2, 3].map((number) => packageFor(state, number, [{ op: 'clear' }]))
    importAll(texts[0] ?? '')
    expect(importAll(...texts)).toEqual([
      { number: 1, reason: 'PACKAGE_REPLAYED' },
      { number: 2, results: ['done'] },
      { number: 3, results: ['done'] },
    ])
  })

  it('that is damaged stops the text, so that no later one overtakes it', () => {
    const state = newState()
    const { importAll, disk } = lockOf(state)
    const [one, two, three] = [1, 2, 3].map((number) => packageFor(state, number, [{ op: 'clear' }]))
    expect(importAll(one ?? '', (two ?? '').replace(/\n#.*\n$/, '\n'), three ?? '')).toEqual([
      { number: 1, results: ['done'] },
      { number: null, reason: 'FILE_DAMAGED' },
    ])
    expect(disk.state.last).toBe(1)
  })

  const OTHER = makePair('k2')
  const STRANGER = makePair('stranger')
  const other = newState()
  const ATTACKS: [string, DongleReason, Packing][] = [
    ['for another dongle', 'PACKAGE_OTHER_LOCK', { to: other }],
    ['with the serial of another dongle', 'PACKAGE_OTHER_LOCK', { claims: { serial: other.serial } }],
    ['of another developer', 'PACKAGE_FOREIGN', { claims: { iss: String(DEVELOPER + 1) } }],
    [
      'signed by a key that the root did not certify',
      'PACKAGE_FORGED',
      {
        by: { ...STRANGER, kid: SIGNING.kid },
        claims: { keys: [{ kid: SIGNING.kid, certificate: certificateOf(SIGNING) }] },
      },
    ],
    [
      'with a certificate by another root',
      'PACKAGE_FORGED',
      { by: OTHER, claims: { keys: [{ kid: OTHER.kid, certificate: certificateOf(OTHER, {}, STRANGER) }] } },
    ],
    [
      'with a list by another root',
      'PACKAGE_FORGED',
      { claims: { revocations: revocationsOf([], { keys: [SIGNING.kid] }, STRANGER) } },
    ],
    ['signed by a revoked key', 'PACKAGE_KEY_REVOKED', { revoked: [SIGNING.kid] }],
    ['that has ended', 'PACKAGE_ENDED', { claims: { exp: AT } }],
    [
      'whose certificate has ended',
      'PACKAGE_ENDED',
      {
        claims: {
          keys: [{ kid: SIGNING.kid, certificate: certificateOf(SIGNING, { exp: seconds(NOW) }) }],
        },
      },
    ],
    ['that names another key of this dongle', 'PACKAGE_FORGED', { claims: { identity: identityOf(other) } }],
    [
      'with an identity that the root did not sign',
      'PACKAGE_FORGED',
      { claims: { identity: identityOf(other, {}, SIGNING) } },
    ],
    ['without a number', 'PACKAGE_FORGED', { claims: { number: -1 } }],
  ]
  it.each(ATTACKS)('%s is refused as %s, and nothing changes', (_what, reason, packing) => {
    const state = newState()
    const { importAll, disk } = lockOf(state)
    expect(reasonOf(() => importAll(packageFor(state, 1, [activation()], packing)))).toBe(reason)
    expect(disk.writes).toBe(0)
    // A sound one is then taken.
    expect(reasonOf(() => importAll(packageFor(state, 1, [activation()])))).toBe('done')
  })

  it('by a key that a newer list revoked is refused, even with the older list', () => {
    const state = newState()
    const { importAll } = lockOf(state)
    importAll(packageFor(state, 1, [activation()], { by: OTHER, at: NOW + 1_000, revoked: [SIGNING.kid] }))
    expect(reasonOf(() => importAll(packageFor(state, 2, [{ op: 'clear' }])))).toBe('PACKAGE_KEY_REVOKED')
  })

  it('with any edited character is refused, and never makes the dongle throw anything else', () => {
    const state = newState()
    const text = packageFor(state, 1, [activation()])
    const { importAll, disk } = lockOf(state)
    const edit = fc.tuple(fc.nat(text.length - 1), fc.nat(3), fc.constantFrom('', 'A', '.', '\n', 'SEALWRIGHT D2C 1\n'))
    fc.assert(
      fc.property(edit, ([at, length, by]) => {
        const edited = text.slice(0, at) + by + text.slice(at + length)
        if (edited.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')) return
        expect(reasonOf(() => importAll(edited))).toMatch(/^(?:FILE|PACKAGE)_/)
      }),
      { numRuns: 60 },
    )
    expect(disk.writes).toBe(0)
    expect(reasonOf(() => importAll('no package at all'))).toBe('FILE_UNREADABLE')
    const request = lockOf(state).lock.request('fetch').text
    expect(reasonOf(() => importAll(request))).toBe('FILE_WRONG_KIND')
  })

  it('that cannot be written has not happened', () => {
    const { lock, disk, importAll, state } = workingLock()
    const before = disk.state
    disk.isBroken = true
    expect(reasonOf(() => importAll(packageFor(state, 2, [{ op: 'clear' }])))).toBe('STORE_UNWRITABLE')
    expect(reasonOf(() => lock.request('report'))).toBe('STORE_UNWRITABLE')
    disk.isBroken = false
    expect(lock.info(true).licenses).toHaveLength(1)
    expect(disk.state).toBe(before)
    expect(reasonOf(() => importAll(packageFor(state, 2, [{ op: 'clear' }])))).toBe('done')
    expect(lock.info(true).licenses).toEqual([])
  })
})

describe('the operations of a package', () => {
  const run = (operations: LockOperation[], state = newState()) => {
    const made = lockOf(state)
    const [taken] = made.importAll(packageFor(state, 1, operations))
    return { ...made, results: taken && 'results' in taken ? taken.results : [] }
  }

  it('have a result each: one that fails does not stop the others', () => {
    const { results, disk } = run([
      adding({ counter: { op: 1, value: 5 } }),
      adding(),
      { op: 'delete', licenseId: 7 },
      adding({ isAdded: false, counter: { op: 3, value: 6 } }),
      adding({ isAdded: false, span: { op: 2, value: 1 } }),
      activation(AT + DAY),
    ])
    expect(results).toEqual(['done', 'exists', 'missing', 'tooLow', 'noValue', 'done'])
    expect(disk.state).toMatchObject({ until: AT + DAY, licenses: [{ licenseId: LICENSE_ID, counter: 5 }] })
  })

  it('delete one license, or clear all', () => {
    const both = [adding(), adding({ licenseId: 8 })]
    const ids = (state: { licenses: readonly { licenseId: number }[] }) => state.licenses.map((one) => one.licenseId)
    expect(ids(run([...both, { op: 'delete', licenseId: LICENSE_ID }]).disk.state)).toEqual([8])
    expect(ids(run([...both, { op: 'clear' }]).disk.state)).toEqual([])
  })

  it('hold at most 6,000 licenses', () => {
    const [license] = run([adding()]).disk.state.licenses
    if (!license) throw new Error('the license was added')
    const licenses = Array.from({ length: 5_999 }, (_, n) => ({ ...license, licenseId: n + 1 }))
    const state = newState({ licenses })
    const { results, disk } = run([adding(), adding({ licenseId: 6_001 }), adding({ isForced: true })], state)
    expect(results).toEqual(['done', 'full', 'done'])
    expect(disk.state.licenses).toHaveLength(6_000)
  })

  it('change the lock: permanent and back, offline days, locked and lost, each also when it is repeated', () => {
    const until = AT + 7 * DAY
    for (const [operations, expected] of [
      [[{ op: 'toPermanent' }], { isPermanent: true, until: null }],
      [[{ op: 'toActivation', days: 7, until }], { isPermanent: false, offlineDays: 7, until }],
      [[{ op: 'setOfflineDays', days: 7, until }], { isPermanent: false, offlineDays: 7, until }],
      [[{ op: 'lock' }], { isLocked: true }],
      [[{ op: 'lock' }, { op: 'unlock' }], { isLocked: false }],
      [[{ op: 'lose' }], { isLost: true }],
      // The next activation ends a loss.
      [[{ op: 'lose' }, activation(until)], { isLost: false, until }],
    ] as [LockOperation[], object][]) {
      const { results, disk } = run([...operations, ...operations])
      expect(results).toEqual([...operations, ...operations].map(() => 'done'))
      expect(disk.state).toMatchObject(expected)
    }
  })

  it('that a permanent lock does not have, or no lock knows, are unsupported', () => {
    const unknown = { op: 'format' } as unknown as LockOperation // of a later center
    const half = { op: 'activate' } as unknown as LockOperation // of a broken center
    const { results } = run(
      [{ op: 'lose' }, { op: 'setOfflineDays', days: 1, until: AT }, unknown, half],
      newState({ isPermanent: true }),
    )
    expect(results).toEqual(['unsupported', 'unsupported', 'unsupported', 'unsupported'])
  })
})

describe('a request', () => {
  it('grows in number, and tells results until the center knows them', () => {
    const { lock, importAll, state } = workingLock()
    expect(requestOf(lock.request('report').text)).toMatchObject({
      act: 'report',
      serial: state.serial,
      seq: 1,
      last: 1,
      held: 1,
      until: AT + 30 * DAY,
      results: [[1, 'done', 'done']],
    })
    importAll(packageFor(state, 2, [], { claims: { known: 0 } }))
    expect(requestOf(lock.request('fetch').text)).toMatchObject({ seq: 2, last: 2, results: [[1, 'done', 'done']] })
    importAll(packageFor(state, 3, [{ op: 'clear' }], { claims: { known: 2 } }))
    expect(requestOf(lock.request('activate').text)).toMatchObject({ seq: 3, last: 3, results: [[3, 'done']] })
  })

  it('with more results than fit tells the earliest ones, and a later one the rest', () => {
    const results = Array.from({ length: 230 }, (_, n): [number, 'done', 'exists'] => [n + 1, 'done', 'exists'])
    const state = newState({ results, last: 230 })
    const { lock, importAll } = lockOf(state)
    const { text } = lock.request('report')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(C2D_BYTES)
    const first = requestOf(text)
    expect(first.results.length).toBeGreaterThan(50)
    expect(first.last).toBe(first.results.at(-1)?.[0])
    importAll(packageFor(state, 231, [], { claims: { known: first.last } }))
    const second = requestOf(lock.request('report').text)
    expect(second.results[0]?.[0]).toBe(first.last + 1)
  })
})

describe('a program', () => {
  it('opens a license only of a dongle that works', () => {
    const state = newState({ licenses: [], identity: 'x' })
    const { lock, importAll } = lockOf(state)
    const steps: [LockOperation[], DongleReason | 'done'][] = [
      [[adding()], 'DONGLE_NOT_ACTIVATED'],
      [[activation()], 'done'],
      [[{ op: 'lock' }], 'DONGLE_LOCKED'],
      [[{ op: 'lose' }], 'DONGLE_LOST'],
      [[activation()], 'DONGLE_LOCKED'],
      [[{ op: 'unlock' }], 'done'],
      [[activation(AT - 1)], 'DONGLE_ACTIVATION_ENDED'],
      [[{ op: 'toPermanent' }], 'done'],
      [[{ op: 'delete', licenseId: LICENSE_ID }], 'LICENSE_NOT_FOUND'],
    ]
    for (const [index, [operations, expected]] of steps.entries()) {
      importAll(packageFor(state, index + 1, operations))
      expect([index, reasonOf(() => open(lock, { pid: 1 }))]).toEqual([index, expected])
    }
  })

  it.each([
    ['NOT_STARTED', { start: { op: 1, value: AT + 10 } }, {}],
    ['done', { start: { op: 1, value: AT } }, {}],
    ['LICENSE_EXPIRED', { end: { op: 1, value: AT } }, {}],
    ['done', { end: { op: 1, value: AT + 1 } }, {}],
    ['USES_EXHAUSTED', { counter: { op: 1, value: 0 } }, {}],
    ['VERSION_TOO_LOW', { version: 3 }, { version: 4 }],
    ['done', { version: 3 }, { version: 3 }],
    ['done', {}, { version: 4 }],
    ['LICENSE_NOT_FOUND', {}, { licenseId: 9 }],
  ] as const)('is told %s for %o', (expected, license, given) => {
    const { lock } = workingLock(license)
    expect(reasonOf(() => open(lock, given))).toBe(expected)
  })

  it('takes a use each time it opens, not by heartbeats, and a refused opening takes none', () => {
    const { lock, disk } = workingLock({ counter: { op: 1, value: 2 } })
    const { handle } = open(lock)
    lock.beat({ handle, nonce: 'm'.repeat(22) })
    expect(reasonOf(() => open(lock, { pid: 2 }))).toBe('SEAT_LIMIT')
    expect(disk.state.licenses[0]?.counter).toBe(1)
    lock.close(handle)
    open(lock)
    expect(disk.state.licenses[0]?.counter).toBe(0)
    expect(reasonOf(() => open(lock))).toBe('USES_EXHAUSTED')
  })

  it('starts the span with its first use, which later uses do not move', () => {
    const { lock, disk, pass } = workingLock({ span: { op: 1, value: 2 } })
    pass(DAY_MS)
    lock.close(open(lock).handle)
    expect(disk.state.licenses[0]?.firstUse).toBe(AT + DAY)
    pass(2 * DAY_MS - 1_000)
    lock.close(open(lock).handle)
    pass(1_000)
    expect(reasonOf(() => open(lock))).toBe('LICENSE_EXPIRED')
  })

  it('gets no use that was not stored', () => {
    const { lock, disk } = workingLock({ counter: { op: 1, value: 1 } })
    disk.isBroken = true
    expect(reasonOf(() => open(lock))).toBe('STORE_UNWRITABLE')
    disk.isBroken = false
    expect(reasonOf(() => open(lock))).toBe('done')
  })

  it.each([
    [
      'one program at a time',
      undefined,
      [
        ['a', 1, 's1', 'done'],
        ['b', 2, 's1', 'SEAT_LIMIT'],
        ['c', 1, 's1', 'done'],
      ],
    ],
    [
      'two processes',
      { kind: 'process', most: { op: 1, value: 2 } },
      [
        ['a', 1, 's1', 'done'],
        ['b', 2, 's1', 'done'],
        ['c', 3, 's1', 'SEAT_LIMIT'],
        ['d', 2, 's2', 'done'],
      ],
    ],
    [
      'one user session',
      { kind: 'win_user_session', most: { op: 1, value: 1 } },
      [
        ['a', 1, 's1', 'done'],
        ['b', 2, 's1', 'done'],
        ['c', 3, 's2', 'SEAT_LIMIT'],
      ],
    ],
    [
      'the machine',
      { kind: 'machine', most: { op: 1, value: 1 } },
      [
        ['a', 1, 's1', 'done'],
        ['b', 2, 's2', 'done'],
      ],
    ],
    [
      'any number',
      { kind: 'process', most: { op: 4 } },
      [
        ['a', 1, 's1', 'done'],
        ['b', 2, 's2', 'done'],
      ],
    ],
  ] as const)('takes a seat: %s', (_what, seats, steps) => {
    const { lock } = workingLock({ seats })
    for (const [name, pid, osSession, expected] of steps)
      expect([name, reasonOf(() => open(lock, { pid, osSession }))]).toEqual([name, expected])
  })

  it('frees its seat when it closes', () => {
    const { lock } = workingLock()
    const { handle } = open(lock, { pid: 1 })
    lock.close(handle)
    expect(reasonOf(() => open(lock, { pid: 2 }))).toBe('done')
    expect(reasonOf(() => lock.beat({ handle, nonce: 'm'.repeat(22) }))).toBe('SESSION_CLOSED')
  })

  it.each([
    ['DONGLE_LOCKED', { op: 'lock' }],
    ['DONGLE_LOST', { op: 'lose' }],
    ['DONGLE_ACTIVATION_ENDED', { op: 'activate', until: AT - 1 }],
    ['LICENSE_NOT_FOUND', { op: 'clear' }],
    ['LICENSE_EXPIRED', adding({ isAdded: false, end: { op: 1, value: AT } })],
  ] as [DongleReason, LockOperation][])('is stopped at once by a package: %s', (reason, operation) => {
    const { lock, importAll, state } = workingLock({ seats: { kind: 'process', most: { op: 1, value: 5 } } })
    const stopped: string[] = []
    for (const pid of [1, 2]) lock.open(opening({ pid }), (_handle, why) => stopped.push(why))
    importAll(packageFor(state, 2, [operation]))
    expect(stopped).toEqual([reason, reason])
  })

  it('is stopped by the clock when the activation or the license ends', () => {
    for (const [license, days, reason] of [
      [{}, 30, 'DONGLE_ACTIVATION_ENDED'],
      [{ end: { op: 1, value: AT + DAY } }, 1, 'LICENSE_EXPIRED'],
    ] as const) {
      const { lock, pass } = workingLock(license)
      const stopped: string[] = []
      lock.open(opening(), (_handle, why) => stopped.push(why))
      lock.check()
      expect(stopped).toEqual([])
      pass(days * DAY_MS)
      lock.check()
      expect(stopped).toEqual([reason])
    }
  })

  it('reads and writes data areas as they allow, and the public one without opening', () => {
    const [rom, raw, pub] = ['rom', 'raw', 'pub'].map((name) => Buffer.from(name).toString('base64'))
    const { lock, disk } = workingLock({ rom, raw, pub })
    expect(lock.read({ licenseId: LICENSE_ID, area: 'pub' })).toBe(pub)
    expect(reasonOf(() => lock.read({ licenseId: LICENSE_ID, area: 'rom' }))).toBe('SESSION_CLOSED')
    expect(reasonOf(() => lock.read({ licenseId: 9, area: 'pub' }))).toBe('LICENSE_NOT_FOUND')
    const { handle } = open(lock)
    expect(lock.read({ handle, area: 'rom' })).toBe(rom)
    lock.writeRaw({ handle, content: rom ?? '' })
    expect(disk.state.licenses[0]).toMatchObject({ rom, raw: rom, pub })
    const large = Buffer.alloc(65_536).toString('base64')
    expect(reasonOf(() => lock.writeRaw({ handle, content: large }))).toBe('AREA_TOO_LARGE')
    const bare = workingLock().lock
    const other = open(bare).handle
    expect(reasonOf(() => bare.read({ handle: other, area: 'raw' }))).toBe('AREA_NOT_FOUND')
    expect(reasonOf(() => bare.writeRaw({ handle: other, content: '' }))).toBe('AREA_NOT_FOUND')
  })
})

describe('the clock', () => {
  it('runs on when the clock of the computer is set back, also after a restart', () => {
    const { lock, time, disk, pass } = workingLock()
    pass(10 * DAY_MS)
    lock.check()
    time.wall = NOW - 365 * DAY_MS
    expect(lock.info(false).lock.clock).toBe(AT + 10 * DAY)
    time.monotonic += 25 * DAY_MS
    expect(lock.info(false).lock.state).toBe('activationEnded')
    lock.check()
    const again = lockOf(disk.state)
    again.time.wall = NOW - 365 * DAY_MS
    expect(again.lock.info(false).lock).toMatchObject({ state: 'activationEnded', clock: AT + 35 * DAY })
  })

  it('is moved forward for trials, and never back', () => {
    const { lock, disk, pass } = workingLock()
    const stopped: string[] = []
    lock.open(opening(), (_handle, why) => stopped.push(why))
    lock.moveClock(AT + 31 * DAY)
    expect(stopped).toEqual(['DONGLE_ACTIVATION_ENDED'])
    expect(reasonOf(() => lock.moveClock(AT))).toBe('DONGLE_CLOCK')
    pass(DAY_MS)
    expect(lock.info(false).lock.clock).toBe(AT + 32 * DAY)
    const again = lockOf(disk.state)
    again.pass(DAY_MS)
    expect(again.lock.info(false).lock.clock).toBe(AT + 32 * DAY)
  })

  it('is not earlier than the center was when it signed a package, until the computer is right again', () => {
    const state = newState({ latest: 0 })
    const { lock, time, importAll } = lockOf(state)
    time.wall = NOW - 100 * DAY_MS
    importAll(packageFor(state, 1, [activation()]))
    expect(lock.info(false).lock.clock).toBe(AT)
    time.wall = NOW + DAY_MS
    expect(lock.info(false).lock.clock).toBe(AT + DAY)
  })
})

it('a dongle whose file has another serial is no other dongle: the root key did not name it', () => {
  const { disk } = workingLock()
  const copied = lockOf({ ...disk.state, serial: newState().serial })
  // It opens, but its identity names the other serial. Programs refuse that (packages/sdk).
  const { identity } = open(copied.lock)
  expect(identity).toBe(disk.state.identity)
  expect(reasonOf(() => copied.importAll(packageFor(newState(), 9, [], { to: disk.state })))).toBe('PACKAGE_OTHER_LOCK')
})
