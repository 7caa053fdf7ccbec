// The operation log, read side: who changed what, and when. Each call writes its own rows; the rows are chained right
// afterwards.
import * as z from 'zod/mini'
import { defineCall, defineCalls, anySession } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { guid, time } from '../kernel/wire.ts'
import type { Privilege } from '../privileges.ts'

/** Section 4: operation type. */
export const OPERATION_TYPES = { add: 0, update: 1, delete: 2 } as const
export type OperationType = keyof typeof OPERATION_TYPES

/** Targets of operations. The privilege to view a target also shows its log. Null: only for the super administrator. */
export const OPERATION_TARGETS = {
  account: null,
  admin: 'admin.view',
  billing: 'billing.view',
  customer: 'customer.view',
  developer: 'developer.view',
  integrator: 'integrator.view',
  package: 'billing.view',
  product: 'product.view',
  role: 'role.view',
  tag: 'tag.view',
  topUp: 'billing.view',
  user: 'user.view',
  smartTemplate: 'smartTemplate.view',
  accountTemplate: 'accountTemplate.view',
  snTemplate: 'snTemplate.view',
  dongleTemplate: 'dongleTemplate.view',
  seat: 'runtime.view',
  signingKey: 'signingKey.view',
  deviceSetting: 'runtime.view',
  smartLicense: 'smartLicense.view',
  accountLicense: 'accountLicense.view',
  snLicense: 'snLicense.view',
} as const satisfies Record<string, Privilege | null>
export type OperationTarget = keyof typeof OPERATION_TARGETS
const targets = Object.keys(OPERATION_TARGETS) as [OperationTarget, ...OperationTarget[]] // not empty

export const operationRow = z.object({
  id: z.string(),
  at: time,
  actor: z.string(),
  type: z.int(),
  targetKind: z.enum(targets),
  targetGuid: z.string(),
  targetName: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  requestId: z.string(),
  sealed: z.boolean(),
})
export type OperationRow = z.input<typeof operationRow>

export const operationLogCalls = defineCalls('operationLog', {
  find: defineCall({
    method: 'POST',
    path: '/operationLog/find.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['at'], {
      targetKind: z.optional(z.enum(targets)),
      targetGuid: z.optional(guid),
      startTime: z.optional(time),
      endTime: z.optional(time),
    }),
    answer: pageOf(operationRow),
    errors: ['platform.timeIllegal', 'platform.noPermission', 'platform.superOnly'],
    summary:
      'Lists operations on targets that the caller may see, newest first. Administrators always see their own ' +
      'operations. For kinds that row scope restricts, operations of others are shown only for a single visible ' +
      'target.',
  }),
})
