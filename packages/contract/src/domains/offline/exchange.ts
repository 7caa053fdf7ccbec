// Files of devices without a network, for administrators: reading them, exchanging them, and what was exchanged. The
// center never tells anything about the file of another developer.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { upload } from '../../kernel/fields.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { byGuid, guid, line, time, toldTime, verbatim } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { LOCK_REQUESTS } from '../dongle/dongle-files.ts'
import { LICENSE_FAMILIES } from '../license/license-rules.ts'
import { RUNTIME_REASONS } from '../runtime-reasons.ts'
import { taskAnswer } from '../task.ts'
import { EXCHANGE_KINDS, FILE_KINDS } from './exchange-files.ts'

const limits = LIMITS.license
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/** Where a file was handed in. */
export const EXCHANGE_WAYS = ['console', 'workbench', 'codePage', 'runtime'] as const
export type ExchangeWay = (typeof EXCHANGE_WAYS)[number]

/** By the clock: an answer can be imported until its end. A removal has no end. */
export const EXCHANGE_STATES = ['ready', 'ended', 'removed'] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

const toldLicense = z.object({
  family: z.enum(LICENSE_FAMILIES),
  guid: z.string(),
  serial: z.string(),
  productName: z.string(),
  status: z.int(),
})

/** What a file says, in the words of the center. */
const toldFile = z.object({
  name: z.string(),
  file: z.enum(['C2D', 'D2C']),
  kind: z.enum(FILE_KINDS),
  /** SHA-256 of the document, in hexadecimal. */
  digest: z.string(),
  /** For a C2D by the clock of the device, for a D2C by the clock of the center. */
  madeTime: toldTime,
  /** A C2D is accepted, a D2C can be imported until then. */
  validUntil: nullableTime,
  /** A dongle is told by its shell number, firmware and serial number. */
  machine: z.object({ name: z.string(), os: nullableText, fingerprint: z.string() }),
  /** The dongle, if the caller may see it. `number` is that of a package for it, `status` that of its record. */
  lock: z.nullable(
    z.object({
      guid: z.string(),
      shellNumber: z.string(),
      status: z.int(),
      request: z.nullable(z.enum(LOCK_REQUESTS)),
      upgrade: z.nullable(z.object({ guid: z.string(), number: z.int(), status: z.int() })),
    }),
  ),
  code: nullableText,
  account: nullableText,
  /** The licenses that it names and the caller may see. */
  licenses: z.array(toldLicense),
  /** The parts of a D2C. */
  packages: z.array(z.enum(['lease', 'data', 'receipt', 'operation'])),
  /** The exchange that this file was part of. */
  exchange: z.nullable(z.object({ guid: z.string(), time: toldTime, by: z.string(), way: z.enum(EXCHANGE_WAYS) })),
})
export type ToldFile = z.input<typeof toldFile>

const readResult = z.object({
  name: z.string(),
  /** Null if nobody can read it, or it is not for this developer. */
  told: z.nullable(toldFile),
  /** Whether it would be exchanged now. A file that was exchanged before is allowed: it gets the same answer. */
  isAllowed: z.boolean(),
  reason: z.nullable(z.enum(RUNTIME_REASONS)),
  /** The refusal as a sentence, and what to do about it. */
  message: nullableText,
  fix: nullableText,
})
export type ReadFile = z.input<typeof readResult>

/** A C2D as text. A longer one is refused with the reason, not as a wrong payload. */
const fileText = verbatim(limits.exchangeTextMax)
const handed = z.object({ name: line(limits.fileNameMax), text: fileText })
const files = z.array(handed).check(z.minLength(1), z.maxLength(limits.exchangeFiles))

const exchangeRow = z.object({
  guid: z.string(),
  kind: z.enum(EXCHANGE_KINDS),
  state: z.enum(EXCHANGE_STATES),
  time,
  way: z.enum(EXCHANGE_WAYS),
  by: z.string(),
  machineGuid: z.string(),
  machineName: z.string(),
  /** The file of the device, and the answer, if it can still be downloaded. */
  name: z.string(),
  answerName: nullableText,
  madeTime: toldTime,
  validUntil: nullableTime,
  digest: z.string(),
  licenseGuid: z.string(),
  family: z.enum(LICENSE_FAMILIES),
  serial: z.string(),
})
export type ExchangeRow = z.input<typeof exchangeRow>

export const exchanged = z.object({
  kind: z.enum(EXCHANGE_KINDS),
  machineName: z.string(),
  name: z.string(),
  text: z.string(),
  validUntil: nullableTime,
  /** The file had been exchanged before. The answer is the same. */
  isRepeated: z.boolean(),
})

export const exchangeCalls = defineCalls(
  'offline',
  {
    find: defineCall({
      method: 'POST',
      path: '/exchange/find.do',
      access: privilege('offline.view'),
      effect: 'read',
      payload: pageQuery(['time'], { licenseGuid: z.optional(guid), kind: z.optional(z.enum(EXCHANGE_KINDS)) }),
      answer: pageOf(exchangeRow),
      errors: [],
      summary: 'Lists exchanged files, latest first: of one license, or of all.',
    }),
    hand: defineCall({
      method: 'POST',
      path: '/exchange/hand.do',
      access: privilege('offline.exchange'),
      effect: 'own',
      sends: 'json',
      bodyBytes: 32 * 1024,
      payload: z.object({ licenseGuid: guid, ...handed.shape }),
      answer: z.object({ guid: z.string(), ...exchanged.shape }),
      errors: ['license.notFound', ...RUNTIME_REASONS.map((reason) => `runtime.${reason}` as const)],
      summary:
        'Exchanges the C2D of a device for the D2C of this license: binds it, renews its lease, or takes in its ' +
        'removal. The same file gets the same answer and is charged once.',
    }),
    download: defineCall({
      method: 'POST',
      path: '/exchange/download.do',
      access: privilege('offline.exchange'),
      effect: 'read',
      streams: 'file',
      payload: byGuid,
      answer: z.object({}),
      errors: ['offline.notFound', 'offline.ended'],
      summary: 'Downloads the D2C of an exchange again, until it ends.',
    }),
  },
  'exchange',
)

export const toolCalls = defineCalls(
  'offline',
  {
    searchLicense: defineCall({
      method: 'POST',
      path: '/tool/searchLicense.do',
      access: privilege('offline.view'),
      effect: 'own',
      whileSuspended: true,
      sends: 'multipart',
      perMinute: 60,
      bodyBytes: limits.searchedFileBytes + 64 * 1024,
      payload: z.object({ file: upload(limits.searchedFileBytes, limits.exchangeEndings) }),
      answer: toldFile,
      errors: ['offline.unreadable', 'offline.notOurs', 'platform.dataTooLarge'],
      summary:
        'Tells what a C2D or D2C file is, and the licenses that it names. A file of another developer is refused ' +
        'without a word about it.',
    }),
    read: defineCall({
      method: 'POST',
      path: '/tool/read.do',
      access: privilege('offline.exchange'),
      effect: 'own',
      whileSuspended: true,
      sends: 'json',
      bodyBytes: limits.exchangeBodyBytes,
      payload: z.object({ files }),
      answer: z.object({ files: z.array(readResult) }),
      errors: [],
      summary: 'Tells what each C2D says, and whether it would be exchanged now or why not. Changes nothing.',
    }),
    exchange: defineCall({
      method: 'POST',
      path: '/tool/exchange.do',
      access: privilege('offline.exchange'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      bodyBytes: limits.exchangeBodyBytes,
      payload: z.object({ files }),
      answer: taskAnswer,
      errors: [],
      summary: 'Exchanges up to 30 C2D files as a task. Each row has its own result.',
    }),
    download: defineCall({
      method: 'POST',
      path: '/tool/download.do',
      access: privilege('offline.exchange'),
      effect: 'read',
      streams: 'file',
      payload: z.object({ taskId: guid }),
      answer: z.object({}),
      errors: ['task.notFound', 'offline.notFound'],
      summary: 'Downloads the D2C files of a task in one zip file.',
    }),
  },
  'tool',
)
