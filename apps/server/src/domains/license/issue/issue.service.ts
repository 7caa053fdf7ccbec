// Issues licenses from a template, in one transaction with the payment, the replaced licenses and the log rows. The
// rules are in issue-judge.service.ts. The terms are written first. Later refusals come before any other write, except
// the two that only an insert can find (`IS_LATE` in issue-batch.service.ts). Lock order: approval requests, users,
// their licenses, quota, package, wallet.
import {
  ISSUE_RULES,
  LICENSE_FORMS,
  LIMITS,
  LICENSE_STATUSES,
  licenseMachine,
  licenseStatusName,
} from '@sealwright/contract'
import type {
  Grant,
  LicenseFamily,
  LicenseSource,
  LicenseStatus,
  Price,
  StoredStatus,
  TemplateContent,
} from '@sealwright/contract'
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assess, booksOf, readTerms, requireFunds, vouchersFor } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { listProductNames } from '../../product/index.ts'
import { storedOf } from '../../template/index.ts'
import type { Digest, GroupPrices, Issuable } from '../../template/index.ts'
import type { Leaving } from '../acts/leaving.service.ts'
import type { ApprovalAsked, Approvals, CaughtBy } from '../approvals.kind.ts'
import { insertCallerEvents } from '../event.queries.ts'
import { listHeld, setReplacedBy, updateLicenses } from '../license.queries.ts'
import { endsOf, expiryAt, issueFacts, newSerial, sourceBy, targetOf } from '../license.rules.ts'
import type { License } from '../license.tables.ts'
import { insertTerms } from '../terms.queries.ts'
import { sealPassword } from './code-password.ts'
import type { Changed } from './content.service.ts'
import { createJudge, isTrial } from './issue-judge.service.ts'
import type { IssueAsked, Recipient } from './issue-judge.service.ts'
import type { TellIssued } from './issue-mail.service.ts'
import { findIssueOfTask, insertIssue, insertLicenses, setIssueRequest } from './issue.queries.ts'
import type { NewLicense, SharedColumns } from './issue.queries.ts'
import { WHOLE_DEVELOPER, addUse } from './quota.queries.ts'
import { requireShown, shownOf } from './shown-price.service.ts'
import type { Shown } from './shown-price.service.ts'
import { startTrace } from './trace.service.ts'

export interface IssueDeps {
  charging: Charging
  prices: GroupPrices
  digest: Digest
  box: SecretBox
  approvals: Approvals
  leaving: Leaving
  tellIssued: TellIssued
  /** Replaces the random serials in tests. */
  newSerial?: typeof newSerial
}

/** The fixed content of an issue, with its stored terms. */
export interface Frozen {
  family: LicenseFamily
  templateGuid: string
  templateName: string
  templateVersion: number
  termsGuid: string
  content: TemplateContent
  productEnds: Readonly<Record<string, string>>
  /** The price of one license, as the draft of a batch showed it. */
  eachFen?: number
}

/** The options of an issue, other than its recipients. */
export interface How {
  source: LicenseSource
  isPreIssued: boolean
  /** Vouchers pay. Missing in batches requested before this option existed. */
  byVoucher?: boolean
  customerGuid: string | null
  integratorGuid: string | null
  remark: string | null
  passwordBox: string | null
  taskGuid: string | null
  /** When failed rows of the batch were last retried. */
  retriedAt?: Date
  shown?: Shown | undefined
  /** No approval flow is asked: the publication of the campaign was checked instead. */
  isApproved?: true
}

/** A batch as approval flows see it: all its rows together. */
export interface Whole {
  count: number
  fen: number
}

export interface Issued {
  issueGuid: string
  status: LicenseStatus
  /** The approval request that the licenses wait for. */
  requestGuid: string | null
  licenses: Pick<License, 'guid' | 'serial' | 'account'>[]
  orderGuid: string | null
  /** What was charged. Null if nothing was. */
  paid: Pick<Price, 'totalFen' | 'units'> | null
  expiresAt: Date
  /** The replaced licenses of the users, with the states they had. */
  replaced: Pick<License, 'guid' | 'userGuid' | 'state'>[]
}

const TRIES = 3
const { unbound, approving } = LICENSE_STATUSES

/**
 * The unique index sees licenses that row scope hides from the caller, so a violation here means "held, but not visible
 * to you".
 */
export function orHeld(error: unknown): never {
  throw isUniqueViolation(error) ? new Refusal('license.heldUnseen') : error
}

export function createIssuing({
  charging,
  prices,
  digest,
  box,
  approvals,
  leaving,
  tellIssued,
  newSerial: makeSerial = newSerial,
}: IssueDeps) {
  const judging = createJudge(prices)
  const { draw, judge, recipients, requireFitting, requirePayable } = judging

  /** An issue as approval flows see it. */
  const askedOf = (
    scope: Scope,
    { family, templateGuid, content }: Pick<Frozen, 'family' | 'templateGuid' | 'content'>,
    grant: Grant | undefined,
    { count, fen }: Whole,
  ): ApprovalAsked => ({
    family,
    event: 'issue',
    templateGuid,
    licenseIds: [content, ...content.otherProducts].map(({ licenseId }) => licenseId),
    count,
    fen: isTrial(scope) ? 0 : fen,
    days: grant?.days ?? null,
    isGift: grant?.source === 'gift',
  })

  /**
   * The flow that catches an issue. A batch decides once for each template: later chunks follow the first one. Rows
   * that are retried meet the flows of that time; otherwise a task from before a flow would be a way around it.
   */
  async function caughtBy(
    scope: Scope,
    { taskGuid, retriedAt, isApproved }: Pick<How, 'taskGuid' | 'retriedAt' | 'isApproved'>,
    templateGuid: string,
    asked: () => Promise<ApprovalAsked>,
  ): Promise<CaughtBy | null> {
    if (isApproved) return null
    const earlier = taskGuid === null ? undefined : await findIssueOfTask(scope, taskGuid, templateGuid)
    if (earlier && earlier.requestGuid !== null) return approvals.flowOf(scope, earlier.requestGuid)
    const isDecided = earlier && (retriedAt === undefined || earlier.issuedAt >= retriedAt)
    return isDecided ? null : approvals.catches(scope, await asked())
  }

  /** Issues fixed content to these recipients, or a number of codes. Of a batch, `whole` counts all rows. */
  async function issueTo(
    scope: Scope,
    frozen: Frozen,
    to: readonly Recipient[] | number,
    how: How,
    whole?: () => Promise<Whole>,
  ): Promise<Issued> {
    const {
      developerId,
      caller,
      asking: { now },
      ids,
    } = scope
    const { family, templateGuid, templateName, templateVersion, termsGuid, content, productEnds } = frozen
    const count = typeof to === 'number' ? to : to.length
    const licenseIds = [content, ...content.otherProducts].map(({ licenseId }) => licenseId)
    const users = typeof to === 'number' ? [] : to.map(({ guid }) => guid)
    // Locked before the quota, although only an issue that is not caught replaces them.
    const present = users.length === 0 ? [] : await listHeld(scope, users, licenseIds, true)
    const trace = startTrace(scope, ISSUE_RULES, 'issueRules', false)
    const { quota, grant, price, rates, when } = await judge(scope, trace, {
      family,
      content,
      count,
      templateName,
      isPreIssued: how.isPreIssued,
      byVoucher: how.byVoucher,
      isDry: false,
    })
    if (!quota || !price) throw new Error('a strict trace returned no result')
    if (when === 'issue') requireShown(scope, price, how.shown)
    const by = await caughtBy(scope, how, templateGuid, async () =>
      askedOf(scope, frozen, grant, (await whole?.()) ?? { count, fen: price.totalFen }),
    )
    const isCaught = by !== null
    const held = isCaught ? [] : present
    const issueGuid = ids.guid()
    const isPaidNow = when === 'issue'
    const wanted = {
      purpose: `license.issue:${issueGuid}`,
      category: 'issue' as const,
      subject: templateName,
      count,
      price,
      packageType: content.packageName,
    }
    const isFree = isTrial(scope) || (price.totalFen === 0 && price.units === null)
    const paid =
      !isPaidNow || isFree
        ? undefined
        : await (isCaught ? charging.hold(booksOf(scope), wanted) : charging.charge(booksOf(scope), wanted))
    await addUse(scope, quota.holder, quota.form, count)
    if (isTrial(scope)) await addUse(scope, WHOLE_DEVELOPER, 'trial', count)
    const orderGuid = paid?.orderGuid ?? null
    await insertIssue(scope, {
      developerId,
      guid: issueGuid,
      family,
      templateGuid,
      templateVersion,
      termsGuid,
      source: how.source,
      count,
      rates: how.byVoucher ? { ...rates, byVoucher: true } : rates,
      orderGuid,
      taskGuid: how.taskGuid,
      issuedBy: caller.accountId,
      issuedAt: now,
    })
    const state: StoredStatus = isCaught ? approving : unbound
    const ends = endsOf(content, productEnds, { issuedAt: now, firstUsedAt: null, isPreIssued: how.isPreIssued })
    const shared: SharedColumns = {
      developerId,
      family,
      issueGuid,
      termsGuid,
      templateGuid,
      licenseId: content.licenseId,
      licenseIds,
      licenseForm: LICENSE_FORMS[quota.form === 'cloud' ? 'cloud' : 'soft'],
      assignedTo: how.integratorGuid === null ? [] : [how.integratorGuid],
      source: how.source,
      state,
      ...ends,
      expiry: expiryAt(ends, now),
      isPaid: isPaidNow || isFree,
      charged: paid && !isCaught ? price.perLicense : {},
      quotaHolder: quota.holder,
      passwordBox: how.passwordBox,
      remark: how.remark,
      issuedBy: caller.accountId,
      issuedAt: now,
      updatedAt: now,
    }
    await replace(scope, held)
    const made = await insertWithSerials(
      scope,
      shared,
      typeof to === 'number' ? Array.from({ length: to }, () => null) : to,
      how,
    )
    await noteReplaced(scope, held, made)
    const [first] = made
    const productName = [...(await listProductNames(scope, licenseIds)).values()].join(', ')
    await scope.record(
      ...made.map((row) => ({
        type: 'add' as const,
        target: targetOf({ family, ...row }),
        after: issueFacts({ account: row.account, source: how.source, remark: how.remark }, templateName, productName),
      })),
    )
    // The page of a campaign says it to its participants.
    if (!isCaught && !how.isApproved)
      await tellIssued(scope, made, {
        licenseIds,
        terms: content,
        isPreIssued: how.isPreIssued,
        expiresAt: ends.expiresAt,
      })
    const requestGuid =
      by && first
        ? await approvals.file(scope, by, {
            family,
            event: 'issue',
            taskGuid: how.taskGuid,
            templateName,
            productName,
            subject: first.account ?? first.serial,
            count,
            fen: paid ? price.totalFen : 0,
          })
        : null
    if (requestGuid !== null) await setIssueRequest(scope, issueGuid, requestGuid)
    return {
      issueGuid,
      status: state,
      requestGuid,
      licenses: made.map(({ guid, serial, account }) => ({ guid, serial, account })),
      orderGuid,
      paid: paid && !isCaught ? price : null,
      expiresAt: ends.expiresAt,
      replaced: held.map(({ guid, userGuid, state: before }) => ({ guid, userGuid, state: before })),
    }
  }

  /** Inserts licenses and retries the few whose serial is taken. */
  async function insertWithSerials(
    scope: Scope,
    shared: SharedColumns,
    to: readonly (Recipient | null)[],
    { customerGuid }: Pick<How, 'customerGuid'>,
  ): Promise<NewLicense[]> {
    const {
      asking: { now },
      ids,
    } = scope
    let rows = to.map((user): NewLicense => ({
      guid: ids.guid(),
      serial: makeSerial(shared.family, now),
      userGuid: user?.guid ?? null,
      account: user?.account ?? null,
      customerGuid: user ? user.customerGuid : customerGuid,
      tagGuids: user?.tagGuids ?? [],
    }))
    const made = new Map<string, NewLicense>()
    const order = rows.map(({ guid }) => guid)
    for (let tries = 0; rows.length > 0 && tries < TRIES; tries++) {
      const inserted = await insertLicenses(scope, shared, rows).catch(orHeld)
      for (const row of rows) if (inserted.has(row.guid)) made.set(row.guid, row)
      rows = rows
        .filter(({ guid }) => !inserted.has(guid))
        .map((row) => ({ ...row, serial: makeSerial(shared.family, now) }))
    }
    if (rows.length > 0) throw new Refusal('license.issueFailed')
    return order.flatMap((guid) => made.get(guid) ?? [])
  }

  /** Ends the licenses that new ones replace. */
  async function replace(scope: Scope, held: readonly License[]): Promise<void> {
    const { now } = scope.asking
    for (const one of held)
      if (licenseMachine.next(one.state, 'replace') === undefined)
        throw new Error(`a license in state ${one.state} cannot be replaced`)
    await updateLicenses(
      scope,
      held.map(({ guid }) => guid),
      { state: LICENSE_STATUSES.replaced, endedAt: now, updatedAt: now },
    )
    await leaving.leave(scope, held)
  }

  async function noteReplaced(scope: Scope, held: readonly License[], made: readonly NewLicense[]): Promise<void> {
    const by = new Map(made.map((row) => [row.userGuid, row]))
    await setReplacedBy(
      scope,
      held.map(({ guid, userGuid }) => ({ guid, replacedBy: by.get(userGuid)?.guid ?? null })),
    )
    await insertCallerEvents(
      scope,
      held.map((old) => ({
        licenseGuid: old.guid,
        kind: 'replace' as const,
        about: by.get(old.userGuid)?.serial ?? null,
      })),
    )
    await scope.record(
      ...held.map((old) => ({
        type: 'update' as const,
        target: targetOf(old),
        before: { status: scope.say(`license.statuses.${licenseStatusName(old.state)}`) },
        after: { status: scope.say('license.statuses.replaced') },
      })),
    )
  }

  /** Stores the content of an issue as terms, which one or many transactions then use. */
  async function freeze(
    scope: Scope,
    { template, family }: Issuable,
    { content, productEnds, products }: Changed,
  ): Promise<Frozen> {
    const termsGuid = scope.ids.guid()
    const { terms, areas } = storedOf(content, products, digest)
    await insertTerms(scope, {
      developerId: scope.developerId,
      guid: termsGuid,
      terms,
      areasOf: termsGuid,
      areas,
      productEnds,
      createdAt: scope.asking.now,
    })
    return {
      family: family as LicenseFamily,
      templateGuid: template.guid,
      templateName: template.name,
      templateVersion: template.version,
      termsGuid,
      content,
      productEnds,
    } // `draw` requires a family of licenses
  }

  const howOf = (
    {
      isPreIssued,
      byVoucher,
      customerId,
      integratorGuid,
      remark,
      password,
    }: Omit<IssueAsked, 'templateGuid' | 'family'>,
    source: LicenseSource,
    taskGuid: string | null = null,
  ): How => ({
    source: isPreIssued ? 'preIssue' : source,
    isPreIssued,
    byVoucher,
    customerGuid: customerId ?? null,
    integratorGuid: integratorGuid ?? null,
    remark: remark || null,
    taskGuid,
    passwordBox: password === undefined ? null : sealPassword(box, password),
  })

  async function requireLimit(scope: Scope, family: LicenseFamily, count: number): Promise<void> {
    const { issueMax: max } = (await readTerms(scope)).limits
    if (count > max)
      throw new Refusal('license.overIssueMax', {
        params: { max, count },
        field: family === 'account' ? 'userIds' : 'count',
      })
  }

  const sizeOf = (to: readonly Recipient[] | number) => (typeof to === 'number' ? to : to.length)

  async function issue(scope: Scope, asked: IssueAsked): Promise<Issued> {
    const trace = startTrace(scope, ISSUE_RULES, 'issueRules', false)
    const { issuable, changed } = await draw(scope, asked, trace)
    if (!changed) throw new Error('a strict trace returned no result')
    // Requests are locked before users, as decisions do.
    await leaving.lockForUsers(scope, asked.userIds ?? [])
    const to = await recipients(scope, asked, changed.content, false)
    const count = sizeOf(to)
    await requireLimit(scope, asked.family, count)
    return issueTo(scope, await freeze(scope, issuable, changed), to, {
      ...howOf(asked, sourceBy(scope, count === 1 ? 'single' : 'batch')),
      shown: shownOf(asked),
    })
  }

  /** Dry run of an issue: reports every rule, writes and locks nothing. */
  async function preview(scope: Scope, asked: IssueAsked) {
    const trace = startTrace(scope, ISSUE_RULES, 'issueRules', true)
    const {
      issuable: { template },
      changed,
    } = await draw(scope, asked, trace)
    const content = changed?.content
    const to = content && (await trace.ask('recipients', () => recipients(scope, asked, content, true)))
    const count = to === undefined ? (asked.userIds?.length ?? asked.count ?? 1) : sizeOf(to)
    await trace.ask('limit', () => requireLimit(scope, asked.family, count))
    const answer = { count, price: null, paidAt: 'issue' as const, caughtBy: null, warnings: [], overwrites: [] }
    if (!content || count === 0) return { ...answer, isAllowed: false, rules: trace.told() }
    const { quota, grant, price, when } = await judge(scope, trace, {
      family: asked.family,
      content,
      count,
      templateName: template.name,
      isPreIssued: asked.isPreIssued,
      byVoucher: asked.byVoucher,
      isDry: true,
    })
    const by =
      price &&
      (await approvals.catches(
        scope,
        askedOf(scope, { family: asked.family, templateGuid: template.guid, content }, grant, {
          count,
          fen: price.totalFen,
        }),
      ))
    if (price && when === 'issue' && !isTrial(scope))
      await trace.ask('money', () => requireFunds(scope, price, content.packageName))
    else if (price) await trace.ask('money', () => undefined)
    const held = Array.isArray(to)
      ? await listHeld(
          scope,
          to.map(({ guid }) => guid),
          [content.licenseId],
          false,
        )
      : []
    const assessed =
      price && scope.caller.integratorGuid === null ? await assess(scope, price, content.packageName) : null
    const { say } = scope
    const warnings = [
      ...(held.length > 0
        ? [{ kind: 'overwrites' as const, message: say('license.warnings.overwrites', { count: held.length }) }]
        : []),
      ...(quota?.left != null && quota.left >= count
        ? [
            {
              kind: 'quotaLeft' as const,
              message: say('license.warnings.quotaLeft', {
                form: say(`license.forms.${quota.form}`),
                left: quota.left - count,
              }),
            },
          ]
        : []),
      ...(assessed?.units?.stock === 'gift' && assessed.isEnough
        ? [
            {
              kind: 'giftsLeft' as const,
              message: say('license.warnings.giftsLeft', { left: assessed.units.left - assessed.units.count }),
            },
          ]
        : []),
      ...(asked.family !== 'account' && asked.customerId === undefined && !asked.isPreIssued
        ? [{ kind: 'noCustomer' as const, message: say('license.warnings.noCustomer') }]
        : []),
    ]
    const rules = trace.told()
    return {
      ...answer,
      rules,
      isAllowed: rules.every(({ outcome }) => outcome === 'pass'),
      price: assessed,
      vouchers: await vouchersFor(scope, grant),
      warnings,
      paidAt: by && when === 'issue' ? ('approval' as const) : when,
      caughtBy: by ? { guid: by.flowGuid, name: by.name } : null,
      overwrites: held
        .slice(0, LIMITS.page.maxSize)
        .map(({ guid, serial, account }) => ({ guid, serial, account: account ?? '' })),
    }
  }

  return {
    askedOf,
    catches: approvals.catches,
    draw,
    freeze,
    howOf,
    issue,
    issueTo,
    judge,
    preview,
    priceFor: judging.priceFor,
    recipients,
    replace,
    requireIssuable: judging.requireIssuable,
    requireFitting,
    noteReplaced,
    requirePayable,
  }
}

export type Issuing = ReturnType<typeof createIssuing>
