// Pure decisions: which challenge a browser gets, and whether an answer is in the right place, is possible, and was
// moved by a hand. The signs of a movement are in captcha.gesture.ts. Surprising: a program finds positions easily.
// Proof of work, one-time ids and limits make that expensive; these rules stop simple scripts.
import { createHash } from 'node:crypto'
import type { CaptchaAnswer, CaptchaType, CaptchaWork, Locale, TrackPoint } from '@sealwright/contract'
import { DAY_MS, LIMITS } from '@sealwright/contract'
import { readAnswer } from './captcha.answer.ts'
import { gestureScore } from './captcha.gesture.ts'
import { PICTURE } from './captcha.secret.ts'
import type { Secret } from './captcha.secret.ts'
import type { PictureKind } from './pictures/picture.ts'

/** How long a challenge can be answered. */
export const LIFE_MS: Record<CaptchaType | 'POW', number> = {
  SLIDER: 60_000,
  ROTATE: 60_000,
  CONCAT: 60_000,
  WORD_IMAGE_CLICK: 120_000,
  POW: 180_000,
}
export const PASS_MS = { bound: 120_000, unbound: 60_000 }
export const TRACK_KEPT_MS = DAY_MS

export interface CaptchaLimits {
  generatesPerMinute: { context: number; network: number }
  verifiesPerMinute: { network: number }
  workPassesPerHour: { context: number; network: number }
  /** Failures of a browser within the window that lead to tier 1, 2 and 3. */
  tierFailures: readonly [number, number, number]
  /** Those of its network and of the account, for tier 1 and 2. Others share them, so they never lead to a block. */
  sharedTierFailures: { network: readonly [number, number]; account: readonly [number, number] }
  failureWindowMs: number
  pauseMs: number
  shutMs: number
  /** Zero bits of each puzzle of the work under a picture, at first and at most. */
  workBits: { least: number; most: number }
  /** After so many tries of a network or for an account within the window, the work doubles for the first time. */
  triesPerStep: number
}

export const CAPTCHA_LIMITS: CaptchaLimits = {
  generatesPerMinute: { context: 10, network: 30 },
  verifiesPerMinute: { network: 20 },
  workPassesPerHour: { context: 10, network: 30 },
  tierFailures: [3, 5, 20],
  sharedTierFailures: { network: [15, 45], account: [5, 15] },
  failureWindowMs: 600_000,
  pauseMs: 60_000,
  shutMs: 900_000,
  workBits: { least: 12, most: 18 },
  triesPerStep: 3,
}

export type Tier = 0 | 1 | 2 | 3

export function tierOf(failures: number, { tierFailures: [first, second, third] }: CaptchaLimits): Tier {
  return failures >= third ? 3 : failures >= second ? 2 : failures >= first ? 1 : 0
}

/** Failures within the window. `account` is 0 if the request names none. */
export interface Failures {
  browser: number
  network: number
  account: number
}

/** The highest of three tiers: throwing away a cookie changes only the first. */
export function sharedTierOf({ browser, network, account }: Failures, limits: CaptchaLimits): Tier {
  const { sharedTierFailures: shared } = limits
  const reached = (failures: number, [first, second]: readonly [number, number]) =>
    failures >= second ? 2 : failures >= first ? 1 : 0
  const tiers = [tierOf(browser, limits), reached(network, shared.network), reached(account, shared.account)]
  return Math.max(...tiers) as Tier // the highest of tiers is a tier
}

/**
 * The picture of the next challenge. Before failures, the requested type is granted. After them everyone gets letters
 * to click, whatever the request and its language say: not everyone can read the Chinese characters.
 */
export function kindFor(
  wish: CaptchaType | 'RANDOM' | 'POW' | undefined,
  tier: Tier,
  locale: Locale,
  pick: (most: number) => number,
): PictureKind | 'POW' {
  if (wish === 'POW') return 'POW'
  if (tier >= 1) return 'LETTERS'
  const words = locale === 'zh' ? 'WORD_IMAGE_CLICK' : 'LETTERS'
  if (wish === 'WORD_IMAGE_CLICK') return words
  if (wish !== undefined && wish !== 'RANDOM') return wish
  // The cut picture is the easiest for a program, so it is shown only on request.
  return (['SLIDER', 'ROTATE', words] as const)[pick(3)] ?? 'SLIDER'
}

/** How often the work has doubled: by the tries before this one, and by the tier. */
export function workLevel(tries: number, tier: Tier, { triesPerStep }: CaptchaLimits): number {
  return Math.max(Math.floor(Math.log2(1 + tries / triesPerStep)), 2 * tier)
}

const PUZZLES = 16
/** The cut picture costs a program the least, so its work costs more. */
const CUT_BITS = 3
/** Without a movement to judge, there is more work. It grows half as fast: nobody looks at a picture meanwhile. */
const UNSEEN_BITS = 4

export function workFor(kind: PictureKind | 'POW', level: number, salt: string, limits: CaptchaLimits): CaptchaWork {
  const { least, most } = limits.workBits
  const unseen = Math.min(least + UNSEEN_BITS + Math.floor(level / 2), most + 1)
  const base = { salt, puzzles: PUZZLES, required: true }
  if (kind === 'POW') return { ...base, bits: unseen }
  const bits = Math.min(least + level + (kind === 'CONCAT' ? CUT_BITS : 0), most)
  return { ...base, bits, keyboardBits: Math.max(bits, unseen) }
}

export function isWorkDone(
  { salt, puzzles, bits }: Pick<CaptchaWork, 'salt' | 'puzzles' | 'bits'>,
  nonces: readonly number[] | undefined,
): boolean {
  return (
    nonces?.length === puzzles &&
    nonces.every((nonce, i) => leadingZeroBits(createHash('sha256').update(`${salt}:${i}:${nonce}`).digest()) >= bits)
  )
}

function leadingZeroBits(hash: Buffer): number {
  const whole = hash.findIndex((byte) => byte !== 0)
  return whole < 0 ? hash.length * 8 : whole * 8 + Math.clz32(hash.readUInt8(whole)) - 24
}

const SHOWN = { width: 300, height: 180, track: LIMITS.console.sliderTrackPx }
const SCALE = { least: 0.66, most: 2, heightOff: 0.02 }
const TOLERANCE = { slider: 0.02, rotateDegrees: 9, concat: 0.03, clickPx: 22 }
// Rounding errors must not decide at the edge of a tolerance.
const EPSILON = 1e-9

/**
 * The scale at which the picture was shown, relative to 300×180, or null if it is not plausible. The rotating type
 * sends the width of its track instead of the picture's.
 */
export function scaleOf(type: CaptchaType, { bgImageWidth, bgImageHeight }: CaptchaAnswer): number | null {
  const scale = bgImageWidth / (type === 'ROTATE' ? SHOWN.track : SHOWN.width)
  const isPlausible =
    scale >= SCALE.least - EPSILON &&
    scale <= SCALE.most + EPSILON &&
    Math.abs(bgImageHeight - SHOWN.height * scale) <= SHOWN.height * scale * SCALE.heightOff + EPSILON
  return isPlausible ? scale : null
}

/**
 * The distance of each click from its word, in pixels of 300×180; null if there are more or fewer clicks than words.
 */
function misses(
  points: readonly { x: number; y: number }[],
  clicks: readonly TrackPoint[],
  scale: number,
): number[] | null {
  if (clicks.length !== points.length) return null
  return points.map(({ x, y }, i) => {
    const click = clicks[i]
    return click
      ? Math.hypot(
          click.x / scale - (x * SHOWN.width) / PICTURE.width,
          click.y / scale - (y * SHOWN.height) / PICTURE.height,
        )
      : Number.POSITIVE_INFINITY
  })
}

export function isInPlace(
  secret: Exclude<Secret, { type: 'POW' }>,
  track: readonly TrackPoint[],
  scale: number,
): boolean {
  if (secret.type === 'WORD_IMAGE_CLICK')
    return (
      misses(secret.points, track.filter(isClick), scale)?.every((miss) => miss <= TOLERANCE.clickPx + EPSILON) ?? false
    )
  const moved = Math.min(Math.max(((track.at(-1)?.x ?? 0) - (track[0]?.x ?? 0)) / scale, 0), SHOWN.track)
  if (secret.type === 'ROTATE')
    return Math.abs((360 * moved) / SHOWN.track - secret.angle) <= TOLERANCE.rotateDegrees + EPSILON
  const [wanted, tolerance] = secret.type === 'SLIDER' ? [secret.x, TOLERANCE.slider] : [secret.shift, TOLERANCE.concat]
  return Math.abs(moved / SHOWN.width - wanted / PICTURE.width) <= tolerance + EPSILON
}

export const TRACK = {
  leastPoints: 10,
  mostPoints: 1_500,
  leastClicks: 4,
  farthest: 10_000,
  shortestMs: 250,
  clockOffMs: 200,
}
export const STEP = { farPx: 80, farWithinMs: 60, fastestPxPerMs: 6 }
export const SERVER_CLOCK = { soonestMs: 700, claimedOverMs: 250 }
export const CLICKS = { totalMs: 900, gapMs: 120, meanMissPx: 1 }

const isClick = ({ type }: TrackPoint) => type === 'click'
const pairs = <T>(list: readonly T[]): [T, T][] => list.slice(1).map((next, i) => [list[i] as T, next]) // i is in range

/**
 * False for an answer that no browser can send. Answers by keyboard or buttons need few points and may jump: they
 * require work instead.
 */
export function isPossible(type: CaptchaType, answer: CaptchaAnswer, scale: number, elapsedMs: number): boolean {
  const { trackList: track, startTime, stopTime } = answer
  const isByKeys = answer.data?.input === 'keyboard'
  const isByClicks = type === 'WORD_IMAGE_CLICK'
  const least = isByClicks ? TRACK.leastClicks : isByKeys ? 2 : TRACK.leastPoints
  if (track.length < least || track.length > TRACK.mostPoints) return false
  if (
    track.some(
      ({ x, y, t }) => Math.abs(x) > TRACK.farthest || Math.abs(y) > TRACK.farthest || t < 0 || t > LIFE_MS[type],
    )
  )
    return false
  if (pairs(track).some(([a, b]) => b.t < a.t)) return false
  const last = track.at(-1)
  const isOrdered = isByClicks
    ? track.every(({ type: kind }) => kind === 'click' || kind === 'move')
    : track.every(({ type: kind }, i) => kind === (i === 0 ? 'down' : i === track.length - 1 ? 'up' : 'move'))
  if (!isOrdered || !last) return false
  const duration = stopTime - startTime
  if (duration < TRACK.shortestMs || duration > LIFE_MS[type] || Math.abs(duration - last.t) > TRACK.clockOffMs)
    return false
  if (elapsedMs < SERVER_CLOCK.soonestMs || elapsedMs < duration - SERVER_CLOCK.claimedOverMs) return false
  // Between two words a hand moves fast, and a busy page reports few steps. Clicks have rules of their own.
  return (
    isByKeys ||
    isByClicks ||
    !pairs(track).some(([a, b]) => isLeap(Math.hypot(b.x - a.x, b.y - a.y) / scale, b.t - a.t))
  )
}

function isLeap(px: number, ms: number): boolean {
  return (px > STEP.farPx && ms < STEP.farWithinMs) || px > STEP.fastestPxPerMs * Math.max(ms, 1)
}

/** A person takes time between clicks, not always the same, and does not hit the exact center every time. */
function isClickedByHand(
  points: readonly { x: number; y: number }[],
  track: readonly TrackPoint[],
  scale: number,
): boolean {
  const clicks = track.filter(isClick)
  const gaps = pairs(clicks).map(([a, b]) => b.t - a.t)
  const off = misses(points, clicks, scale) ?? []
  const meanMiss = off.reduce((sum, miss) => sum + miss, 0) / Math.max(off.length, 1)
  return (
    (track.at(-1)?.t ?? 0) >= CLICKS.totalMs &&
    gaps.every((gap) => gap >= CLICKS.gapMs) &&
    new Set(gaps).size > 1 &&
    meanMiss >= CLICKS.meanMissPx - EPSILON
  )
}

export const REJECT_SCORE = 60

export interface Judgment {
  outcome: 'solved' | 'wrong' | 'malformed'
  /** How little the drag looks like a hand's. Logged, so that the weights can be tuned on real movements. */
  score: number | null
  /**
   * The hash is the same for the same movement, wherever it starts, and if it is shifted by fractions of a pixel or a
   * millisecond.
   */
  trackHash: Buffer | null
}

export interface AskedChallenge {
  answer: Secret
  work: CaptchaWork
  createdAt: Date
}

const trackHash = (track: readonly TrackPoint[]) => {
  const [first] = track
  const whole = track.map(({ x, y, t, type }) => [
    Math.round(x - (first?.x ?? 0)),
    Math.round(y - (first?.y ?? 0)),
    Math.round(t),
    type,
  ])
  return createHash('sha256').update(JSON.stringify(whole)).digest()
}

export function judge(challenge: AskedChallenge, raw: unknown, now: Date): Judgment {
  const { answer: secret, work } = challenge
  const answer = readAnswer(secret.type, raw)
  if (!answer) return { outcome: 'malformed', score: null, trackHash: null }
  const wrong: Judgment = { outcome: 'wrong', score: null, trackHash: null }
  const isByKeys = answer.data?.input === 'keyboard'
  const bits = isByKeys ? (work.keyboardBits ?? work.bits) : work.bits
  if (!isWorkDone({ ...work, bits }, answer.data?.pow)) return wrong
  if (secret.type === 'POW') return { ...wrong, outcome: 'solved' }
  const scale = scaleOf(secret.type, answer)
  const { trackList: track } = answer
  if (scale === null || !isPossible(secret.type, answer, scale, now.getTime() - challenge.createdAt.getTime()))
    return wrong
  const isDrag = secret.type !== 'WORD_IMAGE_CLICK'
  const score = isDrag && !isByKeys ? gestureScore(track, scale) : null
  const isByHand = isByKeys || (isDrag ? (score ?? 0) < REJECT_SCORE : isClickedByHand(secret.points, track, scale))
  return {
    outcome: isInPlace(secret, track, scale) && isByHand ? 'solved' : 'wrong',
    score,
    trackHash: trackHash(track),
  }
}
