// The open API: the calls that a developer's own systems can make with an access key. `POST /api/v1/<resource>/<verb>`
// takes the payload of the call as JSON and answers its answer, without an envelope. The command line has the same
// names. A list takes `limit` and `cursor` instead of a page number.
import { orderCalls } from './domains/billing.ts'
import { customerCalls, tagCalls, userCalls } from './domains/customer.ts'
import { dongleLicenseCalls, upgradeCalls } from './domains/dongle/dongle-license.ts'
import { userLockCalls } from './domains/dongle/user-lock.ts'
import { licenseCalls, pcLicenseCalls } from './domains/license/license.ts'
import { productCalls } from './domains/product.ts'
import { seatCalls } from './domains/runtime-desk.ts'
import { statisticsCalls } from './domains/statistics.ts'
import { taskCalls } from './domains/task.ts'
import { pcTemplateCalls, templateCalls } from './domains/template/template.ts'
import type { Call } from './kernel/call.ts'

interface Resource {
  calls: Readonly<Record<string, Call>>
  /** Payload fields that the caller may leave out. */
  given?: Readonly<Record<string, string>>
}

/** The calls of a group with these verbs. `find` is called `list`. */
function some<Group extends Readonly<Record<string, Call>>>(group: Group, ...verbs: (keyof Group & string)[]) {
  return Object.fromEntries(verbs.map((verb) => [verb === 'find' ? 'list' : verb, group[verb]])) as Record<string, Call> // of the group
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
