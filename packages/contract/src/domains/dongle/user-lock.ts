// User locks: the dongles of customers. The platform registers them; administrators find them, note whose they are, and
// order changes of them. A change waits until the lock is seen.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { upload } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { sheetFormat } from '../../kernel/sheet.ts'
import {
  byGuid,
  clearable,
  guid,
  integer,
  line,
  oneOrMore,
  paragraph,
  revision,
  time,
  toldTime,
} from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { DEFAULT_PERIOD, USUAL_PERIODS } from '../statistic-periods.ts'
import { taskAnswer } from '../task.ts'
import { LOCK_REQUESTS, LOCK_RESULTS, SHELL_NUMBER } from './dongle-files.ts'
import { COMMAND_STATES, LOCK_ACTS, LOCK_COMMANDS, LOCK_GROUP_NAMES, LOCK_MODES, LOCK_STATUSES } from './lock-states.ts'

const limits = LIMITS.dongle
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/** The longest shell number. */
export const SHELL_NUMBER_MAX = 20
export const shellNumber = line(SHELL_NUMBER_MAX).check(z.regex(SHELL_NUMBER))

export const lockFilter = {
  /** Start of a shell number or serial number, or part of the remark. */
  keyword: z.optional(line(64)),
  activationMode: z.optional(z.literal(Object.values(LOCK_MODES))),
  status: z.optional(oneOrMore(z.literal(Object.values(LOCK_STATUSES)))),
  group: z.optional(z.enum(LOCK_GROUP_NAMES)),
  customerGuid: z.optional(guid),
  /** Tags of the users of its customer. A lock must have all of these. */
  tagGuids: z.optional(oneOrMore(guid, LIMITS.tag.perUser)),
  /** Assigned to this administrator. */
  adminUserId: z.optional(guid),
  integratorGuid: z.optional(guid),
  /** The activation ends within this many days. */
  endingDays: z.optional(integer(1, limits.endingDaysMax)),
  /** The activation has ended. False: it has not. */
  ended: z.optional(z.boolean()),
}

/** The locks of a batch: chosen ones, shell numbers as typed, or all that match a filter. */
export const chosenLocks = {
  guids: z.optional(z.array(guid).check(z.maxLength(limits.batchLocks))),
  shellNumbers: z.optional(z.array(line(SHELL_NUMBER_MAX)).check(z.maxLength(limits.batchLocks))),
  filter: z.optional(z.object(lockFilter)),
}

/** A row of an imported file. A column that the file does not have stays; an empty cell clears the value. */
export const importedLock = z.object({
  shellNumber,
  customerName: clearable(line(LIMITS.customer.nameMax)),
  remark: clearable(paragraph(limits.remarkMax)),
})

const command = z.object({
  guid: z.string(),
  kind: z.enum(LOCK_COMMANDS),
  state: z.enum(COMMAND_STATES),
  offlineDays: z.nullable(z.int()),
  /** Given by the administrator. */
  reason: nullableText,
  /** Why the lock did not do it. */
  failure: z.nullable(z.enum(LOCK_RESULTS)),
  by: z.string(),
  time,
  endTime: nullableTime,
})
export type LockCommandRow = z.input<typeof command>

const lockRow = z.object({
  guid: z.string(),
  shellNumber: z.string(),
  serialNumber: z.string(),
  productionTime: toldTime,
  firmware: z.string(),
  activationMode: z.int(),
  offlineDays: z.int(),
  lastActivation: nullableTime,
  activationEnd: nullableTime,
  seenTime: nullableTime,
  status: z.int(),
  customerGuid: nullableText,
  customerName: nullableText,
  /** Administrators to whom it is assigned. */
  admins: z.array(z.object({ userId: z.string(), name: z.string() })),
  integratorGuid: nullableText,
  integratorName: nullableText,
  /** Licenses inside, and packages that it has not taken yet. */
  licenses: z.int(),
  waitingPackages: z.int(),
  remark: nullableText,
  /** The latest change. */
  command: z.nullable(command),
  revision: z.int(),
  /** Actions that the caller's privileges and the status allow now. */
  acts: z.array(z.enum(LOCK_ACTS)),
})
export type LockRow = z.input<typeof lockRow>

export const LOCK_EVENTS = [
  'registered',
  'contact',
  'command',
  'takeBack',
  'commandDone',
  'commandFailed',
  'package',
  'withdrawn',
  'upgraded',
  'failed',
  'edited',
  'assigned',
] as const
export type LockEventKind = (typeof LOCK_EVENTS)[number]

/** How a lock reached the center. */
export const CONTACT_WAYS = ['runtime', 'workbench', 'file'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]

const lockEvent = z.object({
  guid: z.string(),
  kind: z.enum(LOCK_EVENTS),
  at: time,
  by: z.string(),
  /** For a contact: what the lock asked for, and how. */
  request: z.nullable(z.enum(LOCK_REQUESTS)),
  way: z.nullable(z.enum(CONTACT_WAYS)),
  command: z.nullable(z.enum(LOCK_COMMANDS)),
  /** The customer, the integrator or the number of the package. */
  about: nullableText,
  reason: nullableText,
  /** SHA-256 of the file, in hexadecimal. */
  digest: nullableText,
})
export type LockEventRow = z.input<typeof lockEvent>

const acting = {
  act: z.enum(LOCK_ACTS),
  /** For `setOfflineDays`, and for `toActivation` if given. */
  offlineDays: z.optional(integer(LIMITS.template.offlineDaysMin, LIMITS.template.offlineDaysMax)),
  reason: z.optional(line(limits.reasonMax)),
}

const day = z.object({ day: z.string(), count: z.int() })

export const userLockCalls = defineCalls('userLock', {
  find: defineCall({
    method: 'POST',
    path: '/userLock/find.do',
    access: privilege('userLock.view'),
    effect: 'read',
    payload: pageQuery(['shellNumber', 'activationEnd'], lockFilter),
    answer: pageOf(lockRow),
    errors: [],
    summary: 'Lists user locks by shell number. Filters: text, activation mode, status, customer, administrator, end.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/userLock/get.do',
    access: privilege('userLock.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      ...lockRow.shape,
      registerTime: time,
      /** The number of the last package that was made, and of the last one that the lock took. */
      lastNumber: z.int(),
      takenNumber: z.int(),
    }),
    errors: ['userLock.notFound'],
    summary: 'Returns a user lock.',
  }),
  commands: defineCall({
    method: 'POST',
    path: '/userLock/commands.do',
    access: privilege('userLock.view'),
    effect: 'read',
    payload: pageQuery(['time'], { guid }),
    answer: pageOf(command),
    errors: ['userLock.notFound'],
    summary: 'Lists the changes of a lock, latest first.',
  }),
  history: defineCall({
    method: 'POST',
    path: '/userLock/history.do',
    access: privilege('userLock.view'),
    effect: 'read',
    payload: pageQuery(['at'], { guid }),
    answer: pageOf(lockEvent),
    errors: ['userLock.notFound'],
    summary: 'Lists all events of a lock, latest first.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/userLock/update.do',
    access: privilege('userLock.update'),
    effect: 'write',
    payload: z.object({
      guid,
      revision,
      customerGuid: clearable(guid),
      remark: clearable(paragraph(limits.remarkMax)),
    }),
    answer: z.object({ revision: z.int() }),
    errors: ['userLock.notFound', 'customer.notFound', 'platform.stale'],
    summary: 'Sets the customer and the remark of a lock.',
  }),
  act: defineCall({
    method: 'POST',
    path: '/userLock/act.do',
    access: privilege('userLock.lock'),
    effect: 'write',
    payload: z.object({ guid, ...acting }),
    answer: z.object({ status: z.int(), commandGuid: nullableText }),
    errors: [
      'userLock.notFound',
      'userLock.stateForbids',
      'userLock.permanentNotLost',
      'userLock.stillProcessing',
      'userLock.daysNeeded',
      'userLock.sameDays',
    ],
    summary:
      'Orders a change of a lock: report it lost or cancel the report, lock or unlock it, make it a permanent or ' +
      'an activation lock, set its offline days, or take a waiting change back. The lock does it when it is seen next.',
  }),
  batchAct: defineCall({
    method: 'POST',
    path: '/userLock/batchAct.do',
    access: privilege('userLock.lock'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    bodyBytes: limits.batchBodyBytes,
    payload: z.object({
      ...chosenLocks,
      ...acting,
      /** True: only checks the rows. `/task/start.do` then orders the changes. */
      dryRun: z._default(z.boolean(), false),
    }),
    answer: taskAnswer,
    errors: ['userLock.noneChosen', 'userLock.tooMany', 'userLock.daysNeeded'],
    summary: `Orders the same change for up to ${limits.batchLocks} locks as a task. Each row has its own result.`,
  }),
  readFile: defineCall({
    method: 'POST',
    path: '/userLock/readFile.do',
    access: privilege('userLock.view'),
    effect: 'own',
    whileSuspended: true,
    sends: 'multipart',
    perMinute: 30,
    bodyBytes: limits.importBytes + 64 * 1024,
    payload: z.object({ file: upload(limits.importBytes, limits.importEndings) }),
    answer: z.object({ shellNumbers: z.array(z.string()) }),
    errors: ['userLock.fileUnreadable', 'userLock.fileEmpty', 'userLock.tooMany', 'platform.dataTooLarge'],
    summary: 'Reads the shell numbers in a file: its first column, or the column of that name.',
  }),
  import: defineCall({
    method: 'POST',
    path: '/userLock/import.do',
    access: privilege('userLock.update'),
    effect: 'own',
    sends: 'multipart',
    perMinute: 30,
    bodyBytes: limits.importBytes + 64 * 1024,
    payload: z.object({
      file: upload(limits.importBytes, limits.importEndings),
      dryRun: z._default(z.boolean(), false),
    }),
    answer: taskAnswer,
    errors: [
      'userLock.fileUnreadable',
      'userLock.fileEmpty',
      'userLock.fileColumns',
      'userLock.tooMany',
      'platform.dataTooLarge',
    ],
    summary: 'Sets the customers and remarks of locks from an .xlsx or .csv file as a task that can be undone.',
  }),
  importTemplate: defineCall({
    method: 'POST',
    path: '/userLock/importTemplate.do',
    access: privilege('userLock.update'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ format: sheetFormat }),
    answer: z.object({}),
    errors: [],
    summary: 'Downloads an empty import file with the column names and an example.',
  }),
  assign: defineCall({
    method: 'POST',
    path: '/userLock/assign.do',
    access: privilege('userLock.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({
      guids: z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.license.batchActs)),
      integratorGuid: clearable(guid),
    }),
    answer: z.object({ assigned: z.int() }),
    errors: ['userLock.notFound', 'integrator.notFound'],
    summary: 'Hands locks to an integrator, as its stock, or takes them back.',
  }),
  dashboard: defineCall({
    method: 'POST',
    path: '/userLock/dashboard.do',
    access: privilege('userLock.view'),
    effect: 'read',
    payload: z.object({ period: z._default(z.enum(USUAL_PERIODS), DEFAULT_PERIOD) }),
    answer: z.object({
      total: z.int(),
      modes: z.array(z.object({ mode: z.int(), count: z.int() })),
      groups: z.array(z.object({ group: z.enum(LOCK_GROUP_NAMES), count: z.int() })),
      statuses: z.array(z.object({ status: z.int(), count: z.int() })),
      /** Locks whose activation ends within 7, 15 and 30 days, and those whose activation has ended. */
      ending: z.array(z.object({ days: z.int(), count: z.int() })),
      ended: z.int(),
      activations: z.array(day),
    }),
    errors: [],
    summary: 'Counts user locks by mode, status and end of activation, and the activations of each day.',
  }),
  export: defineCall({
    method: 'POST',
    path: '/userLock/export.do',
    access: privilege('userLock.export'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...lockFilter, format: sheetFormat }),
    answer: z.object({}),
    errors: [],
    summary: 'Downloads the filtered locks as a spreadsheet or CSV file.',
  }),
})

const controlLockRow = z.object({
  guid: z.string(),
  shellNumber: z.string(),
  serialNumber: z.string(),
  productionTime: toldTime,
  firmware: z.string(),
  registerTime: time,
  hasPin: z.boolean(),
})
export type ControlLockRow = z.input<typeof controlLockRow>

export const controlLockCalls = defineCalls('controlLock', {
  find: defineCall({
    method: 'POST',
    path: '/controlLock/find.do',
    access: privilege('controlLock.view'),
    effect: 'read',
    payload: pageQuery(['shellNumber'], { keyword: z.optional(line(64)) }),
    answer: pageOf(controlLockRow),
    errors: [],
    summary: "Lists the developer's control locks by shell number.",
  }),
  revealPin: defineCall({
    method: 'POST',
    path: '/controlLock/revealPin.do',
    access: privilege('controlLock.reveal'),
    sensitive: true,
    effect: 'write',
    payload: byGuid,
    answer: z.object({ pin: z.string() }),
    errors: ['controlLock.notFound', 'controlLock.noPin', 'identity.confirmPassword'],
    summary: 'Returns the initial PIN of a control lock. The operation log records every call.',
  }),
})
