// What people see of the licenses of an approval request: differences to the template or to the present terms, the
// customer's other licenses, and each license in it.
import { LICENSE_STATUSES, statusAt } from '@sealwright/contract'
import type { AuditItem } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listCustomerNames } from '../../customer/index.ts'
import { listIntegratorNames } from '../../integrator/index.ts'
import { listProductNames } from '../../product/index.ts'
import { differencesOf, findLastTerms, listTemplateNames, listTerms } from '../../template/index.ts'
import type { FieldChange, RequestDescription, RequestEffects } from '../approvals.kind.ts'
import { findReasons } from '../event.queries.ts'
import { listLicensesByGuid } from '../license.queries.ts'
import { termsFacts } from '../license.rules.ts'
import type { LicenseIssue, WaitingUpdate } from '../license.tables.ts'
import type { Reading } from '../list/reading.service.ts'
import { findTerms, listTermsAlone } from '../terms.queries.ts'
import { countOfRequest, listOfRequest } from '../update/waiting-update.queries.ts'
import * as requests from './request.queries.ts'

export function createRequestView({
  reading,
}: {
  reading: Pick<Reading, 'formOf'>
}): Pick<RequestEffects, 'form' | 'describe' | 'holdings' | 'listItems'> {
  /**
   * The differences of an issue to the template: to its last version while the terms are open, otherwise to the version
   * that it was issued from.
   */
  async function templateChanges(
    scope: Scope,
    issues: readonly LicenseIssue[],
    isOpen: boolean,
  ): Promise<FieldChange[]> {
    const [first] = issues
    if (!first || issues.some(({ templateGuid }) => templateGuid !== first.templateGuid)) return []
    const { templateGuid, templateVersion, termsGuid } = first
    const before = isOpen
      ? await findLastTerms(scope, templateGuid)
      : (await listTerms(scope, templateGuid, [templateVersion])).get(templateVersion)
    const after = (await listTermsAlone(scope, [termsGuid])).get(termsGuid)
    return before && after ? differencesOf(termsFacts({ terms: before, productEnds: {} }), termsFacts(after)) : []
  }

  /** The changes of waiting or ended updates, by license. */
  async function updateChanges(scope: Scope, updates: readonly WaitingUpdate[]): Promise<Map<string, FieldChange[]>> {
    const terms = await listTermsAlone(scope, [
      ...new Set(updates.flatMap(({ baseTermsGuid, termsGuid }) => [baseTermsGuid, termsGuid])),
    ])
    return new Map(
      updates.map(({ licenseGuid, baseTermsGuid, termsGuid }) => {
        const [before, after] = [terms.get(baseTermsGuid), terms.get(termsGuid)]
        return [licenseGuid, before && after ? differencesOf(termsFacts(before), termsFacts(after)) : []]
      }),
    )
  }

  async function holdings(scope: Scope, requestGuid: string): ReturnType<RequestEffects['holdings']> {
    const issueGuids = (await requests.listIssues(scope, requestGuid)).map(({ guid }) => guid)
    const updates = issueGuids.length > 0 ? [] : await listOfRequest(scope, requestGuid, { limit: 1 })
    const of = issueGuids.length > 0 ? { issueGuids } : { guids: updates.map(({ licenseGuid }) => licenseGuid) }
    const { customers, users } = await requests.findHolders(scope, of)
    const [customerGuid] = customers.length === 1 ? customers : []
    const [user] = users.length === 1 ? users : []
    if (customerGuid === undefined && !user) return null
    const counts = await requests.countHoldings(
      scope,
      user ? { userGuid: user.guid } : { customerGuid: customerGuid ?? '' },
    )
    const names = await listProductNames(
      scope,
      counts.map(({ licenseId }) => licenseId),
    )
    const customerName =
      customerGuid === undefined ? undefined : (await listCustomerNames(scope, [customerGuid])).get(customerGuid)
    return {
      name: user?.account ?? customerName ?? '',
      products: counts.map(({ licenseId, count }) => ({ name: names.get(licenseId) ?? '', count })),
    }
  }

  async function describe(scope: Scope, requestGuid: string, isOpen: boolean): Promise<RequestDescription> {
    const issues = await requests.listIssues(scope, requestGuid)
    const [update] = issues.length > 0 ? [] : await listOfRequest(scope, requestGuid, { limit: 1 })
    const issueGuids = issues.map(({ guid }) => guid)
    const [row] = update
      ? await listLicensesByGuid(scope, [update.licenseGuid])
      : await requests.listItems(scope, issueGuids, { offset: 0, limit: 1 })
    if (!row) throw new Refusal('audit.notFound')
    const [integratorGuid] = row.assignedTo
    const { customers } = await requests.findHolders(scope, update ? { guids: [row.guid] } : { issueGuids })
    // A batch can be for users of several customers.
    const [customerGuid] = customers.length === 1 ? customers : []
    return {
      remark: row.remark,
      customerName:
        customerGuid === undefined
          ? null
          : ((await listCustomerNames(scope, [customerGuid])).get(customerGuid) ?? null),
      integratorName:
        integratorGuid === undefined
          ? null
          : ((await listIntegratorNames(scope, [integratorGuid])).get(integratorGuid) ?? null),
      templateChanges: await templateChanges(scope, issues, isOpen),
      licenseChanges: update ? ((await updateChanges(scope, [update])).get(update.licenseGuid) ?? []) : [],
    }
  }

  async function listItems(scope: Scope, requestGuid: string, page: { offset: number; limit: number }) {
    const { now } = scope.asking
    const issues = await requests.listIssues(scope, requestGuid)
    const issueGuids = issues.map(({ guid }) => guid)
    const updates = issues.length > 0 ? [] : await listOfRequest(scope, requestGuid, page)
    const licenses =
      issues.length > 0
        ? await requests.listItems(scope, issueGuids, page)
        : await listLicensesByGuid(
            scope,
            updates.map(({ licenseGuid }) => licenseGuid),
          )
    const byGuid = new Map(updates.map((update) => [update.licenseGuid, update]))
    const changes = await updateChanges(scope, updates)
    const templates = await listTemplateNames(scope, [...new Set(licenses.map(({ templateGuid }) => templateGuid))])
    const refused = licenses.filter(({ state }) => state === LICENSE_STATUSES.rejected).map(({ guid }) => guid)
    const reasons =
      issues.length > 0 && refused.length > 0
        ? await findReasons(scope, refused, 'reject', now)
        : new Map<string, string | null>()
    const rows = licenses.map((row): AuditItem => ({
      guid: row.guid,
      serial: row.serial,
      account: row.account,
      status: statusAt(row, now),
      templateName: templates.get(row.templateGuid) ?? '',
      changes: changes.get(row.guid) ?? [],
      reason: byGuid.get(row.guid)?.reason ?? reasons.get(row.guid) ?? null,
    }))
    const records = issues.length > 0 ? await requests.countItems(scope, issueGuids) : undefined
    return { rows, records: records ?? (await countOfRequest(scope, requestGuid)) }
  }

  async function form(scope: Scope, requestGuid: string) {
    const issues = await requests.listIssues(scope, requestGuid)
    const [first] = issues
    if (!first) throw new Refusal('audit.updateRequest')
    if (issues.some(({ templateGuid }) => templateGuid !== first.templateGuid))
      throw new Refusal('audit.severalTemplates')
    const terms = (await findTerms(scope, [first.termsGuid])).get(first.termsGuid)
    if (!terms) throw new Error('an issue without terms')
    const isNew = (await requests.listWaitingIssues(scope, requestGuid)).length === 0
    return { family: first.family, ...(await reading.formOf(scope, first.family, first.templateGuid, terms, isNew)) }
  }

  return { form, describe, holdings, listItems }
}
