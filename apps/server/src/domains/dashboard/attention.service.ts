// What needs the caller's attention. Each part asks the domain that owns it, and only with the privilege to see it. All
// counts stop at a limit or read counters, so the cost does not depend on the number of licenses.
import { DAY_MS, ENDING_DAYS, FAILED_TASK_DAYS, LICENSE_FAMILIES, LIMITS, licensePrivilege } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { ApprovalDomain } from '../approval/index.ts'
import { readBalance } from '../billing/index.ts'
import type { createCustomer } from '../customer/index.ts'
import type { DongleDomain } from '../dongle/index.ts'
import type { LicenseDomain } from '../license/index.ts'
import { trialUse } from '../license/index.ts'
import type { createProduct } from '../product/index.ts'
import { listRefusals, scoreRisks } from '../runtime/index.ts'
import { countFailingSenders } from '../sender/index.ts'
import { countFailed } from '../task/index.ts'
import { countFailingWebhooks } from '../webhook/index.ts'
import { bySeverity, counted, endingItem, moneyItems, refusalItem, riskItem, trialItem } from './attention.rules.ts'
import type { Attention } from './attention.rules.ts'
import { maySee } from './glance.service.ts'

/** The latest refusals that are counted by reason. */
const LATEST_REFUSALS = 20_000

export interface AttentionDeps {
  approval: Pick<ApprovalDomain, 'waiting'>
  customer: Pick<ReturnType<typeof createCustomer>, 'countUsers'>
  dongle: Pick<DongleDomain, 'countEnds'>
  license: Pick<LicenseDomain, 'ending'>
  product: Pick<ReturnType<typeof createProduct>, 'countAll'>
}

export function createAttention(deps: AttentionDeps) {
  async function money(scope: Scope): Promise<Attention[]> {
    // Integrators have no part in the developer's money.
    if (!maySee(scope, 'billing.view') || scope.caller.integratorGuid !== null) return []
    return moneyItems(await readBalance(scope), scope.asking.now, scope.caller.developer.timeZone)
  }

  async function approvals(scope: Scope): Promise<Attention[]> {
    if (!maySee(scope, 'audit.decide')) return []
    const waiting = await deps.approval.waiting(scope)
    return LICENSE_FAMILIES.flatMap((family) => counted('approval', 'warn', waiting[family], { family }))
  }

  async function runtime(scope: Scope): Promise<Attention[]> {
    if (!maySee(scope, 'runtime.view')) return []
    const until = scope.asking.now
    const since = new Date(until.getTime() - DAY_MS)
    return [
      ...riskItem(await scoreRisks(scope)),
      ...refusalItem(await listRefusals(scope, { since, until, latest: LATEST_REFUSALS }), since),
    ]
  }

  async function dongles(scope: Scope): Promise<Attention[]> {
    if (!maySee(scope, 'userLock.view')) return []
    const from = scope.asking.now
    const periods = ENDING_DAYS.map((days) => ({ from, until: new Date(from.getTime() + days * DAY_MS) }))
    return endingItem('dongleEnding', await deps.dongle.countEnds(scope, periods))
  }

  async function failures(scope: Scope): Promise<Attention[]> {
    const since = new Date(scope.asking.now.getTime() - FAILED_TASK_DAYS * DAY_MS)
    return [
      ...counted('failedTask', 'warn', await countFailed(scope, since)),
      ...(maySee(scope, 'sender.view') ? counted('failingSender', 'bad', await countFailingSenders(scope)) : []),
      ...(maySee(scope, 'webhook.view') ? counted('failingWebhook', 'bad', await countFailingWebhooks(scope)) : []),
    ]
  }

  async function trial(scope: Scope): Promise<Attention[]> {
    if (scope.caller.developer.status !== 'trial') return []
    const seesLicenses = LICENSE_FAMILIES.some((family) => maySee(scope, licensePrivilege(family, 'view')))
    const { products, users } = LIMITS.trial
    return [
      ...(maySee(scope, 'product.view')
        ? trialItem('trialProducts', { used: await deps.product.countAll(scope), allowed: products })
        : []),
      ...(maySee(scope, 'user.view')
        ? trialItem('trialUsers', { used: await deps.customer.countUsers(scope), allowed: users })
        : []),
      ...(seesLicenses ? trialItem('trialLicenses', await trialUse(scope)) : []),
    ]
  }

  return async function attention(scope: Scope): Promise<Attention[]> {
    const ending = (await deps.license.ending(scope)).flatMap(({ family, counts }) =>
      endingItem('licenseEnding', counts, family),
    )
    return bySeverity([
      ...(await money(scope)),
      ...(await approvals(scope)),
      ...(await failures(scope)),
      ...(await runtime(scope)),
      ...ending,
      ...(await dongles(scope)),
      ...(await trial(scope)),
    ])
  }
}
