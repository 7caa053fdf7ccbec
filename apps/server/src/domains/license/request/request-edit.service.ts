// Changes the terms of licenses that wait for approval, and puts rejected licenses under approval again. An edit keeps
// the rates of the issue and its quota; only the hold follows. A resubmission is judged and priced like a new issue.
import {
  ISSUE_RULES,
  LICENSE_STATUSES,
  LIMITS,
  issueChanges,
  licenseMachine,
  paidAt,
  quotaFormOf,
} from '@sealwright/contract'
import type { Grant, IssuePreview, IssueRule, Price, TemplateContent } from '@sealwright/contract'
import { actsFor } from '../../../kernel/acting.ts'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  assess,
  booksOf,
  requireFunds,
  requireStanding,
  requireVouchers,
  tryGrant,
  tryPrice,
} from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { findUsers, lockUsers } from '../../customer/index.ts'
import { contentOf, differencesOf, findContent, haveSameAreas, storedOf } from '../../template/index.ts'
import type { Digest, GroupPrices, Issuable } from '../../template/index.ts'
import type { ApprovalAsked, Approvals, FieldChange, GivenChanges, RequestEffects } from '../approvals.kind.ts'
import { fieldsBeyond, readChanges, requireAllowed, requireProducts, requireValid } from '../issue/content.service.ts'
import type { Changed } from '../issue/content.service.ts'
import { isTrial } from '../issue/issue-judge.service.ts'
import type { Issuing } from '../issue/issue.service.ts'
import { WHOLE_DEVELOPER, addUse } from '../issue/quota.queries.ts'
import { lockQuotas } from '../issue/quota.service.ts'
import { startTrace } from '../issue/trace.service.ts'
import type { Trace } from '../issue/trace.service.ts'
import { endsOf, expiryAt, paidAsIssued, pricedAt, statusLabel, targetOf, termsFacts } from '../license.rules.ts'
import type { FrozenRates, LicenseIssue, Terms } from '../license.tables.ts'
import { findTerms, insertTerms } from '../terms.queries.ts'
import * as requests from './request.queries.ts'
import type { Member } from './request.queries.ts'

const { approving, rejected } = LICENSE_STATUSES

interface Deps {
  charging: Charging
  approvals: Pick<Approvals, 'catches' | 'flowOf'>
  prices: GroupPrices
  digest: Digest
  issuing: Pick<Issuing, 'askedOf' | 'judge' | 'requireIssuable'>
}

/** The licenses of an issue that are changed together, with their terms. */
interface Part {
  issue: LicenseIssue
  rows: Member[]
  terms: Terms
}

/** The new terms of a request, and the template that allows them. */
interface Drawn {
  issuable: Issuable
  before: Terms
  changed: Changed
}

interface Priced {
  grant: Grant | undefined
  price: Price
  when: ReturnType<typeof paidAt>
}

const isFree = ({ totalFen, units }: Pick<Price, 'totalFen' | 'units'>) => totalFen === 0 && units === null
const isPreIssued = ([first]: readonly Member[]) => first?.source === 'preIssue'
const guidsOf = (rows: readonly Member[]) => rows.map(({ guid }) => guid)

export function createRequestEdit({
  charging,
  approvals,
  prices,
  digest,
  issuing,
}: Deps): Pick<RequestEffects, 'edit' | 'resubmit' | 'previewEdit'> {
  /** The licenses of a request in one state, by issue. Users are locked before licenses. */
  async function partsOf(
    scope: Scope,
    requestGuid: string,
    state: typeof approving | typeof rejected,
    isLocked: boolean,
  ): Promise<Part[]> {
    const issues = await requests.listIssues(scope, requestGuid)
    if (issues.length === 0) throw new Refusal('audit.updateRequest')
    const issueGuids = issues.map(({ guid }) => guid)
    let rows = await requests.listMembers(scope, issueGuids, state, false)
    const users = rows.flatMap(({ userGuid }) => userGuid ?? [])
    // A license whose user was removed meanwhile stays out, like a deleted one.
    const present =
      users.length > 0 ? await (isLocked ? lockUsers : findUsers)(scope, users) : new Map<string, unknown>()
    if (isLocked) rows = await requests.listMembers(scope, issueGuids, state, true)
    const terms = await findTerms(scope, [...new Set(issues.map(({ termsGuid }) => termsGuid))])
    return issues.flatMap((issue) => {
      const own = rows.filter(
        ({ issueGuid, userGuid }) => issueGuid === issue.guid && (userGuid === null || present.has(userGuid)),
      )
      const stored = terms.get(issue.termsGuid)
      return own.length > 0 && stored ? [{ issue, rows: own, terms: stored }] : []
    })
  }

  const countOf = (parts: readonly Part[]) => parts.reduce((sum, { rows }) => sum + rows.length, 0)

  function onlyTemplate(parts: readonly Part[]): Part {
    const [first] = parts
    if (!first) throw new Refusal('license.notFound')
    if (parts.some(({ issue }) => issue.templateGuid !== first.issue.templateGuid))
      throw new Refusal('audit.severalTemplates')
    return first
  }

  async function templateOf(scope: Scope, { family, templateGuid }: LicenseIssue): Promise<Issuable> {
    const issuable = await findContent(scope, templateGuid)
    if (issuable?.family !== family) throw new Refusal('template.notFound')
    return issuable
  }

  /**
   * Applies changes to the present terms of a request, within what the template allows now. A new submission is
   * compared with the template of today and not with the terms that were rejected.
   */
  async function draw(
    scope: Scope,
    { issue, terms: before }: Part,
    changes: GivenChanges | undefined,
    trace: Trace<IssueRule>,
    isNew: boolean,
  ): Promise<{ issuable: Issuable; drawn: Drawn | undefined }> {
    const { family } = issue
    const issuable = await templateOf(scope, issue)
    await trace.ask('template', () => (isNew ? issuing.requireIssuable(scope, family, issuable) : undefined))
    const changed = await trace.ask('changes', async () => {
      const read = await readChanges(scope, family, contentOf(before.terms, before.areas), before.productEnds, changes)
      if (isNew) requireProducts(scope, issuable.content, read)
      const fields = isNew ? fieldsBeyond(issuable.content, read) : read.fields
      requireAllowed(scope, { fields }, issueChanges(family, issuable.template))
      return read
    })
    if (changed) await trace.ask('content', () => requireValid(scope, prices, family, changed))
    return { issuable, drawn: changed && { issuable, before, changed } }
  }

  /** The price of an edited issue, at the rates of the issue. */
  async function reprice(
    scope: Scope,
    trace: Trace<IssueRule>,
    { issue, rows }: Part,
    content: TemplateContent,
    count: number,
  ): Promise<Priced | undefined> {
    const { family, rates } = issue
    const { timeZone } = scope.caller.developer
    const grant = tryGrant(family, content, { now: pricedAt(issue), timeZone, isTrialDeveloper: isTrial(scope) })
    await trace.ask('trial', () => {
      const max = LIMITS.trial.licenseDays
      if (isTrial(scope) && grant && (grant.days === null || grant.days > max))
        throw new Refusal('license.trialTooLong', { params: { max } })
    })
    await trace.ask('quota', () => undefined)
    const price = await trace.ask('billing', () => {
      if (grant && rates.byVoucher) requireVouchers(grant)
      const found = grant && tryPrice({ rates, count, grant: paidAsIssued(grant, rates) })
      if (!found) throw new Refusal('license.templateWithoutBilling', { params: { name: content.name } })
      return found
    })
    await trace.ask('standing', () => requireStanding(booksOf(scope)))
    return price && { grant, price, when: paidAt(family, content, isPreIssued(rows)) }
  }

  const strict = (scope: Scope) => startTrace(scope, ISSUE_RULES, 'issueRules', false)

  /** Places the hold of an issue. Null if nothing is due before the first use. */
  async function hold(
    scope: Scope,
    { issue, rows }: Part,
    content: TemplateContent,
    { price, when }: Pick<Priced, 'price' | 'when'>,
  ): Promise<string | null> {
    if (when !== 'issue' || isTrial(scope) || isFree(price)) return null
    const { orderGuid } = await charging.hold(booksOf(scope), {
      purpose: `license.issue:${issue.guid}:${scope.ids.guid()}`,
      category: 'issue',
      subject: content.name,
      count: rows.length,
      price,
      packageType: content.packageName,
    })
    return orderGuid
  }

  async function keep(scope: Scope, { before, changed }: Drawn): Promise<Terms> {
    const { content, productEnds, products } = changed
    const guid = scope.ids.guid()
    const { terms, areas } = storedOf(content, products, digest)
    const held = haveSameAreas(before.terms, terms)
      ? { areasOf: before.areasOf, areas: null }
      : { areasOf: guid, areas }
    const row = { developerId: scope.developerId, guid, terms, ...held, productEnds, createdAt: scope.asking.now }
    await insertTerms(scope, row)
    return { ...row, areas: held.areas ?? before.areas }
  }

  /** Writes the new terms, the hold and the history of one issue. */
  async function write(
    scope: Scope,
    { issue, rows, terms: before }: Part,
    kind: 'edit' | 'resubmit',
    after: Terms,
    { orderGuid, rates, isPaid }: { orderGuid: string | null; rates: FrozenRates; isPaid: boolean },
  ): Promise<void> {
    const { caller, say, asking } = scope
    const { now } = asking
    const ends = endsOf(contentOf(after.terms, []), after.productEnds, {
      issuedAt: kind === 'edit' ? issue.issuedAt : now,
      firstUsedAt: null,
      isPreIssued: isPreIssued(rows),
    })
    const guids = guidsOf(rows)
    await requests.changeIssue(scope, issue.guid, { termsGuid: after.guid, orderGuid, rates })
    await requests.changeMembers(scope, guids, {
      termsGuid: after.guid,
      ...ends,
      expiry: expiryAt(ends, now),
      isPaid,
      updatedAt: now,
      ...(kind === 'resubmit' && { state: approving, quotaHolder: actsFor(caller) }),
    })
    const isSame = before.guid === after.guid
    await requests.insertEventForAll(
      scope,
      guids,
      kind,
      isSame ? undefined : { before: before.guid, after: after.guid },
    )
    const [was, is] = [termsFacts(before), termsFacts(after)]
    const fields = differencesOf(was, is).map(({ field }) => field)
    const differing = (facts: typeof was) => Object.fromEntries(fields.map((field) => [field, facts[field] ?? null]))
    const status = (of: typeof approving | typeof rejected): LoggedFacts =>
      kind === 'resubmit' ? { status: statusLabel(say, of) } : {}
    await scope.record(
      ...rows.map((row) => ({
        type: 'update' as const,
        target: targetOf(row),
        before: { ...differing(was), ...status(rejected) },
        after: { ...differing(is), ...status(approving) },
      })),
    )
  }

  const changesOf = (before: Terms, after: Pick<Terms, 'terms' | 'productEnds'>): FieldChange[] =>
    differencesOf(termsFacts(before), termsFacts(after))

  const isUnchanged = ({ changed: { fields, violations } }: Drawn) => fields.length === 0 && violations.length === 0

  async function edit(scope: Scope, requestGuid: string, changes: GivenChanges) {
    const parts = await partsOf(scope, requestGuid, approving, true)
    const first = onlyTemplate(parts)
    if (first.issue.family !== 'sn') throw new Refusal('audit.onlyCodes')
    const { drawn } = await draw(scope, first, changes, strict(scope), false)
    if (!drawn) throw new Error('a strict trace returned no result')
    const { content } = drawn.changed
    const priced: Priced[] = []
    for (const part of parts) {
      const one = await reprice(scope, strict(scope), part, content, part.rows.length)
      if (!one) throw new Error('a strict trace returned no result')
      priced.push(one)
    }
    const isHeld = ({ when }: Priced) => when === 'issue' && !isTrial(scope)
    const fen = priced.reduce((sum, one) => sum + (isHeld(one) ? one.price.totalFen : 0), 0)
    const whole = { count: countOf(parts), fen: priced.reduce((sum, { price }) => sum + price.totalFen, 0) }
    const asked = askedOf(scope, first, content, priced[0]?.grant, whole)
    if (isUnchanged(drawn)) return { fen, changes: [], asked }
    const after = await keep(scope, drawn)
    await charging.release(booksOf(scope), ...parts.flatMap(({ issue }) => issue.orderGuid ?? []))
    for (const [index, part] of parts.entries()) {
      const one = priced[index]
      if (!one) throw new Error('an issue without a price')
      const orderGuid = await hold(scope, part, content, one)
      const isPaid = one.when === 'issue' || isTrial(scope) || isFree(one.price)
      await write(scope, part, 'edit', after, { orderGuid, rates: part.issue.rates, isPaid })
    }
    return { fen, changes: changesOf(drawn.before, after), asked }
  }

  /** The licenses of one template as approval flows see them. `whole` counts all licenses of the request. */
  function askedOf(
    scope: Scope,
    { issue, rows }: Part,
    content: TemplateContent,
    grant: Grant | undefined,
    whole: { count: number; fen: number },
  ): ApprovalAsked {
    const { family, templateGuid } = issue
    const asked = issuing.askedOf(scope, { family, templateGuid, content }, grant, whole)
    return { ...asked, licenseIds: rows[0]?.licenseIds ?? asked.licenseIds }
  }

  const judged = (
    scope: Scope,
    trace: Trace<IssueRule>,
    parts: readonly Part[],
    content: TemplateContent,
    isDry: boolean,
  ) => {
    const [{ issue, rows } = { issue: undefined, rows: [] }] = parts
    if (!issue) throw new Refusal('license.notFound')
    return issuing.judge(scope, trace, {
      family: issue.family,
      content,
      count: countOf(parts),
      templateName: content.name,
      isPreIssued: isPreIssued(rows),
      byVoucher: issue.rates.byVoucher,
      isDry,
    })
  }

  async function resubmit(scope: Scope, requestGuid: string, changes: GivenChanges | undefined) {
    if (licenseMachine.next(rejected, 'resubmit') !== approving) throw new Error('resubmitting does not lead to 15')
    const all = await partsOf(scope, requestGuid, rejected, true)
    const first = changes ? onlyTemplate(all) : all[0]
    if (!first) throw new Refusal('license.notFound')
    const { family } = first.issue
    await lockQuotas(scope, new Set(all.map(({ terms }) => quotaFormOf(family, contentOf(terms.terms, [])))))
    let fen = 0
    let heldFen = 0
    let told: FieldChange[] = []
    const byTemplate: (Pick<Drawn['changed'], 'content'> & { lead: Part; grant: Grant | undefined })[] = []
    for (const parts of Map.groupBy(all, ({ issue }) => issue.templateGuid).values()) {
      const [lead] = parts
      if (!lead) continue
      const { drawn } = await draw(scope, lead, changes, strict(scope), true)
      if (!drawn) throw new Error('a strict trace returned no result')
      const { content } = drawn.changed
      const { quota, grant, price, rates: today, when } = await judged(scope, strict(scope), parts, content, false)
      if (!quota || !price) throw new Error('a strict trace returned no result')
      const after = isUnchanged(drawn) ? drawn.before : await keep(scope, drawn)
      const { byVoucher } = lead.issue.rates
      const rates: FrozenRates = {
        ...today,
        ...(byVoucher && { byVoucher }),
        pricedAt: scope.asking.now.toISOString(),
      }
      for (const part of parts) {
        const own = grant && tryPrice({ rates: today, grant: paidAsIssued(grant, rates), count: part.rows.length })
        if (!own) throw new Error('licenses without a price')
        const orderGuid = await hold(scope, part, content, { price: own, when })
        if (orderGuid !== null) heldFen += own.totalFen
        const isPaid = when === 'issue' || isTrial(scope) || isFree(own)
        await write(scope, part, 'resubmit', after, { orderGuid, rates, isPaid })
      }
      await addUse(scope, quota.holder, quota.form, countOf(parts))
      if (isTrial(scope)) await addUse(scope, WHOLE_DEVELOPER, 'trial', countOf(parts))
      fen += price.totalFen
      told = [...told, ...changesOf(drawn.before, after)]
      byTemplate.push({ lead, content, grant })
    }
    const count = countOf(all)
    const asked = byTemplate.map(({ lead, content, grant }) => askedOf(scope, lead, content, grant, { count, fen }))
    return { fen: heldFen, count, changes: told, asked }
  }

  /** Refuses if the balance cannot pay the difference between the new hold and the present one. */
  async function requireDifference(
    scope: Scope,
    parts: readonly Part[],
    { price, when }: Priced,
    content: TemplateContent,
  ): Promise<void> {
    if (when !== 'issue' || isTrial(scope)) return
    let [fen, units] = [0, 0]
    for (const part of parts) {
      const { orderGuid } = part.issue
      const before = contentOf(part.terms.terms, [])
      const held = orderGuid === null ? undefined : await reprice(scope, strict(scope), part, before, part.rows.length)
      fen += held?.price.totalFen ?? 0
      units += held?.price.units?.count ?? 0
    }
    await requireFunds(
      scope,
      {
        totalFen: Math.max(0, price.totalFen - fen),
        lines: [],
        units: price.units && { ...price.units, count: Math.max(0, price.units.count - units) },
      },
      content.packageName,
    )
  }

  async function previewEdit(
    scope: Scope,
    requestGuid: string,
    changes: GivenChanges | undefined,
  ): Promise<IssuePreview> {
    const waiting = await partsOf(scope, requestGuid, approving, false)
    const isEdit = waiting.length > 0
    const parts = isEdit ? waiting : await partsOf(scope, requestGuid, rejected, false)
    const first = onlyTemplate(parts)
    const { family } = first.issue
    if (isEdit && family !== 'sn') throw new Refusal('audit.onlyCodes')
    const trace = startTrace(scope, ISSUE_RULES, 'issueRules', true)
    const { drawn } = await draw(scope, first, changes, trace, !isEdit)
    // The recipients are those of the request.
    await trace.ask('recipients', () => undefined)
    await trace.ask('limit', () => undefined)
    const count = countOf(parts)
    const answer = { count, price: null, paidAt: 'approval' as const, caughtBy: null, warnings: [], overwrites: [] }
    if (!drawn) return { ...answer, isAllowed: false, rules: trace.told() }
    const { content } = drawn.changed
    const found: Partial<Priced> =
      (isEdit
        ? await reprice(scope, trace, first, content, count)
        : await judged(scope, trace, parts, content, true)) ?? {}
    const { grant, price, when = 'issue' } = found
    if (price)
      await trace.ask('money', () => {
        if (isEdit) return requireDifference(scope, parts, { grant, price, when }, content)
        return when === 'issue' && !isTrial(scope) ? requireFunds(scope, price, content.packageName) : undefined
      })
    const rules = trace.told()
    const isEnough = !rules.some(({ rule, outcome }) => rule === 'money' && outcome === 'fail')
    const assessed = price && scope.caller.integratorGuid === null && (await assess(scope, price, content.packageName))
    const by = isEdit
      ? await approvals.flowOf(scope, requestGuid)
      : price && (await approvals.catches(scope, askedOf(scope, first, content, grant, { count, fen: price.totalFen })))
    return {
      ...answer,
      rules,
      isAllowed: rules.every(({ outcome }) => outcome === 'pass'),
      price: assessed ? { ...assessed, isEnough } : null,
      paidAt: by && when === 'issue' ? 'approval' : when,
      caughtBy: by ? { guid: by.flowGuid, name: by.name } : null,
    }
  }

  return { edit, resubmit, previewEdit }
}
