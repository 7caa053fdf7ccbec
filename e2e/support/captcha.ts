// Solves the captcha on the screen as a person does. The answer comes from the database, because no call returns it.
// The movements are irregular: the server refuses straight and even ones.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { LIMITS, captchaCalls } from '@sealwright/contract'
import type { CaptchaType } from '@sealwright/contract'
import type { People } from './people.ts'

interface Spot {
  x: number
  y: number
}

export interface HandStep extends Spot {
  waitMs: number
}

type Answer =
  | { type: 'SLIDER'; x: number }
  | { type: 'ROTATE'; angle: number }
  | { type: 'CONCAT'; shift: number }
  | { type: 'WORD_IMAGE_CLICK'; points: Spot[] }

/** Pictures are shown at half of their size. */
const SHOWN = 0.5

const between = (least: number, most: number) => least + Math.random() * (most - least)

/**
 * The steps of a hand that drags this far to the right: it speeds up, overshoots a little, pauses, comes back and lets
 * go.
 */
export function handSteps(distance: number): HandStep[] {
  const steps: HandStep[] = [{ x: 0, y: 0, waitMs: between(90, 160) }]
  const overshoot = between(4, 8)
  let [y, drift, lag] = [0, 0, 0]
  // A hand's errors are correlated: each one is close to the previous one.
  const wander = () => {
    drift = drift * 0.9 + between(-0.22, 0.22)
    lag = lag * 0.85 + between(-1.1, 1.1)
    y += drift
  }
  const rise = Math.round(between(34, 42))
  for (let i = 1; i <= rise; i++) {
    wander()
    const share = i / rise
    // Fast at first, slow at the end.
    const way = 1 - (1 - share ** 1.4) ** 2.6
    steps.push({ x: way * (distance + overshoot) + lag * Math.sin(Math.PI * share), y, waitMs: between(9, 24) })
  }
  steps.push({ x: distance + overshoot, y, waitMs: between(120, 220) })
  const back = Math.round(between(6, 9))
  for (let i = 1; i <= back; i++) {
    wander()
    steps.push({ x: distance + overshoot * (1 - i / back), y, waitMs: between(14, 40) })
  }
  steps.push({ x: distance, y, waitMs: between(120, 240) })
  return steps
}

/** The distance that the handle has to move for this answer. */
function distanceOf(answer: Exclude<Answer, { type: 'WORD_IMAGE_CLICK' }>): number {
  if (answer.type === 'ROTATE') return (answer.angle * LIMITS.console.sliderTrackPx) / 360
  return (answer.type === 'SLIDER' ? answer.x : answer.shift) * SHOWN
}

export const captchaDialog = (page: Page): Locator => page.locator('dialog[data-challenge]')

/** The answer to the challenge on the screen. */
async function answerOf(page: Page, sql: People['sql']): Promise<Answer> {
  const id = await captchaDialog(page).getAttribute('data-challenge')
  const [row] = await sql<{ answer: Answer }>('select answer from captcha_challenge where id = $1', [id])
  if (!row) throw new Error(`the challenge ${id} is not in the database`)
  return row.answer
}

async function middleOf(target: Locator): Promise<Spot> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the target is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the handle along these steps. */
export async function drag(page: Page, steps: readonly HandStep[]): Promise<void> {
  const from = await middleOf(page.getByRole('slider'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y, waitMs } of steps) {
    await page.mouse.move(from.x + x, from.y + y)
    await page.waitForTimeout(waitMs)
  }
  await page.mouse.up()
}

async function clickWords(page: Page, points: readonly Spot[]): Promise<void> {
  const box = await captchaDialog(page).locator('img[width="300"]').boundingBox()
  if (!box) throw new Error('the picture is not shown')
  let at: Spot = { x: box.x + box.width / 2, y: box.y - between(4, 12) }
  for (const { x, y } of points) {
    const aim = { x: box.x + x * SHOWN + between(2, 6), y: box.y + y * SHOWN - between(2, 6) }
    const steps = Math.round(between(12, 18))
    for (let i = 1; i <= steps; i++) {
      const way = 1 - (1 - i / steps) ** 2
      await page.mouse.move(at.x + (aim.x - at.x) * way + between(-1, 1), at.y + (aim.y - at.y) * way + between(-1, 1))
      await page.waitForTimeout(between(9, 22))
    }
    await page.waitForTimeout(between(180, 420))
    await page.mouse.click(aim.x, aim.y)
    at = aim
  }
}

/** Solves the challenge on the screen with the pointer, after a pause, and waits until the dialog is closed. */
export async function solveCaptcha(page: Page, sql: People['sql'], lookMs = 800): Promise<void> {
  await expect(captchaDialog(page)).toBeVisible()
  const answer = await answerOf(page, sql)
  // The server refuses an answer that comes right after the picture.
  await page.waitForTimeout(lookMs)
  if (answer.type === 'WORD_IMAGE_CLICK') await clickWords(page, answer.points)
  else await drag(page, handSteps(distanceOf(answer)))
  await expect(captchaDialog(page)).toBeHidden()
}

/** Solves it without a pointer: arrow keys and Enter. */
export async function solveByKeys(page: Page, sql: People['sql']): Promise<void> {
  await expect(captchaDialog(page)).toBeVisible()
  const answer = await answerOf(page, sql)
  if (answer.type === 'WORD_IMAGE_CLICK') throw new Error('words cannot be clicked with keys')
  const distance = Math.round(distanceOf(answer))
  await page.getByRole('slider').focus()
  const press = (key: string) => page.keyboard.press(key, { delay: between(25, 60) })
  for (let i = 0; i < Math.floor(distance / 10); i++) await press('Shift+ArrowRight')
  for (let i = 0; i < distance % 10; i++) await press('ArrowRight')
  await page.waitForTimeout(between(250, 400))
  await press('Enter')
  await expect(captchaDialog(page)).toBeHidden({ timeout: 20_000 })
}

/** Asks the server for this type; it complies as long as no attempt has failed. */
export async function wishFor(page: Page, type: CaptchaType | 'POW'): Promise<void> {
  await page.route(`**${captchaCalls.generate.path}`, (route) =>
    route.continue({ url: `${route.request().url()}?type=${type}` }),
  )
}
