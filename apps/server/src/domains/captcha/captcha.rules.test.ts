// Every number of the rules, just inside and just outside. The numbers are written out, so that a changed rule is
// noticed here.
import { createHash } from 'node:crypto'
import { LOCALES } from '@sealwright/contract'
import type { CaptchaAnswer, CaptchaType, TrackPoint } from '@sealwright/contract'
import { BY_BETTER_SCRIPT, BY_SCRIPT, byHand, seededRandom } from '@sealwright/testkit'
import type { Movement } from '@sealwright/testkit'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './captcha.answer.ts'
import { gestureScore, gestureSigns } from './captcha.gesture.ts'
import {
  CAPTCHA_LIMITS,
  LIFE_MS,
  PASS_MS,
  TRACK_KEPT_MS,
  isInPlace,
  isPossible,
  isWorkDone,
  judge,
  scaleOf,
  kindFor,
  sharedTierOf,
  tierOf,
  workFor,
  workLevel,
} from './captcha.rules.ts'
import type { Secret } from './captcha.secret.ts'

const dragged = (dx: number): TrackPoint[] => [
  { x: 3, y: 0, t: 0, type: 'down' },
  { x: 3 + dx, y: 0, t: 900, type: 'up' },
]
const answerOf = (trackList: TrackPoint[], given: Partial<CaptchaAnswer> = {}): CaptchaAnswer => ({
  bgImageWidth: 300,
  bgImageHeight: 180,
  templateImageWidth: 58,
  templateImageHeight: 180,
  startTime: 1_000_000,
  stopTime: 1_000_000 + (trackList.at(-1)?.t ?? 0),
  trackList,
  data: { pow: [] },
  ...given,
})

describe('a position', () => {
  const cases: [string, Secret & { type: CaptchaType }, number, number][] = [
    ['of a piece counts within 0.02 of the width', { type: 'SLIDER', x: 300 }, 150, 6],
    ['of a disc counts within 9 degrees', { type: 'ROTATE', angle: 180 }, 121, (9 * 242) / 360],
    ['of a strip counts within 0.03 of the width', { type: 'CONCAT', shift: 300 }, 150, 9],
  ]
  it.each(cases)('%s', (_name, secret, middle, tolerance) => {
    for (const scale of [0.66, 1, 2])
      for (const side of [-1, 1]) {
        expect(isInPlace(secret, dragged((middle + side * tolerance) * scale), scale)).toBe(true)
        expect(isInPlace(secret, dragged((middle + side * (tolerance + 0.05)) * scale), scale)).toBe(false)
      }
  })

  it('beyond an end of the track counts as that end', () => {
    expect(isInPlace({ type: 'CONCAT', shift: 468 }, dragged(5_000), 1)).toBe(true)
    expect(isInPlace({ type: 'CONCAT', shift: 466 }, dragged(5_000), 1)).toBe(true)
    expect(isInPlace({ type: 'CONCAT', shift: 464 }, dragged(5_000), 1)).toBe(false)
    expect(isInPlace({ type: 'SLIDER', x: 12 }, dragged(-50), 1)).toBe(true)
    expect(isInPlace({ type: 'SLIDER', x: 13 }, dragged(-50), 1)).toBe(false)
  })

  const points = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 500, y: 100 },
    { x: 300, y: 300 },
  ]
  const clicksAt = (off: number, scale: number, order = [0, 1, 2, 3]): TrackPoint[] =>
    order.map((i, n) => ({
      x: ((points[i]?.x ?? 0) / 2) * scale,
      y: ((points[i]?.y ?? 0) / 2 + off) * scale,
      t: n * 400,
      type: 'click',
    }))
  it('of a word counts within 22 pixels, in the requested order, with four clicks', () => {
    const secret: Secret & { type: CaptchaType } = { type: 'WORD_IMAGE_CLICK', points }
    for (const scale of [0.66, 1, 2]) {
      expect(isInPlace(secret, clicksAt(22, scale), scale)).toBe(true)
      expect(isInPlace(secret, clicksAt(22.05, scale), scale)).toBe(false)
    }
    expect(isInPlace(secret, clicksAt(5, 1, [1, 0, 2, 3]), 1)).toBe(false)
    expect(isInPlace(secret, clicksAt(5, 1, [0, 1, 2]), 1)).toBe(false)
    expect(isInPlace(secret, clicksAt(5, 1, [0, 1, 2, 3, 3]), 1)).toBe(false)
  })
})

describe("a picture's size", () => {
  const scale = (type: CaptchaType, bgImageWidth: number, bgImageHeight: number) =>
    scaleOf(type, answerOf([], { bgImageWidth, bgImageHeight }))
  it('is 0.66 to 2 times 300, or 242 for the track of the disc', () => {
    for (const [type, width] of [
      ['SLIDER', 300],
      ['CONCAT', 300],
      ['WORD_IMAGE_CLICK', 300],
      ['ROTATE', 242],
    ] as const) {
      expect(scale(type, width * 0.66, 180 * 0.66)).toBeCloseTo(0.66)
      expect(scale(type, width * 0.65, 180 * 0.65)).toBeNull()
      expect(scale(type, width * 2, 360)).toBeCloseTo(2)
      expect(scale(type, width * 2.01, 180 * 2.01)).toBeNull()
    }
  })
  it('has a height of 180 at the same scale, within 2 %', () => {
    for (const side of [-1, 1]) {
      expect(scale('SLIDER', 300, 180 + side * 3.6)).toBe(1)
      expect(scale('SLIDER', 300, 180 + side * 3.7)).toBeNull()
    }
  })
})

describe('what no browser sends', () => {
  const LONG_AGO = 60_000
  /** A slow line of `n` points. */
  const drag = (n: number, ms: number): TrackPoint[] =>
    Array.from({ length: n }, (_, i) => ({
      x: (i * 100) / (n - 1),
      y: 0,
      t: Math.round((i * ms) / (n - 1)),
      type: i === 0 ? 'down' : i === n - 1 ? 'up' : 'move',
    }))
  const isTrue = (
    track: TrackPoint[],
    given: Partial<CaptchaAnswer> = {},
    elapsed = LONG_AGO,
    type: CaptchaType = 'SLIDER',
  ) => isPossible(type, answerOf(track, given), 1, elapsed)
  const changed = (at: number, change: Partial<TrackPoint>, track = drag(20, 1_000)) =>
    track.map((point, i) => (i === at ? { ...point, ...change } : point))

  it('is fewer than 10 points or more than 1500; for words fewer than 4', () => {
    expect([9, 10, 1_500, 1_501].map((n) => isTrue(drag(n, 3_000)))).toEqual([false, true, true, false])
    const clicks = (n: number): TrackPoint[] =>
      Array.from({ length: n }, (_, i) => ({ x: 10 * i, y: 5, t: 400 * i, type: 'click' }))
    expect([3, 4].map((n) => isTrue(clicks(n), {}, LONG_AGO, 'WORD_IMAGE_CLICK'))).toEqual([false, true])
  })
  it('is a coordinate beyond 10000', () => {
    const slow = (y: number): TrackPoint[] => drag(10, 59_000).map((point) => ({ ...point, y }))
    expect([10_000, 10_001, -10_000, -10_001].map((y) => isTrue(slow(y)))).toEqual([true, false, true, false])
  })
  it('is a time before the start, back in time, or after the end of the challenge', () => {
    expect(isTrue(changed(0, { t: -1 }))).toBe(false)
    expect(isTrue(changed(5, { t: 10 }))).toBe(false)
    expect(isTrue(changed(5, { t: 211 }))).toBe(true)
    expect(isTrue(drag(20, 60_000))).toBe(true)
    expect(isTrue(drag(20, 60_001), { stopTime: 1_060_000 }, 70_000)).toBe(false)
    const words = (ms: number) =>
      drag(20, ms).map((point, i): TrackPoint => ({ ...point, type: i % 5 === 4 ? 'click' : 'move' }))
    expect(
      [120_000, 120_001].map((ms) => isTrue(words(ms), { stopTime: 1_120_000 }, 130_000, 'WORD_IMAGE_CLICK')),
    ).toEqual([true, false])
  })
  it('is a drag that does not begin with down, move, and end with up', () => {
    for (const [at, type] of [
      [0, 'move'],
      [19, 'move'],
      [7, 'down'],
      [7, 'up'],
      [7, 'click'],
    ] as const)
      expect(isTrue(changed(at, { type }))).toBe(false)
    const words = drag(20, 2_000).map((point, i): TrackPoint => ({ ...point, type: i % 5 === 4 ? 'click' : 'move' }))
    expect(isTrue(words, {}, LONG_AGO, 'WORD_IMAGE_CLICK')).toBe(true)
    expect(isTrue(changed(3, { type: 'down' }, words), {}, LONG_AGO, 'WORD_IMAGE_CLICK')).toBe(false)
  })
  it('takes less than 250 ms, or longer than its challenge is valid', () => {
    expect([249, 250].map((ms) => isTrue(drag(20, ms)))).toEqual([false, true])
    expect([60_000, 60_001].map((ms) => isTrue(drag(20, 60_000), { stopTime: 1_000_000 + ms }, 70_000))).toEqual([
      true,
      false,
    ])
  })
  it('has two durations that differ by more than 200 ms', () => {
    for (const side of [-1, 1])
      expect([200, 201].map((off) => isTrue(drag(20, 1_000), { stopTime: 1_001_000 + side * off }))).toEqual([
        true,
        false,
      ])
  })
  it('leaps: over 80 pixels in less than 60 ms, or faster than 6 pixels a millisecond', () => {
    const leap = (px: number, ms: number) =>
      isTrue(
        drag(20, 1_000).map((point, i) => ({
          ...point,
          x: i < 10 ? 0 : px,
          t: i < 10 ? i * 20 : 180 + ms + (i - 10) * 20,
        })),
      )
    expect(leap(80, 59)).toBe(true)
    expect(leap(80.5, 59)).toBe(false)
    expect(leap(80.5, 60)).toBe(true)
    expect(leap(360, 60)).toBe(true)
    expect(leap(361, 60)).toBe(false)
    expect(leap(-80.5, 59)).toBe(false)
  })
  it('arrives within 700 ms of its challenge, or more than 250 ms before its own duration is over', () => {
    expect([699, 700].map((elapsed) => isTrue(drag(20, 400), {}, elapsed))).toEqual([false, true])
    expect([2_749, 2_750].map((elapsed) => isTrue(drag(20, 3_000), {}, elapsed))).toEqual([false, true])
  })
  it('keyboard and buttons may send few points and jump, but follow the other rules', () => {
    const keys = { data: { input: 'keyboard' as const, pow: [] } }
    expect(isTrue(drag(2, 900), keys)).toBe(true)
    expect(isTrue(drag(2, 900))).toBe(false)
    expect(isTrue(drag(2, 249), keys)).toBe(false)
    expect(isTrue(changed(5, { t: 10 }), keys)).toBe(false)
  })
})

describe('an answer that cannot be read', () => {
  const good = { ...answerOf([{ x: 0, y: 0, t: 0, type: 'down' }]), data: { input: 'keyboard', pow: [1, 2] } }
  it('has a wrong JSON type, a number that is not finite, or a missing field', () => {
    expect(readAnswer('SLIDER', good)).not.toBeNull()
    for (const key of Object.keys(good).filter((name) => name !== 'data')) {
      expect(readAnswer('SLIDER', { ...good, [key]: undefined }), key).toBeNull()
      expect(readAnswer('SLIDER', { ...good, [key]: '300' }), key).toBeNull()
      expect(readAnswer('SLIDER', { ...good, [key]: Number.POSITIVE_INFINITY }), key).toBeNull()
      expect(readAnswer('SLIDER', { ...good, [key]: Number.NaN }), key).toBeNull()
    }
    const points: unknown[] = [
      null,
      [],
      {},
      { x: 0, y: 0, t: 0 },
      { x: 0, y: 0, t: 0, type: 'DOWN' },
      { x: '0', y: 0, t: 0, type: 'up' },
      { x: 0, y: Number.NaN, t: 0, type: 'up' },
    ]
    for (const point of points)
      expect(readAnswer('SLIDER', { ...good, trackList: [point] }), JSON.stringify(point)).toBeNull()
    for (const raw of [undefined, null, 'x', 7, [], true]) expect(readAnswer('SLIDER', raw)).toBeNull()
    for (const data of ['x', [], { input: 'mouse' }, { pow: 'x' }, { pow: [1.5] }, { pow: [-1] }, { pow: ['1'] }])
      expect(readAnswer('SLIDER', { ...good, data }), JSON.stringify(data)).toBeNull()
    expect(readAnswer('POW', { data: { pow: [1] } })).not.toBeNull()
  })
})

describe('work', () => {
  const zeroBits = (text: string) => {
    const hash = createHash('sha256').update(text).digest()
    let bits = 0
    while (bits < 256 && (((hash[bits >> 3] ?? 0) >> (7 - (bits & 7))) & 1) === 0) bits++
    return bits
  }
  const nonceWith = (salt: string, i: number, isRight: (bits: number) => boolean) => {
    for (let nonce = 0; ; nonce++) if (isRight(zeroBits(`${salt}:${i}:${nonce}`))) return nonce
  }
  it('is done when every puzzle has its zero bits, in order and in number', () => {
    const work = { salt: 'abc', puzzles: 4, bits: 9, required: true }
    const nonces = [0, 1, 2, 3].map((i) => nonceWith('abc', i, (bits) => bits >= 9))
    expect(isWorkDone(work, nonces)).toBe(true)
    expect(
      isWorkDone(
        work,
        nonces.with(
          2,
          nonceWith('abc', 2, (bits) => bits === 8),
        ),
      ),
    ).toBe(false)
    expect(
      isWorkDone(
        work,
        nonces.with(
          2,
          nonceWith('abc', 2, (bits) => bits === 9),
        ),
      ),
    ).toBe(true)
    expect(isWorkDone(work, nonces.toReversed())).toBe(false)
    expect(isWorkDone(work, nonces.slice(1))).toBe(false)
    expect(isWorkDone(work, [...nonces, 0])).toBe(false)
    expect(isWorkDone({ ...work, salt: 'abd' }, nonces)).toBe(false)
    expect(isWorkDone(work, undefined)).toBe(false)
  })
  it('is 16 puzzles, each of 12 bits under a first picture; the cut picture has 15, and no picture 16', () => {
    expect(workFor('SLIDER', 0, 's', CAPTCHA_LIMITS)).toEqual({
      salt: 's',
      puzzles: 16,
      bits: 12,
      keyboardBits: 16,
      required: true,
    })
    expect(workFor('CONCAT', 0, 's', CAPTCHA_LIMITS)).toMatchObject({ bits: 15, keyboardBits: 16 })
    expect(workFor('POW', 0, 's', CAPTCHA_LIMITS)).toEqual({ salt: 's', puzzles: 16, bits: 16, required: true })
  })
  it('doubles after 3 tries of a network or account, and again after 9, 21, 45, 93 and 189, up to 18 bits', () => {
    const bits = (tries: number) => workFor('LETTERS', workLevel(tries, 0, CAPTCHA_LIMITS), '', CAPTCHA_LIMITS).bits
    expect([0, 2, 3, 8, 9, 20, 21, 44, 45, 92, 93, 188, 189, 500].map(bits)).toEqual([
      12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18,
    ])
    expect(workFor('CONCAT', workLevel(99, 0, CAPTCHA_LIMITS), '', CAPTCHA_LIMITS).bits).toBe(18)
  })
  it('without a pointer grows half as fast, up to 19 bits, and is never less than with one', () => {
    for (const [level, bits] of [16, 16, 17, 17, 18, 18, 19, 19].entries()) {
      expect(workFor('POW', level, '', CAPTCHA_LIMITS).bits).toBe(bits)
      const { bits: byPointer, keyboardBits = 0 } = workFor('SLIDER', level, '', CAPTCHA_LIMITS)
      expect(keyboardBits).toBeGreaterThanOrEqual(byPointer)
      expect(keyboardBits).toBe(bits)
    }
  })
  it('is at least four times as much in the first tier, and sixteen times in the second', () => {
    expect([0, 1, 2].map((tier) => workLevel(0, tier as 0, CAPTCHA_LIMITS))).toEqual([0, 2, 4]) // tiers
    expect(workLevel(99, 1, CAPTCHA_LIMITS)).toBe(5)
  })
})

describe('tiers and times', () => {
  it('tier 1 is at 3 failures, tier 2 at 5, tier 3 at 20', () => {
    expect([0, 2, 3, 4, 5, 19, 20, 99].map((failures) => tierOf(failures, CAPTCHA_LIMITS))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ])
    expect(CAPTCHA_LIMITS).toMatchObject({ failureWindowMs: 10 * 60_000, pauseMs: 60_000, shutMs: 15 * 60_000 })
  })
  it('a network reaches tier 1 at 15 failures and tier 2 at 45, an account at 5 and 15, and neither is blocked', () => {
    const none = { browser: 0, network: 0, account: 0 }
    const tiers = (of: keyof typeof none, counts: number[]) =>
      counts.map((failures) => sharedTierOf({ ...none, [of]: failures }, CAPTCHA_LIMITS))
    expect(tiers('browser', [2, 3, 5, 20])).toEqual([0, 1, 2, 3])
    expect(tiers('network', [14, 15, 44, 45, 999])).toEqual([0, 1, 1, 2, 2])
    expect(tiers('account', [4, 5, 14, 15, 999])).toEqual([0, 1, 1, 2, 2])
    expect(sharedTierOf({ browser: 3, network: 45, account: 5 }, CAPTCHA_LIMITS)).toBe(2)
  })
  it('the server chooses if no type is requested, but never the cut picture; words are letters in English', () => {
    for (const wish of [undefined, 'RANDOM'] as const) {
      expect([0, 1, 2].map((n) => kindFor(wish, 0, 'zh', () => n))).toEqual(['SLIDER', 'ROTATE', 'WORD_IMAGE_CLICK'])
      expect([0, 1, 2].map((n) => kindFor(wish, 0, 'en', () => n))).toEqual(['SLIDER', 'ROTATE', 'LETTERS'])
    }
    for (const type of ['SLIDER', 'ROTATE', 'CONCAT'] as const)
      for (const locale of LOCALES) expect(kindFor(type, 0, locale, () => 0)).toBe(type)
    expect(LOCALES.map((locale) => kindFor('WORD_IMAGE_CLICK', 0, locale, () => 0))).toEqual([
      'WORD_IMAGE_CLICK',
      'LETTERS',
    ])
  })
  it('after failures neither the requested type nor the language leads to another picture than letters', () => {
    for (const tier of [1, 2] as const)
      for (const locale of LOCALES) {
        for (const wish of [undefined, 'RANDOM', 'SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'] as const)
          for (const n of [0, 1, 2]) expect(kindFor(wish, tier, locale, () => n)).toBe('LETTERS')
        expect(kindFor('POW', tier, locale, () => 0)).toBe('POW')
      }
  })
  it('pictures are valid for 1 minute, words 2, work 3; bound passes 2, others 1; movements are kept a day', () => {
    expect(LIFE_MS).toEqual({ SLIDER: 60_000, ROTATE: 60_000, CONCAT: 60_000, WORD_IMAGE_CLICK: 120_000, POW: 180_000 })
    expect(PASS_MS).toEqual({ bound: 120_000, unbound: 60_000 })
    expect(TRACK_KEPT_MS).toBe(86_400_000)
  })
})

describe('clicks', () => {
  const points = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 500, y: 100 },
    { x: 300, y: 300 },
  ]
  const judged = (times: number[], off: number) => {
    const track = times.map((t, i): TrackPoint => ({
      x: (points[i]?.x ?? 0) / 2 + off,
      y: (points[i]?.y ?? 0) / 2,
      t,
      type: 'click',
    }))
    const challenge = {
      answer: { type: 'WORD_IMAGE_CLICK' as const, points },
      work: { salt: '', puzzles: 0, bits: 0, required: true },
      createdAt: new Date(0),
    }
    return judge(challenge, answerOf(track), new Date(60_000)).outcome
  }
  it('must take 900 ms in all', () => {
    expect(judged([0, 300, 610, 900], 3)).toBe('solved')
    expect(judged([0, 300, 610, 899], 3)).toBe('wrong')
  })
  it('must be 120 ms apart', () => {
    expect(judged([0, 120, 700, 1_300], 3)).toBe('solved')
    expect(judged([0, 119, 700, 1_300], 3)).toBe('wrong')
  })
  it('must not be all equally far apart', () => {
    expect(judged([0, 400, 800, 1_200], 3)).toBe('wrong')
    expect(judged([0, 400, 800, 1_201], 3)).toBe('solved')
  })
  it('must not hit the exact center on average', () => {
    expect(judged([0, 400, 810, 1_300], 1)).toBe('solved')
    expect(judged([0, 400, 810, 1_300], 0.99)).toBe('wrong')
  })
})

describe('a movement', () => {
  const rate = (move: Movement) => {
    const passed = Array.from({ length: 500 }, (_, seed) => {
      const random = seededRandom(seed)
      return gestureScore(move(65 + random() * 170, random), 1) < 60
    })
    return passed.filter(Boolean).length / passed.length
  }
  it('of a hand passes 99 times of 100', () => {
    expect(rate(byHand)).toBeGreaterThanOrEqual(0.99)
  })
  it.each(Object.entries(BY_SCRIPT))('of a simple script never passes: %s', (_name, move) => {
    expect(rate(move)).toBe(0)
  })
  it.each(Object.entries(BY_BETTER_SCRIPT))('of a better script passes one time of ten at most: %s', (_name, move) => {
    expect(rate(move)).toBeLessThanOrEqual(0.1)
  })
  it('has the same signs at any size of the picture', () => {
    const track = byHand(120, seededRandom(4))
    const enlarged = track.map((point) => ({ ...point, x: point.x * 2, y: point.y * 2 }))
    expect(gestureSigns(enlarged, 2)).toEqual(gestureSigns(track, 1))
  })

  /** Points every 50 ms with these steps of x. By default y drifts slowly. */
  const byStep = (
    steps: number[],
    y: (i: number) => number = (i) => Math.round(4 * Math.sin(i / 4)),
    t: (i: number) => number = (i) => 50 * i + (i % 2),
  ) => {
    let x = 0
    return [0, ...steps].map((step, i): TrackPoint => ({
      x: (x += step),
      y: y(i),
      t: t(i),
      type: i === 0 ? 'down' : i === steps.length ? 'up' : 'move',
    }))
  }
  const many = (n: number, step: (i: number) => number) => Array.from({ length: n }, (_, i) => step(i))
  const shows = (sign: ReturnType<typeof gestureSigns>[number], track: TrackPoint[]) =>
    gestureSigns(track, 1).includes(sign)
  const even = (i: number) => 50 * i

  it('has constant speed when the speed varies by less than a quarter', () => {
    const wavering = (share: number) =>
      byStep(
        many(30, (i) => 8 * (1 + (i % 2 === 0 ? share : -share))),
        undefined,
        even,
      )
    expect([0.24, 0.26].map((share) => shows('constantSpeed', wavering(share)))).toEqual([true, false])
  })
  it('is flat when y never changes', () => {
    expect(
      shows(
        'flatY',
        byStep(
          many(30, () => 5),
          () => 7,
        ),
      ),
    ).toBe(true)
    expect(
      shows(
        'flatY',
        byStep(
          many(30, () => 5),
          (i) => (i === 9 ? 8 : 7),
        ),
      ),
    ).toBe(false)
  })
  it('has equal intervals when all intervals are the same', () => {
    expect(
      shows(
        'equalIntervals',
        byStep(
          many(30, () => 5),
          undefined,
          even,
        ),
      ),
    ).toBe(true)
    expect(
      shows(
        'equalIntervals',
        byStep(
          many(30, () => 5),
          undefined,
          (i) => (i === 30 ? 1_501 : 50 * i),
        ),
      ),
    ).toBe(false)
  })
  it('does not brake when its last fifth is above 0.6 of its peak', () => {
    const braking = (share: number) =>
      byStep(
        many(30, (i) => (i < 24 ? 10 : 10 * share)),
        undefined,
        even,
      )
    expect([0.61, 0.59].map((share) => shows('noBraking', braking(share)))).toEqual([true, false])
  })
  /** A line with a zigzag of so many pixels, which no curve describes. */
  const zigzag = (px: number) => {
    const line = byStep(
      many(60, () => 4),
      undefined,
      even,
    )
    return line.map((point, i) => (i === 0 || i === 60 ? point : { ...point, x: point.x + (i % 2 === 0 ? px : -px) }))
  }
  it('is a drawn curve when a polynomial of degree five leaves less than 0.45 pixels', () => {
    expect([0.44, 0.47].map((px) => shows('drawnCurve', zigzag(px)))).toEqual([true, false])
  })
  it('is a noisy curve when it leaves less than 1.6 pixels of uncorrelated noise', () => {
    expect([1.58, 1.65].map((px) => shows('noisyCurve', zigzag(px)))).toEqual([true, false])
    const swaying = byStep(
      many(60, () => 4),
      undefined,
      even,
    ).map((point, i) => ({ ...point, x: point.x + 1.5 * Math.sin(i * 0.8) }))
    expect(shows('noisyCurve', swaying)).toBe(false)
  })
  it('has a noisy y when y is uncorrelated', () => {
    expect(
      shows(
        'noisyY',
        byStep(
          many(40, (i) => 3 + (i % 5)),
          (i) => (i % 2 === 0 ? 1 : -1),
        ),
      ),
    ).toBe(true)
    expect(
      shows(
        'noisyY',
        byStep(
          many(40, (i) => 3 + (i % 5)),
          (i) => (i < 20 ? 1 : -1),
        ),
      ),
    ).toBe(false)
  })
  it('has few steps when their sizes have less than 1.5 bits of entropy', () => {
    expect(shows('fewSteps', byStep(many(30, (i) => 4 + (i % 2))))).toBe(true)
    expect(shows('fewSteps', byStep(many(30, (i) => 4 + (i % 3))))).toBe(false)
  })
  it('has no doubt when it neither goes back nor rests', () => {
    const sure = many(30, (i) => 4 + (i % 3))
    expect(shows('noDoubt', byStep(sure))).toBe(true)
    expect(shows('noDoubt', byStep(sure.with(20, -1)))).toBe(false)
    const resting = (ms: number) =>
      byStep(
        sure.map((step, i) => (i === 20 ? 1 : step)),
        undefined,
        (i) => (i > 20 ? 50 * i + ms - 50 : 50 * i),
      )
    expect([59, 60].map((ms) => shows('noDoubt', resting(ms)))).toEqual([true, false])
  })
  it('is refused from a score of 60 on: two signs of 30 are too much, one is not', () => {
    const hand = byHand(120, seededRandom(11)).filter((point, i, all) => i === 0 || point.t > (all[i - 1]?.t ?? 0))
    const flat = hand.map((point) => ({ ...point, y: 0 }))
    const clocked = (track: TrackPoint[]) => track.map((point, i) => ({ ...point, t: i * 17 }))
    expect([hand, flat, clocked(hand), clocked(flat)].map((track) => gestureScore(track, 1))).toEqual([0, 30, 30, 60])
    const outcome = (track: TrackPoint[]) => {
      const challenge = {
        answer: { type: 'SLIDER' as const, x: 240 },
        work: { salt: '', puzzles: 0, bits: 0, required: true },
        createdAt: new Date(0),
      }
      return judge(challenge, answerOf(track), new Date(30_000)).outcome
    }
    expect([hand, flat, clocked(hand), clocked(flat)].map(outcome)).toEqual(['solved', 'solved', 'solved', 'wrong'])
  })
  it('is recognized wherever it starts, and if it is shifted by fractions of a pixel or a millisecond', () => {
    const challenge = {
      answer: { type: 'SLIDER' as const, x: 240 },
      work: { salt: '', puzzles: 0, bits: 0, required: true },
      createdAt: new Date(0),
    }
    const hash = (given: TrackPoint[]) =>
      judge(challenge, answerOf(given), new Date(30_000)).trackHash?.toString('hex') ?? 'none'
    const hand = byHand(120, seededRandom(11))
    const known = hash(hand)
    expect(known).toMatch(/^[0-9a-f]{64}$/)
    expect(hash(hand.map((point) => ({ ...point, x: point.x + 40, y: point.y - 7 })))).toBe(known)
    expect(
      hash(
        hand.map((point, i) => ({ ...point, x: point.x + 0.001 * i, y: point.y - 0.3 * (i % 2), t: point.t + 0.4 })),
      ),
    ).toBe(known)
    for (const other of [{ x: 1 }, { y: 1 }, { t: 1 }])
      expect(
        hash(
          hand.map((point, i) =>
            i === 5
              ? { ...point, x: point.x + (other.x ?? 0), y: point.y + (other.y ?? 0), t: point.t + (other.t ?? 0) }
              : point,
          ),
        ),
      ).not.toBe(known)
  })
  it('has a score that is the sum of its signs', () => {
    // 50 constant speed, 30 flat, 30 equal intervals, 25 no braking, 60 drawn, 25 few steps, 15 no doubt.
    expect(gestureScore(BY_SCRIPT.teleport(100), 1)).toBe(235)
    const noisy = byStep(
      many(60, (i) => 4 + (i % 5)),
      (i) => (i % 2 === 0 ? 1 : -1),
      even,
    ).map((point, i) => (i === 0 || i === 60 ? point : { ...point, x: point.x + (i % 2 === 0 ? 0.4 : -0.4) }))
    // 30 equal intervals, 25 no braking, 40 noisy curve, 45 noisy y, 15 no doubt.
    expect(gestureSigns(noisy, 1)).toContain('noisyCurve')
    expect(gestureScore(noisy, 1)).toBe(155)
  })
})
