// The behavior captcha: three calls. The list answers in the envelope; generating and verifying keep the shape that the
// widget's protocol has.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../kernel/call.ts'
import { line } from '../kernel/wire.ts'

export const CAPTCHA_TYPES = ['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'] as const
export type CaptchaType = (typeof CAPTCHA_TYPES)[number]

/**
 * The calls that want a solved captcha first, unless an installation says otherwise. A path that no call has yet counts
 * from the day its call is declared.
 */
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
] as const

/** How verifying ends. Everything but `solved` and `wrong` reads as "timed out" to a person. */
export const CAPTCHA_CODES = {
  solved: 200,
  wrong: 4001,
  gone: 4000,
  malformed: 403,
  tooMany: 4290,
  failed: 500,
} as const

/**
 * Work for the machine instead of the person. For each `i` from 0 to `puzzles` − 1, `nonces[i]` is the smallest integer
 * from 0 on for which SHA-256 of the UTF-8 text `${salt}:${i}:${nonce}` (both numbers in decimal) starts with `bits`
 * zero bits, the highest bit of the first byte being the first. The nonces are sent in that order in the answer's
 * `data.pow`. A server need not check that a nonce is the smallest. `required`: an answer by pointer owes the work as
 * well; one by keys or buttons, and type POW, always do.
 */
const pow = z.object({ salt: z.string(), puzzles: z.int(), bits: z.int(), required: z.boolean() })
export type CaptchaWork = z.output<typeof pow>

const challenge = z.object({
  type: z.enum([...CAPTCHA_TYPES, 'POW']),
  backgroundImage: z.nullable(z.string()),
  templateImage: z.nullable(z.string()),
  backgroundImageWidth: z.int(),
  backgroundImageHeight: z.int(),
  templateImageWidth: z.nullable(z.int()),
  templateImageHeight: z.nullable(z.int()),
  /** CONCAT: the height of the part that does not move. Where work is asked for, what to work on. */
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

/** What the widget sends back. The server reads it defensively: a malformed answer uses its challenge up as well. */
export interface CaptchaAnswer {
  bgImageWidth: number
  bgImageHeight: number
  templateImageWidth: number
  templateImageHeight: number
  startTime: number
  stopTime: number
  trackList: TrackPoint[]
  /** Nonces, one a puzzle, where work was asked for; `input` says that keys or buttons moved the piece. */
  data?: { input?: 'keyboard'; pow?: number[] }
}

/** What a page shows to whoever has to solve it. */
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
    summary: 'The calls that want a solved captcha first. Its id then travels in `X-Captcha-Id`.',
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
    payload: z.object({ type: z.optional(z.enum([...CAPTCHA_TYPES, 'RANDOM', 'POW'])), url: z.optional(line(200)) }),
    answer: captchaChallenge,
    errors: [],
    summary:
      'A new challenge. `type` is a wish: POW is the accessible path, and the server may answer with another type. `url` binds what is solved to one call.',
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
    summary: 'Checks an answer: 200 solved, 4001 wrong, 4000 unknown, used or expired. Any try uses the challenge up.',
  }),
})
