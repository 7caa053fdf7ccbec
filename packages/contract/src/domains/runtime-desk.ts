// What staff see and do of programs that run: the seats that are taken, what programs asked and why some were refused,
// the keys that leases are signed with, what looks like abuse, and which parts of a machine count.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, byGuid, guid, integer, line, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LICENSE_FAMILIES } from './license-rules.ts'
import { MACHINE_PARTS } from './machine-parts.ts'
import { RUNTIME_REASONS, RUNTIME_RULES } from './runtime-reasons.ts'

const limits = LIMITS.runtime
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/** How a seat ended: given back, not kept, taken by another terminal, released by staff, or with what it was of. */
export const SEAT_ENDS = ['closed', 'lost', 'kickedOut', 'released', 'ended'] as const
export type SeatEnd = (typeof SEAT_ENDS)[number]

/** Of which license something is. */
const ofLicense = {
  family: z.enum(LICENSE_FAMILIES),
  licenseGuid: z.string(),
  serial: z.string(),
  productName: z.string(),
}

const seatRow = z.object({
  guid: z.string(),
  ...ofLicense,
  account: nullableText,
  machineName: z.string(),
  processName: nullableText,
  pid: z.nullable(z.int()),
  osSession: nullableText,
  network: nullableText,
  startTime: time,
  beatTime: time,
  /** When it returns by itself. */
  until: toldTime,
  endTime: nullableTime,
  end: z.nullable(z.enum(SEAT_ENDS)),
  reason: nullableText,
})
export type SeatRow = z.input<typeof seatRow>

export const seatCalls = defineCalls(
  'runtime',
  {
    find: defineCall({
      method: 'POST',
      path: '/seat/find.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: pageQuery(['startTime', 'beatTime'], {
        licenseGuid: z.optional(guid),
        keyword: z.optional(line(LIMITS.account.accountMax)),
        isTaken: z._default(z.boolean(), true),
      }),
      answer: pageOf(seatRow),
      errors: [],
      summary:
        'The seat board: who holds which seat since when, the last taken first; with `isTaken` false, those that were given back lately.',
    }),
    count: defineCall({
      method: 'POST',
      path: '/seat/count.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: z.object({ licenseGuid: z.optional(guid) }),
      answer: z.object({ taken: z.int(), limit: z.nullable(z.int()), licenses: z.int() }),
      errors: [],
      summary: 'How many seats are taken, of how many licenses; of one license also how many it has.',
    }),
    release: defineCall({
      method: 'POST',
      path: '/seat/release.do',
      access: privilege('runtime.release'),
      effect: 'write',
      payload: z.object({ guid, reason: line(limits.releaseReasonMax) }),
      answer: z.object({}),
      errors: ['seat.notFound'],
      summary: 'Takes a seat back. Its program learns it, with the reason, at its next heartbeat.',
    }),
  },
  'seat',
)

/** What programs do that is kept. */
export const RUNTIME_ACTS = [
  'login',
  'activate',
  'validate',
  'deactivate',
  'session',
  'heartbeat',
  'consume',
  'data',
] as const
export type RuntimeAct = (typeof RUNTIME_ACTS)[number]

const traced = z.object({
  rule: z.enum(RUNTIME_RULES),
  outcome: z.enum(['pass', 'fail', 'unasked']),
  message: z.string(),
})
const logRow = z.object({
  guid: z.string(),
  at: time,
  act: z.enum(RUNTIME_ACTS),
  /** Null: it was done. */
  reason: z.nullable(z.enum(RUNTIME_REASONS)),
  message: z.string(),
  family: z.nullable(z.enum(LICENSE_FAMILIES)),
  licenseGuid: nullableText,
  /** The code as it was given, most of it hidden where there is none like it. */
  serial: nullableText,
  account: nullableText,
  machineName: nullableText,
  fingerprint: nullableText,
  network: nullableText,
  /** How often the same was refused alike within the hour. */
  times: z.int(),
})
export type RuntimeLogRow = z.input<typeof logRow>

/** What looks like abuse of a license or from a network, each with how much of it there was. */
export const RISK_KINDS = ['manyMachines', 'clonedMachine', 'manyNetworks', 'driftingMachine', 'guessing'] as const
export type RiskKind = (typeof RISK_KINDS)[number]
const riskRow = z.object({
  kind: z.enum(RISK_KINDS),
  /** 0 to 100. */
  score: z.int(),
  family: z.nullable(z.enum(LICENSE_FAMILIES)),
  licenseGuid: nullableText,
  serial: nullableText,
  network: nullableText,
  lastTime: time,
  /** What it rests on, as sentences. */
  evidence: z.array(z.string()),
})
export type RiskRow = z.input<typeof riskRow>

export const runtimeLogCalls = defineCalls(
  'runtime',
  {
    find: defineCall({
      method: 'POST',
      path: '/runtimeLog/find.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: pageQuery(['at'], {
        licenseGuid: z.optional(guid),
        act: z.optional(z.enum(RUNTIME_ACTS)),
        refused: z.optional(z.boolean()),
        reason: z.optional(z.enum(RUNTIME_REASONS)),
        keyword: z.optional(line(LIMITS.account.accountMax)),
        ...between,
      }),
      answer: pageOf(logRow),
      errors: ['platform.timeIllegal'],
      summary: `Sign-ins, activations and refusals of programs, the latest first; kept for ${limits.logDays} days. The keyword is a whole code, account, machine or network.`,
    }),
    why: defineCall({
      method: 'POST',
      path: '/runtimeLog/why.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: byGuid,
      /** `said`: what staff wrote when they locked, refused or deleted the license; programs are not told. */
      answer: z.object({ row: logRow, fix: nullableText, said: nullableText, rules: z.array(traced) }),
      errors: ['seat.notFound'],
      summary:
        'Why a program was refused: the rules in the order in which they were asked, as they were answered then, and what was written when the license was locked.',
    }),
    risks: defineCall({
      method: 'POST',
      path: '/runtimeLog/risks.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: z.object({ licenseGuid: z.optional(guid) }),
      answer: z.array(riskRow),
      errors: [],
      summary:
        'What of the last 30 days looks like a shared code, a copied machine or guessing, the worst first, with what it rests on.',
    }),
  },
  'runtimeLog',
)

export const KEY_STATES = ['signing', 'next', 'resting', 'retired', 'over'] as const
export type KeyState = (typeof KEY_STATES)[number]
const keyRow = z.object({
  kid: z.string(),
  state: z.enum(KEY_STATES),
  createTime: time,
  /** Until when it signs, and until when what it signed is good. */
  signsUntil: toldTime,
  goodUntil: toldTime,
  /** Leases that are good and were signed with it. */
  leases: z.int(),
  retireTime: nullableTime,
  retiredBy: nullableText,
  reason: nullableText,
})
export type SigningKeyRow = z.input<typeof keyRow>

export const signingKeyCalls = defineCalls(
  'runtime',
  {
    find: defineCall({
      method: 'POST',
      path: '/signingKey/find.do',
      access: privilege('signingKey.view'),
      effect: 'write',
      payload: z.object({}),
      answer: z.object({ rootKey: z.string(), developerId: z.string(), keys: z.array(keyRow) }),
      errors: [],
      summary:
        'The root key that programs are built with, and the signing keys with how many leases depend on each. The first look makes them.',
    }),
    rotate: defineCall({
      method: 'POST',
      path: '/signingKey/rotate.do',
      access: privilege('signingKey.update'),
      effect: 'write',
      payload: z.object({ reason: z.optional(line(limits.keyNoteMax)) }),
      answer: z.object({ kid: z.string() }),
      errors: [],
      summary: 'Signs with a new key from now on. What the one before signed stays good.',
    }),
    retire: defineCall({
      method: 'POST',
      path: '/signingKey/retire.do',
      access: privilege('signingKey.update'),
      effect: 'write',
      sensitive: true,
      payload: z.object({ kid: line(64), reason: line(limits.keyNoteMax) }),
      answer: z.object({ leases: z.int() }),
      errors: ['signingKey.notFound', 'signingKey.stateForbids'],
      summary:
        'Retires a key that leaked: programs that hear of it trust nothing it signed, and get a new lease at the same contact.',
    }),
    leases: defineCall({
      method: 'POST',
      path: '/signingKey/leases.do',
      access: privilege('signingKey.view'),
      effect: 'read',
      payload: pageQuery(['expireTime'], { kid: line(64) }),
      answer: pageOf(
        z.object({ leaseId: z.string(), ...ofLicense, machineName: z.string(), issueTime: time, expireTime: toldTime }),
      ),
      errors: ['signingKey.notFound'],
      summary: 'The leases that depend on a key, those that end first at the top.',
    }),
  },
  'signingKey',
)

export const deviceSettingCalls = defineCalls(
  'runtime',
  {
    get: defineCall({
      method: 'POST',
      path: '/deviceSetting/get.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({ machineParts: z.array(z.enum(MACHINE_PARTS)), revision: z.int() }),
      errors: [],
      summary: 'Which parts of a machine count when a license is bound to it.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/deviceSetting/update.do',
      access: privilege('runtime.update'),
      effect: 'write',
      sends: 'json',
      payload: z.object({
        machineParts: z.array(z.enum(MACHINE_PARTS)).check(z.minLength(3)),
        revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
      }),
      answer: z.object({ revision: z.int() }),
      errors: ['platform.stale'],
      summary:
        'Sets which parts of a machine count. At most one of them may change for a machine to be still the same; hence at least three.',
    }),
  },
  'deviceSetting',
)
