// The pictures: where the solution is, that a person can see it, and that the drawing threads end with the center.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { CAPTCHA_TYPES } from '@sealwright/contract'
import type { CaptchaType } from '@sealwright/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { CHARACTERS, LOOK_ALIKES } from './characters.ts'
import type { Picture } from './picture.ts'
import { createPictures } from './pool.ts'
import { drawPuzzle, loadFaces, newScene } from './puzzles.ts'
import type { Pick } from './puzzles.ts'
import { paintScene } from './scenes.ts'
import { seededRandom } from './seeded-random.ts'

const EACH = 12
const seededPick = (seed: number): Pick => {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}
/** Draws the same pictures in every run, so that the measurements are repeatable. */
const drawn = <T extends CaptchaType>(type: T): (Picture & { secret: { type: T } })[] =>
  Array.from(
    { length: EACH },
    (_, seed) => drawPuzzle(type, seededPick(seed)) as Picture & { secret: { type: T } }, // of the requested type
  )

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

/**
 * The mean color difference between the opaque part of the upper picture and the darkened lower one, which is shifted.
 */
function mismatch(upper: SKRSContext2D, lower: SKRSContext2D, shift: number): number {
  const { width, height } = upper.canvas
  const [a, b] = [upper.getImageData(0, 0, width, height).data, lower.getImageData(shift, 0, width, height).data]
  let [sum, count] = [0, 0]
  for (let i = 0; i < a.length; i += 4)
    if (a[i + 3] === 255)
      for (let c = 0; c < 3; c++) {
        // The gap is darkened by half, so the color of the piece is about twice that of the gap.
        sum += Math.abs((a[i + c] ?? 0) / 2 - (b[i + c] ?? 0))
        count++
      }
  return sum / count
}

describe('every picture', () => {
  it.each(CAPTCHA_TYPES)('of type %s is small', (type) => {
    for (const { background, template } of drawn(type)) {
      expect(background).toMatch(/^data:image\/jpeg;base64,/)
      expect(background.length * 0.75).toBeLessThanOrEqual(30 * 1024)
      if (type === 'CONCAT') expect(template).toBeNull()
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
  it('lies 130 to 470 pixels from the left and fits only its own gap', async () => {
    for (const { secret, background, template } of drawn('SLIDER').slice(0, 8)) {
      expect(template).toMatchObject({ width: 116, height: 360 })
      expect(secret.x).toBeGreaterThanOrEqual(130)
      expect(secret.x).toBeLessThanOrEqual(470)
      const [piece, picture] = [await pixels(template?.image), await pixels(background)]
      const here = mismatch(piece, picture, secret.x)
      for (const away of [-110, -60, -30, 30])
        if (secret.x + away >= 0 && secret.x + away <= 484)
          expect(mismatch(piece, picture, secret.x + away)).toBeGreaterThan(here)
    }
  })

  it('has a decoy gap that is equally dark and in a possible place', async () => {
    let compared = 0
    for (const [seed, { secret, background }] of drawn('SLIDER').entries()) {
      const [before, after] = [newScene(seededPick(seed)).ctx, await pixels(background)].map(
        (ctx) => ctx.getImageData(0, 0, 600, 360).data,
      )
      const light = (data: Uint8ClampedArray | undefined, i: number) =>
        [0, 1, 2].reduce((sum, c) => sum + (data?.[i * 4 + c] ?? 0), 0)
      const kept = Array.from({ length: 600 * 360 }, (_, i) => ({
        x: i % 600,
        was: light(before, i),
        share: light(after, i) / light(before, i),
      })).filter(({ was }) => was > 240)
      // The puzzle was drawn on another scene, because this one had too little detail.
      if (kept.filter(({ share }) => share > 0.85).length < 0.8 * kept.length) continue
      const darkened = kept.filter(({ share }) => share < 0.7)
      const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
      const [gap, decoy] = [true, false].map((isGap) =>
        darkened.filter(({ x }) => (x >= secret.x && x < secret.x + 116) === isGap),
      )
      if (!gap || !decoy || Math.min(gap.length, decoy.length) < 1_500) continue
      compared++
      expect(Math.abs(mean(gap.map(({ share }) => share)) - mean(decoy.map(({ share }) => share)))).toBeLessThan(0.04)
      expect(mean(decoy.map(({ x }) => x))).toBeGreaterThan(130)
      expect(mean(decoy.map(({ x }) => x))).toBeLessThan(470 + 116)
    }
    expect(compared).toBeGreaterThan(5)
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

  it('turned by its angle fits the picture around it better than at other angles', async () => {
    for (const { secret, background, template } of drawn('ROTATE')) {
      const [picture, disc] = [await pixels(background), await pixels(template?.image)]
      const [around, turned] = [picture.getImageData(0, 0, 600, 360).data, disc.getImageData(0, 0, 200, 360).data]
      const at = (data: Uint8ClampedArray, width: number, radius: number, degrees: number) => {
        const [x, y] = [
          Math.round(width / 2 + radius * Math.cos((degrees * Math.PI) / 180)),
          Math.round(180 + radius * Math.sin((degrees * Math.PI) / 180)),
        ]
        return [0, 1, 2].map((c) => data[(y * width + x) * 4 + c] ?? 0)
      }
      // Just outside the rim of the hole, and just inside the rim of the disc.
      const mismatchAt = (angle: number) => {
        let sum = 0
        for (let degrees = 0; degrees < 360; degrees += 2) {
          const [outside, inside] = [at(around, 600, 106, degrees), at(turned, 200, 91, degrees - angle)]
          sum += outside.reduce((off, value, c) => off + Math.abs(value - (inside[c] ?? 0)), 0)
        }
        return sum
      }
      // Details repeat, so a single wrong angle may fit by chance. On average, wrong angles fit worse.
      const elsewhere = Array.from({ length: 17 }, (_, i) => mismatchAt(secret.angle + 20 * (i + 1)))
      expect(mismatchAt(secret.angle)).toBeLessThan(
        0.9 * (elsewhere.reduce((sum, value) => sum + value, 0) / elsewhere.length),
      )
    }
  })
})

describe('a cut', () => {
  it('lies at 30 to 70 % of the height, and the part above it is shifted by 15 to 78 % of the width', async () => {
    for (const { secret, background, randomY = 0 } of drawn('CONCAT').slice(0, 10)) {
      const cut = 360 - randomY
      expect(cut).toBeGreaterThanOrEqual(108)
      expect(cut).toBeLessThanOrEqual(252)
      expect(secret.shift).toBeGreaterThanOrEqual(90)
      expect(secret.shift).toBeLessThanOrEqual(468)
      const picture = await pixels(background)
      const row = (y: number) => picture.getImageData(0, y, 600, 1).data
      const [above, below] = [row(cut - 2), row(cut + 2)]
      const difference = (shift: number) => {
        let sum = 0
        for (let x = 0; x < 600; x++)
          for (let c = 0; c < 3; c++)
            sum += Math.abs((above[((x - shift + 600) % 600) * 4 + c] ?? 0) - (below[x * 4 + c] ?? 0))
        return sum
      }
      expect(deviation(picture, 0, cut - 4, 600, 8)).toBeGreaterThan(15)
      expect(difference(secret.shift)).toBeLessThan(difference(0))
      expect(difference(secret.shift)).toBeLessThan(difference(secret.shift + 60))
    }
  })
})

describe('words', () => {
  it('are four, 96 pixels apart and 50 from the edge', () => {
    for (const { secret, template } of drawn('WORD_IMAGE_CLICK')) {
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
    expect(CHARACTERS.length).toBeGreaterThan(780)
    expect(LOOK_ALIKES.length).toBeGreaterThan(40)
    const all = [...new Set([...CHARACTERS, ...LOOK_ALIKES.flat()])]
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
    const taken = await Promise.all(CAPTCHA_TYPES.flatMap((type) => Array.from({ length: 4 }, () => ahead.take(type))))
    expect(taken.map(({ secret }) => secret.type)).toEqual(CAPTCHA_TYPES.flatMap((type) => [type, type, type, type]))
    expect(new Set(taken.map(({ background }) => background)).size).toBe(16)
  })

  it('are drawn up to the given number of each type, and not more', async () => {
    const ahead = pictures(2)
    ahead.warm()
    await expect.poll(() => ahead.count()).toBe(8)
    await ahead.take('ROTATE')
    expect(ahead.count()).toBe(7)
    await expect.poll(() => ahead.count()).toBe(8)
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
    await expect.poll(() => ahead.count()).toBe(8)
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
    await expect.poll(() => ahead.count()).toBe(8)
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
