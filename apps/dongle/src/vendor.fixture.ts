// A vendor for tests without a center: it makes dongles, opens their requests and signs packages for them, sound ones
// and others.
import { randomUUID } from 'node:crypto'
import type {
  LicenseWrite,
  LockIdentityClaims,
  LockOperation,
  LockPackageClaims,
  LockRequestClaims,
} from '@sealwright/contract/dongle-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { makeLockPackage, pairOf, recipientId, sealingKeyOf } from '@sealwright/exchange'
import {
  DAY_MS,
  DEVELOPER,
  NOW,
  ROOT,
  SIGNING,
  exchangeKeyOf,
  keysOf,
  readC2d,
  seconds,
  signed,
} from '../../../packages/sdk/src/authority.fixture.ts'
import type { Pair } from '../../../packages/sdk/src/authority.fixture.ts'
import { createClock } from './core/clock.ts'
import { createLock } from './core/lock.ts'
import { makeState } from './core/state.ts'
import type { LockState } from './core/state.ts'

export const DAY = 86_400
export const AT = seconds(NOW)
export const LICENSE_ID = 100201

export const newState = (given: Partial<LockState> = {}): LockState => ({
  ...makeState(
    {
      shell: '9900000000001',
      developerId: DEVELOPER,
      rootKey: ROOT.x,
      exchangeKey: exchangeKeyOf(),
      isPermanent: false,
      offlineDays: 30,
    },
    AT,
  ),
  ...given,
})

export function publicOf({ keys }: LockState) {
  const pair = pairOf(keys)
  if (!pair) throw new Error('the keys of a new dongle are sound')
  return pair.public
}

export const identityOf = (state: LockState, given: Partial<LockIdentityClaims> = {}, by = ROOT) =>
  signed(
    TOKEN_TYPES.lockIdentity,
    { iss: String(DEVELOPER), serial: state.serial, sign: publicOf(state).sign, ...given },
    by,
  )

export interface Packing {
  at?: number
  by?: Pair
  revoked?: readonly string[]
  claims?: Partial<LockPackageClaims>
  /** The dongle that it is sealed to. */
  to?: LockState
}

/** A package for a dongle. */
export function packageFor(
  state: LockState,
  number: number,
  operations: readonly LockOperation[],
  { at = NOW, by = SIGNING, revoked = [], claims = {}, to = state }: Packing = {},
): string {
  const { seal } = publicOf(to)
  const publicKey = sealingKeyOf(seal)
  if (!publicKey) throw new Error('the keys of a new dongle are sound')
  return makeLockPackage(
    {
      iss: String(DEVELOPER),
      jti: randomUUID(),
      iat: seconds(at),
      exp: seconds(at + 30 * DAY_MS),
      ...keysOf([by], revoked, at, ''),
      serial: state.serial,
      number,
      identity: identityOf(state),
      known: 0,
      operations,
      ...claims,
    },
    by,
    { kid: recipientId(seal), publicKey },
  )
}

export const activation = (until = AT + 30 * DAY): LockOperation => ({ op: 'activate', until })
export const adding = (given: Partial<LicenseWrite> = {}): LockOperation => ({
  op: 'license',
  licenseId: LICENSE_ID,
  isAdded: true,
  isForced: false,
  isForever: false,
  ...given,
})

/** The claims of a request, as the center reads them. */
export const requestOf = (text: string) => readC2d(text) as unknown as LockRequestClaims // of a dongle

/** A dongle whose clock and disk belong to the test. */
export function lockOf(first: LockState) {
  const time = { wall: NOW, monotonic: 0 }
  const disk = { state: first, isBroken: false, writes: 0 }
  const lock = createLock({
    state: first,
    clock: createClock(first, { wall: () => time.wall, monotonic: () => time.monotonic }),
    write(next) {
      if (disk.isBroken) throw new Error('no space left')
      disk.state = next
      disk.writes++
    },
  })
  const pass = (ms: number) => {
    time.wall += ms
    time.monotonic += ms
  }
  return { lock, time, disk, pass, importAll: (...texts: string[]) => lock.importPackages(texts.join('')) }
}

/** A dongle that is activated and has a license. */
export function workingLock(given: Partial<LicenseWrite> = {}, state = newState()) {
  const made = lockOf(state)
  made.importAll(packageFor(state, 1, [activation(), adding(given)]))
  return { ...made, state }
}
