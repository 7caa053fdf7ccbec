// Whether a program may use a license in the dongle. The dongle comes first: if it is locked, lost or not activated,
// its licenses do not matter. Pure.
import { endOfLockLicense } from '@sealwright/contract/dongle-files'
import type { LockLicense } from '@sealwright/contract/dongle-files'
import type { DongleInfo, DongleReason } from '@sealwright/sdk'
import type { LockState } from './state.ts'

export function stateOf({ isLocked, isLost, isPermanent, until }: LockState, now: number): DongleInfo['state'] {
  if (isLost) return 'lost'
  if (isLocked) return 'locked'
  if (isPermanent) return 'working'
  if (until === null) return 'notActivated'
  return now < until ? 'working' : 'activationEnded'
}

const REASONS: Record<DongleInfo['state'], DongleReason | undefined> = {
  working: undefined,
  notActivated: 'DONGLE_NOT_ACTIVATED',
  activationEnded: 'DONGLE_ACTIVATION_ENDED',
  locked: 'DONGLE_LOCKED',
  lost: 'DONGLE_LOST',
}

export type Judged = { license: LockLicense } | { reason: DongleReason }

/** Judges an open license, or one that is about to be opened. Uses count only when it is opened. */
export function judgeUse(
  state: LockState,
  { licenseId, version }: { licenseId: number; version?: number | undefined },
  now: number,
): Judged {
  const stopped = REASONS[stateOf(state, now)]
  if (stopped) return { reason: stopped }
  const license = state.licenses.find((one) => one.licenseId === licenseId)
  if (!license) return { reason: 'LICENSE_NOT_FOUND' }
  if (version !== undefined && license.version !== null && version > license.version)
    return { reason: 'VERSION_TOO_LOW' }
  if (license.start !== null && now < license.start) return { reason: 'NOT_STARTED' }
  const end = endOfLockLicense(license)
  return end !== null && now >= end ? { reason: 'LICENSE_EXPIRED' } : { license }
}

/** The license after it was opened: a use is taken, and the span begins. */
export function opened(license: LockLicense, now: number): Judged {
  if (license.counter === 0) return { reason: 'USES_EXHAUSTED' }
  const firstUse = license.span === null ? license.firstUse : (license.firstUse ?? now)
  return { license: { ...license, firstUse, counter: license.counter === null ? null : license.counter - 1 } }
}

/** When the program must stop, by all limits. */
export function endOfUse({ isPermanent, until }: LockState, license: LockLicense): number | null {
  const ends = [endOfLockLicense(license), isPermanent ? null : until].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Programs with the same seat share it. */
export function seatOf({ seats }: LockLicense, { pid, osSession }: { pid: number; osSession: string }): string {
  switch (seats?.kind) {
    case 'machine':
      return 'machine'
    case 'win_user_session':
      return `session ${osSession}`
    default:
      return `process ${pid}`
  }
}

/** Without seats, one program at a time. */
export const mostSeats = ({ seats }: LockLicense) => (seats === null ? 1 : (seats.most ?? Infinity))
