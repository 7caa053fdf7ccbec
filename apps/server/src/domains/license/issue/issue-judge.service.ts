// The rules of an issue, in the contract's order: its template, its recipients, the number of licenses. A preview and
// an issue run the same rules. An issue also locks users, quota and trial limit.
import {
  DEDUCT_MODES,
  LIMITS,
  byVouchers,
  isExpiredAt,
  issueChanges,
  paidAt,
  quotaFormOf,
  wallTime,
} from '@sealwright/contract'
import type { Grant, IssueRule, LicenseFamily, Price, Rates, TemplateContent, Violation } from '@sealwright/contract'
import { actsFor } from '../../../kernel/acting.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { booksOf, readTerms, requireStanding, requireVouchers, tryGrant, tryPrice } from '../../billing/index.ts'
import { findCustomer, findUsers, lockUsers } from '../../customer/index.ts'
import type { KnownUser } from '../../customer/index.ts'
import { findStatus } from '../../developer/index.ts'
import { findIntegrator } from '../../integrator/index.ts'
import { findContent } from '../../template/index.ts'
import type { GroupPrices, Issuable } from '../../template/index.ts'
import type { GivenChanges } from '../approvals.kind.ts'
import { readChanges, requireAllowed, requireValid } from './content.service.ts'
import type { Changed } from './content.service.ts'
import { WHOLE_DEVELOPER, readUse } from './quota.queries.ts'
import type { QuotaForm } from './quota.queries.ts'
import type { Trace } from './trace.service.ts'

/** The request of an issue, common to all calls. */
export interface IssueAsked {
  family: LicenseFamily
  templateGuid: string
  userIds?: readonly string[] | undefined
  count?: number | undefined
  customerId?: string | undefined
  remark?: string | undefined
  isPreIssued: boolean
  byVoucher: boolean
  integratorGuid?: string | undefined
  password?: string | undefined
  changes?: GivenChanges | undefined
  /** The price that was shown. */
  priceFen?: number | undefined
}

export type Recipient = Pick<KnownUser, 'guid' | 'account' | 'customerGuid' | 'tagGuids'>

/** The refusal of a field by a rule that the schema cannot express. */
export const wrong = (path: string, rule: Violation['rule'], params: Violation['params'] = {}) =>
  new Refusal('platform.badPayload', { violations: [{ path, rule, params }] })

export const isTrial = ({ caller }: Pick<Scope, 'caller'>) => caller.developer.status === 'trial'

interface Quota {
  form: QuotaForm
  holder: string
  most: number | null
  left: number | null
}

interface Judged extends Pick<IssueAsked, 'family' | 'isPreIssued'> {
  content: TemplateContent
  templateName: string
  byVoucher?: boolean | undefined
  count: number
  /** A preview: takes no locks. */
  isDry: boolean
}

export function createJudge(prices: GroupPrices) {
  /** Refuses a template that has expired or has no billing. */
  function requireIssuable({ caller, asking }: Scope, family: LicenseFamily, { template, content }: Issuable): void {
    const { name } = template
    const isUnpriced =
      content.deductMode === null ||
      (content.deductMode === DEDUCT_MODES.balance && content.billingMode === null && family !== 'smart')
    if (isUnpriced) throw new Refusal('license.templateWithoutBilling', { params: { name }, field: 'templateGuid' })
    if (content.endTime !== null && isExpiredAt(content.endTime, asking.now))
      throw new Refusal('license.templateExpired', {
        params: { name, end: wallTime(new Date(content.endTime), caller.timeZone).slice(0, 16).replace('T', ' ') },
        field: 'templateGuid',
      })
  }

  /** The template, and the content that an issue from it would have. */
  async function draw(
    scope: Scope,
    { family, templateGuid, changes }: Pick<IssueAsked, 'family' | 'templateGuid' | 'changes'>,
    trace: Trace<IssueRule>,
  ): Promise<{ issuable: Issuable; changed: Changed | undefined }> {
    const issuable = await findContent(scope, templateGuid)
    // Without a template, no other rule applies.
    if (issuable?.family !== family) throw new Refusal('template.notFound', { field: 'templateGuid' })
    const { template, content } = issuable
    await trace.ask('template', () => requireIssuable(scope, family, issuable))
    const changed = await trace.ask('changes', async () => {
      const read = await readChanges(scope, family, content, {}, changes)
      requireAllowed(scope, read, issueChanges(family, template))
      return read
    })
    if (changed) await trace.ask('content', () => requireValid(scope, prices, family, changed))
    return { issuable, changed }
  }

  /** Checks the options of an issue other than recipients and count. */
  async function requireFitting(
    scope: Scope,
    { family, customerId, isPreIssued, integratorGuid, password }: Omit<IssueAsked, 'templateGuid'>,
    content: TemplateContent,
  ): Promise<void> {
    if (family === 'account' && isPreIssued) throw wrong('isPreIssued', 'notApplicable')
    if (integratorGuid !== undefined && !isPreIssued) throw wrong('integratorGuid', 'notApplicable')
    if (integratorGuid !== undefined && !(await findIntegrator(scope, integratorGuid)))
      throw new Refusal('integrator.notFound', { field: 'integratorGuid' })
    if (password !== undefined && content.codePassword !== true) throw wrong('password', 'notApplicable')
    if (password === undefined && content.codePassword === true) throw wrong('password', 'required')
    if (customerId !== undefined && family === 'account') throw wrong('customerId', 'notApplicable')
    if (customerId !== undefined && !(await findCustomer(scope, customerId)))
      throw new Refusal('customer.notFound', { field: 'customerId' })
  }

  /** The recipients or the number of codes, with all options checked. Locks the users unless `isDry`. */
  async function recipients(
    scope: Scope,
    asked: IssueAsked,
    content: TemplateContent,
    isDry: boolean,
  ): Promise<Recipient[] | number> {
    const { family, userIds = [], count = 1 } = asked
    await requireFitting(scope, asked, content)
    if (family !== 'account') return count
    if (userIds.length === 0) throw wrong('userIds', 'required')
    const found = await (isDry ? findUsers(scope, userIds) : lockUsers(scope, userIds))
    const missing = userIds.findIndex((guid) => !found.has(guid))
    if (missing >= 0) throw new Refusal('user.notFound', { field: `userIds.${missing}` })
    const twice = userIds.findIndex((guid, index) => userIds.indexOf(guid) < index)
    if (twice >= 0)
      throw wrong(`userIds.${twice}`, 'duplicateUser', { account: found.get(userIds[twice] ?? '')?.account ?? '' })
    return userIds.flatMap((guid) => found.get(guid) ?? [])
  }

  async function quotaOf(
    scope: Scope,
    family: LicenseFamily,
    content: TemplateContent,
    isHeld: boolean,
  ): Promise<Quota> {
    const { caller } = scope
    const form = quotaFormOf(family, content)
    const holder = actsFor(caller)
    const most = caller.quotas[form]
    // Locked even without a limit: returning quota locks it before the wallet, and all transactions must use the same
    // order.
    const used = await readUse(scope, holder, form, isHeld)
    return { form, holder, most, left: most === null ? null : most - used }
  }

  const grantNow = ({ asking, caller: { developer } }: Scope, family: LicenseFamily, content: TemplateContent) =>
    tryGrant(family, content, {
      now: asking.now,
      timeZone: developer.timeZone,
      isTrialDeveloper: developer.status === 'trial',
    })

  /** The present price of a number of licenses, without any rule. Undefined if there is none. */
  async function priceFor(
    scope: Scope,
    { family, content, byVoucher, count }: Pick<Judged, 'family' | 'content' | 'byVoucher' | 'count'>,
  ): Promise<Price | undefined> {
    const { rates } = await readTerms(scope)
    const grant = grantNow(scope, family, content)
    return grant && tryPrice({ rates, grant: byVoucher ? byVouchers(grant) : grant, count })
  }

  /** Refuses early if vouchers cannot pay for this content. */
  function requirePayable(
    scope: Scope,
    family: LicenseFamily,
    content: TemplateContent,
    { byVoucher }: Pick<Judged, 'byVoucher'>,
  ): void {
    const grant = grantNow(scope, family, content)
    if (grant && byVoucher) requireVouchers(grant)
  }

  /** The rules about a number of licenses with this content. */
  async function judge(
    scope: Scope,
    trace: Trace<IssueRule>,
    { family, content, count, templateName, isPreIssued, byVoucher, isDry }: Judged,
  ): Promise<{
    quota: Quota | undefined
    grant: Grant | undefined
    price: Price | undefined
    rates: Rates
    when: ReturnType<typeof paidAt>
  }> {
    const { rates, limits } = await readTerms(scope, { isCharged: !isDry })
    const grant = grantNow(scope, family, content)
    await trace.ask('trial', async () => {
      if (!isTrial(scope)) return
      const max = LIMITS.trial.licenseDays
      if (grant && (grant.days === null || grant.days > max))
        throw new Refusal('license.trialTooLong', { params: { max } })
      const left = limits.trialLicenses - (await readUse(scope, WHOLE_DEVELOPER, 'trial', !isDry))
      // The trial may have ended while this waited for the use.
      if (!isDry && (await findStatus(scope)) !== 'trial') throw new Refusal('license.trialEnded')
      if (count > left)
        throw new Refusal('license.trialLimit', { params: { max: limits.trialLicenses, left: Math.max(left, 0) } })
    })
    const quota = await trace.ask('quota', async () => {
      const found = await quotaOf(scope, family, content, !isDry)
      if (found.left !== null && count > found.left)
        throw new Refusal('license.quotaUsedUp', {
          params: { form: scope.say(`license.forms.${found.form}`), left: Math.max(found.left, 0), count },
        })
      return found
    })
    const found = grant && tryPrice({ rates, grant: byVoucher ? byVouchers(grant) : grant, count })
    // Invalid terms have no price. That is not a fault of the template's billing, so skip the rule.
    const isUnsound = trace.told().some(({ rule, outcome }) => rule === 'content' && outcome === 'fail')
    const price =
      !found && isUnsound
        ? undefined
        : await trace.ask('billing', () => {
            if (grant && byVoucher) requireVouchers(grant)
            if (!found)
              throw new Refusal('license.templateWithoutBilling', {
                params: { name: templateName },
                field: 'templateGuid',
              })
            return found
          })
    await trace.ask('standing', () => requireStanding(booksOf(scope)))
    return { quota, grant, price, rates, when: paidAt(family, content, isPreIssued) }
  }

  return { draw, judge, priceFor, recipients, requireFitting, requireIssuable, requirePayable }
}
