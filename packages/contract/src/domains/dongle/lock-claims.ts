// The claims of the C2D of a dongle, as the center accepts them. The console does not need them.
import * as z from 'zod/mini'
import { LOCK_REQUESTS, LOCK_RESULTS, REPORTED_PACKAGES, SERIAL, SHELL_NUMBER } from './dongle-files.ts'
import type { LockRequestClaims } from './dongle-files.ts'

const publicKey = z.string().check(z.regex(/^[\w-]{43}$/))
const number = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
const result = z.tuple([number], z.enum(LOCK_RESULTS))
const time = z.int().check(z.minimum(0), z.maximum(Date.UTC(9999, 0) / 1000))

export const lockRequestClaims: z.ZodMiniType<LockRequestClaims> = z.object({
  iss: z.string().check(z.maxLength(20)),
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  iat: time,
  act: z.enum(LOCK_REQUESTS),
  serial: z.string().check(z.regex(SERIAL)),
  shell: z.string().check(z.regex(SHELL_NUMBER)),
  firmware: z.string().check(z.maxLength(20)),
  seq: number,
  last: number,
  held: number,
  until: z.nullable(time),
  results: z.array(result).check(z.maxLength(REPORTED_PACKAGES)) as unknown as z.ZodMiniType<
    LockRequestClaims['results']
  >, // zod loses the rest
  keys: z.object({ sign: publicKey, seal: publicKey }),
})
