// The first page after sign-in: what needs attention, the state at a glance, licenses issued by day, and recent
// operations. Every number covers the rows in the caller's row scope, and is left out without the privilege to see it.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { toldTime } from '../kernel/wire.ts'
import { LICENSE_FAMILIES } from './license/license-rules.ts'
import { operationRow } from './operation-log.ts'
import { RUNTIME_REASONS } from './runtime-reasons.ts'
import { CARRIERS } from './statistics.ts'
import type { Carrier } from './statistics.ts'
import { TEMPLATE_FAMILIES } from './template/template-content.ts'
import type { TemplateFamily } from './template/template-content.ts'

/** The days of the curves, and of the period that they are compared with. */
export const DASHBOARD_DAYS = 28

/** Licenses and activations of dongles that end within these days need attention: the nearer period first. */
export const ENDING_DAYS = [7, 30] as const

/** Failed tasks need attention for this many days. */
export const FAILED_TASK_DAYS = 7

/** What can need attention. `trial*` are the limits of a trial. */
export const ATTENTION_KINDS = [
  'overdue',
  'serviceUnpaid',
  'serviceEnding',
  'lowBalance',
  'approval',
  'failedTask',
  'failingSender',
  'failingWebhook',
  'risk',
  'licenseEnding',
  'dongleEnding',
  'refusal',
  'trialProducts',
  'trialUsers',
  'trialLicenses',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** `bad` stops work now, `warn` will soon, `info` is worth a look. */
export const SEVERITIES = ['bad', 'warn', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  severity: z.enum(SEVERITIES),
  /** Rows, refusals, or days until the service fee is due. Rows are counted up to `LIMITS.page.exactCount`. */
  count: z.int(),
  /** What is owed or left, in fen. */
  amountFen: z.nullable(z.int()),
  /** The family of the licenses that end or wait. */
  family: z.nullable(z.enum(LICENSE_FAMILIES)),
  /** What ends does so within this many days. */
  days: z.nullable(z.int()),
  /** The most frequent reason of the refusals, and how often it occurred. */
  reason: z.nullable(z.enum(RUNTIME_REASONS)),
  reasonCount: z.nullable(z.int()),
  /** The limit of a trial. */
  allowed: z.nullable(z.int()),
  /** Since when something is overdue, or the start of the period of the refusals. */
  since: z.nullable(toldTime),
})
export type AttentionItem = z.input<typeof attentionItem>

/** 28 values, one per day, with the total of the days and of the days before. Null for a trial developer. */
const curve = z.nullable(z.object({ values: z.array(z.number()), total: z.number(), before: z.number() }))
export type Curve = z.input<typeof curve>

/** Keys the schema by carrier. `fromEntries` loses the key types. */
const byCarrier = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object(Object.fromEntries(CARRIERS.map((carrier) => [carrier, schema])) as Record<Carrier, Schema>)

const glance = z.object({
  /** Licenses in force. The curve has the licenses issued per day. */
  inForce: z.nullable(z.object({ byCarrier: byCarrier(z.nullable(z.int())), curve })),
  /** Devices that contacted the center today. */
  devices: z.nullable(z.object({ count: z.int(), curve })),
  /** Seats taken now, counted up to `LIMITS.page.exactCount`, and the seats of the licenses in force. */
  seats: z.nullable(z.object({ count: z.int(), sold: z.int(), curve })),
  /** The curve has the users created per day. */
  users: z.nullable(z.object({ count: z.int(), curve })),
})

export const dashboardCalls = defineCalls('dashboard', {
  get: defineCall({
    method: 'GET',
    path: '/dashboard/get.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      /** What the first steps of a new developer depend on. */
      beginning: z.object({
        products: z.nullable(z.object({ count: z.int(), withModules: z.int() })),
        templates: z.object(
          Object.fromEntries(TEMPLATE_FAMILIES.map((family) => [family, z.nullable(z.int())])) as Record<
            TemplateFamily,
            z.ZodMiniNullable<z.ZodMiniInt>
          >,
        ), // fromEntries loses the key types
        /** Licenses that were not deleted. */
        licenses: z.nullable(z.int()),
        /** Whether a program has used a license. */
        isUsed: z.boolean(),
      }),
      glance,
      /** Licenses issued on each of the last 28 days of the developer's time zone. Null for a trial developer. */
      issuedByDay: z.nullable(z.array(z.object({ day: z.string(), ...byCarrier(z.int()).shape }))),
      recentOperations: z.array(operationRow),
    }),
    errors: [],
    summary:
      "Returns the state at a glance for the rows in the caller's scope (null without the privilege), licenses " +
      'issued by day, and the latest operations.',
  }),
  attention: defineCall({
    method: 'GET',
    path: '/dashboard/attention.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.array(attentionItem),
    errors: [],
    summary: 'Lists what needs the attention of the caller, the most severe first.',
  }),
})
