// Recognizing devices: whatever a program reports, in whatever order, a license never has more devices than its limits
// allow.
import { COUNTED_PARTS, DAY_MS, LIMITS } from '@sealwright/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityAfter, recognize } from './recognize.rules.ts'
import type { Identity } from './recognize.rules.ts'
import type { PartChanges, UsedMachine } from './use.kind.ts'

const { partChangesPerMonth: month, partChangesPerYear: year } = LIMITS.runtime
const tellOf = (digests: readonly (number | null)[]): Identity => ({
  fingerprint: `print ${digests.join()}`,
  parts: COUNTED_PARTS.flatMap((kind, index) => (digests[index] === null ? [] : [`${kind}=${digests[index]}`])),
})

interface Written {
  machineGuid: string
  part: PartChanges['ofMachines'][number]['part']
  before: string
  isCounted: boolean
  at: number
}

/** A license with one device at once, as the database keeps it. */
function createLicense(limits: { perMonth: number; perYear: number; ever: number | null }) {
  let machines: UsedMachine[] = []
  const written: Written[] = []
  let everBound = 0
  const within = (now: number, days: number) => written.filter(({ at }) => at > now - days * DAY_MS)
  return {
    written,
    everBound: () => everBound,
    /** Whether the device may be used, after which it is bound. */
    activate(told: Identity, now: number): boolean {
      const { machine, change } = recognize(
        machines,
        told,
        COUNTED_PARTS,
        {
          ...limits,
          inMonth: within(now, month.days).length,
          inYear: within(now, year.days).length,
          latest: [],
          ofMachines: written,
        },
        { bound: everBound, limit: limits.ever },
      )
      if (!machine) {
        const isFull = machines.some(({ state }) => state === 'bound')
        if (isFull || (limits.ever !== null && everBound >= limits.ever)) return false
      }
      const guid = machine?.guid ?? `device ${machines.length}`
      const after = identityAfter(machine, machine && change, told)
      machines = [
        ...machines.filter((one) => one.guid !== guid),
        { guid, ...after, name: guid, state: 'bound', drifts: 0, key: null, removals: 0 },
      ]
      if (!machine || change?.isCounted) everBound++
      if (machine && change) written.push({ ...change, machineGuid: guid, at: now })
      return true
    },
    unbind() {
      machines = machines.map((one) => ({ ...one, state: 'unbound' }))
    },
  }
}

const digest = fc.option(fc.integer({ min: 0, max: 3 }), { freq: 8 })
const steps = fc.array(
  fc.record({
    digests: fc.tuple(digest, digest, digest, digest, digest),
    /** One part of the last device differs, so that walks are frequent. */
    only: fc.option(fc.record({ part: fc.nat(4), digest })),
    afterDays: fc.integer({ min: 0, max: 40 }),
    unbinds: fc.boolean(),
  }),
  { maxLength: 60 },
)
const limits = fc.record({
  perMonth: fc.integer({ min: 0, max: 2 }),
  perYear: fc.integer({ min: 0, max: 4 }),
  ever: fc.option(fc.integer({ min: 1, max: 4 })),
})

describe('a random walk of parts', () => {
  it('never tolerates more changes in any 30 or 365 days, nor counts more devices, than the limits allow', () => {
    fc.assert(
      fc.property(limits, steps, (given, walk) => {
        const license = createLicense(given)
        let now = 0
        let digests: readonly (number | null)[] = [0, 0, 0, 0, 0]
        const most = (days: number) =>
          Math.max(
            0,
            ...license.written.map(
              ({ at }) => license.written.filter((one) => one.at >= at && one.at < at + days * DAY_MS).length,
            ),
          )
        for (const { digests: others, only, afterDays, unbinds } of walk) {
          now += afterDays * DAY_MS
          const tried = only ? digests.map((one, index) => (index === only.part ? only.digest : one)) : others
          if (unbinds) license.unbind()
          if (license.activate(tellOf(tried), now)) digests = tried
        }
        expect(most(month.days)).toBeLessThanOrEqual(given.perMonth)
        expect(most(year.days)).toBeLessThanOrEqual(given.perYear)
        expect(license.everBound()).toBeLessThanOrEqual(given.ever ?? Infinity)
      }),
      { numRuns: 500 },
    )
  })

  it('never lets one seat serve more whole devices in a year than one and the tolerated changes', () => {
    fc.assert(
      fc.property(limits, steps, (given, walk) => {
        const license = createLicense(given)
        const used: { print: string; at: number }[] = []
        let now = 0
        let digests = [0, 0, 0, 0, 0]
        for (const { digests: others, only, afterDays } of walk) {
          now += afterDays * DAY_MS
          // Whole readings: a part that was left out is not a device of its own.
          const tried = (only ? digests.map((one, index) => (index === only.part ? only.digest : one)) : others).map(
            (one) => one ?? 0,
          )
          const told = tellOf(tried)
          if (license.activate(told, now)) {
            digests = tried
            used.push({ print: told.fingerprint, at: now })
          }
        }
        for (const { at } of used) {
          const prints = used.filter((one) => one.at >= at && one.at < at + year.days * DAY_MS)
          expect(new Set(prints.map(({ print }) => print)).size).toBeLessThanOrEqual(1 + given.perYear)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('a withdrawn device stays withdrawn when a part changes and no change is tolerated', () => {
  const known = tellOf([1, 1, 1, 1, 1])
  const recycled: UsedMachine = {
    guid: 'one',
    ...known,
    name: 'one',
    state: 'recycled',
    drifts: 0,
    key: null,
    removals: 0,
  }
  const none = { perMonth: 0, perYear: 0, inMonth: 0, inYear: 0, latest: [], ofMachines: [] }
  expect(recognize([recycled], tellOf([1, 1, 1, 1, 2]), COUNTED_PARTS, none, { bound: 1, limit: null }).machine).toBe(
    recycled,
  )
})

it('a part that the fingerprint does not cover may change under the same fingerprint', () => {
  const counted = [...COUNTED_PARTS, 'memory'] as const
  const known = tellOf([1, 1, 1, 1, 1])
  const bound: UsedMachine = {
    guid: 'one',
    ...known,
    parts: [...known.parts, 'memory=8'],
    name: 'one',
    state: 'bound',
    drifts: 0,
    key: null,
    removals: 0,
  }
  const told = { ...known, parts: [...known.parts, 'memory=16'] }
  const ask = (perMonth: number) =>
    recognize(
      [bound],
      told,
      counted,
      { perMonth, perYear: 9, inMonth: 0, inYear: 0, latest: [], ofMachines: [] },
      { bound: 1, limit: null },
    )
  expect(ask(1)).toMatchObject({ machine: bound, change: { part: 'memory', before: '8', after: '16', denied: null } })
  expect(ask(0)).toEqual({ machine: bound, change: null })
})
