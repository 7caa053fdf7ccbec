// The port that the license domain calls: which flow catches an issue or update, and the requests that licenses join.
import { DAY_MS, requestMachine } from '@sealwright/contract'
import { datedSerial } from '../../kernel/dated-serial.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { wholeView } from '../../kernel/whole-view.ts'
import { listMembers } from '../access/index.ts'
import type { Member } from '../access/index.ts'
import type { ApprovalAsked, Approvals, CaughtBy, Filed, Standing } from '../license/index.ts'
import type { FlowContent, Moment } from './approval.kind.ts'
import { outcomeOf } from './approval.rules.ts'
import type { Request } from './approval.tables.ts'
import { findFlow, listFlows } from './flow.queries.ts'
import { logRequest } from './request-log.service.ts'
import { insertEvents, insertRequest, listRequests, lockRequests, updateRequest } from './request.queries.ts'
import { partyOf, place } from './turn.service.ts'
import type { Turns } from './turn.service.ts'

export const expiryOf = ({ expireDays }: FlowContent, now: Date) => new Date(now.getTime() + expireDays * DAY_MS)
export const momentOf = ({ db, developerId, asking }: Scope): Moment => ({ db, developerId, now: asking.now })

const NAMES_MAX = 200
const JOINT = ', '

/** The names of several templates or products, each once, up to a length. */
function joined(names: string, name: string): string {
  if (names === '' || names.split(JOINT).includes(name)) return names || name
  const longer = `${names}${JOINT}${name}`
  return longer.length > NAMES_MAX ? names : longer
}

export function createFiling({ ids, turns }: { ids: Ids; turns: Turns }): Approvals {
  async function catches(
    scope: Scope,
    asked: ApprovalAsked,
    requesterId = scope.caller.accountId,
  ): Promise<CaughtBy | null> {
    const flows = (await listFlows(scope)).filter(({ isOn }) => isOn)
    if (flows.length === 0) return null
    const { caller, asking } = scope
    const isCaller = requesterId === caller.accountId
    const needsMember = !isCaller || flows.some(({ content }) => content.requesterRoleGuids.length > 0)
    const member = needsMember
      ? (await listMembers(scope, asking.now)).find(({ userId }) => userId === requesterId)
      : undefined
    const by = {
      userId: requesterId,
      isSuper: isCaller ? caller.isSuper : (member?.isSuper ?? false),
      roleGuids: member?.roleGuids ?? [],
    }
    const first = flows.find((flow) => outcomeOf(flow, asked, by) === 'caught')
    return first ? { flowGuid: first.guid, version: first.version, name: first.name } : null
  }

  async function flowOf(scope: Scope, requestGuid: string): Promise<CaughtBy> {
    const [row] = await listRequests(scope, [requestGuid])
    const flow = row && (await findFlow(scope, row.flowGuid, row.flowVersion))
    if (!flow) throw new Error(`there is no approval request ${requestGuid}`)
    return { flowGuid: flow.guid, version: flow.version, name: flow.content.name }
  }

  async function join(scope: Scope, row: Request, filed: Filed): Promise<string> {
    await updateRequest(momentOf(scope), row, {
      count: row.count + filed.count,
      fen: row.fen + filed.fen,
      templateName: joined(row.templateName, filed.templateName),
      productName: joined(row.productName, filed.productName),
    })
    return row.guid
  }

  async function file(scope: Scope, by: CaughtBy, filed: Filed): Promise<string> {
    const { caller, developerId, asking } = scope
    const { taskGuid } = filed
    const gathering = taskGuid === null ? [] : await lockRequests(scope, { taskGuid })
    const open = gathering.find(({ flowGuid, event }) => flowGuid === by.flowGuid && event === filed.event)
    if (open) return join(scope, open, filed)
    const content = (await findFlow(scope, by.flowGuid, by.version))?.content
    if (!content) throw new Error(`there is no version ${by.version} of approval flow ${by.flowGuid}`)
    const row = await insertRequest(scope, {
      ...filed,
      developerId,
      guid: ids.guid(),
      number: datedSerial('', asking.now),
      state: 'gathering',
      requesterId: caller.accountId,
      requesterName: caller.displayName,
      flowGuid: by.flowGuid,
      flowVersion: by.version,
      steps: content.steps.length,
      party: partyOf(content),
      stepAt: asking.now,
      expiresAt: expiryOf(content, asking.now),
      requestedAt: asking.now,
      updatedAt: asking.now,
    })
    if (!row) throw new Error('an approval request was not inserted')
    await insertEvents(momentOf(scope), ids, row.guid, { kind: 'submit', actorId: caller.accountId })
    await logRequest(scope, row, 'add')
    if (taskGuid === null) await openFirst(momentOf(scope), row, content, await listMembers(scope, asking.now))
    return row.guid
  }

  const openFirst = (of: Moment, row: Request, content: FlowContent, members: readonly Member[]) =>
    turns.openStep(of, row, content, { step: 1, expiresAt: expiryOf(content, of.now) }, members)

  async function standing(scope: Scope, requestGuids: readonly string[]): Promise<Map<string, Standing>> {
    if (requestGuids.length === 0) return new Map()
    const rows = await listRequests(scope, requestGuids)
    const placed = await place(scope, rows, await listMembers(scope, scope.asking.now))
    return new Map(
      placed.map(({ row, turn }) => [
        row.guid,
        {
          requestGuid: row.guid,
          state: row.state,
          step: row.step,
          steps: row.steps,
          waitsFor: turn.deciders.map(({ name }) => name),
        },
      ]),
    )
  }

  /** Ends a request that has no licenses left. */
  async function withdrawEmpty(of: Moment, row: Request, actorId: string | null): Promise<void> {
    const state = requestMachine.next(row.state, 'withdraw')
    if (state === undefined) return
    await updateRequest(of, row, { state, approverIds: [], remindAt: null, question: null, decidedAt: of.now })
    await insertEvents(of, ids, row.guid, { kind: 'withdraw', actorId })
  }

  async function shrunk(scope: Scope, lost: Parameters<Approvals['shrunk']>[1]): Promise<void> {
    const of = momentOf(scope)
    for (const row of await lockRequests(scope, { requestGuids: [...lost.keys()] })) {
      const { count = 0, fen = 0 } = lost.get(row.guid) ?? {}
      const after = await updateRequest(of, row, {
        count: Math.max(0, row.count - count),
        fen: Math.max(0, row.fen - fen),
      })
      // A batch may still add licenses to a request that it gathers.
      if (after.count === 0 && after.state === 'waiting') {
        await withdrawEmpty(of, after, scope.caller.accountId)
        await logRequest(scope, { ...after, state: 'withdrawn' }, 'update', after)
      }
    }
  }

  async function batchEnded(of: Moment, taskGuid: string): Promise<void> {
    const rows = await lockRequests(of, { taskGuid })
    if (rows.length === 0) return
    const members = await listMembers(of, of.now)
    for (const { row, content } of await place(of, rows, members)) {
      if (row.count === 0) await withdrawEmpty(of, row, null)
      else await openFirst(of, row, content, members)
    }
  }

  // The caller sees the licenses, but perhaps not the request.
  return {
    catches,
    file,
    batchEnded,
    flowOf: (scope, guid) => wholeView(scope, (whole) => flowOf(whole, guid)),
    standing: (scope, guids) => wholeView(scope, (whole) => standing(whole, guids)),
    shrunk: (scope, lost) => wholeView(scope, (whole) => shrunk(whole, lost)),
    lock: (scope, of) => wholeView(scope, async (whole) => void (await lockRequests(whole, of))),
  }
}
