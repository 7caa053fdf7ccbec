// Scores how little a drag looks like a hand's: signs, each with a weight, added up. This file owns the weights and how
// each sign is measured. The weights were chosen on synthetic movements. The scores of real movements are logged, so
// that the weights can be tuned.
import type { TrackPoint } from '@sealwright/contract'

const SIGNS = {
  /** The speed varies by less than a quarter. */
  constantSpeed: { weight: 50, below: 0.25 },
  flatY: { weight: 30 },
  equalIntervals: { weight: 30 },
  /** The last fifth is still faster than this share of the peak. */
  noBraking: { weight: 25, above: 0.6 },
  /** A polynomial of degree five describes the whole movement. */
  drawnCurve: { weight: 60, belowPx: 0.45 },
  /** It describes all but uncorrelated noise. */
  noisyCurve: { weight: 40, belowPx: 1.6, correlationBelow: 0.25 },
  noisyY: { weight: 45, correlationBelow: 0.25 },
  fewSteps: { weight: 25, belowBits: 1.5 },
  /** Neither a step back nor a pause. */
  noDoubt: { weight: 15, restMs: 60 },
} as const

interface Sample {
  x: number
  y: number
  t: number
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
const deviation = (values: readonly number[]) => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
const differences = (values: readonly number[]) => values.slice(1).map((value, i) => value - (values[i] ?? 0))

/**
 * The correlation of each value with the next one: 1 for full, 0 for none. Constant values count as fully correlated.
 */
function correlation(values: readonly number[]): number {
  const middle = mean(values)
  const centered = values.map((value) => value - middle)
  const power = centered.reduce((sum, value) => sum + value * value, 0)
  return power === 0 ? 1 : centered.slice(1).reduce((sum, value, i) => sum + value * (centered[i] ?? 0), 0) / power
}

/** Removes the pauses before the first and after the last movement. */
function moving(samples: readonly Sample[]): Sample[] {
  const steps = samples.map((sample, i) => Math.abs(sample.x - (samples[i - 1]?.x ?? sample.x)) >= 0.5)
  const first = steps.indexOf(true)
  return first < 0 ? [] : samples.slice(first - 1, steps.lastIndexOf(true) + 1)
}

/** The residuals of x over time after the best fit of a polynomial of degree five. */
function residuals(samples: readonly Sample[]): number[] {
  const [start, end] = [samples[0]?.t ?? 0, samples.at(-1)?.t ?? 0]
  const rows = samples.map(({ t }) => {
    const u = end > start ? (2 * (t - start)) / (end - start) - 1 : 0
    // Chebyshev polynomials keep the equations well-conditioned.
    const row = [1, u]
    while (row.length < 6) row.push(2 * u * (row.at(-1) ?? 0) - (row.at(-2) ?? 0))
    return row
  })
  const size = 6
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((sum, row, n) => sum + (row[i] ?? 0) * (samples[n]?.x ?? 0), 0),
  ])
  const solution = solve(matrix)
  return samples.map(({ x }, n) => x - solution.reduce((sum, factor, i) => sum + factor * (rows[n]?.[i] ?? 0), 0))
}

/** Gauss-Jordan elimination with partial pivoting. A column without a pivot is skipped. */
function solve(matrix: number[][]): number[] {
  const size = matrix.length
  for (let column = 0; column < size; column++) {
    const pivot = matrix.reduce(
      (best, row, i) => (i >= column && Math.abs(row[column] ?? 0) > Math.abs(matrix[best]?.[column] ?? 0) ? i : best),
      column,
    )
    const upper = matrix[pivot]
    const here = matrix[column]
    if (!upper || !here) continue
    matrix[pivot] = here
    matrix[column] = upper
    const head = upper[column] ?? 0
    if (Math.abs(head) < 1e-9) continue
    for (const [i, row] of matrix.entries()) {
      if (i === column) continue
      const factor = (row[column] ?? 0) / head
      for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (upper[j] ?? 0)
    }
  }
  return matrix.map((row, i) => (Math.abs(row[i] ?? 0) < 1e-9 ? 0 : (row[size] ?? 0) / (row[i] ?? 1)))
}

function entropyBits(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / values.length) * Math.log2(count / values.length),
    0,
  )
}

/** Speeds over about 50 ms each: a single step of a mouse is mostly rounding. */
function speeds(samples: readonly Sample[]): { t: number; speed: number }[] {
  const windows: { t: number; speed: number }[] = []
  let from = samples[0]
  for (const sample of samples) {
    if (!from || sample.t - from.t < 50) continue
    windows.push({ t: sample.t, speed: Math.abs(sample.x - from.x) / (sample.t - from.t) })
    from = sample
  }
  return windows
}

/** The signs of a drag. Coordinates are scaled to a picture that is 300 wide. */
export function gestureSigns(track: readonly TrackPoint[], scale: number): (keyof typeof SIGNS)[] {
  const samples = track.map(({ x, y, t }) => ({ x: x / scale, y: y / scale, t }))
  const moved = moving(samples)
  const steps = differences(moved.map(({ x }) => x))
  const intervals = differences(samples.map(({ t }) => t))
  const paces = speeds(moved)
  const peak = Math.max(0, ...paces.map(({ speed }) => speed))
  const [start, end] = [moved[0]?.t ?? 0, moved.at(-1)?.t ?? 0]
  const late = paces.filter(({ t }) => t > end - (end - start) / 5).map(({ speed }) => speed)
  const left = residuals(moved)
  const leftPx = deviation(left)
  const ys = moved.map(({ y }) => y)
  const hasRest =
    differences(moved.map(({ t }) => t)).some((ms, i) => ms >= SIGNS.noDoubt.restMs && Math.abs(steps[i] ?? 0) < 2) ||
    paces.slice(1, -1).some(({ speed }) => speed < peak * 0.05)
  const shows: Record<keyof typeof SIGNS, boolean> = {
    constantSpeed:
      deviation(paces.map(({ speed }) => speed)) < SIGNS.constantSpeed.below * mean(paces.map(({ speed }) => speed)) ||
      paces.length < 2,
    flatY: new Set(samples.map(({ y }) => y)).size === 1,
    equalIntervals: new Set(intervals).size === 1,
    noBraking: mean(late) > SIGNS.noBraking.above * peak,
    drawnCurve: leftPx < SIGNS.drawnCurve.belowPx,
    noisyCurve:
      leftPx >= SIGNS.drawnCurve.belowPx &&
      leftPx < SIGNS.noisyCurve.belowPx &&
      correlation(left) < SIGNS.noisyCurve.correlationBelow,
    noisyY: correlation(ys) < SIGNS.noisyY.correlationBelow,
    fewSteps: entropyBits(steps.map(Math.round)) < SIGNS.fewSteps.belowBits,
    noDoubt: !hasRest && !steps.some((step) => step < 0),
  }
  return (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).filter((sign) => shows[sign]) // the table's own keys
}

export function gestureScore(track: readonly TrackPoint[], scale: number): number {
  return gestureSigns(track, scale).reduce((sum, sign) => sum + SIGNS[sign].weight, 0)
}
