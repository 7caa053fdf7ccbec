// Licenses: the face. Two nouns on the wire, one set of use cases; a kind under `pcLicense` has rights of its own.
import { licenseCalls, licensePrivilege, pcLicenseCalls } from '@sealwright/contract'
import type { LicenseFamily, LicenseVerb } from '@sealwright/contract'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ProductLicenses } from '../product/index.ts'
import type { AnyTaskKind, OpenTask } from '../task/index.ts'
import type { TemplateUse } from '../template/index.ts'
import { createDelivery } from './delivery.service.ts'
import { createExport } from './export.service.ts'
import { createBatchIssue } from './issue-batch.service.ts'
import { createIssuing } from './issue.service.ts'
import type { IssueDeps } from './issue.service.ts'
import { countBy } from './license.queries.ts'
import { createReading } from './reading.service.ts'
import { createRefreshing } from './refresh.service.ts'
import { createUpdateBatch } from './update-batch.service.ts'

export type { Approvals } from './issue.service.ts'

/** What products and templates ask of licenses. */
export const licensesOf: ProductLicenses & TemplateUse = {
  countLicenses: (scope, templateGuids) => countBy(scope, 'template', templateGuids),
  countLicensesOfProducts: (scope, licenseIds) => countBy(scope, 'product', licenseIds),
}

export interface LicenseDeps extends IssueDeps {
  database: Database
  openTask: OpenTask
  mailer: Pick<Mailer, 'queue'>
}

export function createLicense(deps: LicenseDeps): { bindings: Binding[]; taskKinds: AnyTaskKind[] } {
  const reading = createReading(deps)
  const issuing = createIssuing(deps)
  const issueBatch = createBatchIssue({ ...deps, issuing })
  const refreshing = createRefreshing({ ...deps, reading })
  const updateBatch = createUpdateBatch({ ...deps, refreshing })
  const delivery = createDelivery(deps)
  const exportLicenses = createExport({ reading })

  /** The gate let in whoever has this right for any kind of the noun; here it is asked for the very kind. */
  const allowed = (scope: Pick<Scope, 'caller' | 'say'>, family: LicenseFamily, ...verbs: LicenseVerb[]): LicenseFamily => {
    requireAnyPrivilege(scope.caller, verbs.map((verb) => licensePrivilege(family, verb)), (name) => scope.say(`privileges.${name}`))
    return family
  }

  function bindingsOf(calls: typeof licenseCalls, familyOf: (payload: object) => LicenseFamily): Binding[] {
    const right = (scope: Pick<Scope, 'caller' | 'say'>, payload: object, ...verbs: LicenseVerb[]) => allowed(scope, familyOf(payload), ...verbs)
    return [
      answers(calls.find, async (scope, payload) => reading.find(scope, right(scope, payload, 'view'), payload)),
      answers(calls.count, async (scope, payload) => reading.count(scope, right(scope, payload, 'view'), payload)),
      answers(calls.get, async (scope, payload) => reading.get(scope, right(scope, payload, 'view'), payload)),
      answers(calls.templates, async (scope, payload) => reading.templates(scope, right(scope, payload, 'issue', 'view'), payload)),
      answers(calls.template, async (scope, payload) => reading.template(scope, right(scope, payload, 'issue'), payload)),
      // A look at an update tells what there is as well.
      answers(calls.previewRefresh, async (scope, payload) => refreshing.preview(scope, right(scope, payload, 'update') && right(scope, payload, 'view'), payload)),
      answers(calls.refresh, async (scope, payload) => refreshing.refresh(scope, right(scope, payload, 'update'), payload)),
      answers(calls.deliver, async (scope, payload) => delivery.deliver(scope, right(scope, payload, 'deliver'), payload)),
      answers(calls.assign, async (scope, payload) => delivery.assign(scope, right(scope, payload, 'issue'), payload)),
      answersFile(calls.export, async (context, payload) => exportLicenses(context, (scope) => right(scope, payload, 'export'), payload)),
    ]
  }

  return {
    taskKinds: [...issueBatch.kinds, ...updateBatch.taskKinds],
    bindings: [
      ...bindingsOf(licenseCalls, () => 'smart'),
      ...bindingsOf(pcLicenseCalls as unknown as typeof licenseCalls, (payload) => (payload as { kind: LicenseFamily }).kind), // each of these has a `kind`, which its schema decoded
      answers(licenseCalls.preview, async (scope, payload) => issuing.preview(scope, { ...payload, family: allowed(scope, 'smart', 'issue') })),
      answers(licenseCalls.issue, async (scope, payload) => answerIssued(await issuing.issue(scope, { ...payload, family: allowed(scope, 'smart', 'issue') }))),
      answers(pcLicenseCalls.preview, async (scope, { templateGuids: [templateGuid = ''], kind, ...payload }) => issuing.preview(scope, { ...payload, templateGuid, family: allowed(scope, kind, 'issue') })),
      answers(pcLicenseCalls.issue, async (scope, { templateGuids: [templateGuid = ''], kind, ...payload }) => answerIssued(await issuing.issue(scope, { ...payload, templateGuid, family: allowed(scope, kind, 'issue') }))),
      answers(pcLicenseCalls.batchIssue, async (scope, payload) => {
        allowed(scope, payload.kind, 'issue')
        return issueBatch.batchIssue(scope, payload)
      }),
      answers(pcLicenseCalls.previewBatchUpdate, async (scope, payload) => {
        allowed(scope, payload.kind, 'update')
        allowed(scope, payload.kind, 'view')
        return updateBatch.previewBatchUpdate(scope, payload.kind, payload)
      }),
      answers(pcLicenseCalls.batchUpdate, async (scope, payload) => {
        allowed(scope, payload.kind, 'update')
        return updateBatch.batchUpdate(scope, payload.kind, payload)
      }),
    ],
  }
}

const answerIssued = ({ licenses, ...issued }: Awaited<ReturnType<ReturnType<typeof createIssuing>['issue']>>) => ({ ...issued, licenses, codes: licenses.flatMap(({ serial, account }) => (account === null ? [serial] : [])) })
