// The state machine of licenses, and the effect of the clock on the stored status.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LicenseFamily } from './license-rules.ts'
import {
  LICENSE_ACTS,
  LICENSE_STATUSES,
  licenseMachine,
  licenseStatusName,
  statusAt,
  statusesOf,
} from './license-states.ts'
import type { LicenseStatus, StoredStatus } from './license-states.ts'

const { unbound, bound, locked, expired, replaced, deleting, deleted, approving, rejected, partlyExpired } =
  LICENSE_STATUSES
const all = Object.values(LICENSE_STATUSES)
const stored = all.filter((status): status is StoredStatus => status !== expired && status !== partlyExpired)

describe('the state machine', () => {
  it('contains every status of section 4, plus 7, 8 and 9', () => {
    expect(licenseMachine.states.toSorted((a, b) => a - b)).toEqual([1, 4, 5, 6, 7, 8, 9, 15, 16, 17])
    expect(all.map((status) => LICENSE_STATUSES[licenseStatusName(status)])).toEqual(all)
  })

  it('defines the actions of an administrator in each status', () => {
    const acts = (status: LicenseStatus) =>
      LICENSE_ACTS.filter((act) => licenseMachine.events(status, 'operator').includes(act))
    expect(Object.fromEntries(all.map((status) => [status, acts(status)]))).toEqual({
      [unbound]: ['refresh', 'lock', 'delete', 'recycle'],
      [bound]: ['refresh', 'lock', 'delete', 'unbind', 'recycle'],
      [locked]: ['unlock', 'delete', 'unbind', 'recycle'],
      [expired]: ['refresh', 'delete', 'unbind', 'recycle'],
      [replaced]: [],
      [deleting]: [],
      [deleted]: [],
      [approving]: ['delete'],
      [rejected]: ['delete'],
      [partlyExpired]: ['refresh', 'lock', 'delete', 'unbind', 'recycle'],
    })
  })

  it('binds only licenses in force', () => {
    expect(all.filter((status) => licenseMachine.next(status, 'bind') !== undefined)).toEqual([
      unbound,
      bound,
      partlyExpired,
    ])
  })

  it('lets every live license be deleted or replaced, and reverts that only by a restore', () => {
    for (const status of all.filter((one) => ![replaced, deleting, deleted].some((ended) => ended === one)))
      expect([
        licenseMachine.next(status, 'delete'),
        licenseMachine.next(status, 'deleteBound'),
        licenseMachine.next(status, 'replace'),
      ]).toEqual([deleted, deleting, replaced])
    for (const status of [replaced, deleted])
      expect(licenseMachine.events(status)).toEqual(['restore', 'restoreBound', 'restoreLocked'])
    expect(licenseMachine.next(deleting, 'forget')).toBe(deleted)
  })

  it('allows a license under approval only to be approved, rejected, replaced or deleted', () => {
    expect(licenseMachine.events(approving)).toEqual(['approve', 'reject', 'replace', 'delete', 'deleteBound'])
  })
})

it('a family has only the statuses that its licenses can get', () => {
  const missing = (family: LicenseFamily) => all.filter((status) => !statusesOf(family).includes(status))
  expect([missing('account'), missing('sn'), missing('smart')]).toEqual([
    [partlyExpired],
    [replaced],
    [replaced, partlyExpired],
  ])
})

describe('the clock', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const moment = fc.option(fc.date({ min: new Date('2026-05-01'), max: new Date('2026-07-01'), noInvalidDate: true }))

  it('affects only bound and unbound licenses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...stored), moment, moment, (state, expiresAt, partlyUntil) => {
        const status = statusAt({ state, expiresAt, partlyUntil }, now)
        if (state !== unbound && state !== bound) expect(status).toBe(state)
        else if (expiresAt !== null && expiresAt <= now) expect(status).toBe(expired)
        else expect(status).toBe(partlyUntil !== null && partlyUntil <= now ? partlyExpired : state)
      }),
    )
  })

  it('expires a license exactly at its end', () => {
    expect(statusAt({ state: bound, expiresAt: now, partlyUntil: null }, now)).toBe(expired)
    expect(statusAt({ state: bound, expiresAt: new Date(now.getTime() + 1), partlyUntil: null }, now)).toBe(bound)
    expect(statusAt({ state: unbound, expiresAt: null, partlyUntil: now }, now)).toBe(partlyExpired)
  })
})
