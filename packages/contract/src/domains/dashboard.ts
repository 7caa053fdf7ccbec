// The first page after sign-in: counts, recent operations and the next steps of a new developer.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { LICENSE_FAMILIES } from './license/license-rules.ts'
import type { LicenseFamily } from './license/license-rules.ts'
import type { LicenseStatusName } from './license/license-states.ts'
import { operationRow } from './operation-log.ts'
import { TEMPLATE_FAMILIES } from './template/template-content.ts'
import type { TemplateFamily } from './template/template-content.ts'

/** Statuses that the figures count. Deleted and replaced licenses are left out. */
export const COUNTED_STATUSES = [
  'unbound',
  'bound',
  'partlyExpired',
  'locked',
  'expired',
  'approving',
  'rejected',
] as const satisfies readonly LicenseStatusName[]
export type CountedStatus = (typeof COUNTED_STATUSES)[number]

/** Licenses that end within this many days count as expiring soon. */
export const EXPIRING_SOON_DAYS = 30

/** Covers the license families and rows in the caller's row scope. */
const licenseFigures = z.object({
  total: z.int(),
  byFamily: z.object(
    Object.fromEntries(LICENSE_FAMILIES.map((family) => [family, z.nullable(z.int())])) as Record<
      LicenseFamily,
      z.ZodMiniNullable<z.ZodMiniInt>
    >,
  ), // fromEntries loses the key types
  byStatus: z.object(
    Object.fromEntries(COUNTED_STATUSES.map((name) => [name, z.int()])) as Record<CountedStatus, z.ZodMiniInt>,
  ), // the same
  /** Within `EXPIRING_SOON_DAYS`. Counts up to 10,000. */
  expiringSoon: z.int(),
  /** For the last 28 days in the developer's time zone. Null for a trial developer. */
  issuedByDay: z.nullable(z.array(z.object({ day: z.string(), count: z.int() }))),
})

export const dashboardCalls = defineCalls('dashboard', {
  get: defineCall({
    method: 'GET',
    path: '/dashboard/get.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      products: z.nullable(z.object({ count: z.int(), withModules: z.int(), withDataArea: z.int() })),
      /** Templates by family. */
      templates: z.object(
        Object.fromEntries(TEMPLATE_FAMILIES.map((family) => [family, z.nullable(z.int())])) as Record<
          TemplateFamily,
          z.ZodMiniNullable<z.ZodMiniInt>
        >,
      ), // fromEntries loses the key types
      people: z.object({ users: z.nullable(z.int()), customers: z.nullable(z.int()) }),
      licenses: z.nullable(licenseFigures),
      recentOperations: z.array(operationRow),
    }),
    errors: [],
    summary:
      "Returns figures for the rows in the caller's scope (null without the privilege) and the latest operations.",
  }),
})
