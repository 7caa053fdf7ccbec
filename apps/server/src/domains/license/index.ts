// Public interface of the license domain. The calls of `license` (smart licenses) and `pcLicense` (accounts, codes,
// dongles) share one set of use cases. Each kind under `pcLicense` has its own privileges.
import { LICENSE_STATUSES, licenseCalls, licensePrivilege, pcLicenseCalls } from '@sealwright/contract'
import type { LicenseFamily, LicenseVerb, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Clock } from '../../kernel/clock.ts'
import type { RoundPart } from '../../kernel/daily-round.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { QuotaUse } from '../access/index.ts'
import type { Mailing } from '../email-template/index.ts'
import type { ProductLicenses } from '../product/index.ts'
import type { AnyTaskKind, OpenTask } from '../task/index.ts'
import type { TemplateUse } from '../template/index.ts'
import { createActBatch } from './acts/act-batch.service.ts'
import { createActs } from './acts/acts.service.ts'
import { createApproval } from './acts/approval.service.ts'
import { createLeaving } from './acts/leaving.service.ts'
import type { RequestEffects, Standing } from './approvals.kind.ts'
import { createDelivery } from './delivery/delivery.service.ts'
import { createCustomerReminders } from './ending/customer-reminder.service.ts'
import { createEndingReminders } from './ending/ending.service.ts'
import { expiryJob } from './expiry.job.ts'
import { createCampaignIssuing } from './issue/campaign-issue.service.ts'
import type { CampaignIssuing, CampaignsOf } from './issue/campaign.kind.ts'
import { createBatchIssue } from './issue/issue-batch.service.ts'
import { createIssueMail } from './issue/issue-mail.service.ts'
import { createTakingBack } from './issue/issue-undo.service.ts'
import { createIssuing } from './issue/issue.service.ts'
import type { IssueDeps } from './issue/issue.service.ts'
import { readUse } from './issue/quota.queries.ts'
import { listLicensesByGuid } from './license.queries.ts'
import { createExport } from './list/export.service.ts'
import { countBy } from './list/figures.queries.ts'
import { createFigures } from './list/figures.service.ts'
import type { EndingLicenses, LicenseFigures } from './list/figures.service.ts'
import { createHistory } from './list/history.service.ts'
import { createReading } from './list/reading.service.ts'
import { createRequestEdit } from './request/request-edit.service.ts'
import { createRequestView } from './request/request-view.service.ts'
import { createRefreshing } from './update/refresh.service.ts'
import { createUpdateBatch } from './update/update-batch.service.ts'
import { createMachines } from './use/machine.service.ts'
import type { Machines } from './use/machine.service.ts'

export type {
  ApprovalAsked,
  Approvals,
  CaughtBy,
  Filed,
  RequestEffects,
  RequestPiece,
  Standing,
} from './approvals.kind.ts'
export type { CampaignIssuing, CampaignOffer, CampaignsOf, GivenLicense } from './issue/campaign.kind.ts'
export { isCodePassword } from './issue/code-password.ts'
export { readChanges, requireAllowed, requireValid } from './issue/content.service.ts'
export type { Changed } from './issue/content.service.ts'
export { sentenceOf } from './issue/trace.service.ts'
export { bytesOf, readAreas } from './use/area.service.ts'
export type { AreaBytes } from './use/area.service.ts'
export type { Machine, MachineTenant } from './use/machine.service.ts'
export { countApproving, countEnding } from './ending/ending.queries.ts'
export { createCodeMask } from './code-mask.rules.ts'
export { findReason, insertEvents } from './event.queries.ts'
export { lockOfAnyFamily } from './license.queries.ts'
export type { ReasonedAct } from './event.queries.ts'
export { NEVER, endOrNull, stateForbids } from './license.rules.ts'
export { listIssuable, readIssuable } from './list/issuable.service.ts'
export { listStandings } from './list/standing.service.ts'
export { findCoded, listNamed } from './list/named.queries.ts'
export { paidLicenses } from './list/paid-for.queries.ts'
export type { NamedLicense } from './list/named.queries.ts'
export type { Use, UseFacts, UseRefused, UsedDeveloper, UsedFile, UsedLicense } from './use/use.kind.ts'
export { holdAllFacts, holdFacts, holdingFacts, readFacts, viewFacts } from './use/facts.service.ts'
export { isSameDevice } from './use/recognize.rules.ts'
export type { Identity } from './use/recognize.rules.ts'
export { listInForce, takeUses } from './use/use.queries.ts'
export type { Asks, UseSubject, WrittenBinding } from './use/use.queries.ts'
export {
  asksPassword,
  exchangeDays,
  grantUsed,
  isCloud,
  isGroup,
  isOfflineAllowed,
  judgeUse,
  seatLimit,
  traceUse,
  usesBinding,
  vendorRefusal,
} from './use/use.rules.ts'
export type { TracedUse } from './use/use.rules.ts'
export { trialUse } from './issue/quota.service.ts'
export { trialLicensesEnd } from './acts/trial-end.service.ts'

/** Answers the questions of the product and template domains. */
export const licensesOf: ProductLicenses & TemplateUse = {
  countLicenses: (scope, templateGuids) => countBy(scope, 'template', templateGuids),
  countLicensesOfProducts: (scope, licenseIds) => countBy(scope, 'product', licenseIds),
}

/** How much of a quota an administrator or an integrator has used. */
export const issuedBy: QuotaUse = {
  countIssued: async (scope, holder) => ({
    cloud: await readUse(scope, holder, 'cloud', false),
    soft: await readUse(scope, holder, 'soft', false),
  }),
}

export interface LicenseDeps extends Omit<IssueDeps, 'leaving' | 'tellIssued'> {
  database: Database
  clock: Clock
  openTask: OpenTask
  mailer: Pick<Mailer, 'queue' | 'queueMany'>
  mailing: Mailing
  notify: Notify
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
  /** The campaigns that gave licenses. */
  campaignsOf: CampaignsOf
}

export interface LicenseDomain extends Pick<
  Machines,
  'bind' | 'bindHeld' | 'useHeld' | 'lendHeld' | 'freeHeld' | 'unbindOne'
> {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
  jobs: Job[]
  /** Reminders of licenses that end, to administrators and to customers. */
  roundParts: RoundPart[]
  /** The effects of decisions on approval requests. */
  requests: RequestEffects
  /** The licenses of campaigns. */
  campaigns: CampaignIssuing
  /** Where the request of a waiting license stands. Null if it does not wait, or is outside the caller's row scope. */
  waitsAt(scope: Scope, licenseGuid: string): Promise<Omit<Standing, 'state'> | null>
  /** Deletes those of these licenses of accounts whose status allows it. Returns how many. */
  withdraw(scope: Scope, guids: readonly string[], reason: string): Promise<number>
  /** Counts only licenses within the caller's row scope. */
  figures(scope: Scope): Promise<LicenseFigures | null>
  /** Licenses that end soon, by family that the caller may view. */
  ending(scope: Scope): Promise<EndingLicenses[]>
}

export function createLicense(deps: LicenseDeps): LicenseDomain {
  const reading = createReading(deps)
  const leaving = createLeaving(deps)
  const tellIssued = createIssueMail(deps)
  const issuing = createIssuing({ ...deps, leaving, tellIssued })
  const issueBatch = createBatchIssue({
    ...deps,
    issuing,
    leaving,
    takeBack: createTakingBack({ ...deps, leaving }),
  })
  const refreshing = createRefreshing({ ...deps, reading })
  const updateBatch = createUpdateBatch({ ...deps, refreshing, leaving })
  const delivery = createDelivery(deps)
  const exportLicenses = createExport({ reading })
  const requests: RequestEffects = {
    ...createApproval({ ...deps, issuing, refreshing, leaving, tellIssued }),
    ...createRequestEdit({ ...deps, issuing }),
    ...createRequestView({ reading }),
  }
  const acts = createActs({ ...deps, leaving })
  const actBatch = createActBatch({ ...deps, acts })
  const machines = createMachines({ ...deps, reading })
  const history = createHistory({ reading })

  /** The gate accepts a privilege for any kind of these calls. This check requires it for the kind in the payload. */
  const allowed = (
    scope: Pick<Scope, 'caller' | 'say'>,
    family: LicenseFamily,
    ...verbs: LicenseVerb[]
  ): LicenseFamily => {
    requireAnyPrivilege(
      scope.caller,
      verbs.map((verb) => licensePrivilege(family, verb)),
      (name) => scope.say(`privileges.${name}`),
    )
    return family
  }

  function bindingsOf(calls: typeof licenseCalls, familyOf: (payload: object) => LicenseFamily): Binding[] {
    const right = (scope: Pick<Scope, 'caller' | 'say'>, payload: object, ...verbs: LicenseVerb[]) =>
      allowed(scope, familyOf(payload), ...verbs)
    return [
      answers(calls.find, async (scope, payload) => reading.find(scope, right(scope, payload, 'view'), payload)),
      answers(calls.count, async (scope, payload) => reading.count(scope, right(scope, payload, 'view'), payload)),
      answers(calls.get, async (scope, payload) => reading.get(scope, right(scope, payload, 'view'), payload)),
      answers(calls.templates, async (scope, payload) =>
        reading.templates(scope, right(scope, payload, 'issue', 'view'), payload),
      ),
      answers(calls.template, async (scope, payload) =>
        reading.template(scope, right(scope, payload, 'issue'), payload),
      ),
      // A preview also shows the current values, so it requires `view` too.
      answers(calls.previewRefresh, async (scope, payload) =>
        refreshing.preview(scope, right(scope, payload, 'update') && right(scope, payload, 'view'), payload),
      ),
      answers(calls.refresh, async (scope, payload) =>
        refreshing.refresh(scope, right(scope, payload, 'update'), payload),
      ),
      answers(calls.history, async (scope, payload) => history(scope, right(scope, payload, 'view'), payload)),
      answers(calls.machines, async (scope, payload) => machines.list(scope, right(scope, payload, 'view'), payload)),
      answers(calls.lock, async (scope, payload) => acts.lock(scope, right(scope, payload, 'lock'), payload)),
      answers(calls.unlock, async (scope, payload) => acts.unlock(scope, right(scope, payload, 'lock'), payload)),
      answers(calls.delete, async (scope, payload) => acts.delete(scope, right(scope, payload, 'delete'), payload)),
      answers(calls.batchAct, async (scope, payload) =>
        actBatch.start(scope, right(scope, payload, payload.act === 'delete' ? 'delete' : 'lock'), payload),
      ),
      answers(calls.unbind, async (scope, payload) => machines.unbind(scope, right(scope, payload, 'unbind'), payload)),
      answers(calls.recycle, async (scope, payload) =>
        machines.recycle(scope, right(scope, payload, 'unbind'), payload),
      ),
      answers(calls.setPassword, async (scope, payload) =>
        acts.setPassword(scope, right(scope, payload, 'update'), payload),
      ),
      answers(calls.rekey, async (scope, payload) => acts.rekey(scope, right(scope, payload, 'update'), payload)),
      answers(calls.deliver, async (scope, payload) =>
        delivery.deliver(scope, right(scope, payload, 'deliver'), payload),
      ),
      answers(calls.assign, async (scope, payload) => delivery.assign(scope, right(scope, payload, 'issue'), payload)),
      answersFile(calls.export, async (context, payload) =>
        exportLicenses(context, (scope) => right(scope, payload, 'export'), payload),
      ),
    ]
  }

  return {
    requests,
    campaigns: createCampaignIssuing({ ...deps, issuing }),
    async waitsAt(scope, licenseGuid) {
      const [row] = await listLicensesByGuid(scope, [licenseGuid])
      return row?.state === LICENSE_STATUSES.approving ? reading.approvalOf(scope, row) : null
    },
    withdraw: (scope, guids, reason) => acts.deleteAllowed(scope, 'account', guids, reason),
    bind: machines.bind,
    bindHeld: machines.bindHeld,
    useHeld: machines.useHeld,
    lendHeld: machines.lendHeld,
    freeHeld: machines.freeHeld,
    unbindOne: machines.unbindOne,
    jobs: [expiryJob(deps)],
    roundParts: [createEndingReminders(deps), createCustomerReminders(deps)],
    ...createFigures({ reading }),
    taskKinds: [...issueBatch.kinds, ...updateBatch.taskKinds, ...actBatch.kinds],
    bindings: [
      ...bindingsOf(licenseCalls, () => 'smart'),
      ...bindingsOf(
        pcLicenseCalls as unknown as typeof licenseCalls,
        (payload) => (payload as { kind: LicenseFamily }).kind,
      ), // decoded by the schema
      answers(licenseCalls.preview, async (scope, payload) =>
        issuing.preview(scope, { ...payload, family: allowed(scope, 'smart', 'issue') }),
      ),
      answers(licenseCalls.issue, async (scope, payload) =>
        answerIssued(await issuing.issue(scope, { ...payload, family: allowed(scope, 'smart', 'issue') })),
      ),
      answers(pcLicenseCalls.preview, async (scope, { templateGuids: [templateGuid = ''], kind, ...payload }) => {
        const asked = { ...payload, templateGuid, family: allowed(scope, kind, 'issue') }
        const { rules, ...told } = await issuing.preview(scope, asked).catch(inListOfTemplates)
        return { ...told, rules: rules.map((rule) => ({ ...rule, field: rule.field && listedField(rule.field) })) }
      }),
      answers(pcLicenseCalls.issue, async (scope, { templateGuids: [templateGuid = ''], kind, ...payload }) => {
        const asked = { ...payload, templateGuid, family: allowed(scope, kind, 'issue') }
        return answerIssued(await issuing.issue(scope, asked).catch(inListOfTemplates))
      }),
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

/** Calls with a list of templates name the one at fault by its index. */
const listedField = (field: string) => (field === 'templateGuid' ? 'templateGuids.0' : field)

function inListOfTemplates(error: unknown): never {
  if (!(error instanceof Refusal) || error.field === undefined) throw error
  const { params, aftermath } = error
  throw new Refusal(error.error, { params, field: listedField(error.field), ...(aftermath && { aftermath }) })
}

const answerIssued = ({ licenses, ...issued }: Awaited<ReturnType<ReturnType<typeof createIssuing>['issue']>>) => ({
  ...issued,
  licenses,
  codes: licenses.flatMap(({ serial, account }) => (account === null ? [serial] : [])),
})
