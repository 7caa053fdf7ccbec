// The shared parts of the puzzles: scenes, how detailed they are, and what keeps a plain matcher from comparing pixels:
// borrowed textures, shifted colors and waves. Secrets come from the system's random source, never from the seed of a
// scene; only tests use another source.
import { randomInt } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { PICTURE } from '../captcha.secret.ts'
import { paintScene } from './scenes.ts'
import type { SceneKind } from './scenes.ts'

export const { width: WIDTH, height: HEIGHT } = PICTURE
export const LEAST_DEVIATION = 18
const MOST_SCENES = 40
const WEBP_QUALITY = 82
const JPEG = { quality: 54, leastQuality: 20, mostBytes: 30_000 }

/** Returns a whole number from 0 up to, but not including, `below`. */
export type Pick = (below: number) => number

export const between = (pick: Pick, low: number, high: number) =>
  Math.round(low) + pick(Math.round(high) + 1 - Math.round(low))

export function shuffled<T>(pick: Pick, list: readonly T[]): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(pick(rest.length), 1)[0] as T) // one is left for each round
}

export interface Scene {
  canvas: Canvas
  ctx: SKRSContext2D
}

function blank(width: number = WIDTH): Scene {
  const canvas = createCanvas(width, HEIGHT)
  return { canvas, ctx: canvas.getContext('2d') }
}

export function copyOf(canvas: Canvas): Scene {
  const copy = blank()
  copy.ctx.drawImage(canvas, 0, 0)
  return copy
}

export function newScene(pick: Pick = randomInt, kind?: SceneKind): Scene {
  const scene = blank()
  paintScene(scene.ctx, PICTURE, pick(2 ** 32), kind)
  return scene
}

const FADE = 90

/** A scene whose right edge continues at its left edge, so that no edge shows how far it was shifted. */
export function endlessScene(pick: Pick): Scene {
  const wide = blank(WIDTH + FADE)
  paintScene(wide.ctx, { width: WIDTH + FADE, height: HEIGHT }, pick(2 ** 32), 'lively')
  const over = blank()
  const fade = over.ctx.createLinearGradient(0, 0, FADE, 0)
  fade.addColorStop(0, 'rgb(0, 0, 0)')
  fade.addColorStop(1, 'rgba(0, 0, 0, 0)')
  over.ctx.fillStyle = fade
  over.ctx.fillRect(0, 0, FADE, HEIGHT)
  over.ctx.globalCompositeOperation = 'source-in'
  over.ctx.drawImage(wide.canvas, -WIDTH, 0)
  const scene = copyOf(wide.canvas)
  scene.ctx.drawImage(over.canvas, 0, 0)
  return scene
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The mean and the standard deviation of the brightness, on the 0–255 scale. */
export function brightnessOf(ctx: SKRSContext2D, area: Area): { mean: number; deviation: number } {
  const { data } = ctx.getImageData(area.x, area.y, area.width, area.height)
  let [count, sum, squares] = [0, 0, 0]
  for (let y = 0; y < area.height; y += 2)
    for (let x = 0; x < area.width; x += 2) {
      const light = lightAt(data, (y * area.width + x) * 4)
      count++
      sum += light
      squares += light * light
    }
  const mean = sum / Math.max(count, 1)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(count, 1) - mean ** 2)) }
}

export const lightAt = (data: Uint8ClampedArray, at: number) =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)

/** Draws scenes until one has places where a person can see the solution, and picks one of these. */
export function placed<P>(
  pick: Pick,
  newScene: () => Scene,
  clearPlaces: (ctx: SKRSContext2D) => readonly P[],
): Scene & { place: P } {
  for (let i = 0; i < MOST_SCENES; i++) {
    const scene = newScene()
    const places = clearPlaces(scene.ctx)
    if (places.length > 0) return { ...scene, place: places[pick(places.length)] as P } // in range
  }
  throw new Error(`none of ${MOST_SCENES} scenes was detailed enough`)
}

export const isDetailed = (ctx: SKRSContext2D, area: Area) => brightnessOf(ctx, area).deviation >= LEAST_DEVIATION

/**
 * Covers the clipped area with another part of the scene, mirrored: the same colors and detail, in the wrong place.
 */
export function borrow(pick: Pick, ctx: SKRSContext2D, scene: Canvas): void {
  const [dx, dy] = [between(pick, 150, WIDTH - 150), between(pick, 60, HEIGHT - 60)]
  ctx.save()
  ctx.scale(-1, 1)
  for (const x of [dx - WIDTH, dx]) for (const y of [dy - HEIGHT, dy]) ctx.drawImage(scene, x - WIDTH, y)
  ctx.restore()
}

/** A filter that shifts the colors of a part, so that they do not simply match those around it. */
export const shiftedColors = (pick: Pick) =>
  `brightness(${between(pick, 88, 112)}%) saturate(${between(pick, 78, 122)}%) hue-rotate(${between(pick, -14, 14)}deg)`

const WAVE = { leastPx: 2, mostPx: 3, leastLength: 70, mostLength: 150 }

/** Bends the picture as if seen through uneven glass. Its waves are its own, and move nothing beyond a tolerance. */
export function bend(pick: Pick, ctx: SKRSContext2D): void {
  const wave = (count: number) => {
    const height = between(pick, WAVE.leastPx, WAVE.mostPx)
    const length = between(pick, WAVE.leastLength, WAVE.mostLength)
    const phase = pick(length)
    return Int32Array.from({ length: count }, (_, i) =>
      Math.round(height * Math.sin((2 * Math.PI * (i + phase)) / length)),
    )
  }
  const [across, down] = [wave(HEIGHT), wave(WIDTH)]
  const image = ctx.getImageData(0, 0, WIDTH, HEIGHT)
  const to = new Uint32Array(image.data.buffer)
  const from = to.slice()
  const within = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at++)
      to[at] = from[within(y + (down[x] ?? 0), HEIGHT - 1) * WIDTH + within(x + (across[y] ?? 0), WIDTH - 1)] ?? 0
  ctx.putImageData(image, 0, 0)
}

const dataUrl = (type: 'png' | 'jpeg' | 'webp', bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`
export const png = (canvas: Canvas) => dataUrl('png', canvas.toBuffer('image/png'))
/** For a large part of a scene: a fifth of the size of a PNG, also with transparency, but slower. */
export const webp = (canvas: Canvas) => dataUrl('webp', canvas.toBuffer('image/webp', WEBP_QUALITY))

/** The best quality that fits the size limit. Usually the first try fits, else the second. */
export function jpeg(canvas: Canvas): string {
  let quality = JPEG.quality
  for (;;) {
    const bytes = canvas.toBuffer('image/jpeg', quality)
    if (bytes.length <= JPEG.mostBytes || quality === JPEG.leastQuality) return dataUrl('jpeg', bytes)
    // The size shrinks a little slower than the quality.
    quality = Math.max(JPEG.leastQuality, Math.floor(quality * Math.min(0.9, (JPEG.mostBytes / bytes.length) ** 1.5)))
  }
}
