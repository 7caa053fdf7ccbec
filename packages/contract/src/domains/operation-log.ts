// The operation log, read side: who changed what and when. Rows are written by the calls they tell of and chained right
// behind them.
import * as z from 'zod/mini'
import { defineCall, defineCalls, anySession } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { guid, time } from '../kernel/wire.ts'
import type { Privilege } from '../privileges.ts'

/** Section 4: operation type. */
export const OPERATION_TYPES = { add: 0, update: 1, delete: 2 } as const
export type OperationType = keyof typeof OPERATION_TYPES

/**
 * What an operation can be about, and the right to see that thing, which is also the right to see its log; null: the
 * super administrator's alone.
 */
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
const targets = Object.keys(OPERATION_TARGETS) as [OperationTarget, ...OperationTarget[]] // the object above is not empty

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
      "Operations, newest first, on what the caller may see. An administrator sees their own operations of every kind; of what they see a part of, others' operations on one target that they see.",
  }),
})
