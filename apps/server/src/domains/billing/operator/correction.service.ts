// Credits and debits by operators. A small one is done at once. A large one waits until another operator confirms it;
// several of the same operator for one developer within a day count together, with the packages that the developer was
// given, so that splitting does not help. Every correction is posted once: its row is locked, and the ledger knows its
// guid as the purpose.
import { LIMITS, isPurse, yuanText } from '@sealwright/contract'
import type { billingDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import { readPage } from '../../../kernel/db/list.ts'
import type { DeskScope } from '../../../kernel/desk.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findTopUpAnywhere } from '../payment/desk-payment.queries.ts'
import * as queries from './correction.queries.ts'
import type { Correction } from './correction.queries.ts'
import { highestPrice, splitStart, sumGiven } from './gift.queries.ts'
import { byOperator } from './hand.service.ts'
import type { OperatorDeps } from './hand.service.ts'
import { createOperator } from './operator.service.ts'

type Payload<Name extends keyof typeof billingDesk> = z.output<(typeof billingDesk)[Name]['payload']>

const shown = ({ kind, amount }: Pick<Correction, 'kind' | 'amount'>) => (isPurse(kind) ? yuanText(amount) : amount)
const facts = (row: Pick<Correction, 'kind' | 'amount' | 'note'>): LoggedFacts => ({
  [row.kind]: shown(row),
  note: row.note,
})

export function createCorrections(deps: OperatorDeps) {
  const at = (scope: DeskScope) => createOperator(deps, byOperator(scope))

  /** What a correction is worth. A license or a voucher counts at the highest general one-time price of a day. */
  async function worthOf({ db, asking }: DeskScope, { kind, amount }: Pick<Correction, 'kind' | 'amount'>) {
    if (isPurse(kind)) return Math.abs(amount)
    return Math.abs(amount) * (await highestPrice(db, asking.now))
  }

  /** What this developer got within a day without a second operator. The developer is locked. */
  const givenAlone = async ({ db, operator, asking: { now } }: DeskScope, developerId: number) =>
    (await queries.sumUnconfirmed(db, operator.guid, developerId, splitStart(now))) +
    (await sumGiven(db, developerId, now))

  /** Refuses packages above the limit: a second operator confirms only corrections. */
  async function requireSmall(scope: DeskScope, developerId: number, worthFen: number): Promise<void> {
    const limitFen = await queries.readLimit(scope.db)
    if (worthFen + (await givenAlone(scope, developerId)) > limitFen)
      throw new Refusal('tariff.giftTooLarge', { params: { limit: yuanText(limitFen) } })
  }

  const targetOf = ({ guid }: Pick<Correction, 'guid'>, name: string) => ({ kind: 'credit' as const, guid, name })

  async function correct(scope: DeskScope, { developerId, kind, amount, note, topUpGuid }: Payload<'correct'>) {
    const { quantity } = LIMITS.package
    if (!isPurse(kind) && Math.abs(amount) > quantity)
      throw new Refusal('platform.badPayload', {
        violations: [{ path: 'amount', rule: 'tooBig', params: { max: quantity } }],
      })
    const operator = at(scope)
    return operator.inBooks(developerId, async (books, developer, hand) => {
      const { db, operator: maker, asking } = scope
      if (topUpGuid !== undefined && (await findTopUpAnywhere(db, topUpGuid))?.developerId !== developerId)
        throw new Refusal('topUp.notFound', { field: 'topUpGuid' })
      const worthFen = await worthOf(scope, { kind, amount })
      const isWaiting = worthFen + (await givenAlone(scope, developerId)) > (await queries.readLimit(db))
      const row: Correction = {
        guid: scope.ids.guid(),
        developerId,
        kind,
        amount,
        worthFen,
        note,
        topUpGuid: topUpGuid ?? null,
        state: isWaiting ? 'waiting' : 'done',
        makerGuid: maker.guid,
        maker: maker.name,
        madeAt: asking.now,
        deciderGuid: null,
        decider: null,
        decidedAt: isWaiting ? null : asking.now,
        reason: null,
      }
      await queries.insertCorrection(db, row)
      if (isWaiting) await scope.record({ type: 'add', target: targetOf(row, developer.name), after: facts(row) })
      else await operator.creditIn(hand, books, developer, row, row.guid)
      return { guid: row.guid, state: row.state }
    })
  }

  /** Runs a decision on a waiting correction, with the developer and the correction locked. */
  async function deciding<T>(
    scope: DeskScope,
    guid: string,
    work: (
      row: Correction & { developer: string },
      ...given: Parameters<Parameters<ReturnType<typeof at>['inBooks']>[1]>
    ) => Promise<T>,
  ): Promise<T> {
    const developerId = await queries.findCorrected(scope.db, guid)
    if (developerId === undefined) throw new Refusal('tariff.correctionNotFound')
    return at(scope).inBooks(developerId, async (...given) => {
      const row = await queries.lockCorrection(scope.db, guid)
      if (!row) throw new Refusal('tariff.correctionNotFound')
      if (row.state !== 'waiting')
        throw new Refusal('tariff.correctionDecided', {
          params: { state: scope.say(`tariff.correctionStates.${row.state}`), decider: row.decider ?? row.maker ?? '' },
        })
      return work(row, ...given)
    })
  }

  async function confirm(scope: DeskScope, { guid }: Payload<'confirmCorrection'>) {
    const { db, operator, asking } = scope
    await deciding(scope, guid, async (row, books, developer, hand) => {
      if (row.makerGuid === operator.guid) throw new Refusal('tariff.ownCorrection')
      await queries.decide(db, guid, { state: 'done', by: operator, now: asking.now })
      await at(scope).creditIn(hand, books, developer, row, guid)
    })
    return {}
  }

  async function reject(scope: DeskScope, { guid, reason }: Payload<'rejectCorrection'>) {
    const { db, operator, asking } = scope
    await deciding(scope, guid, async (row) => {
      const state = row.makerGuid === operator.guid ? 'withdrawn' : 'rejected'
      await queries.decide(db, guid, { state, by: operator, now: asking.now, reason })
      await scope.record({
        type: 'delete',
        target: targetOf(row, row.developer),
        before: facts(row),
        after: { state, reason },
      })
    })
    return {}
  }

  async function find(
    { db, operator }: DeskScope,
    { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Payload<'findCorrections'>,
  ) {
    const list = queries.listCorrections(db, filter, order)
    const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
    return {
      ...page,
      limitFen: await queries.readLimit(db),
      rows: page.rows.map((row) => ({
        guid: row.guid,
        developerId: String(row.developerId),
        developerName: row.developer,
        kind: row.kind,
        amount: row.amount,
        note: row.note,
        state: row.state,
        maker: row.maker,
        isOwn: row.makerGuid === operator.guid,
        createTime: row.madeAt,
        decider: row.decider,
        decideTime: row.deciderGuid === null ? null : row.decidedAt,
        reason: row.reason,
        topUpGuid: row.topUpGuid,
      })),
    }
  }

  async function setLimit(scope: DeskScope, { limitFen }: Payload<'setCorrectionLimit'>) {
    const before = await queries.readLimit(scope.db)
    await queries.writeLimit(scope.db, limitFen)
    await scope.record({
      type: 'update',
      target: { kind: 'setting', guid: LIMIT_TARGET, name: scope.say('tariff.correctionLimit') },
      before: { limitFen: yuanText(before) },
      after: { limitFen: yuanText(limitFen) },
    })
    return {}
  }

  return { correct, confirm, reject, find, setLimit, requireSmall }
}

export type Corrections = ReturnType<typeof createCorrections>

/** Stands for the setting in the log. */
const LIMIT_TARGET = '00000000-0000-4000-8000-000000000001'
