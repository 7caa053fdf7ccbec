// Reads licenses: lists, one license, and the templates to issue from. Statuses are computed from the clock. Before a
// list is filtered, changes by the clock are recorded, so an expired license is not listed as in force.
import {
  LICENSE_ACTS,
  LICENSE_MODES,
  LICENSE_STATUSES,
  licenseMachine,
  licenseModeOf,
  licensePrivilege,
  refreshChanges,
  statusAt,
  templateNumber,
} from '@sealwright/contract'
import type { LicenseAct, LicenseFamily, LicenseStatus, LicenseVerb } from '@sealwright/contract'
import { listAccountNames } from '../../../kernel/account-names.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findUsers, listCustomerNames } from '../../customer/index.ts'
import { listIntegratorNames } from '../../integrator/index.ts'
import { listProductNames } from '../../product/index.ts'
import { contentOf, differencesOf, findContent, listNamedTemplates } from '../../template/index.ts'
import type { Approvals } from '../approvals.kind.ts'
import { findReason } from '../event.queries.ts'
import type { ReasonedAct } from '../event.queries.ts'
import { hasDue, noteExpired } from '../expiry.queries.ts'
import type { CampaignsOf } from '../issue/campaign.kind.ts'
import { fieldsBeyond, readChanges } from '../issue/content.service.ts'
import { findIssues } from '../issue/issue.queries.ts'
import { listSerials } from '../license.queries.ts'
import { endOrNull, termsFacts } from '../license.rules.ts'
import type { License, Terms } from '../license.tables.ts'
import { findTerms, listTermsAlone } from '../terms.queries.ts'
import { listWaiting } from '../update/waiting-update.queries.ts'
import { grantsOf, inForm, issuableOf, listIssuable, readIssuable, termsOf } from './issuable.service.ts'
import { countOrders } from './paid-for.queries.ts'
import { countLicenses, findLicense, listLicenses } from './search.queries.ts'
import type { LicenseFilter, LicenseOrder, ListedLicense } from './search.queries.ts'

/**
 * When a caller lists licenses, changes by the clock are recorded in steps of this size for at most this time. A job
 * records the rest.
 */
const STEP = 2_000
const NOTING_MS = 2_000

const RIGHT_FOR: Readonly<Record<LicenseAct, LicenseVerb>> = {
  refresh: 'update',
  lock: 'lock',
  unlock: 'lock',
  delete: 'delete',
  unbind: 'unbind',
  recycle: 'unbind',
}

/** The act that leads to a status, to find its reason. */
const BROUGHT_BY: Partial<Record<LicenseStatus, ReasonedAct>> = {
  [LICENSE_STATUSES.locked]: 'lock',
  [LICENSE_STATUSES.rejected]: 'reject',
  [LICENSE_STATUSES.deleting]: 'delete',
  [LICENSE_STATUSES.deleted]: 'delete',
}

interface ReadingDeps {
  database: Database
  approvals: Pick<Approvals, 'standing'>
  campaignsOf: CampaignsOf
}

export function createReading({ database, approvals, campaignsOf }: ReadingDeps) {
  /** The acts that the caller may do now. */
  function actsOf({ caller }: Scope, family: LicenseFamily, status: LicenseStatus): LicenseAct[] {
    const events = licenseMachine.events(status, 'operator')
    return LICENSE_ACTS.filter(
      (act) => events.includes(act) && caller.privileges.has(licensePrivilege(family, RIGHT_FOR[act])),
    )
  }

  async function rowsOf(scope: Scope, rows: readonly ListedLicense[]) {
    const { now } = scope.asking
    const present = <T>(values: readonly (T | null)[]) => [...new Set(values.filter((value) => value !== null))]
    const [products, templates, issuers, users, customers, integrators, campaigns] = [
      await listProductNames(scope, [...new Set(rows.flatMap((row) => row.licenseIds))]),
      await listNamedTemplates(scope, present(rows.map((row) => row.templateGuid))),
      await listAccountNames(
        scope,
        rows.map((row) => row.issuedBy),
      ),
      await findUsers(scope, present(rows.map((row) => row.userGuid)), true),
      await listCustomerNames(scope, present(rows.map((row) => row.customerGuid))),
      await listIntegratorNames(scope, [...new Set(rows.flatMap((row) => row.assignedTo))]),
      await campaignsOf(
        scope,
        rows.filter(({ source }) => source === 'campaign').map(({ guid }) => guid),
      ),
    ]
    return rows.map((row) => {
      const { terms, family } = row
      const status = statusAt(row, now)
      const [integratorGuid] = row.assignedTo
      const template = templates.get(row.templateGuid)
      // For a user outside the caller's row scope, the answer has only the account name of the license.
      const [user, customerName] = [users.get(row.userGuid ?? ''), customers.get(row.customerGuid ?? '')]
      return {
        guid: row.guid,
        serial: row.serial,
        status,
        licenseMode: LICENSE_MODES[licenseModeOf(family, terms)],
        licenseId: row.licenseId,
        productName: products.get(row.licenseId) ?? '',
        otherProductNames: row.licenseIds.slice(1).map((id) => products.get(id) ?? ''),
        ...termsOf(terms, now),
        licenseVersion: terms.grants[0]?.licenseVersion ?? null,
        templateGuid: row.templateGuid,
        templateName: template?.name ?? '',
        templateNumber: templateNumber(row.templateGuid),
        templateVersion: row.templateVersion,
        hasTemplate: template?.deletedAt === null,
        userGuid: user ? row.userGuid : null,
        account: row.account,
        userName: user?.userName ?? null,
        customerGuid: customerName === undefined ? null : row.customerGuid,
        customerName: customerName ?? null,
        integratorGuid: integratorGuid ?? null,
        integratorName: integrators.get(integratorGuid ?? '') ?? null,
        source: row.source,
        campaign: campaigns.get(row.guid) ?? null,
        issuer: issuers.get(row.issuedBy) ?? '',
        issueTime: row.issuedAt,
        firstUseTime: row.firstUsedAt,
        expireTime: endOrNull(row.expiresAt),
        endedTime: row.endedAt,
        bound: row.bound,
        everBound: row.everBound,
        remark: row.remark,
        deliveredTo: row.deliveredTo,
        deliverTime: row.deliveredAt,
        hasPassword: row.passwordBox !== null,
        revision: row.revision,
        acts: actsOf(scope, family, status),
      }
    })
  }

  /** Records changes by the clock, so that filters and counts are up to date. True if all are recorded. */
  async function noted(scope: Scope): Promise<boolean> {
    if (!(await hasDue(scope))) return true
    const end = performance.now() + NOTING_MS
    while (
      (await noteExpired(database, scope.developerId, scope.asking.now, STEP)) === STEP &&
      performance.now() < end
    );
    return !(await hasDue(scope))
  }

  async function find(
    scope: Scope,
    family: LicenseFamily,
    {
      currentPage,
      pageSize,
      sort = 'issueTime',
      order,
      ...filter
    }: { currentPage: number; pageSize: number } & LicenseFilter & {
        [Name in keyof LicenseOrder]?: LicenseOrder[Name] | undefined
      },
  ) {
    requirePeriod(filter)
    const isNoted = await noted(scope)
    const list = await listLicenses(
      scope,
      family,
      filter,
      { sort, order: order ?? (sort === 'issueTime' ? 'desc' : 'asc') },
      isNoted,
    )
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: await rowsOf(scope, page.rows) }
  }

  async function count(scope: Scope, family: LicenseFamily, filter: LicenseFilter) {
    requirePeriod(filter)
    return countLicenses(scope, family, filter, await noted(scope))
  }

  async function getRow(scope: Scope, family: LicenseFamily, guid: string): Promise<ListedLicense> {
    const row = await findLicense(scope, family, guid)
    if (!row) throw new Refusal('license.notFound')
    return row
  }

  /** Whether the template of a license allows changes of data areas now. */
  const canChangeAreas = async (scope: Scope, { templateGuid }: Pick<License, 'templateGuid'>) =>
    (await findContent(scope, templateGuid))?.template.canModifyDataZone ?? false

  const { approving, rejected } = LICENSE_STATUSES

  /** Where the request of a waiting or rejected license stands. Null if there is none. */
  async function approvalOf(scope: Scope, { state, issueGuid }: Pick<License, 'state' | 'issueGuid'>) {
    if (state !== approving && state !== rejected) return null
    const requestGuid = (await findIssues(scope, [issueGuid])).get(issueGuid)?.requestGuid
    return requestGuid ? standingOf(scope, requestGuid) : null
  }

  async function standingOf(scope: Scope, requestGuid: string) {
    const found = (await approvals.standing(scope, [requestGuid])).get(requestGuid)
    if (!found) return null
    const { step, steps, waitsFor } = found
    // Integrators learn that it waits, but not for whom.
    return { requestGuid, step, steps, waitsFor: scope.caller.integratorGuid === null ? waitsFor : [] }
  }

  async function waitingUpdateOf(scope: Scope, { guid }: Pick<License, 'guid'>) {
    // What administrators have not decided yet is no matter of an integrator.
    if (scope.caller.integratorGuid !== null) return null
    const [update] = await listWaiting(scope, [guid])
    const standing = update && (await standingOf(scope, update.requestGuid))
    if (!update || !standing) return null
    const { baseTermsGuid, termsGuid, requestedBy, requestedAt } = update
    const terms = await listTermsAlone(scope, [baseTermsGuid, termsGuid])
    const [before, after] = [terms.get(baseTermsGuid), terms.get(termsGuid)]
    return {
      ...standing,
      requester: (await listAccountNames(scope, [requestedBy])).get(requestedBy) ?? '',
      requestTime: requestedAt,
      changes: before && after ? differencesOf(termsFacts(before), termsFacts(after)) : [],
    }
  }

  async function get(scope: Scope, family: LicenseFamily, { guid }: { guid: string }) {
    const row = await getRow(scope, family, guid)
    const terms = (await findTerms(scope, [row.termsGuid])).get(row.termsGuid)
    const [answer] = await rowsOf(scope, [row])
    if (!terms || !answer) throw new Error('a license without terms')
    const content = contentOf(terms.terms, terms.areas)
    const broughtBy = BROUGHT_BY[answer.status]
    const replacedBy =
      row.replacedBy === null ? undefined : (await listSerials(scope, family, [row.replacedBy])).get(row.replacedBy)
    return {
      ...answer,
      ...(await grantsOf(scope, content, terms.terms)),
      productEnds: Object.entries(terms.productEnds).map(([id, end]) => ({
        licenseId: Number(id),
        endTime: new Date(end),
      })),
      replacedBy:
        row.replacedBy !== null && replacedBy !== undefined ? { guid: row.replacedBy, serial: replacedBy } : null,
      statusReason: broughtBy ? await findReason(scope, guid, broughtBy, scope.asking.now) : null,
      approval: await approvalOf(scope, row),
      waitingUpdate: await waitingUpdateOf(scope, row),
      refreshable: [...refreshChanges(family, content, await canChangeAreas(scope, row))],
      // Integrators see no prices.
      chargedFen:
        scope.caller.integratorGuid === null ? Object.values(row.charged).reduce((sum, fen) => sum + fen, 0) : null,
      orders: scope.caller.integratorGuid === null ? await countOrders(scope, row) : null,
    }
  }

  /**
   * A template and the terms of a request from it, for the form that edits the request. In a new submission, terms that
   * the template of today does not allow can be changed, too: back to those of the template.
   */
  async function formOf(scope: Scope, family: LicenseFamily, templateGuid: string, stored: Terms, isNew: boolean) {
    const found = await issuableOf(scope, family, templateGuid)
    const { terms, areas, productEnds } = stored
    const content = contentOf(terms, areas)
    const form = await inForm(scope, family, found, { content, terms })
    const beyond = isNew ? fieldsBeyond(found.content, await readChanges(scope, family, content, productEnds)) : []
    return {
      template: await inForm(scope, family, found, found),
      terms: { ...form, changeable: [...new Set<string>([...form.changeable, ...beyond])] },
    }
  }

  return {
    find,
    count,
    get,
    getRow,
    rowsOf,
    templates: listIssuable,
    template: readIssuable,
    formOf,
    approvalOf,
    canChangeAreas,
    noted,
  }
}

export type Reading = ReturnType<typeof createReading>
