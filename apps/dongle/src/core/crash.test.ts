// A dongle that loses its power at any call of the file system has the state before a change or after it, never one in
// between.
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DongleFault } from '@sealwright/sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { NOW } from '../../../../packages/sdk/src/authority.fixture.ts'
import { LICENSE_ID, activation, adding, newState, packageFor, requestOf } from '../vendor.fixture.ts'
import { createClock } from './clock.ts'
import { createLock } from './lock.ts'
import type { Lock } from './lock.ts'
import { readState, writeState } from './state.ts'
import type { LockState } from './state.ts'

const folder = mkdtempSync(join(tmpdir(), 'sw-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CALLS = ['mkdirSync', 'writeFileSync', 'chmodSync', 'renameSync', 'rmSync'] as const

/** Runs with a file system that fails from one call on. A write that fails leaves half of its content. */
function failingFrom(calls: number, run: () => void): number {
  const real = { ...fs }
  let count = 0
  for (const name of CALLS)
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (count++ < calls) return (real[name] as (...given: unknown[]) => unknown)(...args) // the same arguments
        if (name === 'writeFileSync') real.writeFileSync(String(args[0]), String(args[1]).slice(0, 100))
        throw new Error('no power')
      },
    })
  syncBuiltinESMExports()
  try {
    run()
  } finally {
    Object.assign(fs, Object.fromEntries(CALLS.map((name) => [name, real[name]])))
    syncBuiltinESMExports()
  }
  return count
}

const restart = ({ serial }: LockState): Lock => {
  const state = readState(folder, serial)
  const clock = createClock(state, { wall: () => NOW, monotonic: () => 0 })
  return createLock({ state, clock, write: (next) => writeState(folder, next) })
}

/** Cuts the power at each call in turn, from the same state, and returns the states after the restarts. */
function cutEverywhere(state: LockState, act: (lock: Lock) => unknown): { isWhole: boolean; after: LockState }[] {
  const seen: { isWhole: boolean; after: LockState }[] = []
  for (let calls = 0; ; calls++) {
    writeState(folder, state)
    const lock = restart(state)
    const made = failingFrom(calls, () => {
      try {
        act(lock)
      } catch (error) {
        // The clean-up of the writer may fail too.
        if (!(error instanceof DongleFault && error.reason === 'STORE_UNWRITABLE')) throw error
      }
    })
    const isWhole = made <= calls
    seen.push({ isWhole, after: readState(folder, state.serial) })
    if (isWhole) return seen
  }
}

describe('a dongle without power', () => {
  it('while it imports a package took all of it or nothing, and takes it then', () => {
    const state = newState()
    const operations = [activation(), adding({ counter: { op: 1, value: 5 } }), { op: 'lock' } as const]
    const text = packageFor(state, 1, operations)
    const seen = cutEverywhere(state, (lock) => lock.importPackages(text))
    expect(seen.length).toBeGreaterThan(3)
    for (const { isWhole, after } of seen) {
      if (!isWhole) {
        expect(after).toEqual(state)
        continue
      }
      expect(after).toMatchObject({ last: 1, isLocked: true, results: [[1, 'done', 'done', 'done']] })
      expect(after.licenses).toMatchObject([{ licenseId: LICENSE_ID, counter: 5 }])
    }
    writeState(folder, state)
    expect(restart(state).importPackages(text)).toEqual([{ number: 1, results: ['done', 'done', 'done'] }])
    expect(() => restart(state).importPackages(text)).toThrow('PACKAGE_REPLAYED')
  })

  it('while it writes a request never uses a number twice', () => {
    const state = newState()
    const handed: number[] = []
    const seen = cutEverywhere(state, (lock) => handed.push(requestOf(lock.request('report').text).seq))
    expect(handed).toEqual([1])
    expect(seen.map(({ after }) => after.seq)).toEqual([...seen.slice(1).map(() => 0), 1])
  })

  it('while it opens a license gives no use away', () => {
    const state = newState()
    writeState(folder, state)
    restart(state).importPackages(packageFor(state, 1, [activation(), adding({ counter: { op: 1, value: 1 } })]))
    const opening = { licenseId: LICENSE_ID, nonce: 'n'.repeat(22), pid: 1, osSession: 's' }
    const handed: string[] = []
    const seen = cutEverywhere(readState(folder, state.serial), (lock) =>
      handed.push(lock.open(opening, () => undefined).challenge),
    )
    expect(handed).toHaveLength(1)
    for (const { isWhole, after } of seen) expect(after.licenses[0]?.counter).toBe(isWhole ? 0 : 1)
  })
})
