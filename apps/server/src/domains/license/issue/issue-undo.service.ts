// Undoes an issue: its unchanged licenses, and those that wait for approval, end as if never issued, their money and
// quota are returned, and replaced licenses are restored. An order is always refunded in full; the licenses that stay
// are charged again, at the price they had.
import { LICENSE_STATUSES, shownSerial } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { inSavepoint } from '../../../kernel/db/savepoint.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, tryPrice } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { lockUsers } from '../../customer/index.ts'
import type { DoneRow, Outcome } from '../../task/index.ts'
import { contentOf } from '../../template/index.ts'
import type { Leaving } from '../acts/leaving.service.ts'
import { insertCallerEvents } from '../event.queries.ts'
import { lockLicenses, updateLicenses } from '../license.queries.ts'
import { canRestore, grantOfIssue, statusLabel, targetOf } from '../license.rules.ts'
import type { License, LicenseIssue } from '../license.tables.ts'
import { findTerms } from '../terms.queries.ts'
import * as undone from './issue-undo.queries.ts'
import { findIssues, setIssueOrder } from './issue.queries.ts'
import { giveBack, holdQuotasOf } from './quota.service.ts'

/** The effect of a row of a batch. */
export interface IssueEffect {
  guid: string
  serial: string
  /** The license that the user had before, with its state. */
  replaced?: Pick<License, 'guid' | 'state'>
}
export const effectOf = (effect: Record<string, unknown>) => effect as unknown as Partial<IssueEffect> // by the batch

const { approving } = LICENSE_STATUSES

/** Not changed, used, delivered or assigned since its issue. */
const isUnchanged = ({ revision, state, everBound, deliveredAt, issuedAt, updatedAt }: License) =>
  revision === 1 &&
  state === LICENSE_STATUSES.unbound &&
  everBound === 0 &&
  deliveredAt === null &&
  updatedAt.getTime() === issuedAt.getTime()

/** A license that waits for approval was never in force, so an edit by an approver does not keep it. */
const isUntouched = (row: License) => row.state === approving || isUnchanged(row)

export function createTakingBack({ charging, leaving }: { charging: Charging; leaving: Leaving }) {
  /** Refunds the order of an issue and charges the remaining licenses again, at the price they had. */
  async function refund(scope: Scope, issue: LicenseIssue, taken: number): Promise<void> {
    if (issue.orderGuid === null) return
    const { guid, rates, termsGuid } = issue
    const count = (await undone.countPaid(scope, guid)) - taken
    const books = booksOf(scope)
    await charging.reverse(books, issue.orderGuid)
    if (count === 0) return
    const terms = (await findTerms(scope, [termsGuid])).get(termsGuid)
    if (!terms) throw new Error('an issue without terms')
    const content = contentOf(terms.terms, terms.areas)
    const price = tryPrice({ rates, count, grant: grantOfIssue(issue, content, scope.caller.developer) })
    if (!price) throw new Error('paid licenses without a price')
    const { orderGuid } = await charging.charge(books, {
      purpose: `license.issue:${guid}:kept:${count}`,
      category: 'issue',
      subject: terms.terms.name,
      count,
      price,
      packageType: content.packageName,
      whileOverdue: true,
    })
    await setIssueOrder(scope, guid, orderGuid)
  }

  /** Returns quota and money and answers the licenses for which that succeeded: all of an issue, or none. */
  async function givenBack(scope: Scope, rows: readonly License[]): Promise<License[]> {
    await holdQuotasOf(scope, rows)
    const issues = await findIssues(scope, [...new Set(rows.map(({ issueGuid }) => issueGuid))])
    const back: License[] = []
    for (const [guid, issue] of [...issues].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const group = rows.filter(({ issueGuid }) => issueGuid === guid)
      try {
        await inSavepoint(scope, async () => {
          await giveBack(scope, group)
          // The hold of waiting licenses is released when they leave their request.
          const paid = group.filter(({ state }) => state !== approving)
          if (paid.length > 0) await refund(scope, issue, paid.length)
        })
        back.push(...group)
      } catch (error) {
        // The remaining licenses cannot be charged again: a package has expired, or the refund went to a due bill.
        if (!(error instanceof Refusal)) throw error
      }
    }
    return back
  }

  /** Restores replaced licenses to the state they had. */
  async function restore(scope: Scope, olds: readonly { row: License; state: License['state'] }[]): Promise<void> {
    const {
      say,
      asking: { now },
    } = scope
    const possible = olds.filter(({ row, state }) => canRestore(row, state))
    for (const state of new Set(possible.map((old) => old.state))) {
      await updateLicenses(
        scope,
        possible.flatMap((old) => (old.state === state ? [old.row.guid] : [])),
        { state, endedAt: null, replacedBy: null, updatedAt: now },
      )
    }
    await insertCallerEvents(
      scope,
      possible.map(({ row }) => ({ licenseGuid: row.guid, kind: 'restore' as const })),
    )
    await scope.record(
      ...possible.map(({ row, state }) => ({
        type: 'update' as const,
        target: targetOf(row),
        before: { status: statusLabel(say, row.state) },
        after: { status: statusLabel(say, state) },
      })),
    )
  }

  return async function takeBack(
    scope: Scope,
    family: LicenseFamily,
    rows: readonly DoneRow<{ userGuid?: string }>[],
  ): Promise<Outcome[]> {
    const {
      say,
      asking: { now },
    } = scope
    const effects = rows.map(({ effect }) => effectOf(effect))
    await leaving.lockFor(
      scope,
      effects.flatMap(({ guid }) => guid ?? []),
    )
    // Lock the users first, as issuing does, so nobody issues to them meanwhile.
    if (family === 'account')
      await lockUsers(
        scope,
        rows.flatMap(({ input }) => input.userGuid ?? []),
      )
    const locked = await lockLicenses(
      scope,
      family,
      effects.flatMap(({ guid, replaced }) => [guid ?? [], replaced?.guid ?? []].flat()),
    )
    const untouched = effects.flatMap(({ guid = '' }) => {
      const row = locked.get(guid)
      return row && isUntouched(row) ? [row] : []
    })
    const back = await givenBack(scope, untouched)
    await undone.takeBack(
      scope,
      back.map(({ guid }) => guid),
      now,
    )
    await leaving.leave(scope, back)
    await insertCallerEvents(
      scope,
      back.map(({ guid }) => ({ licenseGuid: guid, kind: 'delete' as const })),
    )
    await scope.record(
      ...back.map((row) => ({
        type: 'delete' as const,
        target: targetOf(row),
        before: { account: row.account, source: row.source, remark: row.remark, status: statusLabel(say, row.state) },
      })),
    )
    const gone = new Set(back.map(({ guid }) => guid))
    await restore(
      scope,
      effects.flatMap(({ guid = '', replaced }) => {
        const row = replaced && locked.get(replaced.guid)
        return row && gone.has(guid) && row.replacedBy === guid ? [{ row, state: replaced.state }] : []
      }),
    )
    return effects.map(({ guid = '', serial = '' }): Outcome => {
      if (gone.has(guid)) return { state: 'success' }
      return {
        state: 'skip',
        reason: locked.has(guid)
          ? { error: 'license.changedSince', params: { serial: shownSerial(family, serial) } }
          : { error: 'license.notFound' },
      }
    })
  }
}

export type TakeBack = ReturnType<typeof createTakingBack>
