// Changes licenses in locks: an update of one by operations, and deleting some. Each change is a package that the lock
// takes later.
import { issueChanges } from '@sealwright/contract'
import type { LockOperation, dongleLicenseCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { found } from '../../../kernel/entity/refuse.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, requireStanding } from '../../billing/index.ts'
import { readChanges, requireAllowed, requireValid, sentenceOf } from '../../license/index.ts'
import type { GroupPrices } from '../../template/index.ts'
import type { DongleLicense } from '../dongle.tables.ts'
import { lockLocks } from '../lock/life.queries.ts'
import * as lists from './license-list.queries.ts'
import { judgeLocks, unfit } from './make.service.ts'
import type { FitLock, Made, Making } from './make.service.ts'
import { insideAnswer, light, unchanged, updateOf } from './operation.rules.ts'
import * as queries from './package.queries.ts'
import type { PackageLock } from './package.queries.ts'
import type { CheckPin } from './pin.service.ts'

type Payload<Name extends keyof typeof dongleLicenseCalls> = z.output<(typeof dongleLicenseCalls)[Name]['payload']>
type Answer<Name extends keyof typeof dongleLicenseCalls> = z.output<(typeof dongleLicenseCalls)[Name]['answer']>

const ALL = { canModify: true, canModifyModule: true, canModifyDataZone: true }

interface Deps {
  making: Making
  checkPin: CheckPin
  prices: GroupPrices
}

export function createChanging({ making, checkPin, prices }: Deps) {
  /** The operation that an update makes, and what the lock would hold. Throws what refuses it. */
  async function judgeUpdate(
    scope: Scope,
    license: DongleLicense,
    lock: PackageLock,
    changes: Payload<'refresh'>['changes'],
  ) {
    const [before] = await judgeLocks(scope, [lock], [])
    const held = before?.plan.planned.get(license.licenseId)
    if (!held) throw unfit(scope, lock.shellNumber, 'missing')
    const changed = await readChanges(scope, 'dongle', unchanged(held), {}, changes)
    requireAllowed(scope, changed, issueChanges('dongle', ALL))
    await requireValid(scope, prices, 'dongle', changed)
    if (changed.fields.length === 0)
      throw new Refusal('platform.badPayload', { violations: [{ path: 'changes', rule: 'required', params: {} }] })
    const operation = updateOf(changed.content, changed.fields)
    const [judged] = await judgeLocks(scope, [lock], [operation])
    if (!judged) throw new Error('a lock was not judged')
    if (judged.fault) throw unfit(scope, lock.shellNumber, judged.fault)
    return { operation, judged }
  }

  async function previewRefresh(
    scope: Scope,
    { guid, changes }: Payload<'previewRefresh'>,
  ): Promise<Answer<'previewRefresh'>> {
    const license = found(await lists.findLicense(scope, guid), 'dongleLicense.notFound')
    const lock = found(
      (await queries.listLocks(scope, [license.dongleGuid])).get(license.dongleGuid),
      'dongleLicense.notFound',
    )
    try {
      const { judged } = await judgeUpdate(scope, license, lock, changes)
      return {
        isAllowed: true,
        message: null,
        planned: insideAnswer(judged.after.get(license.licenseId) ?? null),
      }
    } catch (error) {
      if (!(error instanceof Refusal) || error.error === 'license.changeNotAllowed') throw error
      return { isAllowed: false, message: sentenceOf(scope, error), planned: null }
    }
  }

  /** The lock of a license, locked. The license is read again under the lock. */
  async function held(scope: Scope, guid: string) {
    const { dongleGuid } = found(await lists.findLicense(scope, guid), 'dongleLicense.notFound')
    const lock = found((await lockLocks(scope, [dongleGuid])).get(dongleGuid), 'dongleLicense.notFound')
    return { lock, license: found(await lists.findLicense(scope, guid), 'dongleLicense.notFound') }
  }

  async function refresh(
    scope: Scope,
    { guid, changes, pin, validDays, remark }: Payload<'refresh'>,
  ): Promise<Answer<'refresh'>> {
    await checkPin(scope, pin)
    await requireStanding(booksOf(scope))
    const { lock, license } = await held(scope, guid)
    const { operation, judged } = await judgeUpdate(scope, license, lock, changes)
    const issue = await making.open(scope, {
      kind: 'refresh',
      operations: [operation],
      licenseIds: [license.licenseId],
      remark: remark ?? null,
    })
    const [upgrade] = await making.make(scope, issue, [judged], { validDays })
    if (!upgrade) throw new Error('an update made no package')
    return { upgrade }
  }

  /** One package for each lock. Locks that lose the same products share an issue. */
  async function remove(scope: Scope, { guids, pin, validDays, remark }: Payload<'delete'>): Promise<Answer<'delete'>> {
    await checkPin(scope, pin)
    const asked = await lists.listByGuid(scope, guids)
    guids.forEach((guid, index) => {
      if (!asked.some((row) => row.guid === guid))
        throw new Refusal('dongleLicense.notFound', { field: `guids.${index}` })
    })
    const locks = await lockLocks(
      scope,
      asked.map(({ dongleGuid }) => dongleGuid),
    )
    const groups = new Map<string, { licenseIds: number[]; locks: PackageLock[] }>()
    for (const [lockGuid, lock] of locks) {
      const licenseIds = asked
        .filter(({ dongleGuid }) => dongleGuid === lockGuid)
        .map(({ licenseId }) => licenseId)
        .toSorted((a, b) => a - b)
      const group = groups.get(licenseIds.join())
      if (group) group.locks.push(lock)
      else groups.set(licenseIds.join(), { licenseIds, locks: [lock] })
    }
    const ready: { licenseIds: number[]; operations: LockOperation[]; fit: FitLock[] }[] = []
    for (const { licenseIds, locks: some } of groups.values()) {
      const operations = licenseIds.map((licenseId): LockOperation => ({ op: 'delete', licenseId }))
      const fit = await judgeLocks(scope, some, operations.map(light))
      for (const { lock, fault } of fit) if (fault) throw unfit(scope, lock.shellNumber, fault)
      ready.push({ licenseIds, operations, fit })
    }
    const packages: Made[] = []
    for (const { licenseIds, operations, fit } of ready) {
      const issue = await making.open(scope, { kind: 'delete', operations, licenseIds, remark: remark ?? null })
      packages.push(...(await making.make(scope, issue, fit, { validDays })))
    }
    return { packages }
  }

  return { previewRefresh, refresh, remove }
}
