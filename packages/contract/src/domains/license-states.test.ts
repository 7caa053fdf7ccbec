// The life of a license as a table, and what the clock makes of what is stored.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LICENSE_ACTS, LICENSE_STATUSES, licenseMachine, licenseStatusName, statusAt } from './license-states.ts'
import type { LicenseStatus, StoredStatus } from './license-states.ts'

const { unbound, bound, locked, expired, replaced, deleting, deleted, approving, rejected, partlyExpired } =
  LICENSE_STATUSES
const all = Object.values(LICENSE_STATUSES)
const stored = all.filter((status): status is StoredStatus => status !== expired && status !== partlyExpired)

describe('the machine', () => {
  it('knows every status of section 4, and those of this product', () => {
    expect(licenseMachine.states.toSorted((a, b) => a - b)).toEqual([1, 4, 5, 6, 7, 8, 9, 15, 16, 17])
    expect(all.map((status) => LICENSE_STATUSES[licenseStatusName(status)])).toEqual(all)
  })

  it('says what an operator may do in each status', () => {
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

  it('lets nothing but what is in force be bound', () => {
    expect(all.filter((status) => licenseMachine.next(status, 'bind') !== undefined)).toEqual([
      unbound,
      bound,
      partlyExpired,
    ])
  })

  it('leads from every status that lives to its end, and back only where somebody takes that back', () => {
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

  it('leaves what waits for an approval to those who decide on it', () => {
    expect(licenseMachine.events(approving)).toEqual(['approve', 'reject', 'replace', 'delete', 'deleteBound'])
  })
})

describe('the clock', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const moment = fc.option(fc.date({ min: new Date('2026-05-01'), max: new Date('2026-07-01'), noInvalidDate: true }))

  it('has a say in what is bound or not, and in nothing else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...stored), moment, moment, (state, expiresAt, partlyUntil) => {
        const status = statusAt({ state, expiresAt, partlyUntil }, now)
        if (state !== unbound && state !== bound) expect(status).toBe(state)
        else if (expiresAt !== null && expiresAt <= now) expect(status).toBe(expired)
        else expect(status).toBe(partlyUntil !== null && partlyUntil <= now ? partlyExpired : state)
      }),
    )
  })

  it('ends a license at its very end, not after it', () => {
    expect(statusAt({ state: bound, expiresAt: now, partlyUntil: null }, now)).toBe(expired)
    expect(statusAt({ state: bound, expiresAt: new Date(now.getTime() + 1), partlyUntil: null }, now)).toBe(bound)
    expect(statusAt({ state: unbound, expiresAt: null, partlyUntil: now }, now)).toBe(partlyExpired)
  })
})
