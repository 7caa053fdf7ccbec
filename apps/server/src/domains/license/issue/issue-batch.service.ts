// Issues in a batch, as a task: templates × users, or a number of codes. The content is fixed once for the whole batch
// when it is requested. Each chunk is issued and paid in its own transaction. If money, a quota or the trial limit runs
// out within a chunk, as many licenses as fit are issued, and the other rows get the reason.
import { FUNDS_ERRORS, ISSUE_RULES, LIMITS, isPaidEver, quotaFormOf, shownSerial } from '@sealwright/contract'
import type { DraftCost, Grant, Price, PriceUnit, TaskKind, pcLicenseCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { PAID_IN_TURN, affordable, booksOf, requireFunds, requireStanding } from '../../billing/index.ts'
import { findUsers, listNextUsers, lockUsers } from '../../customer/index.ts'
import { defineTaskKind, reasonOf } from '../../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome, RowReason, WorkInput } from '../../task/index.ts'
import { contentOf } from '../../template/index.ts'
import type { Leaving } from '../acts/leaving.service.ts'
import type { Approvals } from '../approvals.kind.ts'
import { listHeld } from '../license.queries.ts'
import { sourceBy } from '../license.rules.ts'
import { findTerms } from '../terms.queries.ts'
import { isTrial, wrong } from './issue-judge.service.ts'
import type { Recipient } from './issue-judge.service.ts'
import { effectOf } from './issue-undo.service.ts'
import type { IssueEffect, TakeBack } from './issue-undo.service.ts'
import type { Frozen, How, Issuing, Whole } from './issue.service.ts'
import { lockQuotas } from './quota.service.ts'
import { toldFenOf } from './shown-price.service.ts'
import { startTrace } from './trace.service.ts'

type Payload = z.output<typeof pcLicenseCalls.batchIssue.payload>
type Family = Payload['kind']

/** A row of a batch of codes is empty. */
interface BatchRow {
  /** The index of the template. */
  template?: number
  userGuid?: string
  account?: string
  /** The user already has an earlier row. */
  isTwice?: true
  /** The serial that the user had for the product when the batch was requested. The new license replaces it. */
  replaces?: string
}

type UserRow = Pick<BatchRow, 'account' | 'isTwice'> & { userGuid: string }

/** The part of the fixed content that the task stores. The terms are in their own table. */
type Kept = Pick<Frozen, 'templateGuid' | 'templateName' | 'templateVersion' | 'termsGuid' | 'eachFen'>
interface BatchOptions {
  frozen: Kept[]
  how: Omit<How, 'taskGuid' | 'retriedAt'>
  /** Written by a retry. */
  retriedAt?: string
}

interface Deps {
  issuing: Issuing
  approvals: Approvals
  leaving: Leaving
  takeBack: TakeBack
  openTask: OpenTask
}

const KINDS: Readonly<Record<Family, TaskKind>> = { account: 'accountIssue', sn: 'snIssue' }
/** Rows per transaction and per order. Larger chunks are hardly faster, and hold the wallet's lock longer. */
const CHUNKS: Readonly<Record<Family, number>> = { account: 500, sn: 1_000 }
const USERS_AT_ONCE = 1_000
const { batchRows } = LIMITS.license

const optionsOf = (options: Record<string, unknown>) => options as unknown as BatchOptions // as written below

const failed = (refusal: Refusal): Extract<Outcome, { state: 'fail' | 'skip' }> => ({
  state: 'fail',
  reason: reasonOf(refusal),
})
const skipped = (reason: RowReason): Extract<Outcome, { state: 'fail' | 'skip' }> => ({ state: 'skip', reason })

/**
 * The order in which templates are issued and judged: the lock order of the accounts that pay. With vouchers, templates
 * with the most devices come first. Extra devices cost money, so the first charge locks both vouchers and wallet.
 */
function inTurn(
  templates: Iterable<readonly [number, Frozen]>,
  { byVoucher }: Pick<How, 'byVoucher'>,
): (readonly [number, Frozen])[] {
  const turnOf = ({ content: { licBindLimit, deductMode } }: Frozen) =>
    byVoucher ? -(licBindLimit ?? 0) : PAID_IN_TURN.indexOf(deductMode)
  return [...templates].toSorted(([, a], [, b]) => turnOf(a) - turnOf(b))
}

/**
 * Attempts all items, and after a refusal as many as still fit. Returns the remaining items and the refusal of the next
 * one alone.
 */
async function asFarAsItGoes<T>(
  all: readonly T[],
  attempt: (some: readonly T[]) => Promise<void>,
  fitting: (refusal: Refusal) => Promise<number>,
): Promise<{ left: readonly T[]; refusal: Refusal } | undefined> {
  let left = all
  let size = left.length
  while (left.length > 0) {
    try {
      await attempt(left.slice(0, size))
      left = left.slice(size)
      size = left.length
    } catch (error) {
      // These refusals come after a write, so the whole transaction must roll back. The task then runs each row in its
      // own transaction.
      if (!(error instanceof Refusal) || IS_LATE.has(error.error)) throw error
      if (size === 1) return { left, refusal: error }
      size = Math.min(size - 1, Math.max(1, await fitting(error)))
    }
  }
  return undefined
}

/** The remaining quota or trial licenses, from the refusal. Undefined for other refusals. */
const leftBy = ({ error, params }: Refusal) =>
  error === 'license.quotaUsedUp' || error === 'license.trialLimit' ? Number(params['left']) : undefined
/**
 * Refusals that only a write can find: repeated collisions of serials, and licenses of a user that the caller cannot
 * see.
 */
const IS_LATE: ReadonlySet<string> = new Set(['license.issueFailed', 'license.heldUnseen'])
const IS_FUNDS: ReadonlySet<string> = new Set(FUNDS_ERRORS)

/** The price of one of `count` licenses with the same price. */
const perOne = ({ totalFen, units }: Price, count: number): Pick<Price, 'totalFen' | 'lines' | 'units'> => ({
  totalFen: totalFen / count,
  lines: [],
  units: units && { ...units, count: units.count / count },
})

interface Todo {
  /** The index in the chunk. */
  at: number
  user: Recipient | undefined
  /** Whoever retries a row that failed because of its price knows this price from the reason. */
  toldFen?: number | undefined
}

/** The options of an issue to some rows of a draft: they cost at most what was shown for each. */
function shownFor(how: How, { eachFen }: Frozen, some: readonly Todo[]): How {
  if (eachFen === undefined) return how
  const fen = some.reduce((sum, { toldFen = eachFen }) => sum + toldFen, 0)
  return { ...how, shown: { fen, isMost: true } }
}

export function createBatchIssue({ issuing, approvals, leaving, takeBack, openTask }: Deps) {
  const strict = (scope: Scope) => startTrace(scope, ISSUE_RULES, 'issueRules', false)

  async function* usersOf(
    scope: Scope,
    { userIds, tagGuids }: Pick<Payload, 'userIds' | 'tagGuids'>,
  ): AsyncGenerator<UserRow> {
    if (userIds && userIds.length > 0) {
      const known = await findUsers(scope, userIds)
      const seen = new Set<string>()
      // An unknown user, or one outside the caller's row scope, is skipped in its row.
      for (const userGuid of userIds) {
        yield { userGuid, account: known.get(userGuid)?.account ?? '', ...(seen.has(userGuid) && { isTwice: true }) }
        seen.add(userGuid)
      }
      return
    }
    let after: string | undefined
    for (;;) {
      const page = await listNextUsers(
        scope,
        { tagGuids: tagGuids && tagGuids.length > 0 ? tagGuids : undefined },
        after,
        USERS_AT_ONCE,
      )
      for (const { guid, account } of page) yield { userGuid: guid, account }
      if (page.length < USERS_AT_ONCE) return
      after = page.at(-1)?.guid
    }
  }

  /** Adds to each row the license that the user has for the product. */
  async function* withHeld(
    scope: Scope,
    users: AsyncIterable<UserRow>,
    licenseId: number,
  ): AsyncGenerator<UserRow & Pick<BatchRow, 'replaces'>> {
    let page: UserRow[] = []
    const told = async () => {
      const held = new Map(
        (
          await listHeld(
            scope,
            page.map(({ userGuid }) => userGuid),
            [licenseId],
            false,
          )
        ).map(({ userGuid, serial }) => [userGuid, serial]),
      )
      return page.map((user) => ({
        ...user,
        ...(held.has(user.userGuid) && { replaces: held.get(user.userGuid) ?? '' }),
      }))
    }
    for await (const user of users) {
      page.push(user)
      if (page.length < USERS_AT_ONCE) continue
      yield* await told()
      page = []
    }
    if (page.length > 0) yield* await told()
  }

  async function* rowsOf(
    scope: Scope,
    { kind, count = 0, allUsers, userIds, tagGuids, templateGuids }: Payload,
    products: readonly number[],
  ): AsyncGenerator<BatchRow> {
    if (kind === 'sn') {
      for (let n = 0; n < count; n++) yield {}
      return
    }
    const field = allUsers ? 'allUsers' : userIds && userIds.length > 0 ? 'userIds' : 'tagGuids'
    let rows = 0
    // By template, so a chunk is usually one issue.
    for (const template of templateGuids.keys()) {
      for await (const user of withHeld(scope, usersOf(scope, { userIds, tagGuids }), products[template] ?? 0)) {
        if (++rows > batchRows) throw wrong(field, 'tooMany', { max: batchRows })
        yield { template, ...user }
      }
    }
    if (rows === 0) throw new Refusal('user.notFound', { field })
  }

  /** A batch of codes takes a count, a batch for accounts takes users. Fields of the other kind are refused. */
  function requireShape({ kind, templateGuids, userIds = [], tagGuids = [], allUsers, count }: Payload): void {
    const ways = { allUsers, userIds: userIds.length > 0, tagGuids: tagGuids.length > 0 }
    const [first, second] = Object.entries(ways).flatMap(([name, isGiven]) => (isGiven ? [name] : []))
    if (kind === 'sn') {
      if (templateGuids.length > 1) throw wrong('templateGuids', 'tooMany', { max: 1 })
      if (first !== undefined) throw wrong(first, 'notApplicable')
      if (count === undefined) throw wrong('count', 'required')
      return
    }
    if (count !== undefined) throw wrong('count', 'notApplicable')
    if (first === undefined) throw wrong('userIds', 'required')
    if (second !== undefined) throw wrong(second, 'notApplicable')
  }

  /**
   * Checks one of the templates as an issue would, and fixes its content. A refusal names the index of the template.
   */
  async function freezeOne(scope: Scope, asked: Payload, index: number, products: Set<number>): Promise<Kept> {
    const { kind: family, templateGuids, changes } = asked
    const { issuable, changed } = await issuing
      .draw(scope, { family, templateGuid: templateGuids[index] ?? '', changes }, strict(scope))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.field !== 'templateGuid') throw error
        throw new Refusal(error.error, { params: error.params, field: `templateGuids.${index}` })
      })
    if (!changed) throw new Error('a strict trace returned no result')
    const { content } = changed
    for (const { licenseId } of [content, ...content.otherProducts]) {
      if (products.has(licenseId)) throw wrong(`templateGuids.${index}`, 'duplicateProduct')
      products.add(licenseId)
    }
    await issuing.requireFitting(scope, { ...asked, family }, content)
    issuing.requirePayable(scope, family, content, asked)
    const { templateGuid, templateName, templateVersion, termsGuid } = await issuing.freeze(scope, issuable, changed)
    // A draft shows its cost before it is started.
    const shown = asked.dryRun
      ? await issuing.priceFor(scope, { family, content, byVoucher: asked.byVoucher, count: 1 })
      : undefined
    return { templateGuid, templateName, templateVersion, termsGuid, ...(shown && { eachFen: shown.totalFen }) }
  }

  async function batchIssue(scope: Scope, asked: Payload): Promise<{ taskId: string }> {
    requireShape(asked)
    if (!asked.dryRun) await requireStanding(booksOf(scope))
    const products = new Set<number>()
    const frozen: Kept[] = []
    for (const index of asked.templateGuids.keys()) frozen.push(await freezeOne(scope, asked, index, products))
    const { taskGuid: _task, ...how } = issuing.howOf(asked, sourceBy(scope, asked.allUsers ? 'full' : 'batch'))
    const { taskId } = await openTask(scope, {
      kind: KINDS[asked.kind],
      subject: frozen.map(({ templateName }) => templateName).join(', '),
      options: { frozen, how } satisfies BatchOptions,
      rows: rowsOf(scope, asked, [...products]),
      isDraft: asked.dryRun,
    })
    return { taskId }
  }

  /** The content of these templates, as fixed when the batch was requested. */
  async function thaw(
    scope: Scope,
    family: Family,
    { frozen }: BatchOptions,
    templates: readonly number[],
  ): Promise<Map<number, Frozen>> {
    const kept = templates.flatMap((index) => frozen[index] ?? [])
    const terms = await findTerms(
      scope,
      kept.map(({ termsGuid }) => termsGuid),
    )
    return new Map(
      templates.map((index) => {
        const one = frozen[index]
        const stored = one && terms.get(one.termsGuid)
        if (!stored) throw new Error('a batch without stored terms')
        return [
          index,
          { ...one, family, content: contentOf(stored.terms, stored.areas), productEnds: stored.productEnds },
        ]
      }),
    )
  }

  /** Groups the valid rows by template. `refused` has the outcomes of the others. */
  async function sorted(
    scope: Scope,
    family: Family,
    rows: readonly WorkInput<BatchRow>[],
    find: (scope: Scope, guids: readonly string[]) => Promise<Map<string, Recipient>>,
  ) {
    const users =
      family === 'account'
        ? await find(
            scope,
            rows.flatMap(({ input }) => input.userGuid ?? []),
          )
        : new Map<string, Recipient>()
    const refused = new Map<number, ReturnType<typeof skipped>>()
    const groups = new Map<number, Todo[]>()
    rows.forEach(({ input: { template = 0, userGuid, account = '', isTwice }, reason }, at) => {
      const user = userGuid === undefined ? undefined : users.get(userGuid)
      if (isTwice)
        refused.set(
          at,
          skipped({
            error: 'platform.badPayload',
            violations: [{ path: 'userIds', rule: 'duplicateUser', params: { account } }],
          }),
        )
      else if (family === 'account' && !user) refused.set(at, skipped({ error: 'user.notFound', params: { account } }))
      else {
        const group = groups.get(template)
        const todo = { at, user, toldFen: toldFenOf(reason) }
        if (group) group.push(todo)
        else groups.set(template, [todo])
      }
    })
    return { refused, groups }
  }

  /** With several templates in a chunk, takes the locks for all of them first, in the common order. */
  async function lockAhead(
    scope: Scope,
    frozen: ReadonlyMap<number, Frozen>,
    groups: ReadonlyMap<number, readonly Todo[]>,
  ): Promise<void> {
    if (groups.size < 2) return
    const users = [...new Set([...groups.values()].flatMap((group) => group.flatMap(({ user }) => user?.guid ?? [])))]
    await listHeld(
      scope,
      users,
      [...frozen.values()].map(({ content }) => content.licenseId),
      true,
    )
    await lockQuotas(scope, new Set([...frozen.values()].map(({ family, content }) => quotaFormOf(family, content))))
  }

  /** How many licenses still fit after a refusal. The refused attempt keeps its locks, so the number stays valid. */
  async function fittingNow(
    scope: Scope,
    { family, content, templateName }: Frozen,
    { isPreIssued, byVoucher }: Pick<How, 'isPreIssued' | 'byVoucher'>,
    refusal: Refusal,
  ): Promise<number> {
    const left = leftBy(refusal)
    if (left !== undefined) return left
    if (!IS_FUNDS.has(refusal.error)) return 0
    const { price } = await issuing.judge(scope, strict(scope), {
      family,
      content,
      count: 1,
      templateName,
      isPreIssued,
      byVoucher,
      isDry: true,
    })
    return price ? affordable(scope, price, content.packageName) : 0
  }

  /** All rows of a batch at the present prices. Each template has the same number of rows. */
  async function wholeOf(scope: Scope, family: Family, options: BatchOptions, total: number): Promise<Whole> {
    const { frozen, how } = options
    const all = await thaw(scope, family, options, [...frozen.keys()])
    let fen = 0
    for (const { content } of all.values())
      fen +=
        (
          await issuing.priceFor(scope, {
            family,
            content,
            byVoucher: how.byVoucher,
            count: Math.round(total / frozen.length),
          })
        )?.totalFen ?? 0
    return { count: total, fen }
  }

  async function run(
    family: Family,
    scope: Scope,
    rows: readonly WorkInput<BatchRow>[],
    options: BatchOptions,
    taskGuid: string,
    total: number,
  ): Promise<Outcome[]> {
    await approvals.lock(scope, { taskGuid })
    await leaving.lockForUsers(
      scope,
      rows.flatMap(({ input }) => input.userGuid ?? []),
    )
    const { refused, groups } = await sorted(scope, family, rows, lockUsers)
    const frozen = await thaw(scope, family, options, [...groups.keys()])
    await lockAhead(scope, frozen, groups)
    const { retriedAt } = options
    const how: How = { ...options.how, taskGuid, ...(retriedAt !== undefined && { retriedAt: new Date(retriedAt) }) }
    const outcomes = new Map<number, Outcome>(refused)
    for (const [index, one] of inTurn(frozen, how)) {
      const stopped = await asFarAsItGoes(
        groups.get(index) ?? [],
        async (some) => {
          const { licenses, replaced } = await issuing.issueTo(
            scope,
            one,
            family === 'account' ? some.flatMap(({ user }) => user ?? []) : some.length,
            shownFor(how, one, some),
            () => wholeOf(scope, family, options, total),
          )
          const before = new Map(replaced.map(({ userGuid, guid, state }) => [userGuid, { guid, state }]))
          some.forEach(({ at, user }, place) => {
            const made = licenses[place]
            if (!made) throw new Error('a row without an issued license')
            const old = user && before.get(user.guid)
            outcomes.set(at, {
              state: 'success',
              effect: { guid: made.guid, serial: made.serial, ...(old && { replaced: old }) } satisfies IssueEffect,
            })
          })
        },
        (refusal) => fittingNow(scope, one, how, refusal),
      )
      for (const { at } of stopped?.left ?? []) if (stopped) outcomes.set(at, failed(stopped.refusal))
    }
    return rows.map((_row, at) => {
      const outcome = outcomes.get(at)
      if (!outcome) throw new Error('a row without an outcome')
      return outcome
    })
  }

  /** Judges a draft. Funds and quota that earlier rows would use are not available to later rows. */
  function judging(family: Family) {
    const used = { forms: new Map<string, number>(), fen: 0, units: new Map<string, number>() }
    const thawed = new Map<number, Frozen>()
    const prices = new Set<number>()
    const units = new Map<PriceUnit, number>()
    const paidLater = new Set<DraftCost['paidLater'][number]>()
    const asked = { count: 0, fen: 0, byTemplate: new Map<number, Grant | undefined>() }
    /** Approval flows see the whole batch, so they are asked at the end. */
    async function isCaught(scope: Scope): Promise<boolean> {
      for (const [index, grant] of asked.byTemplate) {
        const one = thawed.get(index)
        if (one && (await issuing.catches(scope, issuing.askedOf(scope, one, grant, asked)))) return true
      }
      return false
    }
    const cost = async (scope: Scope): Promise<DraftCost> => ({
      totalFen: used.fen,
      eachFen: prices.size === 1 ? ([...prices][0] ?? null) : null,
      units: [...units].map(([stock, count]) => ({ stock, count })),
      paidLater: [...paidLater, ...((await isCaught(scope)) ? ['approval' as const] : [])],
    })
    const judgeRows = async (scope: Scope, rows: readonly WorkInput<BatchRow>[], options: BatchOptions) => {
      const { refused, groups } = await sorted(scope, family, rows, findUsers)
      const missing = [...groups.keys()].filter((index) => !thawed.has(index))
      for (const [index, one] of await thaw(scope, family, options, missing)) thawed.set(index, one)
      const { isPreIssued, byVoucher } = options.how
      asked.count += rows.length
      for (const [index, { content, templateName }] of inTurn(
        [...thawed].filter(([template]) => groups.has(template)),
        options.how,
      )) {
        const form = quotaFormOf(family, content)
        const before = () => used.forms.get(form) ?? 0
        let each: ReturnType<typeof perOne> | undefined
        const stock = () => `${each?.units?.stock} ${content.packageName}`
        const besides = () => ({ fen: used.fen, units: used.units.get(stock()) ?? 0 })
        const stopped = await asFarAsItGoes(
          groups.get(index) ?? [],
          async ({ length }) => {
            // A trial developer can issue only one form, so this count is valid for both the trial limit and the quota.
            const { grant, price, when } = await issuing.judge(scope, strict(scope), {
              family,
              content,
              count: before() + length,
              templateName,
              isPreIssued,
              byVoucher,
              isDry: true,
            })
            each = price && when === 'issue' && !isTrial(scope) ? perOne(price, before() + length) : undefined
            const taken = { fen: (each?.totalFen ?? 0) * length, units: (each?.units?.count ?? 0) * length }
            if (each)
              await requireFunds(
                scope,
                {
                  totalFen: besides().fen + taken.fen,
                  lines: [],
                  units: each.units && { ...each.units, count: besides().units + taken.units },
                },
                content.packageName,
              )
            if (each) {
              asked.byTemplate.set(index, grant)
              asked.fen += taken.fen
            }
            used.forms.set(form, before() + length)
            if (each?.units) used.units.set(stock(), besides().units + taken.units)
            used.fen += taken.fen
            prices.add(each?.totalFen ?? 0)
            if (each?.units) units.set(each.units.stock, (units.get(each.units.stock) ?? 0) + taken.units)
            if (when !== 'issue' && price && isPaidEver(price, when)) paidLater.add(when)
          },
          async (refusal) => {
            const left = leftBy(refusal)
            if (left !== undefined) return left - before()
            return each && IS_FUNDS.has(refusal.error) ? affordable(scope, each, content.packageName, besides()) : 0
          },
        )
        for (const { at } of stopped?.left ?? []) if (stopped) refused.set(at, failed(stopped.refusal))
      }
      return rows.map((_row, at) => refused.get(at) ?? null)
    }
    return { rows: judgeRows, cost }
  }

  const kindOf = (family: Family): AnyTaskKind =>
    defineTaskKind<BatchRow>({
      name: KINDS[family],
      chunk: CHUNKS[family],
      domain: 'license',
      cells({ template = 0, account = '', replaces = '' }, { effect, options }) {
        const { serial = '' } = effectOf(effect)
        const templateName = optionsOf(options).frozen[template]?.templateName ?? ''
        return [
          ...(family === 'account' ? [{ field: 'account', value: account }] : []),
          { field: 'serial', value: shownSerial(family, serial) },
          { field: 'templateName', value: templateName },
          ...(family === 'account' ? [{ field: 'replaces', value: replaces }] : []),
        ]
      },
      judge() {
        const judge = judging(family)
        return { rows: (scope, rows, options) => judge.rows(scope, rows, optionsOf(options)), cost: judge.cost }
      },
      run: (scope, rows, options, taskGuid, total) => run(family, scope, rows, optionsOf(options), taskGuid, total),
      ended: (tenant, taskGuid) => approvals.batchEnded(tenant, taskGuid),
      undo: (scope, rows) => takeBack(scope, family, rows),
    })

  return { batchIssue, kinds: [kindOf('account'), kindOf('sn')] }
}
