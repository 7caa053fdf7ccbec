// The operation log, read side: who changed what, and when. Each call writes its own rows; the rows are chained right
// afterwards.
import * as z from 'zod/mini'
import { defineCall, defineCalls, anySession } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { guid, time } from '../kernel/wire.ts'
import { PRIVILEGES, areaOf } from '../privileges.ts'
import type { Privilege, PrivilegeArea } from '../privileges.ts'

/** Section 4: operation type. */
export const OPERATION_TYPES = { add: 0, update: 1, delete: 2 } as const
export type OperationType = keyof typeof OPERATION_TYPES

/** Areas without rows of their own. */
const UNLOGGED = ['packing', 'runtime', 'statistics'] as const satisfies PrivilegeArea[]
type LoggedArea = Exclude<PrivilegeArea, (typeof UNLOGGED)[number]>
type AreaTargets = { readonly [Area in LoggedArea]: Extract<Privilege, `${Area}.view`> }

const isLogged = (area: PrivilegeArea): area is LoggedArea => !(UNLOGGED as readonly PrivilegeArea[]).includes(area)
const areaTargets = Object.fromEntries(
  PRIVILEGES.filter((name) => name.endsWith('.view') && isLogged(areaOf(name))).map((name) => [areaOf(name), name]),
)

/**
 * Targets of operations: the rows of each area, and these of other areas. The privilege to view a target also shows its
 * log. Null: only for the super administrator.
 */
export const OPERATION_TARGETS = {
  ...(areaTargets as unknown as AreaTargets), // one for each area that has rows
  accessKey: null,
  account: null,
  blacklist: 'activity.blacklist',
  deviceSetting: 'runtime.view',
  feedback: null,
  package: 'billing.view',
  seat: 'runtime.view',
  topUp: 'billing.view',
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
