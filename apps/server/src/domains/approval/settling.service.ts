// Carries out decisions: puts the licenses of a request in force, or rejects them. A small request takes effect in the
// transaction of the decision, a large one as a task. A decision is about all licenses, whatever the decider's row
// scope shows.
import { LIMITS, isCode, maskedSerial, plainCode, requestMachine, shownCode } from '@sealwright/contract'
import type { RequestEvent, RequestState } from '@sealwright/contract'
import type { Ids } from '../../kernel/ids.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { wholeView } from '../../kernel/whole-view.ts'
import type { RequestEffects, RequestPiece } from '../license/index.ts'
import { defineTaskKind } from '../task/index.ts'
import type { AnyTaskKind, OpenTask, Outcome } from '../task/index.ts'
import type { Failure, Moment } from './approval.kind.ts'
import type { Request } from './approval.tables.ts'
import { momentOf } from './filing.service.ts'
import { insertEvents, lockRequest, lockSettledBy, updateRequest } from './request.queries.ts'
import type { Turns } from './turn.service.ts'

/** What happened to licenses of a request. */
interface Effect {
  applied: number
  failed: number
  failure: Failure | null
}

interface Options {
  requestGuid: string
  isApproval: boolean
  /** Why the licenses are rejected. */
  reason: string
}

/** Messages and approvers get failures, so codes in them are masked. */
function toldValue(value: string | number | Date): string | number {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return value
  const code = plainCode(value)
  return isCode(code) ? shownCode(maskedSerial('sn', code)) : value
}

export const failureOf = ({ error, params }: Refusal): Failure => ({
  error,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toldValue(value)])),
})

export function nextState(row: Pick<Request, 'state'>, event: RequestEvent): RequestState {
  const state = requestMachine.next(row.state, event)
  if (state === undefined) throw new Error(`an approval request that is ${row.state} cannot ${event}`)
  return state
}

/**
 * Pieces of a transaction. A piece is an issue of up to a thousand licenses, or one update. More pieces would hold the
 * wallet's lock longer.
 */
const CHUNK = 1

export function createSettling(deps: { ids: Ids; openTask: OpenTask; effects: RequestEffects; turns: Turns }) {
  const { ids, openTask, effects, turns } = deps

  async function carryOut(
    scope: Scope,
    { requestGuid, isApproval, reason }: Options,
    piece: RequestPiece,
  ): Promise<Effect> {
    if (!isApproval) {
      await effects.rejectPiece(scope, requestGuid, piece, reason)
      return { applied: 0, failed: 0, failure: null }
    }
    // Of a piece, some licenses can fail alone: those whose user was removed.
    const { count, refusal } = await effects.approvePiece(scope, requestGuid, piece)
    return refusal
      ? { applied: count, failed: piece.count - count, failure: failureOf(refusal) }
      : { applied: count, failed: 0, failure: null }
  }

  const added = (row: Pick<Request, keyof Effect>, { applied, failed, failure }: Effect): Effect => ({
    applied: row.applied + applied,
    failed: row.failed + failed,
    failure: row.failure ?? failure,
  })

  /** Ends the settlement. After an approval, the request is approved if something took effect, and tells its people. */
  async function finish(of: Moment, before: Request): Promise<Request> {
    if (before.state !== 'applying') return updateRequest(of, before, { isSettled: true })
    const { applied, failed, failure, deciderIds } = before
    const row = await updateRequest(of, before, {
      state: nextState(before, applied > 0 ? 'apply' : 'fail'),
      isSettled: true,
      decidedAt: of.now,
      ...(applied > 0 && { failure: null }),
    })
    if (applied > 0) {
      await insertEvents(of, ids, row.guid, { kind: 'apply', actorId: null })
      await turns.tell(of, row, 'approvalApproved', { count: applied }, [row.requesterId])
    }
    if (failed > 0 || applied === 0) await insertEvents(of, ids, row.guid, { kind: 'fail', actorId: null, failure })
    if (failed > 0 && failure)
      await turns.tell(
        of,
        row,
        'approvalFailed',
        { count: failed, reason: { phrase: `errors.${failure.error}`, params: failure.params } },
        [row.requesterId, ...deciderIds.slice(-1)],
      )
    return row
  }

  async function openSettling(scope: Scope, row: Request, options: Options): Promise<Request> {
    const pieces = await wholeView(scope, (whole) => effects.listPieces(whole, row.guid))
    const { taskId } = await openTask(scope, {
      kind: 'approvalSettle',
      subject: row.number,
      options: { ...options },
      rows: pieces,
    })
    return updateRequest(momentOf(scope), row, { isSettled: false, settleTaskGuid: taskId })
  }

  /** Lets the licenses follow the decision that the state of the request tells. */
  async function settle(scope: Scope, row: Request, reason: string): Promise<Request> {
    const options = { requestGuid: row.guid, isApproval: row.state === 'applying', reason }
    if (row.count > LIMITS.approval.directLicenses) return openSettling(scope, row, options)
    const effect = await wholeView(scope, async (whole) => {
      let sum: Effect = row
      const pieces = await effects.listPieces(whole, row.guid)
      if (pieces.length > 1) await effects.lockPieces(whole, pieces)
      for (const piece of pieces) sum = added(sum, await carryOut(whole, options, piece))
      return sum
    })
    const { applied, failed, failure } = effect
    const of = momentOf(scope)
    return finish(of, await updateRequest(of, row, { applied, failed, failure }))
  }

  const kind: AnyTaskKind = defineTaskKind<RequestPiece>({
    name: 'approvalSettle',
    chunk: CHUNK,
    domain: 'audit',
    isDecided: true,
    cells: ({ count }) => [{ field: 'count', value: String(count) }],
    async run(scope, rows, given) {
      const options = given as unknown as Options // as `openSettling` writes it
      const row = await lockRequest(scope, options.requestGuid)
      if (!row) throw new Error(`there is no approval request ${options.requestGuid}`)
      let sum: Effect = row
      const outcomes: Outcome[] = []
      for (const { input } of rows) {
        const effect = await carryOut(scope, options, input)
        sum = added(sum, effect)
        outcomes.push(effect.failure ? { state: 'skip', reason: effect.failure } : { state: 'success' })
      }
      const { applied, failed, failure } = sum
      await updateRequest(momentOf(scope), row, { applied, failed, failure })
      return outcomes
    },
    async ended(tenant, taskGuid) {
      const row = await lockSettledBy(tenant, taskGuid)
      if (!row || row.isSettled) return
      if ((await effects.listPieces(tenant, row.guid)).length === 0) await finish(tenant, row)
      // Rows failed. The job tries them again an hour from now.
      else await updateRequest(tenant, row, {})
    },
  })

  return { settle, kind }
}

export type Settling = ReturnType<typeof createSettling>
