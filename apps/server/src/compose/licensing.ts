// The domains around licenses: what is sold, at which price, and how programs and dongles use it.
import { LIMITS } from '@sealwright/contract'
import { createApprovals } from '../domains/approval/index.ts'
import { createBilling } from '../domains/billing/index.ts'
import { campaignsOfLicenses } from '../domains/campaign/index.ts'
import { createCodePage } from '../domains/code-page/index.ts'
import { createDongle, withDongleLicenses } from '../domains/dongle/index.ts'
import { createLending } from '../domains/lending/index.ts'
import { createLicense, licensesOf, paidLicenses } from '../domains/license/index.ts'
import { createProduct } from '../domains/product/index.ts'
import { createRuntime, takenSeats } from '../domains/runtime/index.ts'
import { createTemplate, templatesOfProducts } from '../domains/template/index.ts'
import { keyedDigest } from '../kernel/keys/secret-box.ts'
import type { CenterOptions, Shared } from './options.ts'

/** Answers of domains that are composed before or after these. */
type Ports = Pick<Parameters<typeof createBilling>[0], 'noteLedgerProblems'> &
  Pick<Parameters<typeof createDongle>[0], 'startTask'>

export function composeLicensing(shared: Shared, { noteLedgerProblems, startTask }: Ports, options: CenterOptions) {
  const { config, database, databaseUrl, clock, ids, log, box, languages, jobs, mailer, notify } = shared
  const { baseUrl, mailing, rateLimit } = shared
  const { openTask } = shared.queue
  const billing = createBilling({
    database,
    clock,
    ids,
    log,
    notify,
    languages,
    jobs,
    baseUrl,
    payments: {
      ...config,
      sandboxKey: config.sandboxPayments ? box.derive('sandbox-payment') : undefined,
      ...options.payments,
    },
    paidLicenses,
    noteLedgerProblems,
  })
  const licenses = options.licenses ?? withDongleLicenses(licensesOf)
  const product = createProduct({ use: templatesOfProducts, licenses })
  const prices = options.prices ?? billing.prices
  const digest = keyedDigest(box.derive('template-area'))
  const template = createTemplate({ use: licenses, prices, digest })
  const approvals = options.approvals ?? createApprovals({ ids, notify })
  const license = createLicense({
    database,
    clock,
    mailer,
    mailing,
    notify,
    languages,
    baseUrl,
    charging: billing.charging,
    prices,
    digest,
    box,
    approvals,
    campaignsOf: campaignsOfLicenses,
    openTask,
  })
  const lending = createLending({ database, clock, mailer, mailing, baseUrl, takenSeats })
  const runtime = createRuntime({
    database,
    databaseUrl,
    clock,
    ids,
    box,
    log,
    rateLimit,
    license,
    lendingDesk: lending.desk,
    notify,
    openTask,
    // Dongles are signed for with the keys of the runtime, so they come later.
    dongles: {
      contact: (by, file) => dongle.dongles.contact(by, file),
      tellRequest: (of, file) => dongle.dongles.tellRequest(of, file),
      judge: (of, file, now) => dongle.dongles.judge(of, file, now),
      tellPackage: (of, packageDigest, now) => dongle.dongles.tellPackage(of, packageDigest, now),
      listAnswers: (of, guids, now, timeZone) => dongle.dongles.listAnswers(of, guids, now, timeZone),
    },
    baseUrl,
    ...(options.runtime && { limits: { ...LIMITS.runtime, ...options.runtime } }),
  })
  const dongle = createDongle({
    openTask,
    startTask,
    keys: runtime.lockKeys,
    prices,
    database,
    clock,
    ids,
    languages,
    box,
  })
  const codePage = createCodePage({
    database,
    ids,
    box,
    rateLimit,
    languages,
    lending,
    license,
    handIn: runtime.handIn,
    ...(options.codePage && { limits: { ...LIMITS.codePage, ...options.codePage } }),
  })
  return { approvals, billing, codePage, dongle, lending, license, product, runtime, template }
}

export type Licensing = ReturnType<typeof composeLicensing>
