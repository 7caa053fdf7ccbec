// The pictures: where the solution is, that a person can see it, and that the drawing threads end with the center.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { CaptchaType } from '@sealwright/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { Pick } from './canvas.ts'
import { CHINESE, LETTERS } from './characters.ts'
import { PICTURE_KINDS } from './picture.ts'
import type { Picture, PictureKind } from './picture.ts'
import { createPictures } from './pool.ts'
import { drawPuzzle } from './puzzles.ts'
import { paintScene } from './scenes.ts'
import { seededRandom } from './seeded-random.ts'
import { decoyOutline, decoyPlaces, newOutline } from './slider.ts'
import { loadFaces } from './words.ts'

const EACH = 12
const seededPick = (seed: number): Pick => {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}
type TypeOf<K extends PictureKind> = K extends CaptchaType ? K : 'WORD_IMAGE_CLICK'
const drawings = new Map<PictureKind, Picture[]>()
/** The same pictures in every run, so that the measurements are repeatable. All tests share them. */
function drawn<K extends PictureKind>(kind: K): (Picture & { secret: { type: TypeOf<K> } })[] {
  const pictures = drawings.get(kind) ?? Array.from({ length: EACH }, (_, seed) => drawPuzzle(kind, seededPick(seed)))
  drawings.set(kind, pictures)
  return pictures as (Picture & { secret: { type: TypeOf<K> } })[] // of the requested kind
}

async function pixels(url: string | undefined): Promise<SKRSContext2D> {
  const image = await loadImage(Buffer.from(url?.split(',')[1] ?? '', 'base64'))
  const canvas = createCanvas(image.width, image.height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(image, 0, 0)
  return ctx
}

/** The standard deviation of the brightness within a box. */
function deviation(ctx: SKRSContext2D, x: number, y: number, width: number, height: number): number {
  const { data } = ctx.getImageData(x, y, width, height)
  const light = Array.from(
    { length: width * height },
    (_, i) => 0.299 * (data[i * 4] ?? 0) + 0.587 * (data[i * 4 + 1] ?? 0) + 0.114 * (data[i * 4 + 2] ?? 0),
  )
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length
  return Math.sqrt(light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length)
}

/** The place from `from` to `to` where two lists of colors correlate best: the whole art of a simple program. */
function bestMatch(own: readonly number[], from: number, to: number, there: (at: number) => readonly number[]): number {
  const centered = (list: readonly number[]) => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length
    return list.map((value) => value - mean)
  }
  const mine = centered(own)
  let [best, most] = [from, Number.NEGATIVE_INFINITY]
  for (let at = from; at <= to; at += 3) {
    const other = centered(there(at))
    let [together, alone] = [0, 0]
    for (const [i, value] of other.entries()) {
      together += value * (mine[i] ?? 0)
      alone += value * value
    }
    if (together / Math.sqrt(alone) > most) [best, most] = [at, together / Math.sqrt(alone)]
  }
  return best
}

/** The colors on a circle around the middle, a degree each, averaged over three radii. */
function circle(ctx: SKRSContext2D, radius: number): number[][] {
  const { width } = ctx.canvas
  const { data } = ctx.getImageData(0, 0, width, 360)
  return Array.from({ length: 360 }, (_, degrees) =>
    [0, 1, 2].map((c) =>
      [-2, 0, 2].reduce((sum, off) => {
        const [x, y] = [Math.cos, Math.sin].map((f) => (radius + off) * f((degrees * Math.PI) / 180))
        return sum + (data[(Math.round(180 + (y ?? 0)) * width + Math.round(width / 2 + (x ?? 0))) * 4 + c] ?? 0)
      }, 0),
    ),
  )
}
const turnedBy = (colors: readonly number[][], degrees: number) =>
  colors.map((_, i) => colors.at((i - degrees) % 360) ?? []).flat()

describe('every picture', () => {
  it.each(PICTURE_KINDS)('of kind %s is small', (kind) => {
    for (const { background, template } of drawn(kind)) {
      expect(background).toMatch(/^data:image\/jpeg;base64,/)
      expect(background.length * 0.75).toBeLessThanOrEqual(30 * 1024)
      if (kind === 'CONCAT') expect(template).toBeNull()
      else expect(template?.image).toMatch(/^data:image\/(?:png|webp);base64,/)
      expect((template?.image.length ?? 0) * 0.75).toBeLessThanOrEqual(20 * 1024)
    }
  })

  it('differs each time, and a scene repeats only for the same seed', () => {
    expect(new Set(Array.from({ length: EACH }, () => drawPuzzle('CONCAT').background)).size).toBe(EACH)
    const scene = (seed: number) => {
      const canvas = createCanvas(600, 360)
      paintScene(canvas.getContext('2d'), { width: 600, height: 360 }, seed)
      return canvas.toBuffer('image/jpeg', 30).toString('base64')
    }
    const scenes = Array.from({ length: 30 }, (_, seed) => scene(seed))
    expect(new Set(scenes).size).toBe(30)
    expect(scene(7)).toBe(scenes[7])
  })
})

describe('a piece', () => {
  it('lies 130 to 470 pixels from the left, in a gap that stands out from its surroundings', async () => {
    for (const { secret, background, template } of drawn('SLIDER')) {
      expect(template).toMatchObject({ width: 116, height: 360 })
      expect(secret.x).toBeGreaterThanOrEqual(130)
      expect(secret.x).toBeLessThanOrEqual(470)
      const [piece, picture] = [await pixels(template?.image), await pixels(background)]
      const { data } = piece.getImageData(58, 0, 1, 360)
      const top = Array.from({ length: 360 }, (_, y) => y).find((y) => data[y * 4 + 3] === 255) ?? 0
      const light = (x: number, y: number) => {
        const box = picture.getImageData(secret.x + x, Math.min(359, top + y), 30, 1).data
        return box.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / 90
      }
      const inside = [40, 45, 50].map((y) => light(43, y))
      expect(Math.min(...inside) < 110 || Math.max(...inside) > 150).toBe(true)
    }
  })

  it('is not found by comparing its pixels with the picture', async () => {
    let found = 0
    for (const { secret, background, template } of drawn('SLIDER')) {
      const [piece, picture] = [await pixels(template?.image), await pixels(background)]
      const [own, all] = [piece.getImageData(0, 0, 116, 360).data, picture.getImageData(0, 0, 600, 360).data]
      const spots = Array.from({ length: 116 * 360 }, (_, i) => i).filter((i) => i % 11 === 0 && own[i * 4 + 3] === 255)
      const colors = (data: Uint8ClampedArray, width: number, shift: number) =>
        spots.flatMap((i) => {
          const at = (Math.floor(i / 116) * width + (i % 116) + shift) * 4
          return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
        })
      const at = bestMatch(colors(own, 116, 0), 120, 480, (shift) => colors(all, 600, shift))
      if (Math.abs(at - secret.x) <= 12) found++
    }
    expect(found).toBeLessThanOrEqual(EACH / 3)
  })

  it('has two decoy gaps in possible places, at least 112 pixels from its own and from each other', () => {
    for (let x = 130; x <= 470; x++) {
      const places = [x, ...decoyPlaces(seededPick(x), x)].toSorted((a, b) => a - b)
      expect(places).toHaveLength(3)
      expect(Math.min(...places)).toBeGreaterThanOrEqual(130)
      expect(Math.max(...places)).toBeLessThanOrEqual(470)
      for (const [i, place] of places.slice(1).entries()) expect(place - (places[i] ?? 0)).toBeGreaterThanOrEqual(112)
    }
  })

  it('differs from its decoys by three sides or all four, so that a person sees which gap is its own', () => {
    for (let seed = 0; seed < 200; seed++) {
      const outline = newOutline(seededPick(seed))
      const decoy = decoyOutline(seededPick(seed + 1_000), outline)
      expect([3, 4]).toContain(outline.filter(({ bump }, i) => bump !== decoy[i]?.bump).length)
    }
  })
})

describe('a disc', () => {
  it('is turned by 60 to 300 degrees', () => {
    for (const { secret, template } of drawn('ROTATE')) {
      expect(template).toMatchObject({ width: 200, height: 360 })
      expect(secret.angle).toBeGreaterThanOrEqual(60)
      expect(secret.angle).toBeLessThanOrEqual(300)
    }
  })

  it('turned by its angle continues the picture beyond its frame, which no comparison at the rim finds', async () => {
    let found = 0
    for (const { secret, background, template } of drawn('ROTATE')) {
      const [picture, disc] = [await pixels(background), await pixels(template?.image)]
      const [outside, inside] = [circle(picture, 117), circle(disc, 81)]
      const around = outside.flat()
      const mismatchAt = (angle: number) =>
        turnedBy(inside, angle).reduce((sum, value, i) => sum + Math.abs(value - (around[i] ?? 0)), 0)
      // Details repeat, so a single wrong angle may fit by chance. On average, wrong angles fit worse.
      const elsewhere = Array.from({ length: 8 }, (_, i) => mismatchAt(secret.angle + 40 * (i + 1)))
      expect(mismatchAt(secret.angle)).toBeLessThan(elsewhere.reduce((sum, value) => sum + value, 0) / elsewhere.length)
      const [rim, edge] = [circle(picture, 106), circle(disc, 93)]
      if (Math.abs(bestMatch(rim.flat(), 60, 300, (angle) => turnedBy(edge, angle)) - secret.angle) <= 9) found++
    }
    expect(found).toBeLessThanOrEqual(EACH / 3)
  })
})

describe('a cut', () => {
  it('lies at 30 to 70 % of the height, and the part above it is shifted by 15 to 78 % of the width', async () => {
    for (const { secret, background, randomY = 0 } of drawn('CONCAT')) {
      const cut = 360 - randomY
      expect(cut).toBeGreaterThanOrEqual(108)
      expect(cut).toBeLessThanOrEqual(252)
      expect(secret.shift).toBeGreaterThanOrEqual(90)
      expect(secret.shift).toBeLessThanOrEqual(468)
      const picture = await pixels(background)
      const row = (y: number) => picture.getImageData(0, y, 600, 1).data
      const [above, below] = [row(cut - 9), row(cut + 9)]
      const difference = (shift: number) => {
        let sum = 0
        for (let x = 0; x < 600; x++)
          for (let c = 0; c < 3; c++)
            sum += Math.abs((above[((x - shift + 600) % 600) * 4 + c] ?? 0) - (below[x * 4 + c] ?? 0))
        return sum
      }
      expect(deviation(picture, 0, cut - 12, 600, 4)).toBeGreaterThan(15)
      expect(difference(secret.shift)).toBeLessThan(difference(0))
      expect(difference(secret.shift)).toBeLessThan(difference(secret.shift + 60))
    }
  })

  it('shows its shift neither in the rows along it nor as an edge in the upper part', async () => {
    let [byRows, byEdge] = [0, 0]
    for (const { secret, background, randomY = 0 } of drawn('CONCAT')) {
      const cut = 360 - randomY
      const { data } = (await pixels(background)).getImageData(0, 0, 600, 360)
      const colors = (x: number, y: number) => [0, 1, 2].map((c) => data[(y * 600 + ((x + 600) % 600)) * 4 + c] ?? 0)
      const row = (y: number, shift: number) => Array.from({ length: 600 }, (_, x) => colors(x - shift, y)).flat()
      const shift = bestMatch(row(cut + 1, 0), 90, 468, (moved) => row(cut - 2, moved))
      if (Math.abs(shift - secret.shift) <= 18) byRows++
      const steps = Array.from({ length: 599 }, (_, x) => {
        let sum = 0
        for (let y = 0; y < cut - 20; y += 4)
          for (let c = 0; c < 3; c++) {
            const at = (y * 600 + x) * 4 + c
            sum += Math.abs((data[at] ?? 0) - (data[at + 4] ?? 0))
          }
        return sum
      })
      if (Math.abs(600 - steps.indexOf(Math.max(...steps)) - secret.shift) <= 18) byEdge++
    }
    expect(byRows).toBeLessThanOrEqual(EACH / 3)
    expect(byEdge).toBeLessThanOrEqual(EACH / 3)
  })
})

describe('words', () => {
  it('are four, 96 pixels apart and 50 from the edge', () => {
    for (const { secret, template } of [...drawn('WORD_IMAGE_CLICK'), ...drawn('LETTERS')]) {
      expect(template).toMatchObject({ width: 286, height: 76 })
      expect(secret.points).toHaveLength(4)
      for (const [i, { x, y }] of secret.points.entries()) {
        expect(x >= 50 && x <= 550 && y >= 50 && y <= 310).toBe(true)
        for (const other of secret.points.slice(i + 1))
          expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(96)
      }
    }
  })

  it('use about 800 common characters that both typefaces have, none of them rude', () => {
    expect(CHINESE.characters.length).toBeGreaterThan(780)
    expect(CHINESE.lookAlikes.length).toBeGreaterThan(40)
    const all = [
      ...new Set([CHINESE, LETTERS].flatMap(({ characters, lookAlikes }) => [...characters, ...lookAlikes.flat()])),
    ]
    for (const rude of ['死', '屎', '杀', '奸', '逼']) expect(all).not.toContain(rude)
    for (const face of loadFaces()) {
      const ink = (character: string) => {
        const canvas = createCanvas(40, 40)
        const ctx = canvas.getContext('2d')
        ctx.font = `30px ${face}`
        ctx.fillText(character, 4, 32)
        return canvas.toBuffer('image/png').toString('base64')
      }
      // All missing characters would look alike.
      expect(new Set([ink('\u{10fffd}'), ink(' '), ...all.map(ink)]).size).toBeGreaterThan(all.length)
    }
  })
})

describe('letters', () => {
  it('leave out those that look the same when turned', () => {
    const all = [...LETTERS.characters, ...LETTERS.lookAlikes.flat()]
    for (const confusing of '0OD1I5S698WNZC') expect(all).not.toContain(confusing)
  })
})

describe('pictures that are drawn ahead', () => {
  const open: ReturnType<typeof createPictures>[] = []
  const pictures = (ready: number, thread?: URL) => {
    const made = createPictures(ready, thread)
    open.push(made)
    return made
  }
  afterAll(() => Promise.all(open.map((one) => one.close())))

  it('are given to one caller each, in the requested type, even if fewer are ready', async () => {
    const ahead = pictures(2)
    const taken = await Promise.all(PICTURE_KINDS.flatMap((kind) => Array.from({ length: 3 }, () => ahead.take(kind))))
    expect(taken.map(({ secret }) => secret.type)).toEqual(
      PICTURE_KINDS.flatMap((kind) =>
        Array.from({ length: 3 }, () => (kind === 'LETTERS' ? 'WORD_IMAGE_CLICK' : kind)),
      ),
    )
    expect(new Set(taken.map(({ background }) => background)).size).toBe(15)
  })

  it('are drawn up to the given number of each type, and not more', async () => {
    const ahead = pictures(2)
    ahead.warm()
    await expect.poll(() => ahead.count()).toBe(10)
    await ahead.take('ROTATE')
    expect(ahead.count()).toBe(9)
    await expect.poll(() => ahead.count()).toBe(10)
  })

  it('end with their thread: waiting and later requests fail', async () => {
    const ahead = pictures(1)
    const waiting = ahead.take('SLIDER').catch((reason: Error) => reason.message)
    await ahead.close()
    expect(await waiting).toBe('the pictures are closed')
    await expect(ahead.take('SLIDER')).rejects.toThrow('closed')
  })

  /** A thread that draws nothing. `answer` is an expression for its reply to order number `orders`. */
  const threadThat = (answer: string) =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let orders = 0
    parentPort.on('message', (type) => { orders++; parentPort.postMessage(${answer}) })`)}`,
    )
  const blank = '{ picture: { secret: { type }, background: String(orders), template: null } }'

  it('that cannot be drawn fail one waiting request each, and drawing continues', async () => {
    const ahead = pictures(2, threadThat(`type === 'ROTATE' && orders < 4 ? { error: 'torn paper' } : ${blank}`))
    const taken = await Promise.allSettled([
      ahead.take('ROTATE'),
      ahead.take('SLIDER'),
      ahead.take('ROTATE'),
      ahead.take('ROTATE'),
    ])
    expect(taken.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(taken[0]).toMatchObject({ reason: { message: expect.stringContaining('torn paper') as string } })
    await expect.poll(() => ahead.count()).toBe(10)
  })

  it('stop after five errors in a row, which fails all waiting requests; the next request tries again', async () => {
    const ahead = pictures(2, threadThat(`orders <= 6 ? { error: 'order ' + orders } : ${blank}`))
    const reasons = await Promise.all(
      [...Array.from({ length: 4 }, () => 'ROTATE' as const), 'SLIDER' as const, 'CONCAT' as const].map((type) =>
        ahead.take(type).catch((reason: Error) => reason.message),
      ),
    )
    expect(reasons).toEqual([1, 2, 3, 4, 5, 5].map((order) => `a picture could not be drawn: order ${order}`))
    await expect(ahead.take('SLIDER')).rejects.toThrow('order 6')
    expect((await ahead.take('SLIDER')).background).toBe('7')
    await expect.poll(() => ahead.count()).toBe(10)
  })

  it('do not keep a process alive that forgot to close them', async () => {
    const script = `
      const { createPictures } = await import(${JSON.stringify(new URL('./pool.ts', import.meta.url).href)})
      const alive = setInterval(() => undefined, 1_000)
      process.stdout.write((await createPictures(1).take('CONCAT')).secret.type)
      clearInterval(alive)`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      { timeout: 50_000 },
    )
    expect(stdout).toBe('CONCAT')
  })

  it('are refused when too many requests wait', async () => {
    const ahead = pictures(0)
    const waiting = Array.from({ length: 201 }, () =>
      ahead.take('ROTATE').then(
        () => 'drawn',
        (reason: Error) => reason.message,
      ),
    )
    await expect(waiting[200]).resolves.toBe('platform.tooFrequent')
    await ahead.close()
    expect(new Set(await Promise.all(waiting.slice(0, 200)))).toContain('the pictures are closed')
  })
})
