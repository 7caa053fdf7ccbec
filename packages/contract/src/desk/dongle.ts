// Dongles at the platform desk: the locks of all developers and those in stock. The platform registers locks from the
// file of the factory, gives them to developers, and takes back those that hold nothing.
import * as z from 'zod/mini'
import { REGISTER_COLUMNS } from '../domains/dongle/dongle-files.ts'
import { LOCK_GROUP_NAMES } from '../domains/dongle/lock-states.ts'
import { LOCK_EVENTS } from '../domains/dongle/user-lock.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { upload } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, guid, integer, line, paragraph, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.lockStock

export const LOCK_KINDS = ['user', 'control'] as const
export type LockKind = (typeof LOCK_KINDS)[number]
/** Where a lock is: with the platform, or with a developer. */
export const LOCK_PLACES = ['stock', 'developer'] as const
export type LockPlace = (typeof LOCK_PLACES)[number]
/** Why a developer's lock cannot be returned to stock. */
export const RETURN_HINDRANCES = ['licenses', 'lost', 'locked', 'changing', 'packages'] as const
export type ReturnHindrance = (typeof RETURN_HINDRANCES)[number]

/** What can be wrong in a row of a file. */
export const REGISTER_PROBLEMS = [
  'kind',
  'shell',
  'serial',
  'produced',
  'firmware',
  'key',
  'keyOfControl',
  'mode',
  'days',
  'pinOfUser',
  'pinTooLong',
  'twice',
  'otherNumbers',
  'otherDeveloper',
  'inStock',
] as const
export type RegisterProblem = (typeof REGISTER_PROBLEMS)[number]

const developerId = integer(1, Number.MAX_SAFE_INTEGER)

const lockRow = z.object({
  guid: z.string(),
  kind: z.enum(LOCK_KINDS),
  shellNumber: z.string(),
  serialNumber: z.string(),
  firmware: z.string(),
  productionTime: toldTime,
  registerTime: toldTime,
  /** Null in stock. */
  developerId: z.nullable(z.int()),
  developerName: z.nullable(z.string()),
  /** As the developer sees it. Null in stock. */
  status: z.nullable(z.int()),
  licenses: z.int(),
  /** Why it cannot be returned now. Null if it can, or if it is in stock. */
  hindrance: z.nullable(z.enum(RETURN_HINDRANCES)),
})
export type StockLockRow = z.input<typeof lockRow>

export const LOCK_MOVES = ['stocked', 'given', 'returned'] as const
export type LockMove = (typeof LOCK_MOVES)[number]

const historyRow = z.object({
  guid: z.string(),
  /** A move between the platform and developers, or an event with a developer. */
  kind: z.enum([...LOCK_MOVES, ...LOCK_EVENTS]),
  at: time,
  /** Null for a command of the platform. */
  by: z.nullable(z.string()),
  developerId: z.nullable(z.int()),
  developerName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type StockHistoryRow = z.input<typeof historyRow>

const checkedRow = z.object({
  line: z.int(),
  shellNumber: z.string(),
  state: z.enum(['new', 'known', 'wrong']),
  problems: z.array(
    z.object({
      column: z.enum(REGISTER_COLUMNS),
      problem: z.enum(REGISTER_PROBLEMS),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
export type CheckedRow = z.input<typeof checkedRow>

const file = {
  file: upload(limits.fileBytes, limits.fileEndings),
  /** The developer that gets the locks. Without one, they go into stock. */
  developerId: z.optional(developerId),
}
const several = z.array(guid).check(z.minLength(1), z.maxLength(limits.atOnce))
const FILE_ERRORS = [
  'dongle.fileUnreadable',
  'dongle.fileColumns',
  'dongle.fileEmpty',
  'dongle.fileTooLong',
  'dongle.developerNotFound',
  'platform.dataTooLarge',
] as const

export const dongleDesk = defineCalls(
  'dongle',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/dongle/find.do',
      access: operator('dongle.view'),
      effect: 'read',
      payload: pageQuery(['registerTime', 'shellNumber'], {
        /** Start of a shell number or serial number. */
        keyword: z.optional(line(32)),
        kind: z.optional(z.enum(LOCK_KINDS)),
        place: z.optional(z.enum(LOCK_PLACES)),
        developerId: z.optional(developerId),
        group: z.optional(z.enum(LOCK_GROUP_NAMES)),
      }),
      answer: pageOf(lockRow),
      errors: [],
      summary: 'Lists the locks of all developers and those in stock, the latest registration first.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/platform/dongle/get.do',
      access: operator('dongle.view'),
      effect: 'read',
      payload: byGuid,
      answer: lockRow,
      errors: ['dongle.notFound'],
      summary: 'Returns a lock.',
    }),
    history: defineCall({
      method: 'POST',
      path: '/platform/dongle/history.do',
      access: operator('dongle.view'),
      effect: 'read',
      payload: pageQuery(['at'], { guid }),
      answer: pageOf(historyRow),
      errors: ['dongle.notFound'],
      summary: 'Lists the moves of a lock and its events with all developers who had it, the latest first.',
    }),
    developers: defineCall({
      method: 'POST',
      path: '/platform/dongle/developers.do',
      access: operator('dongle.view'),
      effect: 'read',
      payload: pageQuery(['name'], { keyword: z.optional(line(LIMITS.developer.nameMax)) }),
      answer: pageOf(z.object({ developerId: z.int(), name: z.string(), locks: z.int() })),
      errors: [],
      summary: 'Lists developers, with how many locks each has, to choose one.',
    }),
    check: defineCall({
      method: 'POST',
      path: '/platform/dongle/check.do',
      access: operator('dongle.change'),
      effect: 'own',
      sends: 'multipart',
      perMinute: 30,
      bodyBytes: limits.fileBytes + 64 * 1024,
      payload: z.object(file),
      answer: z.object({
        fresh: z.int(),
        known: z.int(),
        wrong: z.int(),
        /** The wrong rows first, then the others, so many at most. */
        rows: z.array(checkedRow),
      }),
      errors: FILE_ERRORS,
      summary: `Checks a file for registration row by row, and changes nothing. Shows up to ${limits.shownRows} rows.`,
    }),
    register: defineCall({
      method: 'POST',
      path: '/platform/dongle/register.do',
      access: operator('dongle.change'),
      effect: 'own',
      sends: 'multipart',
      perMinute: 30,
      bodyBytes: limits.fileBytes + 64 * 1024,
      payload: z.object(file),
      answer: z.object({ added: z.int(), known: z.int() }),
      errors: [...FILE_ERRORS, 'dongle.rowsWrong'],
      summary: 'Registers all locks of a file, or none if a row is wrong. Locks that are registered already stay.',
    }),
    assign: defineCall({
      method: 'POST',
      path: '/platform/dongle/assign.do',
      access: operator('dongle.change'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ guids: several, developerId }),
      answer: z.object({ moved: z.int() }),
      errors: ['dongle.notFound', 'dongle.notInStock', 'dongle.developerNotFound'],
      summary: 'Gives locks in stock to a developer: all of them or none.',
    }),
    takeBack: defineCall({
      method: 'POST',
      path: '/platform/dongle/takeBack.do',
      access: operator('dongle.change'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ guids: several, reason: paragraph(limits.reasonMax).check(z.minLength(1)) }),
      answer: z.object({ moved: z.int() }),
      errors: [
        'dongle.notFound',
        'dongle.isInStock',
        'dongle.hasLicenses',
        'dongle.hasPackages',
        'dongle.isLost',
        'dongle.isLocked',
        'dongle.isChanging',
      ],
      summary: 'Returns locks of developers to stock: all of them or none. A lock must hold no license and be at rest.',
    }),
  },
  'dongleDesk',
)
