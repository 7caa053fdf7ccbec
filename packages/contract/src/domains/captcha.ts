// The behavior captcha. Its list of calls uses the envelope; generate and verify keep the format of the widget's
// protocol.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../kernel/call.ts'
import { line } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

export const CAPTCHA_TYPES = ['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'] as const
export type CaptchaType = (typeof CAPTCHA_TYPES)[number]

/** Paths of calls that require a captcha by default. Some of these calls do not exist yet. */
export const CAPTCHA_URLS = [
  '/login.do',
  '/register.do',
  '/verifyCode/send.do',
  '/password/reset.do',
  '/user/batchDelete.do',
  '/template/batchDelete.do',
  '/pcTemplate/batchDelete.do',
  '/feedback/create.do',
  '/activity/register.do',
  '/activity/join.do',
  '/activity/sendCode.do',
  '/code/look.do',
  '/code/requestLink.do',
] as const

/** Results of a verification. The widget shows everything except `solved` and `wrong` as "timed out". */
export const CAPTCHA_CODES = {
  solved: 200,
  wrong: 4001,
  gone: 4000,
  malformed: 403,
  tooMany: 4290,
  failed: 500,
} as const

/**
 * Proof of work. For each `i` from 0 to `puzzles` − 1, `nonces[i]` is the smallest integer, starting at 0, for which
 * the SHA-256 of the UTF-8 text `${salt}:${i}:${nonce}` (both numbers in decimal) starts with `bits` zero bits, counted
 * from the highest bit of the first byte. `data.pow` of the answer contains the nonces in this order. The server does
 * not have to check that a nonce is the smallest. Every answer needs the work. Answers by keyboard or buttons need
 * `keyboardBits` in place of `bits`. `required` is always true; older servers did not require the work of pointers.
 */
const pow = z.object({
  salt: z.string(),
  puzzles: z.int(),
  bits: z.int(),
  keyboardBits: z.optional(z.int()),
  required: z.boolean(),
})
export type CaptchaWork = z.output<typeof pow>

const challenge = z.object({
  type: z.enum([...CAPTCHA_TYPES, 'POW']),
  backgroundImage: z.nullable(z.string()),
  templateImage: z.nullable(z.string()),
  backgroundImageWidth: z.int(),
  backgroundImageHeight: z.int(),
  templateImageWidth: z.nullable(z.int()),
  templateImageHeight: z.nullable(z.int()),
  /** `randomY`: for CONCAT, the height of the fixed part. `pow`: the work, if any. */
  data: z.nullable(
    z.object({
      randomY: z.optional(z.int()),
      pow: z.optional(pow),
    }),
  ),
})
export type CaptchaChallenge = z.output<typeof challenge>

export interface TrackPoint {
  x: number
  y: number
  /** Milliseconds since `startTime`. */
  t: number
  type: 'down' | 'move' | 'up' | 'click'
}

/** The widget's answer. The server does not trust its format: a malformed answer also uses up its challenge. */
export interface CaptchaAnswer {
  bgImageWidth: number
  bgImageHeight: number
  templateImageWidth: number
  templateImageHeight: number
  startTime: number
  stopTime: number
  trackList: TrackPoint[]
  /** `pow`: one nonce per puzzle. `input`: the piece was moved by keyboard or buttons. */
  data?: { input?: 'keyboard'; pow?: number[] }
}

/**
 * The account or address that a protected call is about, if its payload names one. A captcha is priced for it, so the
 * page sends the same name when it requests the challenge.
 */
export function captchaAccount(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const named = 'account' in payload ? payload.account : 'target' in payload ? payload.target : undefined
  return typeof named === 'string' ? named : undefined
}

/** A challenge as the page receives it. */
export const captchaChallenge = z.object({ code: z.int(), msg: z.string(), id: z.string(), captcha: challenge })

export const captchaCalls = defineCalls('captcha', {
  verifyList: defineCall({
    method: 'GET',
    path: '/captcha/behavior/verifyList.do',
    access: open,
    effect: 'own',
    payload: z.object({}),
    answer: z.array(z.string()),
    errors: [],
    summary: 'Lists the paths of calls that require a solved captcha. Send its id in `X-Captcha-Id`.',
  }),
  generate: defineCall({
    method: 'POST',
    path: '/captcha/behavior/generate.do',
    access: open,
    effect: 'own',
    bare: CAPTCHA_CODES,
    sends: 'json',
    queryFields: ['type'],
    bodyBytes: 4096,
    payload: z.object({
      type: z.optional(z.enum([...CAPTCHA_TYPES, 'RANDOM', 'POW'])),
      url: z.optional(line(200)),
      account: z.optional(line(LIMITS.account.accountMax)),
    }),
    answer: captchaChallenge,
    errors: [],
    summary:
      'Creates a challenge. `type` is a preference: POW is the accessible option, and the server may choose another ' +
      'type. `url` binds the solution to one call. `account` is the account or address that the call will name.',
  }),
  verify: defineCall({
    method: 'POST',
    path: '/captcha/behavior/verify.do',
    access: open,
    effect: 'own',
    bare: CAPTCHA_CODES,
    sends: 'json',
    bodyBytes: 65_536,
    payload: z.object({ id: line(80), data: z.optional(z.unknown()) }),
    answer: z.object({ code: z.int(), msg: z.string(), data: z.nullable(z.object({ id: z.string() })) }),
    errors: [],
    summary:
      'Verifies an answer. Codes: 200 solved; 4001 wrong; 4000 unknown, used or expired. Every attempt uses up the ' +
      'challenge.',
  }),
})
