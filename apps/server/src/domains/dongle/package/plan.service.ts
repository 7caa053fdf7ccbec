// What is in a lock and what will be: the licenses that it reported, and those with the packages on top that it can
// still take. The same packages decide whether a further one fits.
import type { LockLicense, LockOperation } from '@sealwright/contract'
import type { Held, Of } from '../dongle.kind.ts'
import type { DongleLicense } from '../dongle.tables.ts'
import { endOf, light, perform } from './operation.rules.ts'
import * as queries from './package.queries.ts'
import type { ChangedLicense, OpenPackage } from './package.queries.ts'

export interface LockPlan {
  /** The rows of its licenses, by license id. */
  rows: Map<number, DongleLicense>
  inside: Held
  planned: Held
  /** The packages that it can still take. */
  open: OpenPackage[]
}

const emptyPlan = (): LockPlan => ({ rows: new Map(), inside: new Map(), planned: new Map(), open: [] })

/** Operations that the lock would not do change nothing. */
export function performAll(held: Held, operations: readonly LockOperation[]): void {
  for (const operation of operations) perform(held, operation)
}

/** The operations of these packages by issue, without the content of data areas. */
export async function readOperations(
  of: Of,
  packages: readonly { issueGuid: string }[],
): Promise<Map<string, LockOperation[]>> {
  const found = await queries.listOperations(
    of,
    packages.map(({ issueGuid }) => issueGuid),
  )
  return new Map([...found].map(([guid, operations]) => [guid, operations.map((one) => light(one))]))
}

/** The plan of each of these locks. */
export async function readPlans(of: Of, lockGuids: readonly string[], now: Date): Promise<Map<string, LockPlan>> {
  const plans = new Map(lockGuids.map((guid) => [guid, emptyPlan()]))
  for (const row of await queries.listOfLocks(of, lockGuids)) {
    const plan = plans.get(row.dongleGuid)
    plan?.rows.set(row.licenseId, row)
    if (!row.inside) continue
    plan?.inside.set(row.licenseId, row.inside)
    plan?.planned.set(row.licenseId, row.inside)
  }
  const open = await queries.listOpen(of, lockGuids, now)
  const operations = await readOperations(of, open)
  for (const one of open) {
    const plan = plans.get(one.dongleGuid)
    plan?.open.push(one)
    // As the lock does: a package runs to its end, whatever a part of it gives.
    if (plan) performAll(plan.planned, operations.get(one.issueGuid) ?? [])
  }
  return plans
}

/**
 * A row with other content. It ends if the lock does not have the license, and will not get it. As long as a package
 * for it is open, the lock may take that one and not those that come after it.
 */
export function changedRow(
  { guid, templateGuid, packageGuid, upgradeStatus, remark }: DongleLicense,
  { inside, planned, open }: Omit<LockPlan, 'rows'>,
  licenseId: number,
  now: Date,
): ChangedLicense {
  const [is, willBe] = [inside.get(licenseId) ?? null, planned.get(licenseId) ?? null]
  const expiresAt = endOf(is)
  const isAwaited = open.some((one) => one.guid === packageGuid || one.licenseIds.includes(licenseId))
  return {
    guid,
    inside: is,
    planned: willBe,
    expiresAt,
    isExpired: expiresAt <= now,
    templateGuid,
    packageGuid,
    upgradeStatus,
    remark,
    updatedAt: now,
    endedAt: is === null && willBe === null && !isAwaited ? now : null,
  }
}

/** In one order: the database does not keep the order of keys. */
const KEYS = [
  'counter',
  'end',
  'firstUse',
  'kind',
  'licenseId',
  'modules',
  'most',
  'pub',
  'raw',
  'rom',
  'seats',
  'span',
]
const textOf = (license: LockLicense | null) => JSON.stringify(license, [...KEYS, 'start', 'version'])
export const isSameLicense = (a: LockLicense | null, b: LockLicense | null) => textOf(a) === textOf(b)

/** Computes the licenses of these locks anew, after packages of them changed. */
export async function replan(of: Of, lockGuids: readonly string[], now: Date): Promise<void> {
  const plans = await readPlans(of, lockGuids, now)
  const changes = [...plans.values()].flatMap((plan) =>
    [...plan.rows.values()].flatMap((row) => {
      const change = changedRow(row, plan, row.licenseId, now)
      return isSameLicense(change.planned, row.planned) && change.endedAt === null ? [] : [change]
    }),
  )
  await queries.updateLicenses(of, changes)
}
