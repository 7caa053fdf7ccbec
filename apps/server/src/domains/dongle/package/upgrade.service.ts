// Upgrade records: the packages for locks, their files, and what can be done with them. A file is handed out as long as
// its lock can take it. Downloads of many files are one zip that is written while it is sent.
import {
  LIMITS,
  UPGRADE_PRIVILEGES,
  UPGRADE_STATUSES,
  upgradeCalls,
  upgradeMachine,
  upgradeStatusAt,
  upgradeStatusName,
} from '@sealwright/contract'
import type { UpgradeKind } from '@sealwright/contract'
import { Zip, ZipPassThrough } from 'fflate'
import type * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller, Scope } from '../../../kernel/scope.ts'
import { booksOf, requireStanding } from '../../billing/index.ts'
import { listProductNames } from '../../product/index.ts'
import type { DonglePackage } from '../dongle.tables.ts'
import { lockLocks } from '../lock/life.queries.ts'
import * as lists from './license-list.queries.ts'
import type { ListedPackage } from './license-list.queries.ts'
import { judgeLocks, unfit } from './make.service.ts'
import type { Made, Making } from './make.service.ts'
import { licenseIdsOf } from './operation.rules.ts'
import * as queries from './package.queries.ts'
import type { CheckPin } from './pin.service.ts'
import { cannotWithdraw, withdrawAll } from './withdraw.service.ts'

type Payload<Name extends keyof typeof upgradeCalls> = z.output<(typeof upgradeCalls)[Name]['payload']>
type Answer<Name extends keyof typeof upgradeCalls> = z.output<(typeof upgradeCalls)[Name]['answer']>

const { reportDays } = LIMITS.dongle
type State = Pick<DonglePackage, 'status' | 'downloadedAt' | 'validUntil' | 'reissuedBy'>

const statusNow = (row: State, now: Date) => upgradeStatusAt(row, now, reportDays)
const { waiting, downloaded, failed } = UPGRADE_STATUSES
const isOpen = ({ status }: State) => status === waiting || status === downloaded
const canDownload = (row: State, now: Date) => isOpen(row) && row.validUntil > now
const isEnded = (row: State, now: Date) => row.reissuedBy === null && isOpen(row) && row.validUntil <= now
/** A lock that was offline may have written a fetched package. It tells so when it is next seen. */
const mayBeWritten = (row: State, seenAt: Date | null, now: Date) =>
  isEnded(row, now) && row.status !== 0 && (seenAt === null || seenAt < row.validUntil)
const canReissue = (row: State, seenAt: Date | null, now: Date) =>
  (row.reissuedBy === null && row.status === failed) || (isEnded(row, now) && !mayBeWritten(row, seenAt, now))
const canWithdraw = (row: State, now: Date) => upgradeMachine.next(statusNow(row, now), 'withdraw') !== undefined

/** Whoever signs a package again, or takes it back, needs the right to make it. */
const mayMake = (caller: Caller, kind: UpgradeKind) =>
  caller.privileges.has(UPGRADE_PRIVILEGES[kind]) &&
  // A clear also deletes licenses for products that the caller would not see.
  !(kind === 'clear' && caller.limited.has('product'))

/** Packages of one part of a download. */
const FILES = 200

interface Deps {
  database: Database
  making: Making
  checkPin: CheckPin
}

export function createUpgrades({ database, making, checkPin }: Deps) {
  async function rowsOf(scope: Scope, rows: readonly ListedPackage[]): Promise<Answer<'find'>['rows']> {
    const { now } = scope.asking
    const names = await listProductNames(scope, [...new Set(rows.flatMap(({ licenseIds }) => licenseIds))])
    return rows.map((row) => ({
      guid: row.guid,
      kind: row.kind,
      lockGuid: row.dongleGuid,
      shellNumber: row.shellNumber,
      number: row.number,
      status: statusNow(row, now),
      // Of products outside the caller's row scope, nothing is told.
      parts: row.operationIds.flatMap((licenseId, index) => {
        const productName = licenseId === null ? undefined : names.get(licenseId)
        if (licenseId === null || productName === undefined) return []
        return [{ licenseId, productName, result: row.results?.[index] ?? null }]
      }),
      reason: row.reason,
      name: row.fileName,
      downloads: row.downloads,
      downloadTime: row.downloadedAt,
      validUntil: row.validUntil,
      by: row.actorName,
      time: row.madeAt,
      reportTime: row.reportedAt,
      taskId: row.taskGuid,
      reissuedBy: row.reissuedBy,
      remark: row.remark,
      canDownload: canDownload(row, now) && row.hasFile,
      canReissue: canReissue(row, row.seenAt, now) && mayMake(scope.caller, row.kind),
      canWithdraw: canWithdraw(row, now) && mayMake(scope.caller, row.kind),
    }))
  }

  async function find(scope: Scope, { licenseGuid, order = 'desc', sort: _sort, ...rest }: Payload<'find'>) {
    const { currentPage, pageSize, ...filter } = rest
    const license = licenseGuid === undefined ? undefined : await lists.findLicense(scope, licenseGuid)
    if (licenseGuid !== undefined && !license) return { rows: [], records: 0, total: 0 }
    const list = await lists.listUpgrades(scope, { ...filter, license }, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: await rowsOf(scope, page.rows) }
  }

  /**
   * Packages under the locks of their locks, in the order asked. A refusal if the caller does not see all of one, or
   * may not make one of its kind.
   */
  async function held(scope: Scope, guids: readonly string[]) {
    const locks = await lockLocks(scope, await queries.listLocksOf(scope, guids))
    const packages = new Map((await queries.lockPackages(scope, guids)).map((one) => [one.guid, one]))
    const ids = [...new Set([...packages.values()].flatMap(({ licenseIds }) => licenseIds))]
    const seen = await listProductNames(scope, ids)
    const kinds = await queries.listKinds(
      scope,
      [...packages.values()].map(({ issueGuid }) => issueGuid),
    )
    return [...new Set(guids)].map((guid, index) => {
      const one = packages.get(guid)
      const lock = one && locks.get(one.dongleGuid)
      if (!one || !lock || !one.licenseIds.every((id) => seen.has(id)))
        throw new Refusal('dongleLicense.packageNotFound', { field: `guids.${index}` })
      const kind = kinds.get(one.issueGuid)
      if (!kind || !mayMake(scope.caller, kind)) {
        const privilege = scope.say(`privileges.${UPGRADE_PRIVILEGES[kind ?? 'issue']}`)
        throw new Refusal('platform.noPermission', { params: { privilege } })
      }
      return { one, lock }
    })
  }

  async function withdraw(scope: Scope, { guids }: Payload<'withdraw'>): Promise<Answer<'withdraw'>> {
    const asked = await held(scope, guids)
    for (const { one } of asked) if (!canWithdraw(one, scope.asking.now)) throw cannotWithdraw(scope, one)
    await withdrawAll(
      scope,
      asked.map(({ one }) => one),
    )
    return { withdrawn: asked.length }
  }

  /**
   * Signs the parts again that the lock has not done. A part that it has done must not be repeated: it may add days.
   */
  async function reissue(scope: Scope, { guids, pin, validDays }: Payload<'reissue'>): Promise<Answer<'reissue'>> {
    await checkPin(scope, pin)
    await requireStanding(booksOf(scope))
    const { now } = scope.asking
    const asked = await held(scope, guids)
    for (const { one, lock } of asked)
      if (!canReissue(one, lock.seenAt, now)) {
        const { number, shellNumber } = one
        if (mayBeWritten(one, lock.seenAt, now))
          throw new Refusal('dongleLicense.mayBeWritten', { params: { number, shellNumber } })
        const state = scope.say(`dongleLicense.upgradeStatuses.${upgradeStatusName(statusNow(one, now))}`)
        throw new Refusal('dongleLicense.cannotReissue', { params: { number, shellNumber, state } })
      }
    const packages: Made[] = []
    const pairs: { guid: string; by: string }[] = []
    // One after the other: two packages of one lock build on each other.
    for (const { one, lock } of asked.toSorted((a, b) => a.one.number - b.one.number)) {
      const issue = await queries.findIssue(scope, one.issueGuid)
      if (!issue) throw new Error('a package without its issue')
      const isLeft = (index: number) => one.results?.[index] !== 'done'
      const operations = issue.operations.filter((_operation, index) => isLeft(index))
      const part =
        operations.length === issue.operations.length
          ? issue
          : await making.open(scope, {
              kind: issue.kind,
              operations,
              licenseIds: licenseIdsOf(operations),
              templateGuids: issue.templateGuids.filter((_guid, index) => isLeft(index)),
              remark: issue.remark,
            })
      const present = (await lockLocks(scope, [lock.guid])).get(lock.guid) ?? lock
      const [judged] = await judgeLocks(scope, [present], operations)
      if (!judged) throw new Error('a lock was not judged')
      if (judged.fault) throw unfit(scope, lock.shellNumber, judged.fault)
      const [made] = await making.make(scope, part, [judged], { validDays })
      if (!made) throw new Error('a reissue made no package')
      packages.push(made)
      pairs.push({ guid: one.guid, by: made.guid })
    }
    await queries.setReissued(scope, pairs)
    return { packages }
  }

  /** Hands out the files of these packages that can still be imported, and counts them. */
  function handOut(context: StreamContext, guids: readonly string[]) {
    const { caller, asking, ids, say } = context
    return inScope(database, { caller, asking, ids, say, call: upgradeCalls.download }, 'write', async (scope) => {
      await lockLocks(scope, await queries.listLocksOf(scope, guids))
      const known = await queries.lockPackages(scope, guids)
      const ready = known.filter((one) => canDownload(one, asking.now)).map(({ guid }) => guid)
      const files = (await lists.listFiles(scope, ready)).filter(({ file }) => file !== null)
      await queries.countDownload(
        scope,
        files.map(({ guid }) => guid),
        asking.now,
      )
      const handed = new Set(files.map(({ guid }) => guid))
      await scope.record(
        ...known.flatMap(({ guid, dongleGuid, shellNumber, number }) =>
          handed.has(guid)
            ? [
                {
                  type: 'update' as const,
                  target: { kind: 'userLock' as const, guid: dongleGuid, name: shellNumber },
                  after: { upgrade: say('dongleLicense.upgradeStatuses.downloaded'), number },
                },
              ]
            : [],
        ),
      )
      return { known: known.length, files }
    })
  }

  async function* guidsOf(context: StreamContext, { guids, taskId }: Payload<'download'>): AsyncGenerator<string[]> {
    if (taskId === undefined) {
      const all = guids ?? []
      for (let from = 0; from < all.length; from += FILES) yield all.slice(from, from + FILES)
      return
    }
    let last: string | undefined
    for (;;) {
      const after = last
      const page = await context.read((scope) => lists.listOfTask(scope, taskId, after, FILES))
      if (page.length > 0) yield page
      if (page.length < FILES) return
      last = page.at(-1)
    }
  }

  async function* zipOf(
    context: StreamContext,
    first: Awaited<ReturnType<typeof handOut>>['files'],
    rest: AsyncGenerator<string[]>,
  ): AsyncGenerator<Uint8Array> {
    const ready: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      ready.push(chunk)
    })
    const add = (files: typeof first) => {
      for (const { fileName, file } of files) {
        // Sealed documents do not get smaller.
        const entry = new ZipPassThrough(fileName)
        entry.mtime = context.asking.now
        zip.add(entry)
        entry.push(Buffer.from(file ?? ''), true)
      }
    }
    add(first)
    for (;;) {
      yield* ready.splice(0)
      const next = await rest.next()
      if (next.done || context.signal.aborted) break
      add((await handOut(context, next.value)).files)
    }
    zip.end()
    yield* ready
  }

  async function download(context: StreamContext, payload: Payload<'download'>): Promise<FileAnswer> {
    const parts = guidsOf(context, payload)
    let known = 0
    for (;;) {
      const next = await parts.next()
      if (next.done) break
      const out = await handOut(context, next.value)
      known += out.known
      if (out.files.length === 0) continue
      const [only] = out.files
      if (payload.guids?.length === 1 && only) {
        async function* body() {
          yield Buffer.from(only?.file ?? '')
        }
        return { fileName: only.fileName, type: 'text/plain; charset=utf-8', body: body() }
      }
      const fileName = `${context.say('dongleLicense.titles.list')}.zip`
      return { fileName, type: 'application/zip', body: zipOf(context, out.files, parts) }
    }
    throw new Refusal(known > 0 ? 'dongleLicense.packageEnded' : 'dongleLicense.packageNotFound')
  }

  return { find, withdraw, reissue, download }
}
