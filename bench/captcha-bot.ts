// A program that solves captcha pictures, written as an attacker would: it has read our source, has our typefaces, and
// does not know the secret. It finds places only. Moving there like a hand costs a program nothing worth measuring, and
// the work is priced by the bench. Numbers that fit our pictures are numbers of our source.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { TrackPoint } from '@sealwright/contract'
import { CHINESE, LETTERS } from '@sealwright/server/domains/captcha/pictures/characters.ts'
import type { Picture } from '@sealwright/server/domains/captcha/pictures/picture.ts'
import { loadFaces } from '@sealwright/server/domains/captcha/pictures/words.ts'

interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

const [WIDTH, HEIGHT] = [600, 360]

async function pixelsOf(url: string | undefined): Promise<Pixels> {
  const image = await loadImage(Buffer.from(url?.split(',')[1] ?? '', 'base64'))
  const canvas = createCanvas(image.width, image.height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(image, 0, 0)
  return { width: image.width, height: image.height, data: ctx.getImageData(0, 0, image.width, image.height).data }
}

function grayOf({ data }: Pixels): Float32Array {
  const gray = new Float32Array(data.length / 4)
  for (let i = 0; i < gray.length; i++)
    gray[i] = 0.299 * (data[i * 4] ?? 0) + 0.587 * (data[i * 4 + 1] ?? 0) + 0.114 * (data[i * 4 + 2] ?? 0)
  return gray
}

/** The correlation of two lists of the same length, the second one turned by `shift`. */
function correlation(a: Float32Array, b: Float32Array, shift = 0): number {
  const n = a.length
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let i = 0, j = (n - shift) % n; i < n; i++, j = j + 1 === n ? 0 : j + 1) {
    const x = a[i] ?? 0
    const y = b[j] ?? 0
    sumA += x
    sumB += y
    squaresA += x * x
    squaresB += y * y
    products += x * y
  }
  const power = (squaresA - (sumA * sumA) / n) * (squaresB - (sumB * sumB) / n)
  return power > 0 ? (products - (sumA * sumB) / n) / Math.sqrt(power) : 0
}

/** The place with the highest score. */
function bestOf(places: Iterable<number>, score: (place: number) => number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (const place of places) {
    const reached = score(place)
    if (reached > most) [best, most] = [place, reached]
  }
  return best
}

function* range(from: number, to: number, step = 1): Generator<number> {
  for (let value = from; value <= to + 1e-9; value += step) yield value
}

/** Lists in red, green and blue, smoothed over `reach` neighbors on each side of a closed line. */
function smoothed(length: number, reach: number, color: (i: number, channel: number) => number): Float32Array[] {
  return [0, 1, 2].map((channel) => {
    const raw = Float32Array.from({ length }, (_, i) => color(i, channel))
    return raw.map((_, i) => {
      let sum = 0
      for (let off = -reach; off <= reach; off++) sum += raw[(i + off + length) % length] ?? 0
      return sum
    })
  })
}

const likeness = (a: readonly Float32Array[], b: readonly Float32Array[], shift: number) =>
  a.reduce((sum, channel, c) => sum + correlation(channel, b[c] ?? channel, shift), 0)

/** Steps of brightness, widened by two pixels, because waves move them. */
function edgesOf(gray: Float32Array): Float32Array {
  let edges = new Float32Array(gray.length)
  const at = (i: number) => gray[i] ?? 0
  for (let i = 2 * WIDTH; i < gray.length - 2 * WIDTH; i++)
    edges[i] = Math.min(40, Math.hypot(at(i + 2) - at(i - 2), at(i + 2 * WIDTH) - at(i - 2 * WIDTH)))
  for (let round = 0; round < 2; round++) {
    const from = edges
    edges = from.map((own, i) =>
      Math.max(own, 0.9 * Math.max(from[i - 1] ?? 0, from[i + 1] ?? 0, from[i - WIDTH] ?? 0, from[i + WIDTH] ?? 0)),
    )
  }
  return edges
}

/** Lays the outline of the piece over the steps of brightness: everywhere, a little turned, and a little larger. */
async function findPiece({ background, template }: Picture): Promise<number> {
  const [back, piece] = [await pixelsOf(background), await pixelsOf(template?.image)]
  const edges = edgesOf(grayOf(back))
  const isInside = (x: number, y: number) =>
    x >= 0 && x < piece.width && (piece.data[(y * piece.width + x) * 4 + 3] ?? 0) > 128
  const outline: { x: number; y: number }[] = []
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < piece.width; x++)
      if (isInside(x, y) && !(isInside(x - 1, y) && isInside(x + 1, y) && isInside(x, y - 1) && isInside(x, y + 1)))
        outline.push({ x, y })
  const middle = {
    x: piece.width / 2,
    y: ((outline[0]?.y ?? 0) + (outline.at(-1)?.y ?? 0)) / 2,
  }
  const fit = (dx: number, dy: number, turn: number, size: number, step: number) => {
    const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size]
    let [sum, count] = [0, 0]
    for (let i = 0; i < outline.length; i += step) {
      const point = outline[i] ?? middle
      const [x, y] = [point.x - middle.x, point.y - middle.y]
      const px = Math.round(middle.x + cos * x - sin * y + dx)
      const py = Math.round(middle.y + sin * x + cos * y + dy)
      if (px < 4 || px >= WIDTH - 4 || py < 4 || py >= HEIGHT - 4) continue
      sum += edges[py * WIDTH + px] ?? 0
      count++
    }
    return sum / Math.max(count, 1)
  }
  const coarse = [...range(118, 482, 2)]
    .map((x) => {
      let most = 0
      for (const size of [1, 1.08, 1.15])
        for (const turn of [-0.12, 0, 0.12])
          for (const dy of [-3, 0, 3]) most = Math.max(most, fit(x, dy, turn, size, 4))
      return { x, most }
    })
    .toSorted((a, b) => b.most - a.most)
  const peaks: number[] = []
  for (const { x } of coarse) if (peaks.length < 4 && peaks.every((peak) => Math.abs(peak - x) > 30)) peaks.push(x)
  return bestOf(
    peaks.flatMap((peak) => [...range(peak - 4, peak + 4)]),
    (x) => {
      let most = 0
      for (const dy of range(-6, 6, 2))
        for (const turn of range(-0.18, 0.18, 0.045))
          for (const size of range(0.98, 1.18, 0.05)) most = Math.max(most, fit(x, dy, turn, size, 3))
      return most
    },
  )
}

/** How strong the steps of brightness are in each direction, in degrees. */
function directionsOf(pixels: Pixels, isIn: (x: number, y: number) => boolean): Float32Array {
  const [gray, { width, height }] = [grayOf(pixels), pixels]
  const strengths = new Float32Array(360)
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      if (!isIn(x, y)) continue
      const i = y * width + x
      const [dx, dy] = [(gray[i + 1] ?? 0) - (gray[i - 1] ?? 0), (gray[i + width] ?? 0) - (gray[i - width] ?? 0)]
      const strength = Math.hypot(dx, dy)
      if (strength < 10) continue
      const degrees = (Math.round((Math.atan2(dy, dx) * 180) / Math.PI) + 360) % 360
      strengths[degrees] = (strengths[degrees] ?? 0) + Math.min(strength, 60)
    }
  return strengths.map((_, i) => [-2, -1, 0, 1, 2].reduce((sum, k) => sum + (strengths[(i + k + 360) % 360] ?? 0), 0))
}

const DIRECTIONS_WEIGHT = 4

/**
 * Compares the colors on both sides of the frame, and the directions of all lines: houses stand upright inside the disc
 * as they do around it.
 */
async function findAngle({ background, template }: Picture): Promise<number> {
  const [back, disc] = [await pixelsOf(background), await pixelsOf(template?.image)]
  const steps = 720
  const ring = (pixels: Pixels, radii: readonly number[]) =>
    smoothed(steps, 4, (i, channel) =>
      radii.reduce((sum, radius) => {
        const turn = (i * 2 * Math.PI) / steps
        const [x, y] = [pixels.width / 2 + radius * Math.cos(turn), HEIGHT / 2 + radius * Math.sin(turn)]
        return sum + (pixels.data[(Math.round(y) * pixels.width + Math.round(x)) * 4 + channel] ?? 0)
      }, 0),
    )
  const [outside, inside] = [ring(back, [115, 117, 119]), ring(disc, [79, 81, 83])]
  const from = (pixels: Pixels) => (x: number, y: number) => Math.hypot(x - pixels.width / 2, y - HEIGHT / 2)
  const around = directionsOf(back, (x, y) => from(back)(x, y) > 116 && from(back)(x, y) < 240)
  const within = directionsOf(disc, (x, y) => from(disc)(x, y) < 82)
  return bestOf(
    range(58, 302, 0.5),
    (angle) =>
      likeness(outside, inside, angle * 2) + DIRECTIONS_WEIGHT * correlation(around, within, Math.round(angle)),
  )
}

/** Compares the rows on both sides of the seam. */
async function findShift({ background, randomY = 0 }: Picture): Promise<number> {
  const { data } = await pixelsOf(background)
  const cut = HEIGHT - randomY
  const rows = (ys: readonly number[]) =>
    smoothed(WIDTH, 3, (x, channel) => ys.reduce((sum, y) => sum + (data[(y * WIDTH + x) * 4 + channel] ?? 0), 0))
  const [above, below] = [rows([cut - 7, cut - 8, cut - 9]), rows([cut + 6, cut + 7, cut + 8])]
  return bestOf(range(88, 470), (shift) => likeness(below, above, shift))
}

const GLYPH = { box: 120, shrunk: 3, side: 24, rimPx: 7 }
const pad = createCanvas(GLYPH.box, GLYPH.box)

interface Look {
  face: string
  px: number
  turn: number
  slant: number
}

/** The ink of a character, from 0 to 1 for each pixel of the box, with or without its rim. */
function inkOf(character: string, { face, px, turn, slant }: Look, rimPx = 0): Float32Array {
  const ctx = pad.getContext('2d')
  ctx.save()
  ctx.clearRect(0, 0, GLYPH.box, GLYPH.box)
  ctx.translate(GLYPH.box / 2, GLYPH.box / 2)
  ctx.rotate((turn * Math.PI) / 180)
  ctx.transform(1, 0, slant, 1, 0, 0)
  ctx.font = `${px}px ${face}`
  const box = ctx.measureText(character)
  const [x, y] = [
    (box.actualBoundingBoxLeft - box.actualBoundingBoxRight) / 2,
    (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2,
  ]
  ctx.lineJoin = 'round'
  ctx.lineWidth = rimPx
  if (rimPx > 0) ctx.strokeText(character, x, y)
  ctx.fillText(character, x, y)
  ctx.restore()
  const { data } = ctx.getImageData(0, 0, GLYPH.box, GLYPH.box)
  return Float32Array.from({ length: GLYPH.box ** 2 }, (_, i) => (data[i * 4 + 3] ?? 0) / 255)
}

/** The ink within its own bounds, at a fixed size. */
function normalized(ink: Float32Array, width: number): Float32Array {
  const inked = [...ink.keys()].filter((i) => (ink[i] ?? 0) > 0.5)
  const [xs, ys] = [inked.map((i) => i % width), inked.map((i) => Math.floor(i / width))]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1]
  const { side } = GLYPH
  return Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [left + ((i % side) + 0.5) * (wide / side), top + (Math.floor(i / side) + 0.5) * (high / side)]
    return ink[Math.floor(y) * width + Math.floor(x)] ?? 0
  })
}

let known: { character: string; face: string; shape: Float32Array }[] | undefined

/** All characters in both typefaces as a prompt may show them. Made once, so it costs nothing per picture. */
export function learnCharacters(): NonNullable<typeof known> {
  const all = [CHINESE, LETTERS].flatMap(({ characters, lookAlikes }) => [...characters, ...lookAlikes.flat()])
  known ??= loadFaces().flatMap((face) =>
    [...new Set(all)].flatMap((character) =>
      [-8, 0, 8].flatMap((turn) =>
        [-0.15, 0.15].map((slant) => ({
          character,
          face,
          shape: normalized(inkOf(character, { face, px: 52, turn, slant }), GLYPH.box),
        })),
      ),
    ),
  )
  return known
}

/** Reads the prompt, which is clean, by comparing it with all characters. */
function readPrompt({ data, width, height }: Pixels): { characters: string[]; face: string } {
  const room = Math.floor(width / 4)
  const read = [0, 1, 2, 3].map((place) => {
    const ink = Float32Array.from({ length: room * height }, (_, i) => {
      const at = (Math.floor(i / room) * width + Math.round((place * width) / 4) + (i % room)) * 4
      return (data[at + 3] ?? 0) > 100 && (data[at] ?? 0) < 140 ? 1 : 0
    })
    const shape = normalized(ink, room)
    const table = learnCharacters()
    return table[bestOf(table.keys(), (i) => correlation(shape, table[i]?.shape ?? shape))]
  })
  const [one = '', other = ''] = loadFaces()
  const isOne = read.filter((letter) => letter?.face === one).length > 2
  return { characters: read.map((letter) => letter?.character ?? ''), face: isOne ? other : one }
}

/** A template for the picture: the offsets and values of its pixels, positive in the fill and negative in the rim. */
function templateOf(character: string, look: Look, width: number): { offsets: Int32Array; values: Float32Array } {
  const [fill, all] = [inkOf(character, look), inkOf(character, look, GLYPH.rimPx)]
  const [offsets, values]: [number[], number[]] = [[], []]
  const { box, shrunk } = GLYPH
  for (let y = 0; y < box; y += shrunk)
    for (let x = 0; x < box; x += shrunk) {
      let [filled, inked] = [0, 0]
      for (let k = 0; k < shrunk * shrunk; k++) {
        const i = (y + Math.floor(k / shrunk)) * box + x + (k % shrunk)
        filled += fill[i] ?? 0
        inked += all[i] ?? 0
      }
      if (inked < 3) continue
      offsets.push(((y - box / 2) / shrunk) * width + (x - box / 2) / shrunk)
      values.push(2 * filled - inked)
    }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const centered = values.map((value) => value - mean)
  const length = Math.hypot(...centered)
  return { offsets: Int32Array.from(offsets), values: Float32Array.from(centered, (value) => value / length) }
}

/** Looks for each character of the prompt in the picture's typeface, at many turns and slants. */
async function findCharacters({ background, template }: Picture): Promise<{ x: number; y: number }[]> {
  const { shrunk } = GLYPH
  const [width, height] = [WIDTH / shrunk, HEIGHT / shrunk]
  const full = grayOf(await pixelsOf(background))
  const gray = Float32Array.from({ length: width * height }, (_, i) => {
    const corner = Math.floor(i / width) * shrunk * WIDTH + (i % width) * shrunk
    let sum = 0
    for (let k = 0; k < shrunk * shrunk; k++) sum += full[corner + Math.floor(k / shrunk) * WIDTH + (k % shrunk)] ?? 0
    return sum
  })
  const { characters, face } = readPrompt(await pixelsOf(template?.image))
  const found: { x: number; y: number }[] = []
  for (const character of characters) {
    let best = { x: 0, y: 0, fit: 0 }
    for (const turn of range(-40, 40, 10))
      for (const slant of [-0.12, 0.12]) {
        const { offsets, values } = templateOf(character, { face, px: 67, turn, slant }, width)
        const n = offsets.length
        for (let y = 15; y < height - 14; y++)
          for (let x = 15 + (y % 2); x < width - 14; x += 2) {
            let [sum, squares, products] = [0, 0, 0]
            for (let i = 0; i < n; i++) {
              const value = gray[y * width + x + (offsets[i] ?? 0)] ?? 0
              sum += value
              squares += value * value
              products += value * (values[i] ?? 0)
            }
            // The fill may be lighter or darker than the rim.
            const fit = Math.abs(products) / Math.sqrt(Math.max(1, squares - (sum * sum) / n))
            const here = { x: x * shrunk, y: y * shrunk }
            if (fit > best.fit && found.every((other) => Math.hypot(other.x - here.x, other.y - here.y) > 45))
              best = { ...here, fit }
          }
      }
    found.push(best)
  }
  return found
}

/** The track from the start to the place that the bot found, on a picture that is shown 300 pixels wide. */
export async function solvePicture(picture: Picture): Promise<TrackPoint[]> {
  const { type } = picture.secret // the server tells it, unlike the rest
  if (type === 'WORD_IMAGE_CLICK')
    return (await findCharacters(picture)).map(({ x, y }, i) => ({ x: x / 2, y: y / 2, t: i, type: 'click' }))
  const distance =
    type === 'SLIDER'
      ? (await findPiece(picture)) / 2
      : type === 'ROTATE'
        ? ((await findAngle(picture)) * 242) / 360
        : (await findShift(picture)) / 2
  return [
    { x: 0, y: 0, t: 0, type: 'down' },
    { x: distance, y: 0, t: 1, type: 'up' },
  ]
}
