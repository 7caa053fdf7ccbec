// Pointer movements of people and of scripts, which the captcha must accept and reject. They depend only on the seed,
// so that failures are reproducible. Points are relative to the pointer-down position, in pixels of an image 300 pixels
// wide.
import type { TrackPoint } from '@sealwright/contract'

export { seededRandom } from '@sealwright/server/domains/captcha/pictures/seeded-random.ts'

export type Movement = (distance: number, random: () => number) => TrackPoint[]

const between = (random: () => number, low: number, high: number) => low + random() * (high - low)
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const minimumJerk = (u: number) => (u <= 0 ? 0 : u >= 1 ? 1 : u ** 3 * (10 - 15 * u + 6 * u * u))

/** Samples a path at the times of a mouse, rounded like browser events. */
function sampled(durationMs: number, at: (t: number) => { x: number; y: number }, nextMs: () => number): TrackPoint[] {
  const points: TrackPoint[] = [{ x: 0, y: 0, t: 0, type: 'down' }]
  for (let t = nextMs(); t < durationMs; t += nextMs()) {
    const { x, y } = at(t)
    points.push({ x: Math.round(x), y: Math.round(y), t: Math.round(t), type: 'move' })
  }
  const end = at(durationMs)
  points.push({ x: Math.round(end.x), y: Math.round(end.y), t: Math.round(durationMs), type: 'up' })
  return points
}

/**
 * One swing that misses slightly, one or two corrections, a correlated tremor, a slow sideways drift, and a pause
 * before release.
 */
export const byHand: Movement = (distance, random) => {
  const reach = distance * between(random, 0.84, 1.07)
  const swingMs = between(random, 320, 760) + distance * between(random, 0.4, 1.4)
  const swings = [{ from: between(random, 20, 120), ms: swingMs, px: reach }]
  let missing = distance - reach
  const corrections = 1 + Math.floor(random() * 2)
  for (let i = 0; i < corrections; i++) {
    const last = swings.at(-1)
    const px = i === corrections - 1 ? missing : missing * between(random, 0.6, 1.3)
    swings.push({
      from: (last?.from ?? 0) + (last?.ms ?? 0) * between(random, 0.8, 1.05) + between(random, 0, 140),
      ms: between(random, 160, 380),
      px,
    })
    missing -= px
  }
  const rest = between(random, 70, 320)
  const end = Math.max(...swings.map(({ from, ms }) => from + ms)) + rest
  // People accelerate faster than they brake.
  const skew = between(random, 0.72, 0.95)
  const lean = between(random, -0.04, 0.04)
  const bow = between(random, -5, 5)
  let [tremorX, tremorY] = [0, 0]
  return sampled(
    end,
    (t) => {
      const isMoving = t < end - rest
      tremorX = 0.85 * tremorX + (isMoving ? 0.35 * normal(random) : 0)
      tremorY = 0.9 * tremorY + (isMoving ? 0.3 * normal(random) : 0)
      const x = swings.reduce(
        (sum, { from, ms, px }) => sum + px * minimumJerk(Math.min(1, Math.max(0, (t - from) / ms)) ** skew),
        0,
      )
      const share = distance === 0 ? 0 : x / distance
      return { x: x + (t >= end ? 0 : tremorX), y: lean * x + bow * Math.sin(Math.PI * share) + tremorY }
    },
    () => between(random, 14, 19),
  )
}

const steady =
  (course: (u: number) => number, y: (random: () => number) => number = () => 0, noise = 0): Movement =>
  (distance, random) => {
    const ms = between(random, 600, 1_400)
    return sampled(
      ms,
      (t) => ({ x: distance * course(t / ms) + (t < ms ? noise * normal(random) : 0), y: t < ms ? y(random) : 0 }),
      () => 16,
    )
  }

/** Movements from common tutorials. */
export const BY_SCRIPT = {
  line: steady((u) => u),
  'line, then a hold': (distance, random) => {
    const points = steady((u) => u)(distance, random)
    const end = points.at(-1)?.t ?? 0
    return points.map((point, i) => (i === points.length - 1 ? { ...point, t: end + 400 } : point))
  },
  'line at random intervals': (distance, random) => {
    const ms = between(random, 600, 1_400)
    return sampled(
      ms,
      (t) => ({ x: (distance * t) / ms, y: 0 }),
      () => between(random, 8, 30),
    )
  },
  'ease-out': steady((u) => 1 - (1 - u) ** 3),
  'minimum jerk': steady(minimumJerk),
  'a curve of Bézier': steady((u) => 3 * (1 - u) * u * u + u ** 3),
  teleport: (distance) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => ({
      x: i === 0 ? 0 : Math.round(distance),
      y: 0,
      t: i * 50,
      type: i === 0 ? 'down' : i === 10 ? 'up' : 'move',
    })),
} satisfies Record<string, Movement>

/** Better scripts. Some of these are known to pass. */
export const BY_BETTER_SCRIPT = {
  'ease-out with a jittering y': steady(
    (u) => 1 - (1 - u) ** 3,
    (random) => Math.round(between(random, -1.4, 1.4)),
  ),
  'minimum jerk with noise': steady(minimumJerk, (random) => Math.round(between(random, -1.4, 1.4)), 0.8),
} satisfies Record<string, Movement>
