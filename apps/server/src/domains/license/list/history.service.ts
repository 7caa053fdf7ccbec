// What happened to a license, the latest first. Its issue, which stands for all that were issued together, is told as
// the first of it; what an update changed is told from the terms before and after. An integrator is told no sums.
import type { LicenseFamily, LicenseHistoryRow } from '@sealwright/contract'
import { readPage } from '../../../kernel/db/list.ts'
import type { Count, Slice } from '../../../kernel/db/list.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { tryPrice } from '../../billing/index.ts'
import { listAccountNames } from '../../developer/index.ts'
import { contentOf, differencesOf, listTemplateNames } from '../../template/index.ts'
import * as queries from '../license.queries.ts'
import { grantOfIssue, termsFacts } from '../license.rules.ts'
import type { License, LicenseEvent } from '../license.tables.ts'
import type { Reading } from './reading.service.ts'

type Told = Omit<LicenseHistoryRow, 'at'> & { at: Date }

interface HistoryAsked {
  guid: string
  currentPage: number
  pageSize: number
  order?: 'asc' | 'desc' | undefined
}

export function createHistory({ reading }: { reading: Pick<Reading, 'getRow'> }) {
  /**
   * The issue as one license tells of it: with its own part of the sum, where it was paid with the issue and still is.
   */
  async function issueRow(scope: Scope, { issueGuid, charged, approvedAt }: License): Promise<Told> {
    const {
      caller: { developer, integratorGuid },
    } = scope
    const issue = (await queries.findIssues(scope, [issueGuid])).get(issueGuid)
    const terms = issue && (await queries.listTermsAlone(scope, [issue.termsGuid])).get(issue.termsGuid)
    if (!issue || !terms) throw new Error('a license has its issue and its terms')
    const { templateGuid, issuedBy, issuedAt, rates, orderGuid } = issue
    // What was only set aside, or went back, was not charged; what was approved was paid then.
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
    const terms = await queries.listTermsAlone(
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
    const events = await queries.listEvents(scope, guid, order)
    const count: Count = events.count.isCapped ? events.count : { records: events.count.records + 1, isCapped: false }
    /**
     * The issue stands at the end that is the oldest: of what is asked for, it is the first or the one after the last
     * event.
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
    return readPage({ currentPage, pageSize }, count, slice)
  }
}
