// The claims of a C2D, as the center accepts them. The console does not need them, so they are not with the calls.
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { MACHINE_PARTS } from '../machine-parts.ts'
import { EXCHANGE_KINDS } from './exchange-files.ts'
import type { C2dClaims } from './exchange-files.ts'

const digest = z.string().check(z.regex(/^[\w+/=-]{8,64}$/))
const publicKey = z.string().check(z.regex(/^[\w-]{43}$/))

/** In seconds. The day until which a file is valid still has a year of four digits, as on the wire. */
const LATEST = Date.UTC(9999, 0) / 1000

export const c2dClaims: z.ZodMiniType<C2dClaims> = z.object({
  iss: z.string().check(z.maxLength(20)),
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  iat: z.int().check(z.minimum(0), z.maximum(LATEST)),
  kind: z.enum(EXCHANGE_KINDS),
  code: z.optional(z.string().check(z.maxLength(64))),
  password: z.optional(z.string().check(z.maxLength(LIMITS.account.passwordMax))),
  token: z.optional(z.string().check(z.regex(/^[\w-]{20,128}$/))),
  account: z.optional(z.string().check(z.maxLength(LIMITS.account.accountMax))),
  licenseId: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.product.licenseIdMax))),
  lease: z.optional(z.uuid()),
  version: z.optional(z.int().check(z.minimum(0), z.maximum(LIMITS.product.licenseVersionMax))),
  machine: z.object({
    fingerprint: z.string().check(z.regex(/^[\w.:+/=-]{8,128}$/)),
    parts: z.partialRecord(z.enum(MACHINE_PARTS), digest),
    name: z.optional(z.string().check(z.maxLength(LIMITS.runtime.machineNameMax))),
    os: z.optional(z.string().check(z.maxLength(LIMITS.runtime.machineNameMax))),
  }),
  keys: z.object({ sign: publicKey, seal: publicKey }),
  counter: z.int().check(z.minimum(0), z.maximum(LIMITS.license.removals)),
})
