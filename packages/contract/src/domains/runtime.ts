// The runtime surface: what the programs of end users call, through the SDK. JSON in and out, real HTTP statuses,
// refusals as problem documents (RFC 9457). Every request names its developer and shows the API password, so that no
// look-up crosses tenants.
import * as z from 'zod/mini'
import { defineCall, defineCalls, program } from '../kernel/call.ts'
import { integer, line, toldTime, verbatim } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { LICENSE_MODES } from './license-rules.ts'
import { DATA_AREAS } from './product.ts'
import { MACHINE_PARTS } from './machine-parts.ts'
import { CLIENT_STATUSES } from './runtime-reasons.ts'
import type { RuntimeError } from './runtime-reasons.ts'

const limits = LIMITS.runtime

const developer = { developerId: integer(1, Number.MAX_SAFE_INTEGER) }
const licenseId = integer(1, LIMITS.product.licenseIdMax)
const token = z.string().check(z.regex(/^[\w-]{20,128}$/))
const nullableTime = z.nullable(toldTime)

/** A digest of the machine, and of each of its parts; whoever has only the whole sends that. */
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
})

/**
 * Which license is meant: by its code, by who is signed in and the product, or by nothing but the lease that the
 * program holds.
 */
const subject = {
  code: z.optional(z.string().check(z.maxLength(64))),
  token: z.optional(token),
  licenseId: z.optional(licenseId),
  /** The lease that the program holds. */
  leaseId: z.optional(z.uuid()),
}
/** Asked for by codes that have one, of machines that do not hold them. */
const codePassword = z.optional(verbatim(LIMITS.account.passwordMax))
const version = z.optional(integer(0, LIMITS.product.licenseVersionMax))

const leased = {
  /** 1 normal, 2 the terms were changed. */
  status: z.literal(Object.values(CLIENT_STATUSES)),
  /** A signed lease (JWS); null: the one that the program named is good. */
  lease: z.nullable(z.string()),
  leaseId: z.nullable(z.string()),
  license: z.object({
    guid: z.string(),
    mode: z.literal(Object.values(LICENSE_MODES)),
    licenseId: z.int(),
    revision: z.int(),
    startTime: nullableTime,
    expireTime: nullableTime,
    /** Until when the program may run without asking again. */
    offlineUntil: nullableTime,
    bound: z.int(),
    machineLimit: z.nullable(z.int()),
    /** Uses that are left; null where they are not counted. */
    usesLeft: z.nullable(z.int()),
  }),
  serverTime: toldTime,
}
const leaseAnswer = z.object(leased)

const session = z.uuid()
const area = z.enum(DATA_AREAS)

const OF_LICENSE = [
  'runtime.unauthorized',
  'runtime.vendorAccount',
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
    answer: z.object({
      token: z.string(),
      expireTime: toldTime,
      account: z.string(),
      userName: z.nullable(z.string()),
      licenses: z.array(z.object({ guid: z.string(), licenseId: z.int(), mode: z.int(), expireTime: nullableTime })),
    }),
    errors: [
      'runtime.unauthorized',
      'runtime.loginFailed',
      'runtime.accountNotActivated',
      'runtime.vendorAccount',
      'runtime.tooManyTries',
    ],
    summary:
      'Signs an end user in: the token stands for them in other calls. What the answer lists are the licenses that are in force.',
  }),
  logout: defineCall({
    ...post,
    path: '/runtime/v1/logout',
    payload: z.object({ ...developer, token }),
    answer: z.object({}),
    errors: ['runtime.unauthorized'],
    summary: 'Ends what a sign-in began, with the seats that it holds.',
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
      'Binds a machine to a license and answers a lease. A machine that holds the license keeps it, which costs nothing.',
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
      'Whether a license is good on this machine now. Answers a new lease where there is none that is good, the terms were changed, or half its life is over.',
  }),
  deactivate: defineCall({
    ...post,
    path: '/runtime/v1/deactivate',
    payload: z.object({ ...developer, ...subject, machine }),
    answer: z.object({}),
    errors: [...OF_LICENSE, 'runtime.machineUnbound'],
    summary:
      'Takes this machine off a license. Its place among those at once is free again; among those ever it is not.',
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
      /** The user session of the operating system. */
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
      'Takes a seat, and one use where uses are counted. The same process, session or machine, whichever a seat is, keeps its seat.',
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
    summary: 'Keeps a seat for another timeout. Without it the seat returns by itself.',
  }),
  closeSession: defineCall({
    ...post,
    path: '/runtime/v1/sessions/close',
    payload: z.object({ ...developer, session }),
    answer: z.object({}),
    errors: ['runtime.unauthorized', 'runtime.seatNotFound'],
    summary: 'Gives a seat back.',
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
    summary: 'Takes uses. The same `requestId` once more takes nothing and answers the same.',
  }),
  readData: defineCall({
    ...post,
    path: '/runtime/v1/data/read',
    payload: z.object({ ...developer, ...subject, codePassword, area, machine: z.optional(machine) }),
    answer: z.object({ area, licenseId: z.int(), content: z.string(), digest: z.string(), revision: z.int() }),
    errors: [...OF_LICENSE, 'runtime.codePassword', 'runtime.machineUnbound', 'runtime.areaNotFound'],
    summary: 'What a data area holds, in base64, with its SHA-256. The public one needs no machine that is bound.',
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
      'Writes the read-write area as a whole. Refused where it was written since `revision` was read, so that nothing is lost between two programs.',
  }),
  keys: defineCall({
    method: 'GET',
    path: '/runtime/v1/keys',
    access: program,
    effect: 'own',
    payload: z.object(developer),
    answer: z.object({
      /**
       * JSON Web Keys, each with `certificate`: a JWS of the root key over the key, for how long it may sign and for
       * how long it is good.
       */
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
      /** A JWS of the root key: `revoked`, the ids of keys that are not to be trusted, and when it was made. */
      revocations: z.string(),
    }),
    errors: ['runtime.unauthorized'],
    summary:
      "The keys that a developer's leases are signed with. Trust begins at the root key that the program was built with.",
  }),
})
