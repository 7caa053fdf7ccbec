// How the pointer went, as the server wants to see it: points in pixels of the picture, times since the start. It stays below the server's bounds
// however long someone hesitates: a full track keeps every second point of its way.
import type { TrackPoint } from '@sealwright/contract'

/** Below the 1500 points and 64 KB that the server reads. */
export const MAX_POINTS = 1_200

export interface Track {
  readonly startTime: number
  add(type: TrackPoint['type'], x: number, y: number): void
  /** Milliseconds from the start to the last point. */
  readonly duration: number
  readonly points: readonly TrackPoint[]
}

export function startTrack(): Track {
  const startTime = Date.now()
  const startedAt = performance.now()
  let points: TrackPoint[] = []
  return {
    startTime,
    add(type, x, y) {
      if (points.length >= MAX_POINTS) points = points.filter((point, index) => point.type !== 'move' || index % 2 === 0)
      points.push({ x: Math.round(x), y: Math.round(y), t: Math.round(performance.now() - startedAt), type })
    },
    get duration() {
      return points.at(-1)?.t ?? 0
    },
    get points() {
      return points
    },
  }
}
