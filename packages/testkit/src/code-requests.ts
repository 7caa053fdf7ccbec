// Requests for license codes through the calls, as people make and decide them, for tests of the approval domain.
// `approvals.ts` replaces that domain in tests of licenses.
import { auditCalls, billingCalls, pcLicenseCalls } from '@sealwright/contract'
import type { PayloadOf, Privilege } from '@sealwright/contract'
import type { Actor, TestCenter } from './center.ts'
import { refused } from './vendor.ts'

/** The privileges of a person who issues and updates codes. */
export const SALES: Privilege[] = ['snLicense.issue', 'snLicense.view', 'snLicense.update', 'snLicense.delete']

/** Issues codes. `guid` is the request's, empty if no flow caught the issue; `license` is the first code's. */
export async function issue(by: Actor, template: string, given: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {}) {
  const { requestGuid, licenses, status } = await by.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [template],
    count: 1,
    ...given,
  })
  return { guid: requestGuid ?? '', license: licenses[0]?.guid ?? '', status, licenses }
}

export const get = (by: Actor, guid: string) => by.call(auditCalls.get, { guid })

/** Approves the given revision, or else the present one. */
export const approve = async (by: Actor, guid: string, revision?: number) =>
  (await by.call(auditCalls.approve, { guid, revision: revision ?? (await get(by, guid)).revision })).state

export const reject = (by: Actor, guid: string) => by.call(auditCalls.reject, { guid, reason: '超出预算' })

export const statusOf = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.get, { kind: 'sn', guid })).status

export async function money(of: Actor) {
  const { balanceFen, heldFen } = await of.call(billingCalls.balance, {})
  return { balanceFen, heldFen }
}

export const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error

/** Runs the scheduled work of approval once. */
export async function runApprovalJobs(center: TestCenter) {
  for (const job of center.center.approval.jobs) await job.run({}, { isLast: true })
}
