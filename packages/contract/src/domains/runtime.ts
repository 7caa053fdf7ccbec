// The runtime calls, which programs of end users make through the SDK. They use JSON and real HTTP statuses, and refuse
// with problem documents (RFC 9457). Every request contains the developer id and the API password, so that no lookup
// crosses tenants.
import * as z from 'zod/mini'
import { defineCall, defineCalls, program } from '../kernel/call.ts'
import { integer, line, toldTime, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LICENSE_MODES } from './license/license-rules.ts'
import { MACHINE_PARTS } from './machine-parts.ts'
import { FILE_KINDS } from './offline/exchange-files.ts'
import { DATA_AREAS } from './product.ts'
import { CLIENT_STATUSES } from './runtime-reasons.ts'
import type { RuntimeError } from './runtime-reasons.ts'

const limits = LIMITS.runtime

const developer = { developerId: integer(1, Number.MAX_SAFE_INTEGER) }
const licenseId = integer(1, LIMITS.product.licenseIdMax)
const token = z.string().check(z.regex(/^[\w-]{20,128}$/))
const nullableTime = z.nullable(toldTime)

/** Digests of the device and of each of its parts. The parts are optional. */
const fingerprint = z.string().check(z.regex(/^[\w.:+/=-]{8,128}$/))
const machine = z.object({
  fingerprint,
  parts: z._default(
    z
      .array(z.object({ kind: z.enum(MACHINE_PARTS), digest: z.string().check(z.regex(/^[\w+/=-]{8,64}$/)) }))
      .check(z.maxLength(MACHINE_PARTS.length)),
    [],
  ),
  name: z.optional(line(limits.machineNameMax)),
  os: z.optional(line(limits.machineNameMax)),
  addresses: z._default(z.array(z.object({ ip: line(64), mac: line(64) })).check(z.maxLength(limits.addresses)), []),
  /** If the device writes files: the key that signs them, and its count of removals. An activation keeps both. */
  key: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  removals: z.optional(integer(0, LIMITS.license.removals)),
})

/** Selects the license: by its code, by the signed-in user and the product, or by the current lease alone. */
const subject = {
  code: z.optional(z.string().check(z.maxLength(64))),
  token: z.optional(token),
  licenseId: z.optional(licenseId),
  /** The program's current lease. */
  leaseId: z.optional(z.uuid()),
}
/** Required if the code has a password and the device is not bound yet. */
const codePassword = z.optional(verbatim(LIMITS.account.passwordMax))
const version = z.optional(integer(0, LIMITS.product.licenseVersionMax))

const leased = {
  /** 1 normal, 2 the terms have changed. */
  status: z.literal(Object.values(CLIENT_STATUSES)),
  /** A signed lease (JWS). Null if the lease in the request is still valid. */
  lease: z.nullable(z.string()),
  leaseId: z.nullable(z.string()),
  license: z.object({
    guid: z.string(),
    mode: z.literal(Object.values(LICENSE_MODES)),
    licenseId: z.int(),
    revision: z.int(),
    startTime: nullableTime,
    expireTime: nullableTime,
    /** The program may run until then without contacting the server. */
    offlineUntil: nullableTime,
    bound: z.int(),
    machineLimit: z.nullable(z.int()),
    /** Null if uses are not counted. */
    usesLeft: z.nullable(z.int()),
  }),
  serverTime: toldTime,
}
const leaseAnswer = z.object(leased)

const session = z.uuid()
const area = z.enum(DATA_AREAS)

const signedIn = z.object({
  token: z.string(),
  expireTime: toldTime,
  account: z.string(),
  userName: z.nullable(z.string()),
  licenses: z.array(z.object({ guid: z.string(), licenseId: z.int(), mode: z.int(), expireTime: nullableTime })),
})

const OF_LICENSE = [
  'runtime.unauthorized',
  'runtime.vendorAccount',
  'runtime.vendorSuspended',
  'runtime.codeNotFound',
  'runtime.codeReplaced',
  'runtime.licenseNotFound',
  'runtime.tokenExpired',
  'runtime.locked',
  'runtime.licenseDeleted',
  'runtime.licenseReplaced',
  'runtime.underApproval',
  'runtime.approvalRejected',
  'runtime.notStarted',
  'runtime.licenseExpired',
  'runtime.productExpired',
  'runtime.productNotIncluded',
  'runtime.versionTooLow',
  'runtime.machineRecycled',
  'runtime.tooManyTries',
] as const satisfies readonly RuntimeError[]
const OF_EVERY_FILE = [
  'runtime.fileUnreadable',
  'runtime.fileTooLarge',
  'runtime.fileVersion',
  'runtime.fileWrongKind',
  'runtime.fileForeign',
  'runtime.fileForged',
  'runtime.fileOverdue',
  'runtime.fileAhead',
] as const satisfies readonly RuntimeError[]
const OF_DONGLE = ['runtime.dongleUnknown', 'runtime.fileOvertaken'] as const satisfies readonly RuntimeError[]
const OF_DONGLE_FILE = [...OF_EVERY_FILE, ...OF_DONGLE] as const satisfies readonly RuntimeError[]
const OF_FILE = [
  ...OF_EVERY_FILE,
  'runtime.fileOtherLicense',
  'runtime.fileKeyChanged',
  'runtime.offlineNotAllowed',
  'runtime.removalKnown',
  'runtime.storeRestored',
] as const satisfies readonly RuntimeError[]
const OF_LENDING = [
  'runtime.lendingNotFound',
  'runtime.lendingDeleted',
  'runtime.lendingRevoked',
  'runtime.lendingExpired',
  'runtime.lendingReturned',
] as const satisfies readonly RuntimeError[]
const post = { method: 'POST', access: program, effect: 'own', sends: 'json' } as const

export const runtimeCalls = defineCalls('runtime', {
  login: defineCall({
    ...post,
    path: '/runtime/v1/login',
    payload: z.object({
      ...developer,
      account: line(LIMITS.account.accountMax),
      password: verbatim(LIMITS.account.passwordMax),
    }),
    answer: signedIn,
    errors: [
      'runtime.unauthorized',
      'runtime.loginFailed',
      'runtime.accountNotActivated',
      'runtime.vendorAccount',
      'runtime.vendorSuspended',
      'runtime.tooManyTries',
    ],
    summary:
      'Signs in an end user. The token identifies the user in other calls. The answer lists the licenses in force. ' +
      'The password of an account that administers a developer or has a second factor is never accepted here: such ' +
      'an account signs in through `/runtime/v1/deviceLogin`.',
  }),
  deviceLogin: defineCall({
    ...post,
    path: '/runtime/v1/deviceLogin',
    bodyBytes: 4096,
    payload: z.object({
      ...developer,
      programName: z.optional(line(limits.machineNameMax)),
      machineName: z.optional(line(limits.machineNameMax)),
    }),
    answer: z.object({
      /** For `/runtime/v1/deviceToken`. Never shown to anybody. */
      deviceCode: z.string(),
      /** For the person to see and to compare. */
      userCode: z.string(),
      verificationUri: z.string(),
      /** The same address with the code, to open in a browser or to show as a QR code. */
      verificationUriComplete: z.string(),
      expiresIn: z.int(),
      /** Seconds between two calls of `/runtime/v1/deviceToken`. */
      interval: z.int(),
    }),
    errors: ['runtime.unauthorized', 'runtime.vendorAccount', 'runtime.vendorSuspended', 'runtime.tooManyTries'],
    summary:
      'Starts a sign-in through the browser (RFC 8628). The program shows the code and the address, and a person ' +
      'confirms the code there.',
  }),
  deviceToken: defineCall({
    ...post,
    path: '/runtime/v1/deviceToken',
    bodyBytes: 4096,
    payload: z.object({ ...developer, deviceCode: token }),
    answer: signedIn,
    errors: [
      'runtime.unauthorized',
      'runtime.authorizationPending',
      'runtime.slowDown',
      'runtime.codeExpired',
      'runtime.accessDenied',
      'runtime.accountNotActivated',
      'runtime.vendorAccount',
      'runtime.vendorSuspended',
      'runtime.tooManyTries',
    ],
    summary:
      'Signs in the person who has confirmed the code, with the same answer as `/runtime/v1/login`. A code that ' +
      'comes too often is answered with SLOW_DOWN, and its interval grows by 5 seconds.',
  }),
  logout: defineCall({
    ...post,
    path: '/runtime/v1/logout',
    payload: z.object({ ...developer, token }),
    answer: z.object({}),
    errors: ['runtime.unauthorized'],
    summary: 'Ends a sign-in and releases its seats.',
  }),
  activate: defineCall({
    ...post,
    path: '/runtime/v1/activate',
    payload: z.object({ ...developer, ...subject, codePassword, machine, version }),
    answer: leaseAnswer,
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.machineLimit',
      'runtime.machineEverLimit',
      'runtime.machineUnbound',
      'runtime.onlineOnly',
    ],
    summary:
      'Binds a device to a license and returns a lease. If the device is already bound, it stays bound at no cost.',
  }),
  validate: defineCall({
    ...post,
    path: '/runtime/v1/validate',
    repeats: true,
    payload: z.object({
      ...developer,
      ...subject,
      machine,
      version,
      revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    }),
    answer: leaseAnswer,
    errors: [...OF_LICENSE, 'runtime.machineUnbound', 'runtime.onlineOnly'],
    summary:
      'Checks whether a license is valid on this device now. Returns a new lease if the program has no valid one, ' +
      'the terms have changed, or half of the lease period is over.',
  }),
  deactivate: defineCall({
    ...post,
    path: '/runtime/v1/deactivate',
    payload: z.object({ ...developer, ...subject, machine }),
    answer: z.object({}),
    errors: [...OF_LICENSE, 'runtime.machineUnbound'],
    summary:
      'Unbinds this device from a license. The device no longer counts toward the simultaneous limit, but still ' +
      'counts toward the cumulative limit.',
  }),
  openSession: defineCall({
    ...post,
    path: '/runtime/v1/sessions',
    payload: z.object({
      ...developer,
      ...subject,
      codePassword,
      machine,
      version,
      process: z.optional(
        z.object({
          name: line(limits.machineNameMax),
          pid: integer(0, Number.MAX_SAFE_INTEGER),
          startedAt: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
        }),
      ),
      /** User session of the operating system. */
      osSession: z.optional(line(64)),
      timeoutSeconds: z._default(integer(limits.seatSecondsMin, limits.seatSecondsMax), limits.seatSeconds),
    }),
    answer: z.object({
      ...leased,
      session,
      timeoutSeconds: z.int(),
      until: toldTime,
      seats: z.object({ taken: z.int(), limit: z.nullable(z.int()) }),
    }),
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.machineUnbound',
      'runtime.usesExhausted',
      'runtime.seatLimit',
    ],
    summary:
      'Takes a seat, and one use if uses are counted. The same process, session or device (depending on the seat ' +
      'type) keeps its seat.',
  }),
  heartbeat: defineCall({
    ...post,
    path: '/runtime/v1/sessions/heartbeat',
    payload: z.object({ ...developer, session, leaseId: z.optional(z.uuid()) }),
    answer: z.object({
      status: leased.status,
      lease: leased.lease,
      leaseId: leased.leaseId,
      until: toldTime,
      serverTime: toldTime,
    }),
    errors: [...OF_LICENSE, 'runtime.seatNotFound', 'runtime.seatLost', 'runtime.seatReleased', 'runtime.kickedOut'],
    summary: 'Extends a seat by its timeout. Without heartbeats the seat is released.',
  }),
  closeSession: defineCall({
    ...post,
    path: '/runtime/v1/sessions/close',
    payload: z.object({ ...developer, session }),
    answer: z.object({}),
    errors: ['runtime.unauthorized', 'runtime.seatNotFound'],
    summary: 'Releases a seat.',
  }),
  consume: defineCall({
    ...post,
    path: '/runtime/v1/consume',
    payload: z.object({
      ...developer,
      ...subject,
      codePassword,
      machine,
      amount: z._default(integer(1, LIMITS.template.useCount), 1),
      requestId: z.string().check(z.regex(/^[\w.:-]{8,64}$/)),
    }),
    answer: z.object({ taken: z.int(), usesLeft: z.int() }),
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.machineUnbound',
      'runtime.usesExhausted',
      'runtime.notCounted',
      'runtime.requestReused',
    ],
    summary: 'Consumes uses. A repeated `requestId` consumes nothing and returns the same answer.',
  }),
  readData: defineCall({
    ...post,
    path: '/runtime/v1/data/read',
    payload: z.object({ ...developer, ...subject, codePassword, area, machine: z.optional(machine) }),
    answer: z.object({ area, licenseId: z.int(), content: z.string(), digest: z.string(), revision: z.int() }),
    errors: [...OF_LICENSE, 'runtime.codePassword', 'runtime.machineUnbound', 'runtime.areaNotFound'],
    summary:
      'Returns the content of a data area in base64, with its SHA-256. The public area does not require a bound ' +
      'device.',
  }),
  writeData: defineCall({
    ...post,
    path: '/runtime/v1/data/write',
    bodyBytes: limits.dataBodyBytes,
    payload: z.object({
      ...developer,
      ...subject,
      codePassword,
      machine,
      content: z.base64().check(z.maxLength(Math.ceil(LIMITS.product.areaBytes / 3) * 4)),
      revision: integer(0, Number.MAX_SAFE_INTEGER),
    }),
    answer: z.object({ digest: z.string(), revision: z.int() }),
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.machineUnbound',
      'runtime.areaNotFound',
      'runtime.areaChanged',
      'platform.dataTooLarge',
    ],
    summary:
      'Replaces the content of the read-write area. Refused if it was written after `revision` was read, so that no ' +
      "program overwrites another one's data.",
  }),
  offline: defineCall({
    ...post,
    path: '/runtime/v1/offline',
    bodyBytes: 32 * 1024,
    payload: z.object({
      ...developer,
      /** The text of a C2D file. */
      file: verbatim(LIMITS.license.exchangeTextMax),
    }),
    answer: z.object({
      kind: z.enum(FILE_KINDS),
      /** The text of the D2C file, and a name for it. */
      file: z.string(),
      name: z.string(),
      /** It can be imported until then. */
      validUntil: nullableTime,
      serverTime: toldTime,
    }),
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.machineLimit',
      'runtime.machineEverLimit',
      'runtime.machineUnbound',
      'runtime.onlineOnly',
      ...OF_FILE,
      ...OF_DONGLE,
    ],
    summary:
      'Exchanges the C2D file of a device or dongle without a network for a D2C file. The same file gets the same ' +
      'answer and is charged once, however often it is sent. Only a removal is refused when it is repeated.',
  }),
  dongle: defineCall({
    ...post,
    path: '/runtime/v1/dongle',
    bodyBytes: 32 * 1024,
    payload: z.object({
      ...developer,
      /** The C2D of a dongle, as a text. */
      file: verbatim(LIMITS.license.exchangeTextMax),
    }),
    answer: z.object({
      /** Packages for the dongle, in the order in which it takes them. */
      packages: z.array(z.string()),
      /** Section 4: user lock status. */
      status: z.int(),
      /** The dongle runs until then. Null: no end, or it is not activated. */
      activationEnd: nullableTime,
      serverTime: toldTime,
    }),
    errors: [
      'runtime.unauthorized',
      'runtime.vendorAccount',
      'runtime.vendorSuspended',
      'runtime.tooManyTries',
      ...OF_DONGLE_FILE,
    ],
    summary:
      'Activates a dongle, hands out the packages that wait for it, and takes in its results. A lost dongle gets a ' +
      'package that stops it. The same request gets the same answer.',
  }),
  borrow: defineCall({
    ...post,
    path: '/runtime/v1/borrow',
    payload: z.object({
      ...developer,
      /** A code that a lending administrator made. Otherwise a group code and the days. */
      lendingCode: z.optional(z.string().check(z.maxLength(64))),
      code: subject.code,
      licenseId: subject.licenseId,
      codePassword,
      days: z.optional(integer(1, LIMITS.template.lanBorrowDays)),
      machine,
      version,
    }),
    answer: z.object({
      /** To return the seat, or to renew the lease. */
      lendingCode: z.string(),
      until: toldTime,
      ...leased,
    }),
    errors: [
      ...OF_LICENSE,
      'runtime.codePassword',
      'runtime.seatLimit',
      'runtime.onlineOnly',
      ...OF_LENDING,
      'runtime.lendingOff',
      'runtime.lendingBound',
      'runtime.borrowClosed',
      'runtime.borrowTooLong',
    ],
    summary:
      'Takes a seat away from the network until a date: the seat of a lending code, or one of a group code whose ' +
      'template allows it. The same device gets the same seat again.',
  }),
  return: defineCall({
    ...post,
    path: '/runtime/v1/return',
    payload: z.object({ ...developer, lendingCode: z.string().check(z.maxLength(64)), machine }),
    answer: z.object({}),
    errors: [
      'runtime.unauthorized',
      'runtime.tooManyTries',
      ...OF_LENDING,
      'runtime.lendingBound',
      'runtime.machineUnbound',
    ],
    summary:
      'Returns a borrowed seat before its end, whatever the state of its license. Only the device that holds it can ' +
      'do so.',
  }),
  keys: defineCall({
    method: 'GET',
    path: '/runtime/v1/keys',
    access: program,
    effect: 'own',
    payload: z.object(developer),
    answer: z.object({
      /** JSON Web Keys. `certificate` is a JWS by the root key over the key, its signing period and its validity. */
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          alg: z.literal('EdDSA'),
          use: z.literal('sig'),
          kid: z.string(),
          x: z.string(),
          certificate: z.string(),
        }),
      ),
      /**
       * A JWS by the root key with the ids of these keys (`keys`) and of revoked ones (`revoked`), its time, and the
       * nonce of the request, if it has one.
       */
      revocations: z.string(),
      /** A JWS by the root key over the exchange key, to which devices seal their files. */
      exchangeKey: z.string(),
    }),
    errors: ['runtime.unauthorized'],
    summary:
      "Returns the keys that sign a developer's leases. Verification starts from the root key that is built into the " +
      'program.',
  }),
})
