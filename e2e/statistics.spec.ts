// Statistics: the view is in the address, a figure is split and saved as table and picture, in the colors of the theme.
// A trial developer has none.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pcLicenseCalls, pcTemplateCalls, productCalls, statisticsCalls } from '@sealwright/contract'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

const CODES = 3

/** A developer with codes and an account license of one product. */
async function vendor(people: People): Promise<Actor> {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图', licenseId, licenseForm: 3 }))
  const { guid } = await actor.call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId, { name: '年度版' }))
  await actor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [guid], count: CODES })
  return actor
}

async function take(page: Page, item: string) {
  await page.getByRole('button', { name: zh('statistics.download') }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The color of a picture near its corner, as the browser reads it. */
const cornerOf = (page: Page, png: Buffer) =>
  page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const brush = canvas.getContext('2d')
    brush?.drawImage(image, 0, 0)
    const { data } = brush?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
    const colors = new Set<string>()
    for (let at = 0; at < data.length; at += 4) colors.add(`${data[at]},${data[at + 1]},${data[at + 2]}`)
    return { corner: `${data[0]},${data[1]},${data[2]}`, colors: [...colors], width: image.width }
  }, png.toString('base64'))

test('a figure is chosen, split and saved; its address opens the same view', async ({ people, open }) => {
  const page = await open(await vendor(people))
  await page.goto('/statistics')
  const tiles = page.getByRole('navigation', { name: zh('statistics.overview') })
  await expect(tiles.getByRole('link')).toHaveCount(11)
  await expect(tiles.getByRole('link').first()).toContainText(String(CODES))

  await page.getByText(zh('statistics.periods.last', { days: '7' }), { exact: true }).click()
  await expect(page).toHaveURL('/statistics?period=7')
  await page.getByRole('combobox', { name: zh('statistics.fields.by') }).selectOption('product')
  await expect(page).toHaveURL('/statistics?period=7&by=product')
  const figure = page.getByRole('region', { name: zh('statistics.measures.licenseIssued') })
  await expect(figure.getByRole('row').filter({ hasText: '星图' })).toContainText('100%')

  // The same view, from the address alone.
  await page.reload()
  await expect(figure.getByRole('row').filter({ hasText: '星图' })).toContainText(String(CODES))
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuemax', '7')
  await page.getByRole('slider').press('End')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(`星图 ${CODES}$`))
  await expectNobodyKeptOut(page)

  const csv = await take(page, zh('blocks.export.csv'))
  expect(csv.name).toMatch(/\.csv$/)
  expect(csv.bytes.toString('utf8')).toContain('星图')
  // The page is dark now.
  const png = await take(page, zh('statistics.picture.save'))
  expect(png.name).toMatch(/\.png$/)
  const dark = await cornerOf(page, png.bytes)
  expect(dark.corner).toBe('19,22,28')
  expect(dark.width).toBeGreaterThan(1_000)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const light = await cornerOf(page, (await take(page, zh('statistics.picture.save'))).bytes)
  expect(light.corner).toBe('255,255,255')
  // The bar has the color of the brand.
  expect([dark.colors.includes('91,124,255'), light.colors.includes('45,79,214')]).toEqual([true, true])

  // The number leads to the codes of these days.
  await page.getByRole('combobox', { name: zh('statistics.fields.by') }).selectOption('carrier')
  await figure
    .getByRole('row')
    .filter({ hasText: zh('statistics.carriers.sn') })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/pc\/license\/sn\?startTime=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(CODES))
})

test('a trial developer reads when statistics come, and the server refuses too', async ({ people, open }) => {
  const actor = await people.developer({ status: 'trial' })
  const page = await open(actor)
  await page.goto('/statistics')
  await expect(page.getByRole('heading', { name: zh('statistics.trialTitle') })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: zh('shell.menu') }).getByRole('link', { name: zh('statistics.titles.list') }),
  ).toBeVisible()
  await expect(actor.call(statisticsCalls.overview, {})).rejects.toMatchObject({ error: 'statistics.trial' })
  await page
    .getByRole('main')
    .getByRole('link', { name: zh('developer.titles.apply') })
    .click()
  await expect(page).toHaveURL('/applyRegular')
})
