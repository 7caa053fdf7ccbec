// License statuses, numbered as in section 4 plus 7, 8 and 9, and their transitions. The stored status reflects only
// the actions of people and devices. `statusAt` derives expiry from the clock, so that no job has to run first.
import { defineMachine } from '../../kernel/state-machine.ts'
import type { LicenseFamily } from './license-rules.ts'

export const LICENSE_STATUSES = {
  unbound: 1,
  bound: 4,
  locked: 5,
  expired: 6,
  replaced: 7,
  deleting: 8,
  deleted: 9,
  approving: 15,
  rejected: 16,
  partlyExpired: 17,
} as const
export type LicenseStatusName = keyof typeof LICENSE_STATUSES
export type LicenseStatus = (typeof LICENSE_STATUSES)[LicenseStatusName]
export const licenseStatusName = (status: number) =>
  (Object.entries(LICENSE_STATUSES) as [LicenseStatusName, number][]).find(([, number]) => number === status)?.[0] ??
  'unbound' // keys of the table

/** Statuses that do not depend on the clock. */
export type StoredStatus = Exclude<LicenseStatus, 6 | 17>

/** Actions of administrators. All other events result from these, from devices or from the clock. */
export const LICENSE_ACTS = ['refresh', 'lock', 'unlock', 'delete', 'unbind', 'recycle'] as const
export type LicenseAct = (typeof LICENSE_ACTS)[number]
/** Acts on several licenses at once. */
export const SWITCHING_ACTS = ['lock', 'unlock', 'delete'] as const satisfies readonly LicenseAct[]
export type SwitchingAct = (typeof SWITCHING_ACTS)[number]
export type LicenseEvent =
  | LicenseAct
  | 'approve'
  | 'bind'
  | 'deleteBound'
  | 'expire'
  | 'expirePartly'
  | 'extend'
  | 'extendBound'
  | 'forget'
  | 'free'
  | 'reject'
  | 'replace'
  | 'restore'
  | 'restoreBound'
  | 'restoreLocked'
  | 'resubmit'
  | 'unlockBound'

const { unbound, bound, locked, expired, replaced, deleting, deleted, approving, rejected, partlyExpired } =
  LICENSE_STATUSES
/** Programs may run. */
export const STATUSES_IN_FORCE = [unbound, bound, partlyExpired] as const
/** Neither replaced nor deleted. */
export const LIVING_STATUSES = [...STATUSES_IN_FORCE, locked, expired, approving, rejected] as const
/** Not in force yet: it waits for approval or was rejected. Its code is not handed out or replaced. */
export const isUnapproved = (status: number) => status === approving || status === rejected
const each = <From extends LicenseStatus>(
  from: readonly From[],
  event: LicenseEvent,
  to: LicenseStatus | ((from: From) => LicenseStatus),
  who: 'operator' | 'system',
) => from.map((one) => ({ from: one, event, to: typeof to === 'function' ? to(one) : to, who }))
const same = (status: LicenseStatus) => status

/**
 * Buttons, refusals and tests use this table. Deleting a license that devices hold is complete once the devices know
 * about it (`deleteBound`, then `forget`).
 */
export const licenseMachine = defineMachine<LicenseStatus, LicenseEvent, 'operator' | 'system'>('license', unbound, [
  ...each([approving], 'approve', unbound, 'system'),
  ...each([approving], 'reject', rejected, 'system'),
  ...each([rejected], 'resubmit', approving, 'system'),
  ...each([unbound, bound, partlyExpired], 'bind', bound, 'system'),
  ...each([bound, partlyExpired, locked, expired], 'unbind', same, 'operator'),
  // An unbound license can still exclude a device that was bound before.
  ...each([...STATUSES_IN_FORCE, locked, expired], 'recycle', same, 'operator'),
  ...each([bound, partlyExpired], 'free', unbound, 'system'),
  ...each(STATUSES_IN_FORCE, 'lock', locked, 'operator'),
  ...each([locked], 'unlock', unbound, 'operator'),
  ...each([locked], 'unlockBound', bound, 'system'),
  ...each(STATUSES_IN_FORCE, 'expire', expired, 'system'),
  ...each([unbound, bound], 'expirePartly', partlyExpired, 'system'),
  ...each([...STATUSES_IN_FORCE, expired], 'refresh', same, 'operator'),
  ...each([expired, partlyExpired], 'extend', unbound, 'system'),
  ...each([expired, partlyExpired], 'extendBound', bound, 'system'),
  ...each(LIVING_STATUSES, 'replace', replaced, 'system'),
  ...each(LIVING_STATUSES, 'delete', deleted, 'operator'),
  ...each(LIVING_STATUSES, 'deleteBound', deleting, 'system'),
  ...each([deleting], 'forget', deleted, 'system'),
  ...each([deleting, deleted, replaced], 'restore', unbound, 'system'),
  ...each([deleting, deleted, replaced], 'restoreBound', bound, 'system'),
  ...each([deleting, deleted, replaced], 'restoreLocked', locked, 'system'),
])

/**
 * The statuses that licenses of a family can have. Only the license of an account is replaced by another one, and only
 * the products of a code can end one by one.
 */
export function statusesOf(family: LicenseFamily): LicenseStatus[] {
  const never: readonly LicenseStatus[] =
    family === 'account' ? [partlyExpired] : family === 'sn' ? [replaced] : [replaced, partlyExpired]
  return Object.values(LICENSE_STATUSES).filter((status) => !never.includes(status))
}

/** The status at this time. `partlyUntil` is the end of the first product that ends. */
export function statusAt(
  { state, expiresAt, partlyUntil }: { state: StoredStatus; expiresAt: Date | null; partlyUntil: Date | null },
  now: Date,
): LicenseStatus {
  if (state !== unbound && state !== bound) return state
  if (expiresAt !== null && expiresAt <= now) return expired
  return partlyUntil !== null && partlyUntil <= now ? partlyExpired : state
}
