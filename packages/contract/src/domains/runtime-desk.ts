// Administration of running programs: seats, the log of their calls and refusals, signs of abuse, signing keys, and the
// device parts that count.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, byGuid, guid, integer, line, someOf, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LICENSE_FAMILIES, RULE_OUTCOMES } from './license/license-rules.ts'
import { MACHINE_PARTS } from './machine-parts.ts'
import { LENDING_STATES } from './offline/lending-states.ts'
import { RUNTIME_REASONS, RUNTIME_RULES } from './runtime-reasons.ts'

const limits = LIMITS.runtime
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)

/**
 * How a seat ended: closed by the program, timed out, taken over by another terminal, released by an administrator, or
 * ended together with its license or sign-in.
 */
export const SEAT_ENDS = ['closed', 'lost', 'kickedOut', 'released', 'ended'] as const
export type SeatEnd = (typeof SEAT_ENDS)[number]

/** The license that a row refers to. */
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
  /** Empty for a lent seat that no device has used. */
  machineName: z.string(),
  processName: nullableText,
  pid: z.nullable(z.int()),
  osSession: nullableText,
  network: nullableText,
  startTime: time,
  beatTime: time,
  /** For a lent seat: its borrower and who lent it. It has no heartbeats, and `until` is the end of the loan. */
  lending: z.nullable(
    z.object({
      state: z.enum(LENDING_STATES),
      person: z.string(),
      lender: z.string(),
      /** Borrowed by the program itself, without a lending administrator. */
      isBorrowed: z.boolean(),
    }),
  ),
  /** When it is released without another heartbeat. */
  until: toldTime,
  endTime: nullableTime,
  end: z.nullable(z.enum(SEAT_ENDS)),
  reason: nullableText,
})
export type SeatRow = z.input<typeof seatRow>

/**
 * The total of seats, or null if the license counts none. Such a license counts devices: `devices` is how many it
 * allows at once, or null if any number.
 */
const seatTotals = {
  /** Does not contain the lent ones. Both together never exceed the limit. */
  taken: z.int(),
  lent: z.int(),
  limit: z.nullable(z.int()),
  devices: z.nullable(z.int()),
}
const seatGroup = z.object({
  ...ofLicense,
  ...seatTotals,
  /** Number of seats that match the keyword. */
  found: z.int(),
  /** The first of them, most recently taken first. */
  seats: z.array(seatRow),
})
export type SeatGroup = z.input<typeof seatGroup>

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
        'Lists taken and lent seats with their holders, most recently taken first. With `isTaken` false, lists ' +
        'recently ended seats.',
    }),
    count: defineCall({
      method: 'POST',
      path: '/seat/count.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: z.object({ licenseGuid: z.optional(guid) }),
      answer: z.object({ ...seatTotals, licenses: z.int() }),
      errors: [],
      summary:
        'Counts taken and lent seats and the licenses they belong to. For one license, also returns its seat limit, ' +
        'or its device limit if it counts no seats.',
    }),
    licenses: defineCall({
      method: 'POST',
      path: '/seat/licenses.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: pageQuery(['startTime'], { keyword: z.optional(line(LIMITS.account.accountMax)) }),
      answer: pageOf(seatGroup),
      errors: [],
      summary:
        'Lists the licenses with taken or lent seats, most recently taken first, each with its used and total seats ' +
        `and its ${limits.seatsShown} latest holders. The keyword is a complete code, account, device or network.`,
    }),
    release: defineCall({
      method: 'POST',
      path: '/seat/release.do',
      access: privilege('runtime.release'),
      effect: 'write',
      payload: z.object({ guid, reason: z.optional(line(limits.releaseReasonMax)) }),
      answer: z.object({}),
      errors: ['seat.notFound'],
      summary:
        'Releases a seat. Its program gets the reason, if there is one, with its next heartbeat. A lent seat is ' +
        'taken back, which its device learns at its next contact, with the reason.',
    }),
  },
  'seat',
)

/** Logged actions of programs. */
export const RUNTIME_ACTS = [
  'login',
  'activate',
  'validate',
  'deactivate',
  'session',
  'heartbeat',
  'consume',
  'data',
  'offline',
  'borrow',
  'return',
] as const
export type RuntimeAct = (typeof RUNTIME_ACTS)[number]

const traced = z.object({
  rule: z.enum(RUNTIME_RULES),
  outcome: z.enum(RULE_OUTCOMES),
  message: z.string(),
})
const logRow = z.object({
  guid: z.string(),
  at: time,
  act: z.enum(RUNTIME_ACTS),
  /** Null if the call succeeded. */
  reason: z.nullable(z.enum(RUNTIME_REASONS)),
  message: z.string(),
  family: z.nullable(z.enum(LICENSE_FAMILIES)),
  licenseGuid: nullableText,
  /** The code in the request. Unknown codes are mostly masked. */
  serial: nullableText,
  account: nullableText,
  machineName: nullableText,
  fingerprint: nullableText,
  network: nullableText,
  /** Number of identical refusals within the hour. */
  times: z.int(),
})
export type RuntimeLogRow = z.input<typeof logRow>

/** Signs of abuse of a license or from a network. */
export const RISK_KINDS = ['manyMachines', 'clonedMachine', 'manyNetworks', 'driftingMachine', 'guessing'] as const
export type RiskKind = (typeof RISK_KINDS)[number]
/** From this score on, abuse is nearly certain. */
export const CERTAIN_RISK_SCORE = 70
const riskRow = z.object({
  kind: z.enum(RISK_KINDS),
  /** 0 to 100. */
  score: z.int(),
  family: z.nullable(z.enum(LICENSE_FAMILIES)),
  licenseGuid: nullableText,
  serial: nullableText,
  network: nullableText,
  lastTime: time,
  /** The evidence, as sentences. */
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
      summary:
        `Lists sign-ins, activations and refusals of programs, latest first. Rows are kept for ${limits.logDays} ` +
        'days. The keyword is a complete code, account, device or network, or the name of a customer.',
    }),
    why: defineCall({
      method: 'POST',
      path: '/runtimeLog/why.do',
      access: privilege('runtime.view'),
      effect: 'read',
      payload: byGuid,
      /**
       * `said`: the reason that an administrator entered when locking, rejecting or deleting the license. `waitsAt`:
       * the step at which it waits for approval now. Programs receive neither.
       */
      answer: z.object({
        row: logRow,
        fix: nullableText,
        said: nullableText,
        waitsAt: nullableText,
        rules: z.array(traced),
      }),
      errors: ['runtimeLog.notFound'],
      summary:
        'Explains the refusal of a program: the results of all rules at that time, and the reason entered when the ' +
        'license was locked.',
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
        'Lists signs of shared codes, cloned devices or guessing in the last 30 days, worst first, with the evidence.',
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
  /** The end of signing, and the end of validity of its signatures. */
  signsUntil: toldTime,
  goodUntil: toldTime,
  /** Number of valid leases signed with it. */
  leases: z.int(),
  retireTime: nullableTime,
  retiredBy: nullableText,
  reason: nullableText,
})
export type SigningKeyRow = z.input<typeof keyRow>

/** Where a center serves the SDK package, in its own version. */
export const SDK_DOWNLOAD = '/download/sealwright-sdk.tgz'

export const signingKeyCalls = defineCalls(
  'runtime',
  {
    find: defineCall({
      method: 'POST',
      path: '/signingKey/find.do',
      access: privilege('signingKey.view'),
      effect: 'write',
      whileSuspended: true,
      payload: z.object({}),
      answer: z.object({
        rootKey: z.string(),
        /** The certificate of the exchange key, for programs that exchange files. */
        exchangeKey: z.string(),
        developerId: z.string(),
        keys: z.array(keyRow),
      }),
      errors: [],
      summary:
        'Returns the root key for programs, and the signing keys with the number of leases that depend on each. The ' +
        'first call creates the keys.',
    }),
    rotate: defineCall({
      method: 'POST',
      path: '/signingKey/rotate.do',
      access: privilege('signingKey.update'),
      effect: 'write',
      payload: z.object({ reason: z.optional(line(limits.keyNoteMax)) }),
      answer: z.object({ kid: z.string() }),
      errors: [],
      summary: 'Starts signing with a new key. Leases signed with the previous key stay valid.',
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
      summary: 'Retires a leaked key. At their next contact, programs stop trusting its leases and get a new lease.',
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
      summary: 'Lists the leases that depend on a key, earliest expiry first.',
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
      answer: z.object({
        machineParts: z.array(z.enum(MACHINE_PARTS)),
        partChangesPerMonth: z.int(),
        partChangesPerYear: z.int(),
        revision: z.int(),
      }),
      errors: [],
      summary:
        'Returns the device parts that count when a license is bound, and how many changes of them a license ' +
        'tolerates.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/deviceSetting/update.do',
      access: privilege('runtime.update'),
      effect: 'write',
      sends: 'json',
      payload: z.object({
        machineParts: someOf(MACHINE_PARTS, 3),
        partChangesPerMonth: z.optional(integer(0, limits.partChangesPerMonth.max)),
        partChangesPerYear: z.optional(integer(0, limits.partChangesPerYear.max)),
        revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
      }),
      answer: z.object({ revision: z.int() }),
      errors: ['platform.stale'],
      summary:
        'Sets the device parts that count, at least three, and how many changes a license tolerates in ' +
        `${limits.partChangesPerMonth.days} and in ${limits.partChangesPerYear.days} days. A device is still the ` +
        'same if one part changes within these limits; otherwise it counts as another device.',
    }),
  },
  'deviceSetting',
)
