// The track of the pointer: points in pixels of the picture, with times since the start. A full track drops every
// second move, so that it stays within the server's limits. Times are those of the events, not of their handling: a
// busy page handles several events at once, which would not look human.
import type { TrackPoint } from '@sealwright/contract'

/** Below the server's limits of 1500 points and 64 KB. */
export const MAX_POINTS = 1_200

export interface Track {
  readonly startTime: number
  /** `at` is the time of the event. */
  add(type: TrackPoint['type'], x: number, y: number, at?: number): void
  /** Milliseconds from the start to the last point. */
  readonly duration: number
  readonly points: readonly TrackPoint[]
}

export function startTrack(startedAt: number = performance.now()): Track {
  const startTime = Date.now()
  let points: TrackPoint[] = []
  return {
    startTime,
    add(type, x, y, at = performance.now()) {
      if (points.length >= MAX_POINTS)
        points = points.filter((point, index) => point.type !== 'move' || index % 2 === 0)
      points.push({
        x: Math.round(x),
        y: Math.round(y),
        t: Math.max(Math.round(at - startedAt), points.at(-1)?.t ?? 0),
        type,
      })
    },
    get duration() {
      return points.at(-1)?.t ?? 0
    },
    get points() {
      return points
    },
  }
}
