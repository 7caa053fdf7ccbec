// Carries out the decision on an approval request, part by part: the licenses of an issue, or the update of one
// license. Approval flows decide; this file applies the decision. A hold was placed on the cost: approving captures it,
// rejecting releases it. A part that can no longer take effect is rejected with the reason.
import { LICENSE_STATUSES, LIMITS, licenseMachine, shownSerial, statusAt, wallTime } from '@sealwright/contract'
import type { Price } from '@sealwright/contract'
import { inSavepoint } from '../../../kernel/db/savepoint.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, tryPrice } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { lockUsers } from '../../customer/index.ts'
import { findGrantables } from '../../product/index.ts'
import { contentOf } from '../../template/index.ts'
import type { RequestEffects } from '../approvals.kind.ts'
import { insertCallerEvents } from '../event.queries.ts'
import type { TellIssued } from '../issue/issue-mail.service.ts'
import { findIssues } from '../issue/issue.queries.ts'
import { orHeld } from '../issue/issue.service.ts'
import type { Issuing } from '../issue/issue.service.ts'
import { giveBack, holdQuotasOf } from '../issue/quota.service.ts'
import { sentenceOf } from '../issue/trace.service.ts'
import { listHeld, lockOfAnyFamily, lockOfIssue, lockOfParts, updateLicenses } from '../license.queries.ts'
import { begunOf, endsOf, expiryAt, grantOfIssue, stateForbids, statusLabel, targetOf } from '../license.rules.ts'
import type { License, LicenseEvent, LicenseIssue, Terms, WaitingUpdate } from '../license.tables.ts'
import { listWaitingIssues } from '../request/request.queries.ts'
import { findTerms } from '../terms.queries.ts'
import { listUpdatable } from '../update/refresh.queries.ts'
import type { Updatable } from '../update/refresh.queries.ts'
import { DEVICE_LIMITS, narrowLimit } from '../update/refresh.service.ts'
import type { Refreshing } from '../update/refresh.service.ts'
import { endWaiting, listOfRequest, listWaiting } from '../update/waiting-update.queries.ts'
import { listWaitingUsers, moveLicenses } from './acts.queries.ts'
import type { Leaving } from './leaving.service.ts'

const { unbound, approving, rejected } = LICENSE_STATUSES

interface Deps {
  charging: Charging
  leaving: Leaving
  issuing: Pick<Issuing, 'replace' | 'noteReplaced'>
  refreshing: Pick<Refreshing, 'write'>
  tellIssued: TellIssued
}

type Settled = Awaited<ReturnType<RequestEffects['approvePiece']>>
export type Settling = Pick<RequestEffects, 'listPieces' | 'lockPieces' | 'approvePiece' | 'rejectPiece'>

export function createApproval({ charging, leaving, issuing, refreshing, tellIssued }: Deps): Settling {
  async function note(
    scope: Scope,
    kind: 'approve' | 'reject',
    rows: readonly License[],
    told: Partial<Pick<LicenseEvent, 'amountFen' | 'orderGuid' | 'reason'>>,
  ): Promise<void> {
    const { say } = scope
    await insertCallerEvents(
      scope,
      rows.map(({ guid }) => ({ licenseGuid: guid, kind, ...told })),
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

  const wordsOf = (scope: Scope, refusal: Refusal) => sentenceOf(scope, refusal).slice(0, LIMITS.license.reasonMax)

  /** The waiting licenses of an issue. Locks their users first, then the licenses. */
  async function lockWaiting(scope: Scope, issueGuid: string) {
    const users = await listWaitingUsers(scope, [issueGuid])
    await leaving.lockForUsers(scope, users)
    const present = users.length > 0 ? await lockUsers(scope, users) : new Map<string, unknown>()
    const rows = (await lockOfIssue(scope, issueGuid)).filter(({ state }) => state === approving)
    return { rows, present }
  }

  const lockPieces: RequestEffects['lockPieces'] = async (scope, pieces) => {
    const of = (wanted: 'issue' | 'update') => pieces.flatMap(({ kind, guid }) => (kind === wanted ? [guid] : []))
    const issueGuids = of('issue')
    const users = await listWaitingUsers(scope, issueGuids)
    if (users.length > 0) {
      await leaving.lockForUsers(scope, users)
      await lockUsers(scope, users)
    }
    const rows = (await lockOfParts(scope, { issueGuids, guids: of('update') })).filter(
      ({ state }) => state === approving,
    )
    const licenseIds = [...new Set(rows.flatMap((row) => row.licenseIds))]
    if (users.length > 0) await listHeld(scope, users, licenseIds, true)
    await holdQuotasOf(scope, rows)
  }

  /** The issue of a part. Undefined if it does not belong to the request. */
  async function issueOf(scope: Scope, requestGuid: string, guid: string): Promise<LicenseIssue | undefined> {
    const issue = (await findIssues(scope, [guid])).get(guid)
    return issue?.requestGuid === requestGuid ? issue : undefined
  }

  /** Captures the hold for these licenses and returns their price. Releases the rest, of deleted or rejected ones. */
  async function capture(scope: Scope, issue: LicenseIssue, terms: Terms, count: number): Promise<Price | undefined> {
    const { orderGuid, rates } = issue
    if (orderGuid === null) return undefined
    const books = booksOf(scope)
    const grant = grantOfIssue(issue, contentOf(terms.terms, []), scope.caller.developer)
    const price = tryPrice({ rates, count, grant })
    if (!price) throw new Error('held licenses without a price')
    await charging.capture(books, orderGuid, {
      purpose: 'approved',
      fen: price.totalFen,
      units: price.units?.count ?? 0,
    })
    await charging.release(books, orderGuid)
    return price
  }

  /** Puts licenses in force from now on. They replace licenses that their users have for the product. */
  async function putInForce(scope: Scope, issue: LicenseIssue, rows: readonly License[]): Promise<void> {
    const { now } = scope.asking
    const [first] = rows
    const terms = (await findTerms(scope, [issue.termsGuid])).get(issue.termsGuid)
    if (!first || !terms || licenseMachine.next(approving, 'approve') !== unbound)
      throw new Error('an issue without terms, or an approval that does not lead to unbound')
    const products = await findGrantables(scope, first.licenseIds)
    if (first.licenseIds.some((id) => !products.has(id))) throw new Refusal('product.notFound')
    const ends = endsOf(contentOf(terms.terms, terms.areas), terms.productEnds, begunOf({ ...first, approvedAt: now }))
    // Nobody pays for licenses that could never be used.
    if (ends.expiresAt <= now)
      throw new Refusal('license.templateExpired', {
        params: {
          name: terms.terms.name,
          end: wallTime(ends.expiresAt, scope.caller.timeZone).slice(0, 16).replace('T', ' '),
        },
      })
    const users = rows.flatMap(({ userGuid }) => userGuid ?? [])
    const held = users.length === 0 ? [] : await listHeld(scope, users, first.licenseIds, true)
    const paid = await capture(scope, issue, terms, rows.length)
    await issuing.replace(scope, held)
    await moveLicenses(
      scope,
      now,
      rows.map((row) => ({ ...row, state: unbound, charged: paid?.perLicense ?? row.charged })),
    ).catch(orHeld)
    await updateLicenses(
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
    await tellIssued(scope, rows, {
      licenseIds: first.licenseIds,
      terms: terms.terms,
      isPreIssued: first.source === 'preIssue',
      expiresAt: ends.expiresAt,
    })
  }

  /** Rejects licenses and returns their quota. The hold stays, for others of the issue. */
  async function turnDown(scope: Scope, rows: readonly License[], reason: string): Promise<void> {
    if (licenseMachine.next(approving, 'reject') !== rejected) throw new Error('rejecting does not lead to rejected')
    await giveBack(scope, rows)
    await moveLicenses(
      scope,
      scope.asking.now,
      rows.map((row) => ({ ...row, state: rejected, quotaHolder: null })),
    )
    await note(scope, 'reject', rows, { reason })
  }

  const release = async (scope: Scope, { orderGuid }: Pick<LicenseIssue, 'orderGuid'>) => {
    if (orderGuid !== null) await charging.release(booksOf(scope), orderGuid)
  }

  async function approveIssue(scope: Scope, requestGuid: string, guid: string): Promise<Settled> {
    const { rows, present } = await lockWaiting(scope, guid)
    const issue = await issueOf(scope, requestGuid, guid)
    if (!issue || rows.length === 0) return { count: 0 }
    // A license whose user was removed meanwhile is rejected alone.
    const hasUser = ({ userGuid }: License) => userGuid === null || present.has(userGuid)
    const [kept, gone] = [rows.filter(hasUser), rows.filter((row) => !hasUser(row))]
    const refusal = gone.length > 0 ? new Refusal('user.notFound') : undefined
    if (refusal) await turnDown(scope, gone, wordsOf(scope, refusal))
    if (kept.length === 0) {
      await release(scope, issue)
      return { count: 0, ...(refusal && { refusal }) }
    }
    try {
      await inSavepoint(scope, () => putInForce(scope, issue, kept))
      return { count: kept.length, ...(refusal && { refusal }) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await turnDown(scope, kept, wordsOf(scope, error))
      await release(scope, issue)
      return { count: 0, refusal: error }
    }
  }

  async function rejectIssue(scope: Scope, requestGuid: string, guid: string, reason: string) {
    const { rows } = await lockWaiting(scope, guid)
    const issue = await issueOf(scope, requestGuid, guid)
    if (!issue || rows.length === 0) return { count: 0 }
    await turnDown(scope, rows, reason)
    await release(scope, issue)
    return { count: rows.length }
  }

  /** A waiting update with its license, both locked. Undefined if it no longer waits. */
  async function lockUpdate(
    scope: Scope,
    requestGuid: string,
    guid: string,
  ): Promise<{ waiting: WaitingUpdate; row: License; one: Updatable | undefined } | undefined> {
    const row = await lockOfAnyFamily(scope, guid)
    const [waiting] = row ? await listWaiting(scope, [guid]) : []
    if (!row || waiting?.requestGuid !== requestGuid) return undefined
    return { waiting, row, one: (await listUpdatable(scope, row.family, [guid])).get(guid) }
  }

  /** Refuses an update of a license that has changed since, or no longer fits the new terms. */
  function requireStillFitting(
    scope: Scope,
    { baseRevision, wasPaid }: WaitingUpdate,
    { row, terms: before }: Updatable,
    { terms }: Terms,
    ends: Pick<License, 'expiresAt'>,
  ): void {
    const { now } = scope.asking
    const status = statusAt(row, now)
    if (licenseMachine.next(status, 'refresh') === undefined) throw stateForbids(scope.say, row, status)
    // Paid meanwhile, at its first use: the price of the update no longer fits.
    if (row.revision !== baseRevision || row.isPaid !== wasPaid)
      throw new Refusal('license.changedSince', { params: { serial: shownSerial(row.family, row.serial) } })
    const [was, is] = [contentOf(before, []), contentOf(terms, [])]
    const changed = DEVICE_LIMITS.filter((name) => was[name] !== is[name])
    if (narrowLimit(is, row, changed) !== undefined)
      throw new Refusal('license.bindCount', { params: { bound: row.bound, ever: row.everBound } })
    if (ends.expiresAt <= now && row.expiresAt > now)
      throw new Refusal('platform.badPayload', {
        violations: [{ path: 'changes.endTime', rule: 'endNotFuture', params: {} }],
      })
  }

  async function endUpdate(scope: Scope, waiting: WaitingUpdate, row: License, reason: string): Promise<void> {
    await release(scope, waiting)
    await endWaiting(scope, [waiting], 'rejected', reason)
    await note(scope, 'reject', [row], { reason })
  }

  async function approveUpdate(scope: Scope, requestGuid: string, guid: string): Promise<Settled> {
    const found = await lockUpdate(scope, requestGuid, guid)
    if (!found) return { count: 0 }
    const { waiting, row, one } = found
    const terms = (await findTerms(scope, [waiting.termsGuid])).get(waiting.termsGuid)
    if (!terms) throw new Error('a waiting update without terms')
    try {
      if (!one) throw new Refusal('license.notFound')
      const ends = endsOf(contentOf(terms.terms, terms.areas), terms.productEnds, begunOf(row))
      requireStillFitting(scope, waiting, one, terms, ends)
      if (waiting.orderGuid !== null) await charging.capture(booksOf(scope), waiting.orderGuid)
      // Devices that were bound while the update waited are paid already.
      const { machines } = row.charged
      const charged = { ...waiting.charged, ...(machines !== undefined && { machines }) }
      await refreshing.write(scope, one, terms, ends, charged, {
        kind: 'refresh',
        amountFen: waiting.orderGuid === null ? null : waiting.fen,
        orderGuid: waiting.orderGuid,
      })
      await endWaiting(scope, [waiting], 'applied')
      return { count: 1 }
    } catch (error) {
      // Refusals come before any write.
      if (!(error instanceof Refusal)) throw error
      await endUpdate(scope, waiting, row, wordsOf(scope, error))
      return { count: 0, refusal: error }
    }
  }

  async function rejectUpdate(scope: Scope, requestGuid: string, guid: string, reason: string) {
    const found = await lockUpdate(scope, requestGuid, guid)
    if (!found) return { count: 0 }
    await endUpdate(scope, found.waiting, found.row, reason)
    return { count: 1 }
  }

  return {
    async listPieces(tenant, requestGuid) {
      const issues = await listWaitingIssues(tenant, requestGuid)
      const updates = await listOfRequest(tenant, requestGuid, { isWaitingOnly: true })
      return [
        ...issues.map(({ guid, count }) => ({ kind: 'issue' as const, guid, count })),
        ...updates.map(({ licenseGuid }) => ({ kind: 'update' as const, guid: licenseGuid, count: 1 })),
      ]
    },
    lockPieces,
    approvePiece: (scope, requestGuid, { kind, guid }) =>
      (kind === 'issue' ? approveIssue : approveUpdate)(scope, requestGuid, guid),
    rejectPiece: (scope, requestGuid, { kind, guid }, reason) =>
      (kind === 'issue' ? rejectIssue : rejectUpdate)(scope, requestGuid, guid, reason),
  }
}
