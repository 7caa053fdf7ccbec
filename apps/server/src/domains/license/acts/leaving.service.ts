// Licenses that are deleted or replaced leave their approval requests: their holds are released, and waiting updates
// are dropped. Requests are locked before licenses, as decisions do.
import { LICENSE_STATUSES } from '@sealwright/contract'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, tryPrice } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { contentOf } from '../../template/index.ts'
import type { Approvals } from '../approvals.kind.ts'
import { findIssues } from '../issue/issue.queries.ts'
import { grantOfIssue } from '../license.rules.ts'
import type { License, LicenseIssue } from '../license.tables.ts'
import { listTermsAlone } from '../terms.queries.ts'
import { endWaiting, listRequestsOf, listRequestsOfUsers, listWaiting } from '../update/waiting-update.queries.ts'
import { lockWaitingIssues } from './acts.queries.ts'

const { approving } = LICENSE_STATUSES

export function createLeaving({
  charging,
  approvals,
}: {
  charging: Charging
  approvals: Pick<Approvals, 'lock' | 'shrunk'>
}) {
  /** Locks the requests of these licenses. Call it before locking the licenses. */
  async function lockFor(scope: Scope, licenseGuids: readonly string[]): Promise<void> {
    const requestGuids = await listRequestsOf(scope, licenseGuids, approving)
    if (requestGuids.length > 0) await approvals.lock(scope, { requestGuids })
  }

  /** The same, for licenses of these users that new ones replace. */
  async function lockForUsers(scope: Scope, userGuids: readonly string[]): Promise<void> {
    const requestGuids = await listRequestsOfUsers(scope, userGuids)
    if (requestGuids.length > 0) await approvals.lock(scope, { requestGuids })
  }

  /** The amount on hold for one license of each issue. */
  async function sharesOf(scope: Scope, issues: readonly LicenseIssue[]): Promise<Map<string, number>> {
    const terms = await listTermsAlone(
      scope,
      issues.map(({ termsGuid }) => termsGuid),
    )
    return new Map(
      issues.map((issue) => {
        const own = terms.get(issue.termsGuid)
        const price =
          issue.orderGuid !== null && own
            ? tryPrice({
                rates: issue.rates,
                count: 1,
                grant: grantOfIssue(issue, contentOf(own.terms, []), scope.caller.developer),
              })
            : undefined
        return [issue.guid, price?.totalFen ?? 0]
      }),
    )
  }

  /** Takes ended licenses out of their requests. `rows` are the licenses as they were before. */
  async function leave(scope: Scope, rows: readonly License[]): Promise<void> {
    const lost = new Map<string, { count: number; fen: number }>()
    const lose = (requestGuid: string, fen: number) => {
      const sum = lost.get(requestGuid) ?? { count: 0, fen: 0 }
      lost.set(requestGuid, { count: sum.count + 1, fen: sum.fen + fen })
    }
    const waiting = rows.filter(({ state }) => state === approving)
    const issueGuids = [...new Set(waiting.map(({ issueGuid }) => issueGuid))]
    const busy = issueGuids.length > 0 ? await lockWaitingIssues(scope, issueGuids) : new Set<string>()
    const issues = await findIssues(scope, issueGuids)
    const shares = await sharesOf(scope, [...issues.values()])
    for (const { issueGuid } of waiting) {
      const requestGuid = issues.get(issueGuid)?.requestGuid
      if (requestGuid) lose(requestGuid, shares.get(issueGuid) ?? 0)
    }
    const updates = await listWaiting(
      scope,
      rows.map(({ guid }) => guid),
    )
    for (const { requestGuid, fen } of updates) lose(requestGuid, fen)
    await endWaiting(scope, updates, 'dropped')
    // The hold of an issue is released with its last waiting license.
    const idle = [...issues.values()].filter(({ guid }) => !busy.has(guid))
    const orders = [...idle, ...updates].flatMap(({ orderGuid }) => orderGuid ?? [])
    if (orders.length > 0) await charging.release(booksOf(scope), ...orders)
    if (lost.size > 0) await approvals.shrunk(scope, lost)
  }

  return { lockFor, lockForUsers, leave }
}

export type Leaving = ReturnType<typeof createLeaving>
