// The licenses of campaigns. A publication runs the rules of an issue without writing; a participation issues one
// license by the same rules, outside approval. It never replaces a license: a free month must not end a paid year.
import { ISSUE_RULES } from '@sealwright/contract'
import type { IssueRule } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { affordable, requireFunds } from '../../billing/index.ts'
import { lockUsers } from '../../customer/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import type { Approvals } from '../approvals.kind.ts'
import { listHeld } from '../license.queries.ts'
import { endOrNull } from '../license.rules.ts'
import type { CampaignIssuing, CampaignOffer } from './campaign.kind.ts'
import { isTrial } from './issue-judge.service.ts'
import type { Issuing } from './issue.service.ts'
import { startTrace } from './trace.service.ts'
import type { Trace } from './trace.service.ts'

/** A dry run that goes on after a refusal and keeps the first one. */
function keepFirst(): Trace<IssueRule> & { first(): Refusal | null } {
  const failed: IssueRule[] = []
  let first: Refusal | null = null
  return {
    async ask(rule, work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        first ??= error
        failed.push(rule)
        return undefined
      }
    },
    told: () => failed.map((rule) => ({ rule, outcome: 'fail', message: '', field: null })),
    first: () => first,
  }
}

export function createCampaignIssuing({
  issuing,
  approvals,
}: {
  issuing: Issuing
  approvals: Pick<Approvals, 'catches'>
}): CampaignIssuing {
  const asked = (offer: CampaignOffer) => ({ family: 'account' as const, ...offer })

  /** The rules of one issue, without locks and without approval. */
  async function judgeOne(scope: Scope, offer: CampaignOffer, trace: Trace<IssueRule>, count = 1) {
    const { issuable, changed } = await issuing.draw(scope, asked(offer), trace)
    if (!changed) return undefined
    const { content } = changed
    const judged = await issuing.judge(scope, trace, {
      family: 'account',
      content,
      count,
      templateName: issuable.template.name,
      isPreIssued: false,
      isDry: true,
    })
    const { price } = judged
    const isPaid = price && judged.when === 'issue' && !isTrial(scope)
    if (isPaid) await trace.ask('money', () => requireFunds(scope, price, content.packageName))
    return { ...judged, content, isPaid }
  }

  const caughtBy: CampaignIssuing['caughtBy'] = async (scope, offer, count) => {
    const all = await judgeOne(scope, offer, keepFirst(), count)
    if (!all) return null
    const { content, grant, price } = all
    // A sum that is too large to compute is above every threshold.
    const whole = { count, fen: price?.totalFen ?? Number.MAX_SAFE_INTEGER }
    const frozen = { family: 'account', templateGuid: offer.templateGuid, content } as const
    return approvals.catches(scope, issuing.askedOf(scope, frozen, grant, whole))
  }

  return {
    async quote(scope, offer, count) {
      const trace = keepFirst()
      const one = await judgeOne(scope, offer, trace)
      const price = one && (await issuing.priceFor(scope, { family: 'account', content: one.content, count }))
      const most = one?.isPaid && one.price ? await affordable(scope, one.price, one.content.packageName) : null
      return {
        price: price ?? null,
        payable: most === null || !Number.isFinite(most) ? null : Math.min(most, count),
        problem: trace.first(),
      }
    },
    async requireOne(scope, offer) {
      const one = await judgeOne(scope, offer, startTrace(scope, ISSUE_RULES, 'issueRules', false))
      if (!one) throw new Error('a strict trace returned no result')
      return { licenseIds: [one.content, ...one.content.otherProducts].map(({ licenseId }) => licenseId) }
    },
    caughtBy,
    async give(scope, offer, user, checked) {
      if (scope.caller.developer.serviceStatus === 'unpaid') throw new Refusal('developer.serviceFeeUnpaid')
      const trace = startTrace(scope, ISSUE_RULES, 'issueRules', false)
      const { issuable, changed } = await issuing.draw(scope, asked(offer), trace)
      if (!changed) throw new Error('a strict trace returned no result')
      // Flows judged the publication. A template that became dearer since then must not be a way around them.
      const by = issuable.template.updatedAt > checked.at ? await caughtBy(scope, offer, checked.count) : null
      if (by) throw new Refusal('activity.caught', { params: { flow: by.name } })
      const licenseIds = [changed.content, ...changed.content.otherProducts].map(({ licenseId }) => licenseId)
      // Every issue to this user waits here, so nobody gets a second license for the product meanwhile.
      if (!(await lockUsers(scope, [user.guid])).has(user.guid)) throw new Refusal('user.notFound')
      const [held] = await listHeld(scope, [user.guid], licenseIds, false)
      if (held) {
        const names = await listDisplayNames(scope, [held.licenseId])
        throw new Refusal('activity.held', { params: { product: names.get(held.licenseId) ?? '' } })
      }
      const { licenses, paid, expiresAt } = await issuing.issueTo(
        scope,
        await issuing.freeze(scope, issuable, changed),
        [user],
        { ...issuing.howOf({ isPreIssued: false, byVoucher: false }, 'campaign'), isApproved: true },
      )
      const [made] = licenses
      if (!made) throw new Error('an issue made no license')
      return {
        guid: made.guid,
        serial: made.serial,
        expireTime: endOrNull(expiresAt),
        costFen: paid?.totalFen ?? 0,
        unit: paid?.units?.stock ?? null,
      }
    },
  }
}
