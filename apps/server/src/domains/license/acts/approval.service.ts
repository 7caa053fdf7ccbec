// Approves or rejects all waiting licenses of an issue together. Approval flows decide; this file applies the decision.
// Issuing placed a hold on the cost: approving captures it, and rejecting, or deleting the last waiting license,
// releases it.
import { LICENSE_STATUSES, licenseMachine, statusAt } from '@sealwright/contract'
import type { Price } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, tryPrice } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { lockUsers } from '../../customer/index.ts'
import { contentOf } from '../../template/index.ts'
import { orHeld } from '../issue/issue.service.ts'
import type { Issuing } from '../issue/issue.service.ts'
import { giveBack } from '../issue/quota.service.ts'
import * as queries from '../license.queries.ts'
import { begunOf, endsOf, expiryAt, grantOfIssue, stateForbids, statusLabel, targetOf } from '../license.rules.ts'
import type { License, LicenseEvent, LicenseIssue, Terms } from '../license.tables.ts'
import { listWaitingUsers, lockWaitingIssues, moveLicenses } from './acts.queries.ts'

const { unbound, approving, rejected } = LICENSE_STATUSES

export function createApproval({
  charging,
  issuing,
}: {
  charging: Charging
  issuing: Pick<Issuing, 'replace' | 'noteReplaced'>
}) {
  /** The waiting licenses of an issue. Locks their users first, then the licenses. */
  async function waiting(
    scope: Scope,
    issueGuid: string,
  ): Promise<{ issue: LicenseIssue; rows: License[]; users: string[] }> {
    const issue = (await queries.findIssues(scope, [issueGuid])).get(issueGuid)
    const users = await listWaitingUsers(scope, issueGuid)
    if (users.length > 0) await lockUsers(scope, users)
    const living = await queries.lockOfIssue(scope, issueGuid)
    const [first] = living
    if (!issue || !first) throw new Refusal('license.notFound')
    const rows = living.filter(({ state }) => state === approving)
    if (rows.length === 0) throw stateForbids(scope.say, first, statusAt(first, scope.asking.now))
    return { issue, rows, users }
  }

  async function note(
    scope: Scope,
    kind: 'approve' | 'reject',
    rows: readonly License[],
    told: Partial<Pick<LicenseEvent, 'amountFen' | 'orderGuid' | 'reason'>>,
  ): Promise<void> {
    const {
      developerId,
      ids,
      caller,
      say,
      asking: { now },
    } = scope
    await queries.insertEvents(
      scope,
      rows.map(({ guid }) => ({
        developerId,
        guid: ids.guid(),
        licenseGuid: guid,
        kind,
        at: now,
        actorId: caller.accountId,
        actorName: caller.displayName,
        ...told,
      })),
    )
    const after = {
      status: statusLabel(say, kind === 'approve' ? unbound : rejected),
      ...(told.reason && { reason: told.reason }),
    }
    await scope.record(
      ...rows.map((row) => ({
        type: 'update' as const,
        target: targetOf(row),
        before: { status: statusLabel(say, approving) },
        after,
      })),
    )
  }

  /**
   * Captures the hold for the remaining licenses and returns their price. Releases the part of licenses deleted
   * meanwhile.
   */
  async function capture(scope: Scope, issue: LicenseIssue, terms: Terms, left: number): Promise<Price | undefined> {
    const { orderGuid, count, rates } = issue
    if (orderGuid === null) return undefined
    const books = booksOf(scope)
    const price = tryPrice({
      rates,
      count: left,
      grant: grantOfIssue(issue, contentOf(terms.terms, []), scope.caller.developer),
    })
    if (!price) throw new Error('held licenses without a price')
    await charging.capture(
      books,
      orderGuid,
      left === count ? undefined : { purpose: 'approved', fen: price.totalFen, units: price.units?.count ?? 0 },
    )
    if (left < count) await charging.release(books, orderGuid)
    return price
  }

  /** Puts the waiting licenses in force from now on. They replace licenses that their users have for the product. */
  async function approve(scope: Scope, issueGuid: string): Promise<{ approved: number }> {
    const { now } = scope.asking
    const { issue, rows, users } = await waiting(scope, issueGuid)
    const terms = (await queries.findTerms(scope, [issue.termsGuid])).get(issue.termsGuid)
    if (!terms || licenseMachine.next(approving, 'approve') !== unbound)
      throw new Error('an issue without terms, or an approval that does not lead to unbound')
    const held = users.length === 0 ? [] : await queries.listHeld(scope, users, rows[0]?.licenseIds ?? [], true)
    const paid = await capture(scope, issue, terms, rows.length)
    await issuing.replace(scope, held)
    const [begun] = rows.map((row) => begunOf({ ...row, approvedAt: now }))
    if (!begun) throw new Error('no license waits for approval')
    const ends = endsOf(contentOf(terms.terms, terms.areas), terms.productEnds, begun)
    await moveLicenses(
      scope,
      now,
      rows.map((row) => ({ ...row, state: unbound, charged: paid?.perLicense ?? row.charged })),
    ).catch(orHeld)
    await queries.updateLicenses(
      scope,
      rows.map(({ guid }) => guid),
      { approvedAt: now, ...ends, expiry: expiryAt(ends, now) },
    )
    await issuing.noteReplaced(scope, held, rows)
    await note(
      scope,
      'approve',
      rows,
      paid ? { amountFen: paid.totalFen / rows.length, orderGuid: issue.orderGuid } : {},
    )
    return { approved: rows.length }
  }

  /** Rejects the waiting licenses, releases the hold and returns the quota. */
  async function reject(scope: Scope, issueGuid: string, reason: string | null): Promise<{ rejected: number }> {
    const { issue, rows } = await waiting(scope, issueGuid)
    if (licenseMachine.next(approving, 'reject') !== rejected) throw new Error('rejecting does not lead to rejected')
    await moveLicenses(
      scope,
      scope.asking.now,
      rows.map((row) => ({ ...row, state: rejected, quotaHolder: null })),
    )
    await giveBack(scope, rows)
    if (issue.orderGuid !== null) await charging.release(booksOf(scope), issue.orderGuid)
    await note(scope, 'reject', rows, { reason })
    return { rejected: rows.length }
  }

  /** Releases the holds of issues without waiting licenses. */
  async function releaseIdle(scope: Scope, issueGuids: readonly string[]): Promise<void> {
    if (issueGuids.length === 0) return
    const busy = await lockWaitingIssues(scope, issueGuids)
    const idle = [...(await queries.findIssues(scope, issueGuids)).values()].filter(({ guid }) => !busy.has(guid))
    await charging.release(booksOf(scope), ...idle.flatMap(({ orderGuid }) => orderGuid ?? []))
  }

  return { approve, reject, releaseIdle }
}

export type Approval = ReturnType<typeof createApproval>
