// The history of a license. Its oldest row is the issue, which is one database row for all licenses issued together.
// The changes of an update come from the terms before and after. Integrators see no amounts.
import type { LicenseFamily, LicenseHistoryRow } from '@sealwright/contract'
import { listAccountNames } from '../../../kernel/account-names.ts'
import { readPage } from '../../../kernel/db/list.ts'
import type { Count, Mark, Seek, Slice } from '../../../kernel/db/list.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { tryPrice } from '../../billing/index.ts'
import { contentOf, differencesOf, listTemplateNames } from '../../template/index.ts'
import { listEvents } from '../event.queries.ts'
import { findIssues } from '../issue/issue.queries.ts'
import { grantOfIssue, termsFacts } from '../license.rules.ts'
import type { License, LicenseEvent } from '../license.tables.ts'
import { listTermsAlone } from '../terms.queries.ts'
import type { Reading } from './reading.service.ts'

type Told = Omit<LicenseHistoryRow, 'at'> & { at: Date }

/** Stands for the issue, which is no event, where a list is read on. */
const ISSUE: Mark = { key: null, guid: '', position: 0 }

interface HistoryAsked {
  guid: string
  currentPage: number
  pageSize: number
  order?: 'asc' | 'desc' | undefined
}

export function createHistory({ reading }: { reading: Pick<Reading, 'getRow'> }) {
  /**
   * The issue as a history row of one license, with the license's share of the amount if it was paid at the issue and
   * is still paid.
   */
  async function issueRow(scope: Scope, { issueGuid, charged, approvedAt }: License): Promise<Told> {
    const {
      caller: { developer, integratorGuid },
    } = scope
    const issue = (await findIssues(scope, [issueGuid])).get(issueGuid)
    const terms = issue && (await listTermsAlone(scope, [issue.termsGuid])).get(issue.termsGuid)
    if (!issue || !terms) throw new Error('a license without issue or terms')
    const { templateGuid, issuedBy, issuedAt, rates, orderGuid } = issue
    // Holds and refunds are not charges. An approved license was paid at its approval.
    const isTold =
      orderGuid !== null && approvedAt === null && Object.keys(charged).length > 0 && integratorGuid === null
    const price = isTold
      ? tryPrice({ rates, count: 1, grant: grantOfIssue(issue, contentOf(terms.terms, []), developer) })
      : undefined
    return {
      guid: issueGuid,
      kind: 'issue',
      at: issuedAt,
      actor: (await listAccountNames(scope, [issuedBy])).get(issuedBy) ?? '',
      changes: [],
      about: (await listTemplateNames(scope, [templateGuid])).get(templateGuid) ?? null,
      channel: null,
      reason: null,
      amountFen: price?.totalFen ?? null,
      orderGuid: isTold ? orderGuid : null,
    }
  }

  async function eventRows(scope: Scope, events: readonly LicenseEvent[]): Promise<Told[]> {
    const isTold = scope.caller.integratorGuid === null
    const terms = await listTermsAlone(
      scope,
      events.flatMap(({ termsBefore, termsAfter }) => [termsBefore, termsAfter].filter((guid) => guid !== null)),
    )
    return events.map(
      ({ guid, kind, at, actorName, termsBefore, termsAfter, about, channel, reason, amountFen, orderGuid }) => {
        const [before, after] = [terms.get(termsBefore ?? ''), terms.get(termsAfter ?? '')]
        return {
          guid,
          kind,
          at,
          actor: actorName,
          changes: before && after ? differencesOf(termsFacts(before), termsFacts(after)) : [],
          about,
          channel,
          reason,
          amountFen: isTold ? amountFen : null,
          orderGuid: isTold ? orderGuid : null,
        }
      },
    )
  }

  return async (scope: Scope, family: LicenseFamily, { guid, currentPage, pageSize, order = 'desc' }: HistoryAsked) => {
    const row = await reading.getRow(scope, family, guid)
    const events = await listEvents(scope, guid, order)
    const count: Count = events.count.isCapped ? events.count : { records: events.count.records + 1, isCapped: false }
    /**
     * The issue is the oldest row: before the first event in ascending order, after the last one in descending order.
     */
    async function slice({ offset, limit, isReversed }: Slice): Promise<Told[]> {
      const isOldestFirst = (order === 'asc') !== isReversed
      const issueAt = isOldestFirst ? 0 : count.records - 1
      const hasIssue = !count.isCapped && offset <= issueAt && issueAt < offset + limit
      const from = isOldestFirst && !count.isCapped ? Math.max(0, offset - 1) : offset
      const found = await eventRows(
        scope,
        await events.page({ offset: from, limit: limit - (hasIssue ? 1 : 0), isReversed }),
      )
      if (!hasIssue) return found
      const issue = await issueRow(scope, row)
      return isOldestFirst ? [issue, ...found] : [...found, issue]
    }
    /** The same for a list that is read on after a row. */
    async function readOn(seek: Seek): Promise<Told[]> {
      const isFirst = seek.after === undefined
      const isIssue = seek.after?.guid === ISSUE.guid
      if (isIssue && order === 'desc') {
        seek.next = null
        return [await issueRow(scope, row)]
      }
      const limit = isFirst && order === 'asc' ? seek.limit - 1 : seek.limit
      const inner: Seek = { limit, after: isIssue ? undefined : seek.after }
      const found =
        limit === 0
          ? []
          : await eventRows(scope, await events.page({ offset: 0, limit, isReversed: false, seek: inner }))
      if (limit === 0) inner.next = events.count.records > 0 ? ISSUE : null
      seek.next = inner.next ?? null
      if (order === 'asc') return isFirst ? [await issueRow(scope, row), ...found] : found
      if (seek.next) return found
      if (found.length < limit) return [...found, await issueRow(scope, row)]
      seek.next = ISSUE
      return found
    }
    return readPage({ currentPage, pageSize }, count, (asked) => (asked.seek ? readOn(asked.seek) : slice(asked)))
  }
}
