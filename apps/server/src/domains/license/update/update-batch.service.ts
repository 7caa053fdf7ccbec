// Updates many licenses with the same changes, as a task. All licenses are checked first, and one that does not fit
// refuses the whole batch. Conditions that only show row by row, such as sufficient money, fail only that row. The undo
// restores terms and money of licenses that have not changed since.
import {
  LICENSE_STATUSES,
  REFRESH_RULES,
  batchFault,
  licenseMachine,
  refreshChanges,
  shownSerial,
  sumPrices,
  statusAt,
} from '@sealwright/contract'
import type { BatchFacts, BatchRule, ChangeField, LicenseFamily, PC_LICENSE_KINDS } from '@sealwright/contract'
import { fieldLabel, ruleSentence } from '@sealwright/phrases'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assess, booksOf, requireStanding } from '../../billing/index.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome } from '../../task/index.ts'
import { contentOf } from '../../template/index.ts'
import type { Leaving } from '../acts/leaving.service.ts'
import type { ApprovalAsked, Approvals, CaughtBy, GivenChanges } from '../approvals.kind.ts'
import { requireShown, shownOf, toldFenOf } from '../issue/shown-price.service.ts'
import { sentenceOf, startTrace } from '../issue/trace.service.ts'
import { lockLicenses } from '../license.queries.ts'
import { findTerms } from '../terms.queries.ts'
import { listUpdatable } from './refresh.queries.ts'
import type { Updatable } from './refresh.queries.ts'
import { isCaught, isUnchanged, narrowLimit } from './refresh.service.ts'
import type { Caught, RefreshEffect, Refreshing, Weighed } from './refresh.service.ts'
import { listWaiting } from './waiting-update.queries.ts'

type Family = (typeof PC_LICENSE_KINDS)[number]

export interface BatchAsked {
  guids: readonly string[]
  changes?: GivenChanges | undefined
  priceFen?: number | undefined
}

interface Row {
  guid: string
  serial: string
  /** Its part of the price that was shown. Absent if the caller sent none. */
  fen?: number
}

/** A license of a batch, with its fault or its cost. */
interface Examined {
  one: Updatable
  fault?: BatchRule | undefined
  refusal?: Refusal
  weighed?: Weighed
  isChanged?: boolean
}

interface Options {
  changes: GivenChanges
  /** The flow that catches the updates, by template. Absent in batches requested before approval flows existed. */
  caughtBy?: Record<string, CaughtBy | null>
  /** The batch as flows saw it, by template. */
  asked?: Record<string, ApprovalAsked>
  /** Written by a retry. */
  retriedAt?: string
}
const optionsOf = (options: Record<string, unknown>) => options as unknown as Options // as the task was opened

/** The effect of a caught update. */
interface WaitingEffect {
  requestGuid: string
}

const CHUNK = 100
const { locked, approving, rejected } = LICENSE_STATUSES

/** Without data areas, which do not matter here. */
const contentOfOne = ({ terms }: Updatable) => contentOf(terms, [])

function factsOf(one: Updatable, family: LicenseFamily, now: Date): BatchFacts {
  const { state, source } = one.row
  return {
    family,
    content: contentOfOne(one),
    isLocked: state === locked,
    isApproving: state === approving,
    isRejected: state === rejected,
    isPreIssued: source === 'preIssue',
    isRefreshable: licenseMachine.next(statusAt(one.row, now), 'refresh') !== undefined,
    hasProductEnds: Object.keys(one.productEnds).length > 0,
    isUpdateWaiting: one.isUpdateWaiting,
  }
}

/** What the update of a license costs now. */
const fenOfOne = ({ isChanged, weighed }: Examined) => (isChanged === true ? (weighed?.due?.totalFen ?? 0) : 0)

/** A refusal is a result. Any other error is a bug and is thrown. */
function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

export function createUpdateBatch({
  refreshing,
  openTask,
  approvals,
  leaving,
}: {
  refreshing: Refreshing
  openTask: OpenTask
  approvals: Approvals
  leaving: Leaving
}) {
  /** Checks all licenses. An unknown license, or one outside the caller's row scope, is refused by its index. */
  async function examine(scope: Scope, family: Family, { guids, changes }: BatchAsked) {
    const found = await listUpdatable(scope, family, guids)
    const missing = guids.findIndex((guid) => !found.has(guid))
    if (missing >= 0) throw new Refusal('license.notFound', { field: `guids.${missing}` })
    const all = [...new Set(guids)].flatMap((guid) => found.get(guid) ?? [])
    const [first] = all.slice(0, 1).map((one) => factsOf(one, family, scope.asking.now))
    if (!first) throw new Error('a batch without licenses')
    const changing = refreshing.startChanging(family, changes)
    const examined: Examined[] = []
    for (const one of all) {
      const fault = batchFault(factsOf(one, family, scope.asking.now), first)
      examined.push(
        fault
          ? { one, fault }
          : await tried(scope, changing, one).catch((error: unknown) => ({ one, refusal: refusalIn(error) })),
      )
    }
    return { examined, changing }
  }

  async function tried(
    scope: Scope,
    changing: ReturnType<Refreshing['startChanging']>,
    one: Updatable,
  ): Promise<Examined> {
    const trace = startTrace(scope, REFRESH_RULES, 'refreshRules', false)
    const read = await refreshing.read(scope, changing, one, trace)
    if (!read) throw new Error('a strict trace returned no result')
    return { one, isChanged: !isUnchanged(read), weighed: await refreshing.weigh(scope, changing, one, read, trace) }
  }

  function unfit(guids: readonly string[], them: readonly Examined[]): Refusal {
    const violations = them.map(({ one: { row }, fault = 'batchUnfit' }) => ({
      path: `guids.${guids.indexOf(row.guid)}`,
      rule: fault,
      params: { code: shownSerial(row.family, row.serial) },
    }))
    return new Refusal('license.batchUnfit', { params: { count: them.length }, violations })
  }

  /** The whole batch as flows see it, for each template in it, and the flow that catches it. */
  async function flowsOf(
    scope: Scope,
    examined: readonly Examined[],
  ): Promise<Required<Pick<Options, 'asked' | 'caughtBy'>>> {
    const changed = examined.filter(({ isChanged }) => isChanged === true)
    const weighed = changed.flatMap((one) => one.weighed ?? [])
    const asked: Record<string, ApprovalAsked> = {}
    const caughtBy: Record<string, CaughtBy | null> = {}
    for (const { one } of changed) {
      const { row } = one
      if (row.templateGuid in asked) continue
      const own = refreshing.askedOf(scope, row, weighed)
      asked[row.templateGuid] = own
      caughtBy[row.templateGuid] = await approvals.catches(scope, own)
    }
    return { asked, caughtBy }
  }

  /**
   * The flows that catch these templates. Rows that are retried meet the flows of today; otherwise a task from before a
   * flow would be a way around it. A template is absent if nothing was stored about it: then each license asks alone.
   */
  async function flowsNow(
    scope: Scope,
    { asked = {}, caughtBy = {}, retriedAt }: Options,
    templateGuids: ReadonlySet<string>,
  ): Promise<Map<string, CaughtBy | null>> {
    const flows = new Map<string, CaughtBy | null>()
    for (const guid of templateGuids) {
      const own = asked[guid]
      const by = caughtBy[guid] ?? null
      if (by !== null || retriedAt === undefined) flows.set(guid, by)
      else if (own) flows.set(guid, await approvals.catches(scope, own))
    }
    return flows
  }

  async function batchUpdate(scope: Scope, family: Family, asked: BatchAsked): Promise<{ taskId: string }> {
    const { guids, changes } = asked
    const { examined } = await examine(scope, family, asked)
    const faulty = examined.filter(({ fault }) => fault !== undefined)
    if (faulty.length > 0) throw unfit(guids, faulty)
    const refused = examined.flatMap(({ refusal }) => refusal ?? [])
    // A field that may not change, or a fault of every license, is reported for the changes instead of the licenses.
    const general =
      refused.find(({ error }) => error === 'license.changeNotAllowed') ??
      (refused.length === examined.length ? refused.find(({ error }) => error === 'platform.badPayload') : undefined)
    if (general) throw general
    if (refused.length > 0)
      throw unfit(
        guids,
        examined.filter(({ refusal }) => refusal !== undefined),
      )
    await requireStanding(booksOf(scope))
    const shown = shownOf(asked)
    requireShown(scope, { totalFen: examined.reduce((sum, one) => sum + fenOfOne(one), 0) }, shown)
    const rows = examined.map((one): Row => ({
      guid: one.one.row.guid,
      serial: shownSerial(family, one.one.row.serial),
      ...(shown && { fen: fenOfOne(one) }),
    }))
    const { taskId } = await openTask(scope, {
      kind: `${family}Update`,
      subject: rows[0]?.serial ?? '',
      options: { changes: changes ?? {}, ...(await flowsOf(scope, examined)) } satisfies Options,
      rows,
    })
    return { taskId }
  }

  /** The total price of several licenses. Packages of different types are assessed separately. */
  async function priceOf(scope: Scope, them: readonly Examined[]) {
    const byPackage = new Map<string | null, Weighed[]>([[null, []]])
    for (const { one, weighed } of them)
      if (weighed) byPackage.set(one.terms.packageName, [...(byPackage.get(one.terms.packageName) ?? []), weighed])
    const assessed = []
    for (const [packageName, weighed] of byPackage)
      assessed.push(await assess(scope, sumPrices(weighed.flatMap(({ due }) => due ?? [])), packageName))
    const [first, ...others] = assessed
    if (!first) throw new Error('a batch without a price')
    return others.reduce(
      (sum, price) => ({
        ...sum,
        ...sumPrices([sum, price]),
        isEnough: sum.isEnough && price.isEnough,
        units:
          sum.units && price.units
            ? { ...sum.units, count: sum.units.count + price.units.count, left: sum.units.left + price.units.left }
            : (sum.units ?? price.units),
      }),
      first,
    )
  }

  async function previewBatchUpdate(scope: Scope, family: Family, asked: BatchAsked) {
    const { say, caller } = scope
    const { examined, changing } = await examine(scope, family, asked)
    const told = ({ one: { row } }: Examined) => ({ guid: row.guid, serial: row.serial })
    const comparable = examined.filter(({ fault }) => fault === undefined)
    let refreshable: ChangeField[] | undefined
    for (const { one } of comparable) {
      const allowed = refreshChanges(family, contentOfOne(one), await refreshing.canChangeAreas(scope, changing, one))
      refreshable = (refreshable ?? [...allowed]).filter((name) => allowed.has(name))
    }
    const fit = comparable.filter(({ refusal }) => refusal === undefined)
    const changed = fit.filter(({ isChanged }) => isChanged === true)
    const messageOf = ({ one, fault, refusal }: Examined) =>
      fault
        ? ruleSentence(say, fault, fieldLabel(say, 'license', 'serial'), {
            code: shownSerial(one.row.family, one.row.serial),
          })
        : refusal
          ? sentenceOf(scope, refusal)
          : undefined
    return {
      fit: fit.map(told),
      unfit: examined.flatMap((one) => {
        const message = messageOf(one)
        return message === undefined ? [] : [{ ...told(one), message }]
      }),
      refreshable: refreshable ?? [],
      changed: changed.length,
      price: caller.integratorGuid === null ? await priceOf(scope, changed) : null,
    }
  }

  /** Locks the licenses in guid order and then reads their current data. */
  async function lock(scope: Scope, family: Family, guids: readonly string[]): Promise<Map<string, Updatable>> {
    await lockLicenses(scope, family, guids)
    return listUpdatable(scope, family, guids)
  }

  const kindOf = (family: Family): AnyTaskKind =>
    defineTaskKind<Row>({
      name: `${family}Update`,
      chunk: CHUNK,
      domain: 'license',
      cells: ({ serial }) => [{ field: 'serial', value: serial }],
      async run(scope, rows, given, taskGuid) {
        const options = optionsOf(given)
        await approvals.lock(scope, { taskGuid })
        const all = await lock(
          scope,
          family,
          rows.map(({ input }) => input.guid),
        )
        const flows = await flowsNow(scope, options, new Set([...all.values()].map(({ row }) => row.templateGuid)))
        const decidedFor = ({ row }: Updatable) => {
          const by = flows.get(row.templateGuid)
          return by === undefined ? undefined : { by }
        }
        const changing = refreshing.startChanging(family, options.changes)
        const caught: Caught[] = []
        const outcomes: (Outcome | Caught)[] = []
        for (const {
          input: { guid, fen },
          reason,
        } of rows) {
          const one = all.get(guid)
          const shown = fen === undefined ? undefined : { fen: toldFenOf(reason) ?? fen, isMost: true }
          if (!one) outcomes.push({ state: 'skip', reason: { error: 'license.notFound' } })
          else
            outcomes.push(
              await refreshing.refreshOne(scope, changing, one, { decided: decidedFor(one), shown }).then(
                (effect): Outcome | Caught =>
                  effect && isCaught(effect) ? effect : { state: 'success', ...(effect && { effect }) },
                (error: unknown): Outcome => ({ state: 'fail', reason: reasonOf(refusalIn(error)) }),
              ),
            )
        }
        for (const outcome of outcomes) if ('by' in outcome) caught.push(outcome)
        const requests = await refreshing.fileCaught(scope, caught, taskGuid)
        return outcomes.map((outcome): Outcome => {
          if (!('by' in outcome)) return outcome
          const effect: WaitingEffect = { requestGuid: requests.get(outcome.waiting.licenseGuid) ?? '' }
          return { state: 'success', effect }
        })
      },
      ended: (tenant, taskGuid) => approvals.batchEnded(tenant, taskGuid),
      async undo(scope, rows) {
        await leaving.lockFor(
          scope,
          rows.map(({ input }) => input.guid),
        )
        const all = await lock(
          scope,
          family,
          rows.map(({ input }) => input.guid),
        )
        const done = rows.map(({ input, effect }) => ({
          ...input,
          effect: 'revision' in effect ? (effect as unknown as RefreshEffect) : undefined,
          requestGuid: 'requestGuid' in effect ? (effect as unknown as WaitingEffect).requestGuid : undefined,
        })) // as `run` returned it; empty if nothing changed
        const terms = await findTerms(
          scope,
          done.flatMap(({ effect }) => effect?.termsBefore ?? []),
        )
        const waiting = new Set(
          (
            await listWaiting(
              scope,
              rows.map(({ input }) => input.guid),
            )
          ).map(({ licenseGuid, requestGuid }) => `${licenseGuid} ${requestGuid}`),
        )
        const outcomes: Outcome[] = []
        const dropped: string[] = []
        for (const { guid, serial, effect, requestGuid } of done) {
          const one = all.get(guid)
          if (requestGuid !== undefined) {
            const isWaiting = waiting.has(`${guid} ${requestGuid}`)
            if (isWaiting) dropped.push(guid)
            outcomes.push(
              isWaiting
                ? { state: 'success' }
                : { state: 'skip', reason: { error: 'license.changedSince', params: { serial } } },
            )
            continue
          }
          const before = effect && terms.get(effect.termsBefore)
          if (
            effect &&
            !(
              one &&
              before &&
              isUntouched(one, effect, scope.asking.now) &&
              narrowLimit(contentOf(before.terms, []), one.row) === undefined
            )
          )
            outcomes.push({ state: 'skip', reason: { error: 'license.changedSince', params: { serial } } })
          else {
            if (effect && one && before) await refreshing.restoreOne(scope, one, before, effect)
            outcomes.push({ state: 'success' })
          }
        }
        await leaving.leave(
          scope,
          dropped.flatMap((guid) => all.get(guid)?.row ?? []),
        )
        return outcomes
      },
    })

  const isUntouched = ({ row }: Updatable, { revision }: RefreshEffect, now: Date) =>
    row.revision === revision && licenseMachine.next(statusAt(row, now), 'refresh') !== undefined

  return { batchUpdate, previewBatchUpdate, taskKinds: [kindOf('account'), kindOf('sn')] }
}
