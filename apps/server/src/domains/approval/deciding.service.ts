// What people do with requests. Each act locks the row of the request first, so that of two acts at one moment the
// second sees the result of the first. A decision is about the present step of the locked row.
import { LIMITS, licensePrivilege, requestMachine } from '@sealwright/contract'
import type { AuditEvent, RequestAct, RequestState, auditCalls } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { OwnContext } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Ids } from '../../kernel/ids.ts'
import { inScope } from '../../kernel/in-scope.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { wholeView } from '../../kernel/whole-view.ts'
import { listMembers } from '../access/index.ts'
import type { Member } from '../access/index.ts'
import type { ApprovalAsked, Approvals, CaughtBy, RequestEffects } from '../license/index.ts'
import type { FlowContent } from './approval.kind.ts'
import { isApprover } from './approval.rules.ts'
import type { Request } from './approval.tables.ts'
import { expiryOf, momentOf } from './filing.service.ts'
import { findFlow, listFlows } from './flow.queries.ts'
import { logRequest } from './request-log.service.ts'
import {
  countEntries,
  findRequest,
  insertEvents,
  insertVote,
  isVisible,
  lockRequest,
  updateRequest,
} from './request.queries.ts'
import { nextState } from './settling.service.ts'
import type { Settling } from './settling.service.ts'
import { idsOf, partyOf, placeOne, turnAt, union } from './turn.service.ts'
import type { Placed, Turns } from './turn.service.ts'

type Payload<Name extends keyof typeof auditCalls> = z.output<(typeof auditCalls)[Name]['payload']>

/** A request past its time is expired, even before the job has noted it. */
export const stateAt = ({ state, expiresAt }: Pick<Request, 'state' | 'expiresAt'>, now: Date): RequestState =>
  state === 'waiting' && expiresAt <= now ? 'expired' : state

export function stateForbids({ say, asking }: Pick<Scope, 'say' | 'asking'>, row: Request): Refusal {
  return new Refusal('audit.stateForbids', {
    params: { number: row.number, state: say(`audit.states.${stateAt(row, asking.now)}`) },
  })
}

export interface Visible {
  members: readonly Member[]
  row: Request
}

/** The account and its roles. */
export const keysOf = ({ caller }: Pick<Scope, 'caller'>, members: readonly Member[]) => [
  caller.accountId,
  ...(members.find(({ userId }) => userId === caller.accountId)?.roleGuids ?? []),
]

async function visible(
  scope: Scope,
  guid: string,
  read: (scope: Scope, guid: string) => Promise<Request | undefined>,
): Promise<Visible> {
  const members = await listMembers(scope, scope.asking.now)
  const row = await read(scope, guid)
  if (!row || !isVisible(scope.caller, keysOf(scope, members), row)) throw new Refusal('audit.notFound')
  return { members, row }
}

export const visibleRequest = (scope: Scope, guid: string) => visible(scope, guid, findRequest)

export interface DecidingDeps {
  database: Database
  ids: Ids
  effects: RequestEffects
  approvals: Pick<Approvals, 'catches'>
  settling: Settling
  turns: Turns
}

export function createDeciding({ database, ids, effects, approvals, settling, turns }: DecidingDeps) {
  const note = (
    scope: Scope,
    guid: string,
    kind: AuditEvent['kind'],
    more: { text?: string | null; step?: number } = {},
  ) => insertEvents(momentOf(scope), ids, guid, { kind, actorId: scope.caller.accountId, ...more })

  /** A history that grows without end would be a page that nobody can open. A request can always be ended. */
  async function requireRoom(scope: Scope, { guid, number }: Request, act: RequestAct): Promise<void> {
    const max = LIMITS.approval.entries
    if (act === 'approve' || act === 'reject' || act === 'withdraw') return
    if ((await countEntries(scope, guid)) >= max) throw new Refusal('audit.tooMany', { params: { number, max } })
  }

  /** Locks a request on which it is the caller's turn to decide. */
  async function ownTurn(scope: Scope, guid: string, act: RequestAct): Promise<Placed & Visible> {
    const { members, row } = await visible(scope, guid, lockRequest)
    const { caller, asking } = scope
    if (requestMachine.next(stateAt(row, asking.now), act) === undefined) throw stateForbids(scope, row)
    if (row.requesterId === caller.accountId) throw new Refusal('audit.ownRequest')
    const placed = await placeOne(scope, row, members)
    if (!idsOf(placed.turn.deciders).includes(caller.accountId))
      throw new Refusal('audit.notYourTurn', { params: { number: row.number } })
    await requireRoom(scope, row, act)
    return { ...placed, members }
  }

  /** Locks a request of the caller. */
  async function ownRequest(scope: Scope, guid: string, act: RequestAct): Promise<Visible> {
    const found = await visible(scope, guid, lockRequest)
    if (found.row.requesterId !== scope.caller.accountId) throw new Refusal('audit.notYours')
    if (requestMachine.next(stateAt(found.row, scope.asking.now), act) === undefined)
      throw stateForbids(scope, found.row)
    await requireRoom(scope, found.row, act)
    return found
  }

  function requireUnchanged(row: Request, revision: number): void {
    if (row.revision !== revision) throw new Refusal('audit.changed', { params: { number: row.number } })
  }

  /** Goes on after a step that is passed: to the next one, or into force. */
  async function advance(
    scope: Scope,
    row: Request,
    content: FlowContent,
    members: readonly Member[],
  ): Promise<Request> {
    const of = momentOf(scope)
    if (row.step < row.steps) {
      // Approvers of both steps must not approve the second one by a repeated request.
      const changes = { step: row.step + 1, revision: row.revision + 1 }
      return turns.openStep(of, row, content, changes, members)
    }
    const applying = await updateRequest(of, row, {
      state: nextState(row, 'approve'),
      approverIds: [],
      remindAt: null,
    })
    return settling.settle(scope, applying, '')
  }

  async function approve(scope: Scope, { guid, revision, note: text }: Payload<'approve'>) {
    const { row: before, content, votes, members } = await ownTurn(scope, guid, 'approve')
    requireUnchanged(before, revision)
    const { accountId } = scope.caller
    const of = momentOf(scope)
    if (!(await insertVote(of, before, accountId)))
      throw new Refusal('audit.notYourTurn', { params: { number: before.number } })
    await note(scope, guid, 'approve', { text: text ?? null, step: before.step })
    const vote = { ...before, requestGuid: guid, accountId, votedAt: of.now }
    const turn = turnAt(before, content, [...votes, vote], members)
    const voted = await updateRequest(of, before, {
      approverIds: idsOf(turn.deciders),
      deciderIds: union(
        before.deciderIds.filter((id) => id !== accountId),
        [accountId],
      ),
      party: union(before.party, [accountId]),
      question: null,
    })
    const row = turn.isPassed ? await advance(scope, voted, content, members) : voted
    await logRequest(scope, row, 'update', before, { note: text ?? null })
    return { state: row.state }
  }

  /** Ends a waiting request without effect. The reason goes to its licenses. */
  async function end(
    scope: Scope,
    before: Request,
    event: 'reject' | 'withdraw' | 'expire',
    words: { reason: string | null; licenses: string },
  ): Promise<Request> {
    const of = momentOf(scope)
    const ended = await updateRequest(of, before, {
      state: nextState(before, event),
      approverIds: [],
      remindAt: null,
      question: null,
      decidedAt: of.now,
      reason: words.reason,
    })
    return settling.settle(scope, ended, words.licenses)
  }

  async function reject(scope: Scope, { guid, reason }: Payload<'reject'>) {
    const { row: before } = await ownTurn(scope, guid, 'reject')
    const { accountId, displayName } = scope.caller
    const of = momentOf(scope)
    await note(scope, guid, 'reject', { text: reason, step: before.step })
    const decided = await updateRequest(of, before, {
      deciderIds: union(before.deciderIds, [accountId]),
      party: union(before.party, [accountId]),
    })
    const row = await end(scope, decided, 'reject', { reason, licenses: reason })
    await turns.tell(of, row, 'approvalRejected', { actor: displayName, reason }, [row.requesterId])
    await logRequest(scope, row, 'update', before, { reason })
    return { state: row.state }
  }

  async function withdraw(scope: Scope, { guid, reason }: Payload<'withdraw'>) {
    const { row: before } = await ownRequest(scope, guid, 'withdraw')
    await note(scope, guid, 'withdraw', { text: reason ?? null })
    const words = { reason: reason ?? null, licenses: reason ?? scope.say('audit.withdrawnReason') }
    const row = await end(scope, before, 'withdraw', words)
    await logRequest(scope, row, 'update', before, { reason: reason ?? null })
    return { state: row.state }
  }

  async function handOver(scope: Scope, { guid, userId, note: text }: Payload<'handOver'>) {
    const { row: before, content, votes, turn, members } = await ownTurn(scope, guid, 'handOver')
    const other = members.find((member) => member.userId === userId)
    const isFree =
      other &&
      isApprover(other) &&
      userId !== before.requesterId &&
      !idsOf(turn.approvers).includes(userId) &&
      !idsOf(turn.deciders).includes(userId)
    if (!isFree)
      throw new Refusal('audit.cannotTakeOver', {
        params: { name: other?.name ?? (await findAccountName(scope, userId)) ?? '' },
        field: 'userId',
      })
    const of = momentOf(scope)
    const { accountId } = scope.caller
    const handed: Request = { ...before, handovers: [...before.handovers, { from: accountId, to: userId }] }
    const { deciders } = turnAt(handed, content, votes, members)
    const row = await updateRequest(of, handed, {
      handovers: handed.handovers,
      approverIds: idsOf(deciders),
      party: union(before.party, [accountId, userId]),
    })
    await insertEvents(of, ids, guid, {
      kind: 'handOver',
      actorId: accountId,
      step: row.step,
      text: text ?? null,
      aboutId: userId,
    })
    await turns.tell(of, row, 'approvalWaiting', {}, [userId])
    await logRequest(scope, row, 'update', before, { userId: other.name, note: text ?? null })
    return { state: row.state }
  }

  async function ask(scope: Scope, { guid, text }: Payload<'ask'>) {
    const { row: before } = await ownTurn(scope, guid, 'ask')
    const { accountId, displayName } = scope.caller
    const of = momentOf(scope)
    const row = await updateRequest(of, before, {
      question: { askerId: accountId, text, at: of.now.toISOString() },
      party: union(before.party, [accountId]),
    })
    await note(scope, guid, 'ask', { text, step: row.step })
    await turns.tell(of, row, 'approvalAsked', { actor: displayName, text }, [row.requesterId])
    await logRequest(scope, row, 'update', before, { text })
    return { state: row.state }
  }

  async function answer(scope: Scope, { guid, text }: Payload<'answer'>) {
    const { row: before } = await ownRequest(scope, guid, 'answer')
    if (!before.question) throw new Refusal('audit.noQuestion')
    const of = momentOf(scope)
    const row = await updateRequest(of, before, { question: null })
    await note(scope, guid, 'answer', { text })
    await turns.tell(of, row, 'approvalAnswered', { actor: scope.caller.displayName, text }, [before.question.askerId])
    await logRequest(scope, row, 'update', before, { text })
    return { state: row.state }
  }

  async function addNote(scope: Scope, { guid, text }: Payload<'note'>) {
    const { row } = await ownRequest(scope, guid, 'note')
    await note(scope, guid, 'note', { text })
    await logRequest(scope, row, 'update', row, { note: text })
    return { state: row.state }
  }

  /** The columns that put a request under another flow. */
  async function underFlow(scope: Scope, row: Request, { flowGuid, version }: CaughtBy) {
    const content = (await findFlow(scope, flowGuid, version))?.content
    if (!content) throw new Error(`there is no version ${version} of approval flow ${flowGuid}`)
    const party = union(row.party, partyOf(content))
    return { content, changes: { flowGuid, flowVersion: version, steps: content.steps.length, party } }
  }

  /**
   * The flow of edited terms: another one only if it comes before the present one. Otherwise small terms could pass a
   * lax flow and become large there.
   */
  async function flowAfterEdit(scope: Scope, row: Request, content: FlowContent, asked: ApprovalAsked) {
    const stays = { content, changes: { party: row.party } }
    const by = await approvals.catches(scope, asked, row.requesterId)
    if (!by || by.flowGuid === row.flowGuid) return stays
    const order = (await listFlows(scope)).map(({ guid }) => guid)
    const present = order.indexOf(row.flowGuid)
    return present >= 0 && present < order.indexOf(by.flowGuid) ? stays : underFlow(scope, row, by)
  }

  async function edit(scope: Scope, { guid, revision, changes, note: text }: Payload<'edit'>) {
    const { row: before, content, members } = await ownTurn(scope, guid, 'edit')
    requireUnchanged(before, revision)
    if (before.family !== 'sn' || before.event !== 'issue') throw new Refusal('audit.onlyCodes')
    const edited = await wholeView(scope, (whole) => effects.edit(whole, guid, changes ?? {}))
    const of = momentOf(scope)
    const { accountId, displayName } = scope.caller
    await insertEvents(of, ids, guid, {
      kind: 'edit',
      actorId: accountId,
      step: before.step,
      text: text ?? null,
      changes: edited.changes,
    })
    const under = await flowAfterEdit(scope, before, content, edited.asked)
    // Earlier approvers approved other terms, so the steps begin again.
    const row = await turns.openStep(
      of,
      before,
      under.content,
      {
        ...under.changes,
        step: 1,
        round: before.round + 1,
        revision: before.revision + 1,
        fen: edited.fen,
        question: null,
        party: union(under.changes.party, [accountId]),
      },
      members,
      accountId,
    )
    await turns.tell(of, row, 'approvalEdited', { actor: displayName }, [row.requesterId])
    await logRequest(scope, row, 'update', before, { note: text ?? null, ...factsOf(edited.changes) })
    return { state: row.state }
  }

  const factsOf = (changes: AuditEvent['changes']) =>
    Object.fromEntries(changes.map(({ field, after }) => [field, after]))

  /** The flow of a request with several templates: one that catches any of them decides on all. */
  async function firstCatching(scope: Scope, asked: readonly ApprovalAsked[]): Promise<CaughtBy | null> {
    for (const one of asked) {
      const by = await approvals.catches(scope, one)
      if (by) return by
    }
    return null
  }

  async function resubmit(scope: Scope, { guid, changes, note: text }: Payload<'resubmit'>) {
    const { members, row: before } = await ownRequest(scope, guid, 'resubmit')
    // The gate also admits people with other rights.
    requireAnyPrivilege(scope.caller, [licensePrivilege(before.family, 'issue')], (name) =>
      scope.say(`privileges.${name}`),
    )
    if (!before.isSettled || before.state === 'waiting') throw new Refusal('audit.notSettled')
    const made = await effects.resubmit(scope, guid, changes)
    if (made.count === 0) throw stateForbids(scope, before)
    const of = momentOf(scope)
    await insertEvents(of, ids, guid, {
      kind: 'resubmit',
      actorId: scope.caller.accountId,
      text: text ?? null,
      changes: made.changes,
    })
    const fresh = {
      state: nextState(before, 'resubmit'),
      count: made.count,
      fen: made.fen,
      step: 1,
      round: before.round + 1,
      revision: before.revision + 1,
      reason: null,
      failure: null,
      decidedAt: null,
      applied: 0,
      failed: 0,
      settleTaskGuid: null,
    }
    const by = await firstCatching(scope, made.asked)
    const under = by && (await underFlow(scope, before, by))
    const row = under
      ? await turns.openStep(
          of,
          before,
          under.content,
          { ...fresh, ...under.changes, expiresAt: expiryOf(under.content, of.now) },
          members,
        )
      : await settling.settle(
          scope,
          await updateRequest(of, before, { ...fresh, state: nextState(fresh, 'approve') }),
          '',
        )
    await logRequest(scope, row, 'update', before, { note: text ?? null, ...factsOf(made.changes) })
    return { state: row.state }
  }

  /** The result of a request whose decision failed unexpectedly. The others go on. */
  function broken({ asking: { log, requestId }, say }: Pick<Scope, 'asking' | 'say'>, guid: string, err: unknown) {
    log.error({ err, requestGuid: guid }, 'a decision on an approval request failed')
    return { guid, number: null, state: null, message: errorSentence(say, 'platform.systemError', { requestId }) }
  }

  /** Decides on several requests, each in its own transaction. */
  async function decideMany({ caller, asking, say }: OwnContext, { requests, act, reason }: Payload<'decideMany'>) {
    if (!caller) throw new Refusal('session.expired')
    if (act === 'reject' && !reason)
      throw new Refusal('platform.badPayload', { violations: [{ path: 'reason', rule: 'required', params: {} }] })
    const results = []
    for (const { guid, revision } of requests) {
      const given = { caller, asking, ids, say, call: { name: 'audit.decideMany' } }
      results.push(
        await inScope(database, given, 'write', async (scope) => {
          const { state } =
            act === 'approve'
              ? await approve(scope, { guid, revision })
              : await reject(scope, { guid, reason: reason ?? '' })
          return { guid, number: (await findRequest(scope, guid))?.number ?? null, state, message: null }
        }).catch(async (error: unknown) => {
          if (!(error instanceof Refusal)) return broken({ asking, say }, guid, error)
          const number = error.error === 'audit.notFound' ? null : await numberOf(caller.developer.id, guid)
          return { guid, number, state: null, message: errorSentence(say, error.error, error.params) }
        }),
      )
    }
    return { results }
  }

  const numberOf = (developerId: number, guid: string) =>
    database.inTenant(developerId, 'read', async (db) => (await findRequest({ db, developerId }, guid))?.number ?? null)

  return {
    approve,
    reject,
    withdraw,
    handOver,
    ask,
    answer,
    note: addNote,
    edit,
    resubmit,
    decideMany,
    advance,
    end,
  }
}

export type Deciding = ReturnType<typeof createDeciding>
