// The operation log, read side: who changed what, and when. Each call writes its own rows; the rows are chained right
// afterwards.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, superAdministrator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { guid, line, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { PRIVILEGES, areaOf } from '../privileges.ts'
import type { Privilege, PrivilegeArea } from '../privileges.ts'

/** Section 4: operation type. */
export const OPERATION_TYPES = { add: 0, update: 1, delete: 2 } as const
export type OperationType = keyof typeof OPERATION_TYPES
const types = Object.keys(OPERATION_TYPES) as [OperationType, ...OperationType[]] // not empty

/** What an operation did, in one verb: its type, or a more exact word. */
export const OPERATION_DEEDS = [
  ...types,
  'activate',
  'approve',
  'assign',
  'copy',
  'disable',
  'enable',
  'end',
  'export',
  'handOut',
  'handOver',
  'import',
  'invite',
  'issue',
  'lend',
  'lock',
  'pause',
  'pay',
  'print',
  'publish',
  'reject',
  'renew',
  'replace',
  'restore',
  'resume',
  'rotate',
  'send',
  'submit',
  'takeBack',
  'unbind',
  'unlock',
  'view',
  'withdraw',
] as const
export type OperationDeed = (typeof OPERATION_DEEDS)[number]

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
  deed: z.enum(OPERATION_DEEDS),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** The names of the changed fields, in the language of the reader. */
  labels: z.record(z.string(), z.string()),
  /** Operations of one request or task form a batch. */
  requestId: z.string(),
  sealed: z.boolean(),
  /** The targets of a line that stands for a batch; otherwise 1. */
  count: z.int(),
  /** The task that did it, if the caller may open it. */
  taskGuid: z.nullable(z.string()),
})
export type OperationRow = z.input<typeof operationRow>

/** The result of recomputing a chain. */
export const verification = z.object({
  rows: z.int(),
  /** New operations that wait for their seal. */
  waiting: z.int(),
  checkpoints: z.int(),
  /** Empty if the log is intact. */
  problems: z.array(z.string()),
  time: toldTime,
})
export type LogVerification = z.input<typeof verification>

/** The filters of the log, and of its file. */
const filter = {
  actor: z.optional(guid),
  targetKind: z.optional(z.enum(targets)),
  targetGuid: z.optional(guid),
  type: z.optional(z.enum(types)),
  batch: z.optional(line(LIMITS.operationLog.requestMax)),
  startTime: z.optional(time),
  endTime: z.optional(time),
}

export const operationLogCalls = defineCalls('operationLog', {
  find: defineCall({
    method: 'POST',
    path: '/operationLog/find.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['at'], {
      ...filter,
      /** `line`: operations of one request or task, with the same type and kind, are one row, the latest of them. */
      batches: z.optional(z.enum(['line', 'rows'])),
    }),
    answer: pageOf(operationRow),
    errors: ['platform.timeIllegal', 'platform.noPermission', 'platform.superOnly'],
    summary:
      'Lists operations on targets that the caller may see, newest first. Administrators always see their own ' +
      'operations. For kinds that row scope restricts, operations of others are shown only for a single visible ' +
      'target. With `batches=line`, a batch is one row.',
  }),
  actors: defineCall({
    method: 'POST',
    path: '/operationLog/actors.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: [],
    summary: 'Lists the accounts that have operations in the log that the caller may see, by name.',
  }),
  export: defineCall({
    method: 'POST',
    path: '/operationLog/export.do',
    access: anySession,
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...filter, format: sheetFormat }),
    answer: z.object({}),
    errors: ['platform.timeIllegal', 'platform.noPermission', 'platform.superOnly'],
    summary: 'Downloads operations that the caller may see as a file, newest first, one row for each operation.',
  }),
  verify: defineCall({
    method: 'POST',
    path: '/operationLog/verify.do',
    access: superAdministrator,
    effect: 'own',
    whileSuspended: true,
    payload: z.object({}),
    answer: verification,
    errors: [],
    summary: "Recomputes the chain of the developer's log and checks it against the signed checkpoints.",
  }),
})
