// Draws the four puzzles on a scene. Secrets come from the system's random source, never from the seed of the scene;
// only tests use another source. A place with too little detail for a person to see the solution is drawn again. This
// runs in the drawing thread; the benchmark and the tests call it directly.
import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { GlobalFonts, createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { CaptchaType } from '@sealwright/contract'
import { PICTURE } from '../captcha.secret.ts'
import { CHARACTERS, LOOK_ALIKES } from './characters.ts'
import type { Picture } from './picture.ts'
import { paintScene } from './scenes.ts'

const { width: WIDTH, height: HEIGHT } = PICTURE
const LEAST_DEVIATION = 18
const MOST_SCENES = 40
const MOST_PLACES = 6
const WEBP_QUALITY = 82
const JPEG = { quality: 54, leastQuality: 20, mostBytes: 30_000 }

const FACES = ['captcha-round', 'captcha-fine'] as const
const FACE_FILES = [
  '@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf',
  '@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf',
] as const

let areFacesLoaded = false
/** Loads both typefaces once, when a thread first draws words. */
export function loadFaces(): readonly string[] {
  if (areFacesLoaded) return FACES
  const { resolve } = createRequire(import.meta.url)
  FACE_FILES.forEach((file, i) => GlobalFonts.registerFromPath(resolve(file), FACES[i] ?? ''))
  areFacesLoaded = true
  return FACES
}

/** Returns a whole number from 0 up to, but not including, `below`. */
export type Pick = (below: number) => number

const between = (pick: Pick, low: number, high: number) =>
  Math.round(low) + pick(Math.round(high) + 1 - Math.round(low))

interface Scene {
  canvas: Canvas
  ctx: SKRSContext2D
}

export function newScene(pick: Pick = randomInt, isUpright = false): Scene {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const ctx = canvas.getContext('2d')
  paintScene(ctx, PICTURE, pick(2 ** 32), isUpright)
  return { canvas, ctx }
}

/** The standard deviation of the brightness where `isInside` is true, on the 0–255 scale. */
function deviation(
  ctx: SKRSContext2D,
  area: { x: number; y: number; width: number; height: number },
  isInside: (x: number, y: number) => boolean,
): number {
  const { data } = ctx.getImageData(area.x, area.y, area.width, area.height)
  let [count, sum, squares] = [0, 0, 0]
  for (let y = 0; y < area.height; y += 2)
    for (let x = 0; x < area.width; x += 2) {
      if (!isInside(x, y)) continue
      const at = (y * area.width + x) * 4
      const light = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
      count++
      sum += light
      squares += light * light
    }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** Draws scenes, and tries several places in each, until one has enough detail. */
function placed<P>(
  pick: Pick,
  newPlace: () => P,
  deviationAt: (ctx: SKRSContext2D, place: P) => number,
  { isUpright = false, places = MOST_PLACES } = {},
): Scene & { place: P } {
  for (let i = 0; i < MOST_SCENES; i++) {
    const scene = newScene(pick, isUpright)
    for (let j = 0; j < places; j++) {
      const place = newPlace()
      if (deviationAt(scene.ctx, place) >= LEAST_DEVIATION) return { ...scene, place }
    }
  }
  throw new Error(`none of ${MOST_SCENES} scenes was detailed enough`)
}

const dataUrl = (type: 'png' | 'jpeg' | 'webp', bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`
const png = (canvas: Canvas) => dataUrl('png', canvas.toBuffer('image/png'))
/** For a large part of a scene: a fifth of the size of a PNG, also with transparency, but slower. */
const webp = (canvas: Canvas) => dataUrl('webp', canvas.toBuffer('image/webp', WEBP_QUALITY))

/** The best quality that fits the size limit. Usually the first try fits, else the second. */
function jpeg(canvas: Canvas): string {
  let quality = JPEG.quality
  for (;;) {
    const bytes = canvas.toBuffer('image/jpeg', quality)
    if (bytes.length <= JPEG.mostBytes || quality === JPEG.leastQuality) return dataUrl('jpeg', bytes)
    // The size shrinks a little slower than the quality.
    quality = Math.max(JPEG.leastQuality, Math.floor(quality * Math.min(0.9, (JPEG.mostBytes / bytes.length) ** 1.5)))
  }
}

const PIECE = { body: 80, inset: 18, width: 116, leastX: 130, mostX: 470, decoyAway: 116 }

/** Each side of the piece: flat, a tab or a notch, near its middle. */
type Side = { bump: -1 | 0 | 1; radius: number; at: number }

function newOutline(pick: Pick): Side[] {
  const sides = Array.from({ length: 4 }, (): Side => ({
    bump: ([-1, 0, 1] as const)[pick(3)] ?? 1,
    radius: between(pick, 12, 17),
    at: PIECE.body / 2 + between(pick, -6, 6),
  }))
  const [first] = sides
  if (first && sides.every(({ bump }) => bump === 0)) first.bump = 1
  return sides
}

const looksLike = (a: readonly Side[], b: readonly Side[]) => a.every(({ bump }, i) => bump === b[i]?.bump)

/**
 * Traces the outline, with the upper left corner of its box at x, y. Every side is drawn in the same way, rotated by a
 * quarter turn.
 */
function trace(ctx: SKRSContext2D, outline: readonly Side[], x: number, y: number): void {
  const { body, inset } = PIECE
  ctx.beginPath()
  let [px, py] = [x + inset, y + inset]
  ctx.moveTo(px, py)
  outline.forEach(({ bump, radius, at }, i) => {
    const turn = (i * Math.PI) / 2
    const [dx, dy] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))]
    if (bump !== 0) {
      // The center of the circle is outside the side for a tab and inside for a notch, as far as the box allows. This
      // makes the neck narrower than the head.
      const out = bump * Math.max(0, Math.min(radius * 0.35, inset - 1.5 - radius))
      const half = Math.sqrt(radius ** 2 - out ** 2)
      const lean = Math.atan2(bump * out, half)
      const [cx, cy] = [px + dx * at + dy * out, py + dy * at - dx * out]
      ctx.lineTo(px + dx * (at - half), py + dy * (at - half))
      ctx.arc(cx, cy, radius, turn + Math.PI - bump * lean, turn + Math.PI * 2 + bump * lean, bump < 0)
    }
    px += dx * body
    py += dy * body
    ctx.lineTo(px, py)
  })
  ctx.closePath()
}

function drawGap(ctx: SKRSContext2D, outline: readonly Side[], x: number, y: number): void {
  ctx.save()
  trace(ctx, outline, x, y)
  ctx.fillStyle = 'rgba(8, 12, 24, 0.5)'
  ctx.fill()
  ctx.lineWidth = 2
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.75)'
  ctx.stroke()
  ctx.restore()
}

function slider(pick: Pick): Picture {
  const {
    canvas,
    ctx,
    place: { x, y },
  } = placed(
    pick,
    () => ({ x: between(pick, PIECE.leastX, PIECE.mostX), y: between(pick, 0, HEIGHT - PIECE.width) }),
    (scene, place) =>
      deviation(
        scene,
        { x: place.x + PIECE.inset, y: place.y + PIECE.inset, width: PIECE.body, height: PIECE.body },
        () => true,
      ),
  )
  const outline = newOutline(pick)

  const template = createCanvas(PIECE.width, HEIGHT)
  const piece = template.getContext('2d')
  piece.save()
  trace(piece, outline, 0, y)
  piece.clip()
  piece.drawImage(canvas, -x, 0)
  piece.restore()
  trace(piece, outline, 0, y)
  piece.lineWidth = 2.5
  piece.strokeStyle = 'rgba(255, 255, 255, 0.95)'
  piece.stroke()

  // The decoy is as dark as the real gap and in a possible place. Only its outline differs.
  let decoy = newOutline(pick)
  while (looksLike(decoy, outline)) decoy = newOutline(pick)
  const places = Array.from({ length: PIECE.mostX - PIECE.leastX + 1 }, (_, i) => PIECE.leastX + i).filter(
    (place) => Math.abs(place - x) >= PIECE.decoyAway,
  )
  drawGap(ctx, decoy, places[pick(places.length)] ?? 0, y)
  drawGap(ctx, outline, x, y)
  return {
    secret: { type: 'SLIDER', x },
    background: jpeg(canvas),
    template: { image: png(template), width: PIECE.width, height: HEIGHT },
  }
}

const DISC = { radius: 100, rim: 6, leastAngle: 60, mostAngle: 300 }

function rotate(pick: Pick): Picture {
  const angle = between(pick, DISC.leastAngle, DISC.mostAngle)
  const { radius, rim } = DISC
  const [cx, cy] = [WIDTH / 2, HEIGHT / 2]
  const around = { x: cx - radius - 20, y: cy - radius - 20, width: 2 * radius + 40, height: 2 * radius + 40 }
  const { canvas, ctx } = placed(
    pick,
    () => around,
    (scene) => deviation(scene, around, (x, y) => Math.abs(Math.hypot(x - radius - 20, y - radius - 20) - radius) < 18),
    { isUpright: true, places: 1 },
  )

  const template = createCanvas(2 * radius, HEIGHT)
  const disc = template.getContext('2d')
  disc.translate(radius, cy)
  disc.beginPath()
  disc.arc(0, 0, radius - rim / 2, 0, Math.PI * 2)
  disc.clip()
  // Turned back by the angle by which the user has to turn it. The colors change slightly, so that they do not simply
  // match at the rim.
  disc.rotate((-angle * Math.PI) / 180)
  disc.filter = `brightness(${between(pick, 92, 108)}%) saturate(${between(pick, 82, 118)}%)`
  disc.drawImage(canvas, -cx, -cy)
  disc.filter = 'none'
  disc.lineWidth = rim
  disc.strokeStyle = 'rgba(255, 255, 255, 0.55)'
  disc.beginPath()
  disc.arc(0, 0, radius - rim / 2, 0, Math.PI * 2)
  disc.stroke()

  ctx.fillStyle = 'rgb(24, 28, 38)'
  ctx.beginPath()
  ctx.arc(cx, cy, radius, 0, Math.PI * 2)
  ctx.fill()
  ctx.lineWidth = rim
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.6)'
  ctx.stroke()
  return {
    secret: { type: 'ROTATE', angle },
    background: jpeg(canvas),
    template: { image: webp(template), width: 2 * radius, height: HEIGHT },
  }
}

const CUT = { least: 0.3, most: 0.7, leastShift: 0.15, mostShift: 0.78 }

function concat(pick: Pick): Picture {
  const { canvas, place: cut } = placed(
    pick,
    () => between(pick, HEIGHT * CUT.least, HEIGHT * CUT.most),
    (scene, y) => deviation(scene, { x: 0, y: y - 4, width: WIDTH, height: 8 }, () => true),
  )
  const shift = between(pick, WIDTH * CUT.leastShift, WIDTH * CUT.mostShift)
  const moved = createCanvas(WIDTH, HEIGHT)
  const ctx = moved.getContext('2d')
  ctx.drawImage(canvas, 0, 0)
  // The upper part moves to the left and wraps around to the right.
  ctx.drawImage(canvas, shift, 0, WIDTH - shift, cut, 0, 0, WIDTH - shift, cut)
  ctx.drawImage(canvas, 0, 0, shift, cut, WIDTH - shift, 0, shift, cut)
  return { secret: { type: 'CONCAT', shift }, background: jpeg(moved), template: null, randomY: HEIGHT - cut }
}

const WORDS = { wanted: 4, decoys: 3, spacing: 96, margin: 50, leastPx: 60, mostPx: 74, mostTurn: 40 }
const PROMPT = { width: 286, height: 76, px: 52 }

function shuffled<T>(pick: Pick, list: readonly T[]): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(pick(rest.length), 1)[0] as T) // one is left for each round
}

/** Four characters to find, and decoys. At least one decoy looks like one of the four. */
function newCharacters(pick: Pick): { wanted: string[]; decoys: string[] } {
  const [twinned = '', twin = ''] = shuffled(pick, LOOK_ALIKES[pick(LOOK_ALIKES.length)] ?? [])
  const chosen = new Set([twinned, twin])
  while (chosen.size < WORDS.wanted + WORDS.decoys) chosen.add(CHARACTERS[pick(CHARACTERS.length)] ?? twin)
  const others = [...chosen].slice(2)
  return {
    wanted: shuffled(pick, [twinned, ...others.slice(0, WORDS.wanted - 1)]),
    decoys: [twin, ...others.slice(WORDS.wanted - 1)],
  }
}

function newPlaces(pick: Pick, count: number): { x: number; y: number }[] {
  for (;;) {
    const places: { x: number; y: number }[] = []
    for (let tries = 0; tries < 400 && places.length < count; tries++) {
      const place = {
        x: between(pick, WORDS.margin, WIDTH - WORDS.margin),
        y: between(pick, WORDS.margin, HEIGHT - WORDS.margin),
      }
      if (places.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= WORDS.spacing)) places.push(place)
    }
    if (places.length === count) return places
  }
}

/** Centers the ink of the character on the place, so that a click on its middle hits the place. */
function drawCharacter(
  ctx: SKRSContext2D,
  character: string,
  face: string,
  px: number,
  at: { x: number; y: number },
  turn: number,
  colors: { fill: string; rim: string; rimPx: number },
): void {
  ctx.save()
  ctx.translate(at.x, at.y)
  ctx.rotate((turn * Math.PI) / 180)
  ctx.font = `${px}px ${face}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  const ink = ctx.measureText(character)
  const [x, y] = [
    (ink.actualBoundingBoxLeft - ink.actualBoundingBoxRight) / 2,
    (ink.actualBoundingBoxAscent - ink.actualBoundingBoxDescent) / 2,
  ]
  ctx.lineJoin = 'round'
  ctx.lineWidth = colors.rimPx
  ctx.strokeStyle = colors.rim
  ctx.strokeText(character, x, y)
  ctx.fillStyle = colors.fill
  ctx.fillText(character, x, y)
  ctx.restore()
}

function words(pick: Pick): Picture {
  const faces = shuffled(pick, loadFaces())
  const [face = '', promptFace = ''] = faces
  const { wanted, decoys } = newCharacters(pick)
  const characters = [...wanted, ...decoys]
  const places = newPlaces(pick, characters.length)
  const { canvas, ctx } = newScene(pick)
  // Fade the scene a little, so that the strokes are easy to read.
  ctx.fillStyle = 'rgba(250, 250, 255, 0.16)'
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  for (const [i, character] of characters.entries()) {
    const isLight = pick(2) === 0
    const hue = pick(360)
    const colors = isLight
      ? { fill: `hsl(${hue}, 75%, 92%)`, rim: `hsla(${hue}, 80%, 14%, 0.92)`, rimPx: 7 }
      : { fill: `hsl(${hue}, 85%, 22%)`, rim: 'rgba(255, 255, 255, 0.92)', rimPx: 7 }
    drawCharacter(
      ctx,
      character,
      face,
      between(pick, WORDS.leastPx, WORDS.mostPx),
      places[i] ?? { x: 0, y: 0 },
      between(pick, -WORDS.mostTurn, WORDS.mostTurn),
      colors,
    )
  }
  const prompt = createCanvas(PROMPT.width, PROMPT.height)
  const line = prompt.getContext('2d')
  const room = PROMPT.width / wanted.length
  for (const [i, character] of wanted.entries()) {
    drawCharacter(
      line,
      character,
      promptFace,
      PROMPT.px,
      { x: room * (i + 0.5), y: PROMPT.height / 2 },
      between(pick, -8, 8),
      { fill: '#1f2a44', rim: 'rgba(255, 255, 255, 0.95)', rimPx: 5 },
    )
  }
  return {
    secret: { type: 'WORD_IMAGE_CLICK', points: places.slice(0, wanted.length) },
    background: jpeg(canvas),
    template: { image: png(prompt), width: PROMPT.width, height: PROMPT.height },
  }
}

const DRAW: Record<CaptchaType, (pick: Pick) => Picture> = {
  SLIDER: slider,
  ROTATE: rotate,
  CONCAT: concat,
  WORD_IMAGE_CLICK: words,
}

export function drawPuzzle(type: CaptchaType, pick: Pick = randomInt): Picture {
  return DRAW[type](pick)
}
