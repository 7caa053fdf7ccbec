// Checks pages with axe. Its script is most of the cost of a check, so each document receives it once. The header and
// the menu are the same around every screen, so only two tests check them (licenses.spec.ts, desk.spec.ts).
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import type { RunOptions } from 'axe-core'

interface Place {
  /** The part of the page to check; all of it by default. */
  within?: string
  /** Whether the header and the menu are checked too. */
  hasFrame?: boolean
}

/** The serious axe violations on the page. The only iframe, the preview of a mail, is skipped. */
export async function seriousIn(
  page: Page,
  { within = 'html', hasFrame = false, rule }: Place & { rule?: string } = {},
): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rule && { runOnly: { type: 'rule', values: [rule] } }),
  }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given.place, given.options), // just set
    { place: { include: [within], exclude: hasFrame ? [] : ['[data-frame]'] }, options },
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Switches to dark or light and waits until the page follows. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

/** Expects no serious axe violation, light or dark. The dark theme changes only colors. */
export async function expectNobodyKeptOut(page: Page, place: Place = {}): Promise<void> {
  // A list is dimmed while its next rows are loading.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await showTheme(page, 'light')
  expect(await seriousIn(page, place), 'light').toEqual([])
  await showTheme(page, 'dark')
  expect(await seriousIn(page, { ...place, rule: 'color-contrast' }), 'dark').toEqual([])
}
