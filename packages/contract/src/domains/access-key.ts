// Access keys: what a developer's own systems sign their calls of the open API with. A key acts as an account of its
// own, with a subset of the privileges and products.
import * as z from 'zod/mini'
import { defineCall, defineCalls, superAdministrator } from '../kernel/call.ts'
import { noSpecialCharacters } from '../kernel/fields.ts'
import { isNetwork } from '../kernel/network.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, clearable, guid, integer, line, revision, rule, someOf, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { PRIVILEGES } from '../privileges.ts'

const limits = LIMITS.accessKey

export const ACCESS_KEY_STATES = ['enabled', 'disabled', 'ended'] as const
export type AccessKeyState = (typeof ACCESS_KEY_STATES)[number]

/** Outcomes of the calls of a key: done, refused by a rule, refused because too frequent, or failed on the server. */
export const CALL_RESULTS = ['done', 'refused', 'limited', 'failed'] as const
export type CallResult = (typeof CALL_RESULTS)[number]

export const network = line(64).check(rule('notNetwork', isNetwork))

const fields = {
  name: line(limits.nameMax).check(noSpecialCharacters),
  privileges: someOf(PRIVILEGES),
  /** Products that the key sees. Absent or empty: all. */
  productGuids: z._default(z.array(guid).check(z.maxLength(LIMITS.access.assignAtOnce)), []),
  /** Networks that the key may call from. Absent or empty: all. */
  networks: z._default(z.array(network).check(z.maxLength(limits.networks)), []),
  /** The key ends then. */
  endTime: clearable(time),
}

const counts = z.object(
  Object.fromEntries(CALL_RESULTS.map((result) => [result, z.int()])) as Record<CallResult, z.ZodMiniInt>,
) // fromEntries loses the key types

const row = z.object({
  guid: z.string(),
  /** Public: it is sent with every call. */
  keyId: z.string(),
  name: z.string(),
  state: z.enum(ACCESS_KEY_STATES),
  privileges: z.array(z.enum(PRIVILEGES)),
  /** Whether the key sees only `products`. They may be none, if all of them were deleted. */
  isLimited: z.boolean(),
  products: z.array(z.object({ guid: z.string(), name: z.string() })),
  networks: z.array(z.string()),
  endTime: z.nullable(toldTime),
  /** Until then, the secret before the last rotation is also valid. */
  formerUntil: z.nullable(toldTime),
  lastUsedTime: z.nullable(toldTime),
  lastNetwork: z.nullable(z.string()),
  /** Calls of the last LIMITS.accessKey.countedDays. */
  calls: counts,
  creator: z.string(),
  createTime: toldTime,
  revision: z.int(),
})
export type AccessKeyRow = z.input<typeof row>

const secretAnswer = z.object({ guid: z.string(), keyId: z.string(), secret: z.string() })

export const accessKeyCalls = defineCalls('accessKey', {
  find: defineCall({
    method: 'POST',
    path: '/accessKey/find.do',
    access: superAdministrator,
    effect: 'read',
    payload: pageQuery(['createTime', 'name'], {
      name: z.optional(line(limits.nameMax)),
      state: z.optional(z.enum(ACCESS_KEY_STATES)),
    }),
    answer: pageOf(row),
    errors: [],
    summary: 'Lists access keys, the latest first. Filter: part of the name or the key id.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/accessKey/get.do',
    access: superAdministrator,
    effect: 'read',
    payload: byGuid,
    answer: z.object({ ...row.shape, days: z.array(z.object({ day: z.string(), ...counts.shape })) }),
    errors: ['accessKey.notFound'],
    summary: 'Returns an access key with its calls per day. The secret is never returned.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/accessKey/create.do',
    access: superAdministrator,
    effect: 'write',
    idempotent: true,
    sensitive: true,
    sends: 'json',
    payload: z.object(fields),
    answer: secretAnswer,
    errors: ['accessKey.limit', 'accessKey.nameTaken', 'product.notFound', 'platform.timeIllegal'],
    summary: 'Creates an access key. Its secret is returned only here.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/accessKey/update.do',
    access: superAdministrator,
    effect: 'write',
    sensitive: true,
    sends: 'json',
    payload: z.object({
      guid,
      name: z.optional(fields.name),
      privileges: z.optional(fields.privileges),
      productGuids: z.optional(fields.productGuids),
      networks: z.optional(fields.networks),
      endTime: fields.endTime,
      revision,
    }),
    answer: z.object({ guid: z.string() }),
    errors: ['accessKey.notFound', 'accessKey.nameTaken', 'product.notFound', 'platform.timeIllegal', 'platform.stale'],
    summary: 'Changes an access key. An absent field stays.',
  }),
  setEnabled: defineCall({
    method: 'POST',
    path: '/accessKey/setEnabled.do',
    access: superAdministrator,
    effect: 'write',
    payload: z.object({ guid, isEnabled: z.boolean() }),
    answer: z.object({}),
    errors: ['accessKey.notFound'],
    summary: 'Enables or disables an access key. It applies to the next call, on every server process.',
  }),
  rotate: defineCall({
    method: 'POST',
    path: '/accessKey/rotate.do',
    access: superAdministrator,
    effect: 'write',
    sensitive: true,
    payload: z.object({ guid, overlapHours: z._default(integer(0, limits.overlapHoursMax), limits.overlapHours) }),
    answer: secretAnswer,
    errors: ['accessKey.notFound'],
    summary: 'Makes a new secret. The present one stays valid for some hours, so that systems can change over.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/accessKey/delete.do',
    access: superAdministrator,
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['accessKey.notFound'],
    summary: 'Deletes an access key for good. What it created stays.',
  }),
})
