// Packages for many locks, as a task: an issue, or clearing. The operations are fixed when the task is requested. A
// chunk of locks is one transaction under their row locks, so a killed server neither loses nor repeats a package. The
// PIN is checked when the task is created or started; tasks do not store it.
import { LIMITS, UPGRADE_STATUSES } from '@sealwright/contract'
import type { TaskKind, dongleLicenseCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, requireStanding } from '../../billing/index.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, DoneRow, OpenTask, Outcome, TaskCenter, WorkInput } from '../../task/index.ts'
import type { DongleIssue } from '../dongle.tables.ts'
import { chooseLocks } from '../lock/choose.service.ts'
import type { ChosenLocks } from '../lock/choose.service.ts'
import { lockLocks } from '../lock/life.queries.ts'
import type { Draw } from './draw.service.ts'
import { judgeLocks, unfit } from './make.service.ts'
import type { Making } from './make.service.ts'
import * as queries from './package.queries.ts'
import type { PackageLock } from './package.queries.ts'
import type { CheckPin } from './pin.service.ts'
import { cannotWithdraw, withdrawAll } from './withdraw.service.ts'

type Payload<Name extends keyof typeof dongleLicenseCalls> = z.output<(typeof dongleLicenseCalls)[Name]['payload']>

interface Row {
  shellNumber: string
  /** Absent: no lock of the caller has this shell number. */
  lockGuid?: string
}
interface Options {
  issueGuid: string
  validDays?: number
}
interface Effect {
  package: string
  name: string
}

/** Half a second of work under the row locks. The files are written in smaller blocks. */
const CHUNK = 500
const { waiting } = UPGRADE_STATUSES
const KINDS = ['dongleIssue', 'dongleClear'] as const satisfies TaskKind[]
const optionsOf = (options: Record<string, unknown>) => options as unknown as Options // as written below
const effectOf = (effect: Record<string, unknown>) => effect as unknown as Partial<Effect> // as written below

type NotDone = Extract<Outcome, { state: 'fail' | 'skip' }>
const notFound = (): NotDone => ({ state: 'fail', reason: { error: 'userLock.notFound' } })
const failed = (refusal: Refusal): NotDone => ({ state: 'fail', reason: reasonOf(refusal) })

interface Deps {
  draw: Draw
  making: Making
  checkPin: CheckPin
  openTask: OpenTask
  startTask: TaskCenter['startOf']
}

export function createBatches({ draw, making, checkPin, openTask, startTask }: Deps) {
  async function issueOf(scope: Scope, { issueGuid }: Options): Promise<DongleIssue> {
    const issue = await queries.findIssue(scope, issueGuid)
    if (!issue) throw new Error('a batch without its issue')
    return issue
  }

  async function judge(
    scope: Scope,
    rows: readonly WorkInput<Row>[],
    options: Options,
    find: (scope: Scope, guids: readonly string[]) => Promise<ReadonlyMap<string, PackageLock>>,
  ) {
    const issue = await issueOf(scope, options)
    const found = await find(
      scope,
      rows.flatMap(({ input }) => input.lockGuid ?? []),
    )
    const judged = new Map(
      (await judgeLocks(scope, [...found.values()], issue.operations)).map((one) => [one.lock.guid, one]),
    )
    return { issue, of: ({ lockGuid = '' }: Row) => judged.get(lockGuid) }
  }

  async function judgeRows(scope: Scope, rows: readonly WorkInput<Row>[], options: Options) {
    const { of } = await judge(scope, rows, options, queries.listLocks)
    return rows.map(({ input }) => {
      const one = of(input)
      if (!one) return notFound()
      return one.fault ? failed(unfit(scope, input.shellNumber, one.fault)) : null
    })
  }

  async function run(
    scope: Scope,
    rows: readonly WorkInput<Row>[],
    options: Options,
    taskGuid: string,
  ): Promise<Outcome[]> {
    const { issue, of } = await judge(scope, rows, options, lockLocks)
    const fit = rows.flatMap(({ input }) => {
      const one = of(input)
      return one && !one.fault ? [one] : []
    })
    const made = await making.make(scope, issue, fit, { validDays: options.validDays, taskGuid })
    const byLock = new Map(fit.map(({ lock }, index) => [lock.guid, made[index]]))
    return rows.map(({ input }): Outcome => {
      const one = of(input)
      if (!one) return notFound()
      if (one.fault) return failed(unfit(scope, input.shellNumber, one.fault))
      const { guid = '', name = '' } = byLock.get(one.lock.guid) ?? {}
      return { state: 'success', effect: { package: guid, name } satisfies Effect }
    })
  }

  /** Takes back the packages that nobody has fetched. */
  async function undo(scope: Scope, rows: readonly DoneRow<Row>[]): Promise<Outcome[]> {
    const locks = rows.flatMap(({ input }) => input.lockGuid ?? [])
    await lockLocks(scope, locks)
    const packages = new Map(
      (
        await queries.lockPackages(
          scope,
          rows.flatMap(({ effect }) => effectOf(effect).package ?? []),
        )
      ).map((one) => [one.guid, one]),
    )
    await withdrawAll(
      scope,
      [...packages.values()].filter(({ status }) => status === waiting),
    )
    return rows.map(({ effect }): Outcome => {
      const one = packages.get(effectOf(effect).package ?? '')
      if (!one) return { state: 'skip', reason: { error: 'dongleLicense.packageNotFound' } }
      return one.status === waiting ? { state: 'success' } : failed(cannotWithdraw(scope, one))
    })
  }

  const kindOf = (name: (typeof KINDS)[number]): AnyTaskKind =>
    defineTaskKind<Row>({
      name,
      chunk: CHUNK,
      domain: 'dongleLicense',
      cells: ({ shellNumber }, { effect }) => [
        { field: 'shellNumber', value: shellNumber },
        { field: 'upgradeName', value: effectOf(effect).name ?? '' },
      ],
      judge: () => ({ rows: (scope, rows, options) => judgeRows(scope, rows, optionsOf(options)) }),
      run: (scope, rows, options, taskGuid) => run(scope, rows, optionsOf(options), taskGuid),
      undo,
    })

  async function open(
    scope: Scope,
    kind: (typeof KINDS)[number],
    asked: ChosenLocks & { dryRun: boolean; validDays?: number | undefined },
    issue: Parameters<Making['open']>[1],
    subject: (locks: readonly string[]) => string,
  ) {
    const { locks, unknown } = await chooseLocks(scope, asked, LIMITS.dongle.batchLocks)
    const { guid: issueGuid } = await making.open(scope, issue)
    const rows: Row[] = [
      ...locks.map(({ guid, shellNumber }) => ({ shellNumber, lockGuid: guid })),
      ...unknown.map((shellNumber) => ({ shellNumber })),
    ]
    const { validDays } = asked
    const { taskId } = await openTask(scope, {
      kind,
      subject: subject(rows.map(({ shellNumber }) => shellNumber)),
      options: { issueGuid, ...(validDays !== undefined && { validDays }) } satisfies Options,
      rows,
      isDraft: asked.dryRun,
    })
    return { taskId }
  }

  /** A batch that is only checked needs no PIN. */
  async function requirePin(scope: Scope, { dryRun, pin }: { dryRun: boolean; pin?: string | undefined }) {
    if (dryRun) return
    if (pin === undefined)
      throw new Refusal('platform.badPayload', { violations: [{ path: 'pin', rule: 'required', params: {} }] })
    await checkPin(scope, pin)
  }

  async function batchIssue(scope: Scope, payload: Payload<'batchIssue'>) {
    await requirePin(scope, payload)
    if (!payload.dryRun) await requireStanding(booksOf(scope))
    const { names, ...drawn } = await draw(scope, payload)
    return open(scope, 'dongleIssue', payload, { kind: 'issue', ...drawn, remark: payload.remark ?? null }, () =>
      names.join(', '),
    )
  }

  async function empty(scope: Scope, payload: Payload<'empty'>) {
    // It also deletes licenses for products that the caller would not see.
    if (scope.caller.limited.has('product'))
      throw new Refusal('platform.noPermission', { params: { privilege: scope.say('privileges.product.view') } })
    await requirePin(scope, payload)
    return open(
      scope,
      'dongleClear',
      payload,
      { kind: 'clear', operations: [{ op: 'clear' }], licenseIds: [], remark: payload.remark ?? null },
      (shellNumbers) => shellNumbers.slice(0, 3).join(', '),
    )
  }

  async function start(scope: Scope, { taskId, pin }: Payload<'start'>) {
    await checkPin(scope, pin)
    await requireStanding(booksOf(scope))
    return startTask(scope, taskId, KINDS)
  }

  return { batchIssue, empty, start, kinds: KINDS.map(kindOf) }
}
