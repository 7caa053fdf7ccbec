// Makes packages: judges locks, signs one package for each that fits, and writes the packages with the licenses, the
// events and the log rows in the transaction of the caller, in a few statements for all of them. The caller has locked
// the locks.
import { DAY_MS, LIMITS, wallTime } from '@sealwright/contract'
import type { LockOperation, LockResult } from '@sealwright/contract'
import { fileNameOf } from '@sealwright/exchange'
import type { Operation } from '../../../kernel/audit/record.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { NEVER } from '../../license/index.ts'
import { listProductNames } from '../../product/index.ts'
import type { LockKeys, LockSigner } from '../../runtime/index.ts'
import type { Held } from '../dongle.kind.ts'
import type { DongleIssue } from '../dongle.tables.ts'
import { insertLockEvents } from '../lock/life.queries.ts'
import type { NewLockEvent } from '../lock/life.queries.ts'
import { judgeOperations, light } from './operation.rules.ts'
import * as queries from './package.queries.ts'
import type { ChangedLicense, NewLicense, NewPackage, PackageLock } from './package.queries.ts'
import { changedRow, readPlans } from './plan.service.ts'
import type { LockPlan } from './plan.service.ts'
import { signPackageAside } from './sign.service.ts'

export interface Made {
  guid: string
  shellNumber: string
  name: string
}

/** A lock that takes the package, with its licenses afterwards. */
export interface FitLock {
  lock: PackageLock
  plan: LockPlan
  after: Held
}

export interface HowMade {
  validDays?: number | undefined
  taskGuid?: string | undefined
}

export const unfit = ({ say }: Pick<Scope, 'say'>, shellNumber: string, fault: LockResult, field?: string) =>
  new Refusal('dongleLicense.unfit', {
    params: { shellNumber, reason: say(`userLock.results.${fault}`) },
    ...(field !== undefined && { field }),
  })

/** Judges locks by what they will hold with the packages that wait. Those that would refuse have a fault. */
export async function judgeLocks(
  scope: Pick<Scope, 'db' | 'developerId'> & { asking: Pick<Scope['asking'], 'now'> },
  locks: readonly PackageLock[],
  operations: readonly LockOperation[],
): Promise<(FitLock & { fault?: LockResult })[]> {
  const asked = operations.map((one) => light(one))
  const plans = await readPlans(
    scope,
    locks.map(({ guid }) => guid),
    scope.asking.now,
  )
  return locks.map((lock) => {
    const plan = plans.get(lock.guid)
    if (!plan) throw new Error('a lock without a plan')
    return { lock, plan, ...judgeOperations(plan.planned, asked) }
  })
}

/** Packages that are signed at the same time, by threads, and written together while the next ones are signed. */
const BLOCK = 50
/** Blocks that wait for the database while a further one is signed. They hold their files in memory. */
const AHEAD = 2

interface Written {
  packages: NewPackage[]
  changed: ChangedLicense[]
  added: NewLicense[]
  events: NewLockEvent[]
  operations: Operation[]
}

/**
 * Sends all statements of a block at once, in this order: licenses refer to their packages. The database need not wait
 * between them until this process has signed something and looks for its answer.
 */
const write = (scope: Scope, shared: queries.SharedByPackages, block: Written) =>
  Promise.all([
    queries.insertPackages(scope, shared, block.packages),
    queries.updateLicenses(scope, block.changed),
    queries.insertLicenses(scope, block.added),
    insertLockEvents(scope, block.events),
    scope.record(...block.operations),
  ])

export function createMaking({ keys }: { keys: Pick<LockKeys, 'within'> }) {
  /** The license rows of one package. */
  function licensesOf(
    scope: Scope,
    issue: DongleIssue,
    { lock, plan, after }: FitLock,
    packageGuid: string,
  ): Pick<Written, 'changed' | 'added'> {
    const { ids, caller, asking } = scope
    const planned = { inside: plan.inside, planned: after, open: plan.open }
    const touched = issue.kind === 'clear' ? [...plan.rows.keys()] : [...new Set(issue.licenseIds)]
    const changed: ChangedLicense[] = []
    const added: NewLicense[] = []
    for (const licenseId of touched) {
      const row = plan.rows.get(licenseId)
      const at = issue.operations.findIndex((one) => 'licenseId' in one && one.licenseId === licenseId)
      const templateGuid = issue.templateGuids[at] ?? row?.templateGuid ?? null
      const remark = issue.remark ?? row?.remark ?? null
      // It stays listed until the lock reports that it is gone, also if the lock may have it without our knowledge.
      const shown = { packageGuid, upgradeStatus: 0 as const, templateGuid, remark, endedAt: null }
      if (row) changed.push({ ...changedRow(row, planned, licenseId, asking.now), ...shown })
      else if (after.has(licenseId)) {
        const blank = {
          guid: ids.guid(),
          inside: null,
          dongleGuid: lock.guid,
          shellNumber: lock.shellNumber,
          licenseId,
        }
        added.push({
          ...blank,
          planned: after.get(licenseId) ?? null,
          expiresAt: NEVER,
          isExpired: false,
          ...shown,
          updatedAt: asking.now,
          customerGuid: lock.customerGuid,
          integratorGuid: lock.integratorGuid,
          assignedTo: lock.assignedTo,
          issuedBy: caller.accountId,
          issuerName: caller.displayName,
          issuedAt: asking.now,
        })
      }
    }
    return { changed, added }
  }

  async function sign(
    scope: Scope,
    signer: LockSigner,
    issue: DongleIssue,
    { lock }: FitLock,
    validUntil: Date,
  ): Promise<NewPackage> {
    const { developerId, ids, asking } = scope
    const guid = ids.guid()
    const number = lock.lastNumber + 1
    const { file, digest } = await signPackageAside(
      signer,
      { developerId, guid, now: asking.now, validUntil, number, known: lock.takenNumber, operations: issue.operations },
      lock,
    )
    const fileName = fileNameOf('D2C', `${lock.shellNumber}-${number}`, wallTime(asking.now, scope.caller.timeZone))
    const { guid: dongleGuid, shellNumber } = lock
    return { guid, dongleGuid, shellNumber, number, file, digest, fileName }
  }

  /** One package for each of these locks. All of them fit. Returns them in the same order. */
  async function make(
    scope: Scope,
    issue: DongleIssue,
    locks: readonly FitLock[],
    { validDays = LIMITS.dongle.packageDays, taskGuid }: HowMade,
  ): Promise<Made[]> {
    if (locks.length === 0) return []
    const { developerId, ids, asking, caller } = scope
    const signer = await keys.within({ db: scope.db, developerId, now: asking.now })
    const validUntil = new Date(asking.now.getTime() + validDays * DAY_MS)
    const names = await listProductNames(scope, issue.licenseIds)
    const shared = {
      issueGuid: issue.guid,
      licenseIds: issue.licenseIds,
      madeAt: asking.now,
      validUntil,
      taskGuid: taskGuid ?? null,
      actorId: caller.accountId,
      actorName: caller.displayName,
    }
    const upgrade = scope.say(`dongleLicense.upgradeKinds.${issue.kind}`)
    const products = issue.licenseIds.map((id) => names.get(id) ?? String(id)).join(', ') || null
    const made: Made[] = []
    const sent: Promise<unknown>[] = []
    const send = (statements: Promise<unknown>) => {
      // Met below. Until then, a failure must not count as unhandled.
      statements.catch(() => undefined)
      sent.push(statements)
    }
    // The numbers are known before the signatures, so the database has work while the first block is signed.
    send(
      queries.advanceLocks(
        scope,
        locks.map(({ lock }) => ({ guid: lock.guid, lastNumber: lock.lastNumber + 1 })),
      ),
    )
    for (let from = 0; from < locks.length; from += BLOCK) {
      await sent.at(-AHEAD)
      const block: Written = { packages: [], changed: [], added: [], events: [], operations: [] }
      const signed = await Promise.all(
        locks
          .slice(from, from + BLOCK)
          .map(async (fit) => ({ fit, row: await sign(scope, signer, issue, fit, validUntil) })),
      )
      for (const { fit, row } of signed) {
        const { guid, dongleGuid, shellNumber, number, digest, fileName } = row
        const { changed, added } = licensesOf(scope, issue, fit, guid)
        block.packages.push(row)
        block.changed.push(...changed)
        block.added.push(...added)
        block.events.push({
          guid: ids.guid(),
          dongleGuid,
          kind: 'package',
          at: asking.now,
          actorId: caller.accountId,
          actorName: caller.displayName,
          about: String(number),
          digest,
        })
        made.push({ guid, shellNumber, name: fileName })
        block.operations.push({
          // Whatever the package does to licenses: the lock changes.
          type: 'update',
          target: { kind: 'userLock', guid: dongleGuid, name: shellNumber },
          after: {
            upgrade,
            number,
            products,
            digest: digest.toString('hex'),
          },
        })
      }
      send(write(scope, shared, block))
    }
    await Promise.all(sent)
    return made
  }

  /** Stores what the packages of an issue have in common. */
  async function open(
    scope: Scope,
    issue: Pick<DongleIssue, 'kind' | 'operations' | 'licenseIds'> &
      Partial<Pick<DongleIssue, 'templateGuids' | 'remark'>>,
  ): Promise<DongleIssue> {
    const { developerId, ids, asking, caller } = scope
    const row = {
      templateGuids: [],
      remark: null,
      ...issue,
      developerId,
      guid: ids.guid(),
      at: asking.now,
      actorId: caller.accountId,
      actorName: caller.displayName,
    }
    await queries.insertIssue(scope, row)
    return row
  }

  return { make, open }
}

export type Making = ReturnType<typeof createMaking>
