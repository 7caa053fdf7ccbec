// Approval flows without steps or people, for tests of licenses: one flow catches what a test tells it to, and the test
// decides on the requests. The real flows are in the approval domain.
import { randomUUID } from 'node:crypto'
import type {
  ApprovalAsked,
  Approvals,
  CaughtBy,
  Filed,
  RequestPiece,
} from '@sealwright/server/domains/license/index.ts'
import type { Scope } from '@sealwright/server/kernel/scope.ts'
import type { Actor, TestCenter } from './center.ts'

export interface TestRequest extends Filed {
  by: CaughtBy
  isGathering: boolean
}

export interface TestApprovals extends Approvals {
  /** Catches everything from now on, or nothing. */
  isOn: boolean
  /** What flows were asked about, in order. */
  asked: ApprovalAsked[]
  requests: Map<string, TestRequest>
}

export function createTestApprovals(
  decide?: (asked: ApprovalAsked) => boolean | Promise<boolean>,
  lock: Approvals['lock'] = async () => undefined,
): TestApprovals {
  const by: CaughtBy = { flowGuid: randomUUID(), version: 1, name: '测试流程' }
  const own: TestApprovals = {
    isOn: false,
    asked: [],
    requests: new Map(),
    async catches(_scope, asked) {
      own.asked.push(asked)
      return (decide ? await decide(asked) : own.isOn) ? by : null
    },
    async file(_scope, flow, filed) {
      const gathering = [...own.requests].find(
        ([, request]) => filed.taskGuid !== null && request.isGathering && request.taskGuid === filed.taskGuid,
      )
      const [guid, before] = gathering ?? [randomUUID(), undefined]
      own.requests.set(guid, {
        ...(before ?? filed),
        by: flow,
        isGathering: filed.taskGuid !== null,
        count: (before?.count ?? 0) + filed.count,
        fen: (before?.fen ?? 0) + filed.fen,
      })
      return guid
    },
    async flowOf(_scope, requestGuid) {
      const found = own.requests.get(requestGuid)
      if (!found) throw new Error('there is no such request')
      return found.by
    },
    async standing(_scope, requestGuids) {
      return new Map(
        requestGuids.map((requestGuid) => [
          requestGuid,
          { requestGuid, state: 'waiting', step: 1, steps: 2, waitsFor: ['审批人'] },
        ]),
      )
    },
    lock,
    async shrunk(_scope, lost) {
      for (const [guid, { count, fen }] of lost) {
        const request = own.requests.get(guid)
        if (request) own.requests.set(guid, { ...request, count: request.count - count, fen: request.fen - fen })
      }
    },
    async batchEnded(_tenant, taskGuid) {
      for (const request of own.requests.values()) if (request.taskGuid === taskGuid) request.isGathering = false
    },
  }
  return own
}

type Effects = TestCenter['center']['license']['requests']
type Piece = (effects: Effects, scope: Scope, piece: RequestPiece) => ReturnType<Effects['approvePiece']>

/** Decides on all parts of a request in one transaction, as the last approver. Returns the count and the refusals. */
async function settle(center: TestCenter, of: Actor, requestGuid: string | null, decide: Piece) {
  const effects = center.center.license.requests
  return center.asPerson(of, async (scope) => {
    const settled = []
    for (const piece of await effects.listPieces(scope, requestGuid ?? ''))
      settled.push(await decide(effects, scope, piece))
    return {
      count: settled.reduce((sum, { count }) => sum + count, 0),
      refusals: settled.flatMap(({ refusal }) => refusal?.error ?? []),
    }
  })
}

export const approveRequest = (center: TestCenter, of: Actor, requestGuid: string | null) =>
  settle(center, of, requestGuid, (effects, scope, piece) => effects.approvePiece(scope, requestGuid ?? '', piece))

export const rejectRequest = (center: TestCenter, of: Actor, requestGuid: string | null, reason = '预算不足') =>
  settle(center, of, requestGuid, (effects, scope, piece) =>
    effects.rejectPiece(scope, requestGuid ?? '', piece, reason),
  )
