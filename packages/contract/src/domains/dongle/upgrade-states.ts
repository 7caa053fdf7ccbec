// Packages for dongles (upgrade records) and the licenses that they write, with the numbers of section 4.
import { defineMachine } from '../../kernel/state-machine.ts'
import type { Privilege } from '../../privileges.ts'

/**
 * Section 4, plus 0 (nobody has fetched it) and 2 (taken back before anybody fetched it). 5 comes by the clock: it was
 * fetched long ago, and no result came.
 */
export const UPGRADE_STATUSES = {
  waiting: 0,
  downloaded: 1,
  withdrawn: 2,
  upgraded: 3,
  failed: 4,
  notReported: 5,
} as const
export type UpgradeStatusName = keyof typeof UPGRADE_STATUSES
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[UpgradeStatusName]
export type StoredUpgradeStatus = Exclude<UpgradeStatus, 5>
export const upgradeStatusName = (status: number) =>
  (Object.entries(UPGRADE_STATUSES) as [UpgradeStatusName, number][]).find(([, number]) => number === status)?.[0] ??
  'waiting' // keys of the table

export type UpgradeEvent = 'download' | 'withdraw' | 'upgrade' | 'fail' | 'forget'
const U = UPGRADE_STATUSES
const open = [U.waiting, U.downloaded, U.notReported] as const

/** A result can come at any time, also for a package that the center gave up on. */
export const upgradeMachine = defineMachine<UpgradeStatus, UpgradeEvent, 'operator' | 'system'>('upgrade', U.waiting, [
  ...open.map((from) => ({
    from,
    event: 'download' as const,
    to: from === U.notReported ? from : U.downloaded,
    who: 'operator' as const,
  })),
  { from: U.waiting, event: 'withdraw', to: U.withdrawn, who: 'operator' },
  { from: U.downloaded, event: 'forget', to: U.notReported, who: 'system' },
  ...open.map((from) => ({ from, event: 'upgrade' as const, to: U.upgraded, who: 'system' as const })),
  ...open.map((from) => ({ from, event: 'fail' as const, to: U.failed, who: 'system' as const })),
])

/** The status at this time. */
export const upgradeStatusAt = (
  { status, downloadedAt }: { status: StoredUpgradeStatus; downloadedAt: Date | null },
  now: Date,
  reportDays: number,
): UpgradeStatus =>
  status === U.downloaded && downloadedAt !== null && now.getTime() - downloadedAt.getTime() > reportDays * 86_400_000
    ? U.notReported
    : status

/** Section 4: the status of a license in a dongle. It stays 4 while an update of it waits. */
export const DONGLE_LICENSE_STATUSES = { notUpgraded: 1, upgraded: 4, expired: 6 } as const
export type DongleLicenseStatusName = keyof typeof DONGLE_LICENSE_STATUSES
export type DongleLicenseStatus = (typeof DONGLE_LICENSE_STATUSES)[DongleLicenseStatusName]
export const dongleLicenseStatusName = (status: number) =>
  (Object.entries(DONGLE_LICENSE_STATUSES) as [DongleLicenseStatusName, number][]).find(
    ([, number]) => number === status,
  )?.[0] ?? 'notUpgraded' // keys of the table

/** What a package is about. */
export const UPGRADE_KINDS = ['issue', 'refresh', 'delete', 'clear'] as const
export type UpgradeKind = (typeof UPGRADE_KINDS)[number]
/** The right to make a package of a kind, also again, and to take it back. */
export const UPGRADE_PRIVILEGES = {
  issue: 'dongleLicense.issue',
  refresh: 'dongleLicense.update',
  delete: 'dongleLicense.delete',
  clear: 'dongleLicense.delete',
} as const satisfies Record<UpgradeKind, Privilege>
