// Where requests stand: their flow version, their votes and whose turn it is, evaluated now. Opens steps and tells the
// approvers.
import { HOUR_MS, auditPath } from '@sealwright/contract'
import type { Ids } from '../../kernel/ids.ts'
import type { MessageParams, NewMessage, Notify } from '../../kernel/notify.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Member } from '../access/index.ts'
import type { FlowContent, FlowStep, Moment } from './approval.kind.ts'
import { turnOf } from './approval.rules.ts'
import type { Turn } from './approval.rules.ts'
import type { Request, Vote } from './approval.tables.ts'
import { listContents, versionKey } from './flow.queries.ts'
import { insertEvents, listVotes, updateRequest } from './request.queries.ts'

/** A request with its flow version and votes. */
export interface Placed {
  row: Request
  content: FlowContent
  /** Of all rounds. */
  votes: readonly Vote[]
  /** Of the present step. Empty unless the request waits. */
  turn: Turn
}

const NOBODY: Turn = { approvers: [], deciders: [], isPassed: false, isOrphaned: false }

export function stepOf({ steps }: FlowContent, n: number): FlowStep {
  const step = steps[n - 1]
  if (!step) throw new Error(`an approval flow has no step ${n}`)
  return step
}

export const idsOf = (members: readonly Member[]) => members.map(({ userId }) => userId)
export const union = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

/** The people and roles of all steps. */
export const partyOf = ({ steps }: FlowContent) =>
  union(...steps.flatMap(({ userIds, roleGuids }) => [userIds, roleGuids]))

/** The turn of the present step as if the request waited, with the handovers that its end left. */
export function lastTurn(row: Request, content: FlowContent, votes: readonly Vote[], members: readonly Member[]): Turn {
  const voters = votes
    .filter(({ requestGuid, round, step }) => requestGuid === row.guid && round === row.round && step === row.step)
    .map(({ accountId }) => accountId)
  return turnOf(stepOf(content, row.step), { ...row, voters }, members)
}

export const turnAt: typeof lastTurn = (row, ...rest) => (row.state === 'waiting' ? lastTurn(row, ...rest) : NOBODY)

/** Loads flow versions and votes of these requests, in their order. */
export async function place(
  scope: Pick<Scope, 'db' | 'developerId'>,
  rows: readonly Request[],
  members: readonly Member[],
): Promise<Placed[]> {
  const contents = await listContents(scope, rows)
  const votes = await listVotes(
    scope,
    rows.map(({ guid }) => guid),
  )
  return rows.map((row) => {
    const content = contents.get(versionKey(row))
    if (!content) throw new Error(`approval request ${row.guid} has no flow version`)
    const own = votes.filter(({ requestGuid }) => requestGuid === row.guid)
    return { row, content, votes: own, turn: turnAt(row, content, own, members) }
  })
}

export async function placeOne(
  scope: Pick<Scope, 'db' | 'developerId'>,
  row: Request,
  members: readonly Member[],
): Promise<Placed> {
  const [placed] = await place(scope, [row], members)
  if (!placed) throw new Error('a request was not placed')
  return placed
}

export function createTurns({ ids, notify }: { ids: Ids; notify: Notify }) {
  /** Sends a message about a request. A code is worth money, so messages and mails have none. */
  async function tell(
    of: Moment,
    row: Request,
    kind: NewMessage['kind'],
    params: MessageParams,
    to?: readonly string[],
  ) {
    await notify(of, {
      kind,
      params: {
        number: row.number,
        requester: row.requesterName,
        subject: row.family === 'account' ? `${row.templateName} ${row.subject}`.trim() : row.templateName,
        count: row.count,
        event: row.event,
        ...params,
      },
      link: `${auditPath(row.family)}/view?guid=${row.guid}`,
      ...(to && { to }),
    })
  }

  /** The super administrator can decide from now on, and is told. */
  async function escalate(of: Moment, row: Request): Promise<void> {
    await insertEvents(of, ids, row.guid, { kind: 'escalate', actorId: null, step: row.step })
    await tell(of, row, 'approvalEscalated', { step: row.step })
  }

  /** Begins a step with these other changes of the request, and tells its approvers. */
  async function openStep(
    of: Moment,
    before: Request,
    content: FlowContent,
    changes: Partial<Request> & { step: number },
    members: readonly Member[],
    /** Whoever opened it and needs no message. */
    actorId?: string,
  ): Promise<Request> {
    const { remindHours } = stepOf(content, changes.step)
    const opened: Request = {
      ...before,
      ...changes,
      state: 'waiting',
      handovers: [],
      stepAt: of.now,
      remindAt: remindHours === null ? null : new Date(of.now.getTime() + remindHours * HOUR_MS),
      isEscalated: false,
    }
    const { deciders, isOrphaned } = turnAt(opened, content, [], members)
    const isFalling = isOrphaned && deciders.length > 0
    const { developerId: _developer, guid: _guid, ...columns } = opened
    const row = await updateRequest(of, before, { ...columns, isEscalated: isFalling, approverIds: idsOf(deciders) })
    if (isFalling) await escalate(of, row)
    else {
      const told = idsOf(deciders).filter((id) => id !== actorId)
      if (told.length > 0) await tell(of, row, 'approvalWaiting', {}, told)
    }
    return row
  }

  return { tell, escalate, openStep }
}

export type Turns = ReturnType<typeof createTurns>
