// The open API: the calls that a developer's own systems can make with an access key. `POST /api/v1/<resource>/<verb>`
// takes the payload of the call as JSON and answers its answer, without an envelope. The command line has the same
// names. A list takes `limit` and `cursor` instead of a page number.
import * as z from 'zod/mini'
import { orderCalls } from './domains/billing/billing.ts'
import { customerCalls, tagCalls, userCalls } from './domains/customer.ts'
import { dongleLicenseCalls, upgradeCalls } from './domains/dongle/dongle-license.ts'
import { userLockCalls } from './domains/dongle/user-lock.ts'
import { licenseCalls, pcLicenseCalls } from './domains/license/license.ts'
import { productCalls } from './domains/product.ts'
import { seatCalls } from './domains/runtime-desk.ts'
import { problemType } from './domains/runtime-reasons.ts'
import { statisticsCalls } from './domains/statistics.ts'
import { taskCalls } from './domains/task.ts'
import { pcTemplateCalls, templateCalls } from './domains/template/template.ts'
import { CHARGE_ERRORS, ERRORS } from './errors.ts'
import type { ErrorName } from './errors.ts'
import type { Call } from './kernel/call.ts'
import { filled, integer } from './kernel/wire.ts'
import { LIMITS } from './limits.ts'

interface Resource {
  calls: Readonly<Record<string, Call>>
  /** Payload fields that the caller may leave out. */
  given?: Readonly<Record<string, string>>
}

/** The calls of a group with these verbs. `find` is called `list`. */
function some<Group extends Readonly<Record<string, Call>>>(group: Group, ...verbs: (keyof Group & string)[]) {
  const named = verbs.map((verb) => [verb === 'find' ? 'list' : verb, group[verb]])
  return Object.fromEntries(named) as Record<string, Call> // of the group
}

const EDITING = ['find', 'get', 'create', 'update', 'delete'] as const
const LICENSES = [
  'find',
  'get',
  'history',
  'preview',
  'issue',
  'refresh',
  'lock',
  'unlock',
  'delete',
  'batchAct',
  'deliver',
  'rekey',
] as const
const DEVICES = ['unbind', 'recycle'] as const

/** Codes are what most systems issue, so `kind` is `sn` unless it is given. */
const CODES = { kind: 'sn' }

export const OPEN_RESOURCES: Readonly<Record<string, Resource>> = {
  users: { calls: some(userCalls, ...EDITING) },
  customers: { calls: some(customerCalls, ...EDITING) },
  tags: { calls: some(tagCalls, ...EDITING) },
  products: { calls: some(productCalls, ...EDITING) },
  templates: { calls: some(pcTemplateCalls, ...EDITING), given: CODES },
  'smart-templates': { calls: some(templateCalls, ...EDITING) },
  licenses: { calls: some(pcLicenseCalls, ...LICENSES, 'batchIssue', 'batchUpdate'), given: CODES },
  'smart-licenses': { calls: some(licenseCalls, ...LICENSES) },
  devices: {
    calls: { list: pcLicenseCalls.machines, ...some(pcLicenseCalls, ...DEVICES) },
    given: CODES,
  },
  'smart-devices': { calls: { list: licenseCalls.machines, ...some(licenseCalls, ...DEVICES) } },
  seats: { calls: some(seatCalls, 'find', 'count', 'release') },
  dongles: { calls: some(userLockCalls, 'find', 'get', 'update', 'act', 'batchAct', 'history') },
  'dongle-licenses': {
    calls: some(dongleLicenseCalls, 'find', 'get', 'preview', 'issue', 'batchIssue', 'refresh', 'delete', 'empty'),
  },
  upgrades: { calls: some(upgradeCalls, 'find', 'download', 'reissue', 'withdraw') },
  orders: { calls: some(orderCalls, 'find', 'get') },
  statistics: { calls: some(statisticsCalls, 'get', 'overview', 'devices') },
  tasks: { calls: some(taskCalls, 'find', 'get', 'cancel', 'retry') },
}

/** A call of the open API. */
export interface OpenCall {
  resource: string
  verb: string
  path: `/api/v1/${string}`
  call: Call
  given: Readonly<Record<string, string>>
}

export const OPEN_CALLS: readonly OpenCall[] = Object.entries(OPEN_RESOURCES).flatMap(([resource, { calls, given }]) =>
  Object.entries(calls).map(([verb, call]) => ({
    resource,
    verb,
    path: `/api/v1/${resource}/${verb}` as const,
    call,
    given: given ?? {},
  })),
)

type Shape = Readonly<Record<string, z.core.$ZodType>>
const shapeOf = (schema: z.core.$ZodType): Shape => (schema._zod.def as { shape?: Shape }).shape ?? {} // of an object

/** Whether a call answers pages. In the open API they have cursors instead of numbers. */
export const isList = ({ payload }: Pick<Call, 'payload'>) => 'currentPage' in shapeOf(payload)

/** What a list takes instead of `currentPage` and `pageSize`. */
export const cursorQuery = z.object({
  limit: z._default(integer(1, LIMITS.page.maxSize), LIMITS.accessKey.pageSize),
  /** The `nextCursor` of the page before. Absent: the first page. */
  cursor: z.optional(z.string()),
})

/** The payload of an open call, to describe it. The call itself decodes what it gets. */
export function openPayload({ call, given }: Pick<OpenCall, 'call' | 'given'>) {
  const { currentPage: _page, pageSize: _size, ...fields } = shapeOf(call.payload)
  const optional = Object.entries(given).map(([name, value]) => {
    const field = fields[name]
    if (!field) throw new Error(`${call.name} has no field ${name}`)
    return [name, z._default(filled(field), value)] as const
  })
  return z.object({ ...fields, ...Object.fromEntries(optional), ...(isList(call) ? cursorQuery.shape : {}) })
}

/** The answer of an open call, to describe it. */
export function openAnswer({ call }: Pick<OpenCall, 'call'>): z.core.$ZodType {
  if (!isList(call)) return call.answer
  const { records: _records, total: _total, recordsCapped: _capped, ...fields } = shapeOf(call.answer)
  return z.object({ ...fields, nextCursor: z.nullable(z.string()) })
}

const NOT_ALLOWED: readonly ErrorName[] = [
  'platform.noPermission',
  'platform.superOnly',
  'platform.wrongOrigin',
  'access.viewOnly',
  'developer.suspended',
  'statistics.trial',
]
const MALFORMED: readonly ErrorName[] = [
  'platform.badPayload',
  'platform.unreadableBody',
  'platform.duplicateKey',
  'platform.forbiddenKey',
  'idempotency.badKey',
]
const UNPAID: readonly ErrorName[] = [...CHARGE_ERRORS, 'developer.serviceFeeUnpaid']

/**
 * The HTTP status of a refusal in the open API. An error that has a status of its own keeps it. Of the others: 400 for
 * a payload that cannot be read, 402 for money, 403 for a missing right, 404 for something that is not there, 409 for a
 * state that forbids it (also a name that is taken, a limit that is reached, or a change in between), and 422 for every
 * other rule.
 */
export function openStatus(error: ErrorName): number {
  const { status } = ERRORS[error]
  if (status !== 200) return status
  if (error === 'session.expired') return 401
  if (MALFORMED.includes(error)) return 400
  if (UNPAID.includes(error)) return 402
  if (NOT_ALLOWED.includes(error)) return 403
  if (/[nN]otFound$/.test(error)) return 404
  return /(?:stateForbids|stale|inUse|inProgress|[tT]aken|[cC]hanged|changedSince|[lL]imit|full|UsedUp)$/.test(error)
    ? 409
    : 422
}

/** The `type` of a refusal in the open API: `PRODUCT_NOT_FOUND`, or `BAD_PAYLOAD` if it is the platform's. */
export function openProblemType(error: ErrorName): string {
  const [entity = ''] = error.split('.')
  return entity === 'platform' ? problemType(error) : `${problemType(entity)}_${problemType(error)}`
}

/** Headers of a signed request. */
export const SIGNATURE_HEADERS = {
  key: 'x-access-key',
  /** Seconds since 1970. */
  time: 'x-timestamp',
  nonce: 'x-nonce',
  /** Base64 of the HMAC-SHA256 of `signedText` under the secret of the key. */
  signature: 'x-signature',
} as const

/** What a request signs. `bodyDigest` is the SHA-256 of the body in lowercase hexadecimal, also of an empty body. */
export const signedText = (of: { method: string; path: string; bodyDigest: string; time: string; nonce: string }) =>
  [of.method, of.path, of.bodyDigest, of.time, of.nonce].join('\n')
