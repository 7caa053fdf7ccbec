// Measures captcha pictures: drawing one, getting a prepared one through the call, and the delay of another call during
// a burst of two hundred. It prints the picture sizes while it runs. The baselines do the same without a picture:
// painting only the background, a proof-of-work challenge, and the light call on a quiet server.
import { CAPTCHA_TYPES } from '@sealwright/contract'
import { READY_PICTURES } from '@sealwright/server/domains/captcha/index.ts'
import { newScene } from '@sealwright/server/domains/captcha/pictures/canvas.ts'
import { PICTURE_KINDS } from '@sealwright/server/domains/captcha/pictures/picture.ts'
import { drawPuzzle } from '@sealwright/server/domains/captcha/pictures/puzzles.ts'
import { defineBench, measureInTurns, percentile, spreadOf } from './harness.ts'
import type { Figure, Stage } from './harness.ts'

const ROUNDS = { full: 100, quick: 20 }
const READY_ROUNDS = { full: 60, quick: 20 }
const BURST = 200
const FILLED_WITHIN_MS = 120_000

const kb = (bytes: number) => (bytes / 1024).toFixed(1)

/** Each call comes from another network, because the limits per network are not measured here. */
let neighborhoods = 0
async function generate({ center }: Stage, type: string): Promise<void> {
  neighborhoods++
  const remoteAddress = `10.${(neighborhoods >> 8) & 255}.${neighborhoods & 255}.1`
  const response = await center.app.inject({
    method: 'POST',
    url: `/captcha/behavior/generate.do?type=${type}`,
    remoteAddress,
    payload: {},
  })
  if (response.statusCode !== 200) throw new Error(`no challenge: ${response.body}`)
}

/** Waits until all pictures that are drawn ahead are ready. */
async function filled(stage: Stage): Promise<void> {
  const { captcha } = stage.center
  await generate(stage, 'SLIDER')
  const end = performance.now() + FILLED_WITHIN_MS
  while (captcha.readyPictures() < PICTURE_KINDS.length * READY_PICTURES) {
    if (performance.now() > end) throw new Error(`only ${captcha.readyPictures()} pictures were drawn ahead`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const captchaDrawing = defineBench({
  name: 'captcha-drawing',
  sides: () => ({ ours: 'a puzzle', baseline: 'its background alone' }),
  bar: { p95BelowMs: 40 },
  shortfall:
    'pictures that hide their solution from plain comparison copy their scene several times, and scenes in which ' +
    'people could not see it are painted again. The median is about a third higher than before that, and twice as ' +
    'high for CONCAT. A separate thread draws pictures ahead, so nobody waits for one.',
  async run(_stage, { isQuick, tell }) {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
    // The canvas draws lazily; reading a pixel forces it to draw.
    const paint = async () => void newScene().ctx.getImageData(0, 0, 1, 1)
    const figures: Figure[] = []
    for (const kind of PICTURE_KINDS) {
      const sizes: { background: number; template: number }[] = []
      const draw = async () => {
        const { background, template } = drawPuzzle(kind)
        sizes.push({ background: background.length * 0.75, template: (template?.image.length ?? 0) * 0.75 })
      }
      figures.push({ what: kind, unit: 'ms', ...(await measureInTurns(draw, paint, { rounds, warmUps: 10 })) })
      const [background, template] = [sizes.map((size) => size.background), sizes.map((size) => size.template)]
      tell(
        `${kind}: background ${kb(percentile(background, 0.5))} KB, at most ${kb(Math.max(...background))}; ` +
          `template ${kb(percentile(template, 0.5))} KB, at most ${kb(Math.max(...template))}`,
      )
    }
    return figures
  },
})

export const captchaReady = defineBench({
  name: 'captcha-ready',
  sides: () => ({ ours: 'a challenge with a ready picture', baseline: 'one without a picture' }),
  bar: { p95BelowMs: 5 },
  shortfall:
    'the bar is a few milliseconds, and writing the row takes nearly all of it: ' +
    'the same call without a picture takes as long.',
  async run(stage, { isQuick, tell }) {
    await filled(stage)
    tell(`${stage.center.captcha.readyPictures()} pictures are ready`)
    const spreads = await measureInTurns(
      () => generate(stage, CAPTCHA_TYPES[neighborhoods % CAPTCHA_TYPES.length] ?? 'SLIDER'),
      () => generate(stage, 'POW'),
      { rounds: isQuick ? READY_ROUNDS.quick : READY_ROUNDS.full, warmUps: 5 },
    )
    return [{ what: 'by the call', unit: 'ms', ...spreads }]
  },
})

export const captchaBurst = defineBench({
  name: 'captcha-burst',
  sides: () => ({ ours: `while ${BURST} challenges are requested`, baseline: 'on a quiet server' }),
  bar: { p95BelowMs: 50 },
  async run(stage, { isQuick, tell }) {
    await filled(stage)
    const light = async (samples: number[]) => {
      const start = performance.now()
      await stage.center.app.inject({ method: 'GET', url: '/readyz' })
      samples.push(performance.now() - start)
      // Like a person's calls, they come one by one and not back to back.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const quiet: number[] = []
    for (let i = 0; i < (isQuick ? ROUNDS.quick : ROUNDS.full); i++) await light(quiet)
    const beside: number[] = []
    let isOver = false
    const burst = Promise.allSettled(Array.from({ length: BURST }, () => generate(stage, 'RANDOM'))).finally(
      () => (isOver = true),
    )
    while (!isOver) await light(beside)
    const answered = (await burst).filter(({ status }) => status === 'fulfilled').length
    tell(`${answered} of ${BURST} requests got a challenge`)
    if (answered === 0) throw new Error('no request got a challenge: nothing was measured')
    return [{ what: 'a light call', unit: 'ms', ours: spreadOf(beside), baseline: spreadOf(quiet) }]
  },
})
