import type { Deliver, PaymentProvider } from '../domains/billing/index.ts'
// What the composition of a center is given: replacements for tests, and what all its domains share.
import type { CaptchaOptions } from '../domains/captcha/index.ts'
import type { Mailing } from '../domains/email-template/index.ts'
import type { HealthOptions } from '../domains/health/index.ts'
import type { Approvals } from '../domains/license/index.ts'
import type { ProductLicenses } from '../domains/product/index.ts'
import type { AdmissionLimits } from '../domains/runtime/index.ts'
import type { AnyTaskKind, TaskQueue } from '../domains/task/index.ts'
import type { GroupPrices, TemplateUse } from '../domains/template/index.ts'
import type { RateLimit } from '../kernel/http/rate-limit.ts'
import type { Opening } from '../kernel/http/server.ts'
import type { Ground } from './ground.ts'

export interface CenterOptions {
  /** Whether this installation has demo data. Every page then says so. */
  isDemo?: () => boolean
  /** Requests wait until the center is open. Its background work starts then. */
  opening?: Opening | undefined
  /** Replaces the counts of licenses. */
  licenses?: ProductLicenses & TemplateUse
  /** Replaces approval flows. */
  approvals?: Approvals
  /** Replaces the price tiers of groups. */
  prices?: GroupPrices
  consoleDir?: string | undefined
  /** Other limits than the real ones, for tests in which many people share one address. */
  captcha?: CaptchaOptions
  /** Other limits for programs, for tests in which many programs call from one address. */
  runtime?: { [Name in keyof AdmissionLimits]?: number }
  /** Other limits for visitors of code pages, for tests in which many come from one address. */
  codePage?: { codesPerHour?: number }
  /** Other limits of the open API. */
  openApi?: { callsPerMinute?: number }
  /** Replaces what the health page reads outside the database. */
  health?: HealthOptions
  /** Kinds of tasks in addition to those of the domains. */
  taskKinds?: readonly AnyTaskKind[]
  /** Replaces the network and the payment providers. */
  payments?: { deliver?: Deliver; providers?: readonly PaymentProvider[] }
}

/** What the domains of a center share. */
export interface Shared extends Ground {
  /** The address of the center. Known once the server listens. */
  baseUrl(): string
  isDemo(): boolean
  mailing: Mailing
  queue: TaskQueue
  rateLimit: RateLimit
}
