// Tests what all lists have in common, with the product list: page sizes, views, filters, order, and the states without
// rows or without an answer.
import type { Page } from '@playwright/test'
import { LIMITS, productCalls } from '@sealwright/contract'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { productPayload } from './support/people.ts'
import type { Actor } from './support/people.ts'
import { giveOrder } from './support/samples.ts'
import { zh } from './support/words.ts'

/** More than fit on one page of cards at 1440 px, so that a list opens as a table. */
const FOR_A_TABLE = 4

const cards = (page: Page) => page.getByRole('list', { name: zh('product.titles.list') }).locator('> li')
const table = (page: Page) => page.getByRole('table', { name: zh('product.titles.list') })
const rows = (page: Page) => table(page).locator('tbody tr')
const names = (page: Page) => table(page).locator('tbody tr .cell-name a')
const pager = (page: Page) => page.getByRole('navigation', { name: zh('blocks.pager.label') })
const sizeButton = (page: Page) => pager(page).getByRole('button')
const viewButton = (page: Page, view: 'card' | 'table') =>
  page.getByRole('group', { name: zh('blocks.list.view') }).getByRole('button', { name: zh(`blocks.list.${view}`) })
const searchField = (page: Page) => page.getByRole('textbox', { name: zh('product.list.searchByName') })
const sizeOf = (size: number) => zh('blocks.pager.size', { size })

async function chooseSize(page: Page, size: number): Promise<void> {
  await sizeButton(page).click()
  await page.getByRole('menuitemradio', { name: sizeOf(size), exact: true }).click()
}

async function newProduct(actor: Actor, given: Parameters<typeof productPayload>[0]): Promise<string> {
  return (await actor.call(productCalls.create, productPayload(given))).guid
}

for (const { width, sizes } of [
  { width: 1440, sizes: [3, 6, 9] },
  { width: 1500, sizes: [6, 12, 18] },
  { width: 1700, sizes: [8, 16, 24] },
]) {
  test(`in a window of ${width} px a page of cards has ${sizes.join(', ')} of them`, async ({ people, open }) => {
    const page = await open(await people.developer({ products: 2 }), { viewport: { width, height: 900 } })
    await page.goto('/product')
    await expect(cards(page)).toHaveCount(2)
    await expect(sizeButton(page)).toHaveText(sizeOf(sizes[0] ?? 0))
    await sizeButton(page).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(sizes.map(sizeOf))
  })
}

test('a table offers 10, 20, 30, 50 and 100 rows, and the choice follows the person into another browser', async ({
  people,
  open,
}) => {
  const actor = await people.developer({ products: 22 })
  const page = await open(actor)
  await page.goto('/product')
  await expect(rows(page)).toHaveCount(10)
  await expect(sizeButton(page)).toHaveText(sizeOf(10))
  await sizeButton(page).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(LIMITS.page.tableSizes.map(sizeOf))
  const kept = page.waitForResponse('**/session/updatePreferences.do')
  await page.getByRole('menuitemradio', { name: sizeOf(20), exact: true }).click()
  await expect(rows(page)).toHaveCount(20)
  await kept
  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  const elsewhere = await open(actor)
  await elsewhere.goto('/product')
  await expect(rows(elsewhere)).toHaveCount(20)
})

test('deleting the last row of the last page shows the page before it', async ({ people, open }) => {
  const page = await open(await people.developer({ products: 11 }))
  await page.goto('/product?page=2')
  await expect(names(page)).toHaveText(['产品 01'])
  await rows(page)
    .getByRole('button', { name: zh('blocks.table.actionsOf', { name: '产品 01' }) })
    .click()
  await page.getByRole('menuitem', { name: zh('product.actions.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('product.actions.delete') })
    .click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page).toHaveURL('/product')
})

test('filters are in the address, survive a reload, and are cleared by one click', async ({ people, open }) => {
  const actor = await people.developer()
  await newProduct(actor, { name: '星图设计', licenseForm: 1 })
  await newProduct(actor, { name: '星图渲染', licenseForm: 2 })
  await newProduct(actor, { name: '禾木财务', licenseForm: 2 })
  const page = await open(actor)
  await page.goto('/product')
  await viewButton(page, 'table').click()
  await searchField(page).fill('星图')
  await expect(page).toHaveURL(`/product?${new URLSearchParams({ productName: '星图' })}`)
  await expect(names(page)).toHaveText(['星图渲染', '星图设计'])
  await page.getByRole('button', { name: zh('product.fields.licenseForm') }).click()
  await page.getByRole('menuitemradio', { name: zh('product.forms.soft') }).click()
  await expect(names(page)).toHaveText(['星图渲染'])
  await page.reload()
  await expect(names(page)).toHaveText(['星图渲染'])
  await expect(searchField(page)).toHaveValue('星图')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ productName: '星图', licenseForm: '2' })
  await page.getByRole('button', { name: zh('blocks.list.clearAll') }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(searchField(page)).toHaveValue('')
  await expect(page).toHaveURL('/product')
})

test('showSearch=1 restores the filters that were left, and coming back from a form does so', async ({
  people,
  open,
}) => {
  const actor = await people.developer({ products: FOR_A_TABLE })
  const page = await open(actor)
  await page.goto('/product')
  await searchField(page).fill('03')
  await expect(names(page)).toHaveText(['产品 03'])
  await rows(page)
    .getByRole('link', { name: zh('product.actions.edit') })
    .click()
  await page.getByRole('button', { name: zh('blocks.form.cancel'), exact: true }).click()
  await expect(page).toHaveURL(/productName=03/)
  await expect(names(page)).toHaveText(['产品 03'])
  await expect(searchField(page)).toHaveValue('03')
  await page.goto('/product?showSearch=1')
  await expect(names(page)).toHaveText(['产品 03'])
  await page.goto('/product')
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
})

test('a column sorts ascending, then descending, then in the default order', async ({ people, open }) => {
  const actor = await people.developer()
  for (const [name, licenseId] of [
    ['丙', 3],
    ['甲', 1],
    ['丁', 4],
    ['乙', 2],
  ] as const)
    await newProduct(actor, { name, licenseId })
  const page = await open(actor)
  await page.goto('/product')
  const header = table(page).getByRole('columnheader', { name: zh('product.fields.licenseId') })
  await expect(names(page)).toHaveText(['乙', '丁', '甲', '丙'])
  await header.getByRole('button').click()
  await expect(names(page)).toHaveText(['甲', '乙', '丙', '丁'])
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect(names(page)).toHaveText(['丁', '丙', '乙', '甲'])
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(names(page)).toHaveText(['丁', '丙', '乙', '甲'])
  await header.getByRole('button').click()
  await expect(names(page)).toHaveText(['乙', '丁', '甲', '丙'])
  await expect(header).not.toHaveAttribute('aria-sort')
})

test('a list without records offers the next step; a list without matches offers to clear the filters', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/product')
  await expect(page.getByRole('heading', { name: zh('product.list.emptyTitle') })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: zh('product.list.create') })
      .last(),
  ).toHaveAttribute('href', '/product/new')
  await newProduct(actor, { name: '有了一个' })
  await page.goto('/product?productName=没有这个')
  await expect(page.getByRole('heading', { name: zh('blocks.list.noMatch') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: zh('blocks.list.clear') })
    .last()
    .click()
  await expect(page.getByRole('link', { name: '有了一个' })).toBeVisible()
})

test('a list that gets no answer says so and shows its rows after a retry', async ({ people, open, announce }) => {
  announce(/Failed to load resource/)
  const page = await open(await people.developer({ products: 1 }))
  await page.clock.install()
  await page.route('**/product/find.do', (route) => route.abort())
  await page.goto('/product')
  const failed = page.getByRole('heading', { name: zh('blocks.states.errorTitle') })
  // The console retries after a while; skip that time.
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(failed).toBeVisible({ timeout: 200 })
  }).toPass()
  // Any answer ends the announcement, so from here on no call gets one.
  await page.route('**/*.do', (route) => route.abort())
  await page
    .getByRole('main')
    .getByRole('button', { name: zh('blocks.states.retry') })
    .click()
  await expect(page.getByText(zh('shell.connection.lost'))).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(failed).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.unroute('**/*.do')
  await page.unroute('**/product/find.do')
  await page
    .getByRole('main')
    .getByRole('button', { name: zh('blocks.states.retry') })
    .click()
  await expect(page.getByRole('link', { name: '产品 01' })).toBeVisible()
  await expect(page.getByText(zh('shell.connection.lost'))).toHaveCount(0)
})

test('a list shows cards below 900 px, and the chosen table again in a wide window', async ({ people, open }) => {
  const page = await open(await people.developer({ products: FOR_A_TABLE }))
  await page.goto('/product')
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
  await page.setViewportSize({ width: 880, height: 900 })
  await expect(cards(page)).toHaveCount(FOR_A_TABLE)
  await expect(page.getByRole('group', { name: zh('blocks.list.view') })).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('tempPageActive'))).toBe('{"product":"table"}')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
  await chooseSize(page, 30)
  await expect(sizeButton(page)).toHaveText(sizeOf(30))
})

test('a hidden column stays hidden, and a saved view restores its filters', async ({ people, open }) => {
  const page = await open(await people.developer({ products: FOR_A_TABLE }))
  await page.goto('/product')
  const column = table(page).getByRole('columnheader', { name: zh('product.list.dataAreas') })
  await expect(column).toBeVisible()
  await page.getByRole('button', { name: zh('blocks.list.columns') }).click()
  await page.getByRole('menuitemcheckbox', { name: zh('product.list.dataAreas') }).click()
  await page.keyboard.press('Escape')
  await expect(column).toHaveCount(0)
  await page.reload()
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
  await expect(column).toHaveCount(0)

  await searchField(page).fill('02')
  await expect(names(page)).toHaveText(['产品 02'])
  const views = page.getByRole('button', { name: zh('blocks.views.title'), exact: true })
  await views.click()
  await page.getByRole('textbox', { name: zh('blocks.views.name') }).fill('二号')
  await page.getByRole('button', { name: zh('blocks.views.save'), exact: true }).click()
  const field = zh('product.list.searchByName')
  await page.getByRole('button', { name: zh('blocks.list.clearFilter', { field }) }).click()
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
  await views.click()
  await page.getByRole('button', { name: '二号', exact: true }).click()
  await expect(names(page)).toHaveText(['产品 02'])
})

test('a dragged column width is kept, and compact rows keep nobody out', async ({ people, open }) => {
  const page = await open(await people.developer({ products: FOR_A_TABLE }))
  await page.goto('/product')
  const header = table(page).getByRole('columnheader', { name: zh('product.fields.licenseId') })
  const handle = header.getByRole('separator')
  const widthOf = async () => Math.round((await header.boundingBox())?.width ?? 0)
  const [start, box] = [await widthOf(), await handle.boundingBox()]
  if (!box) throw new Error('the handle is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.up()
  expect(await widthOf()).toBe(start + 40)
  await page.reload()
  await expect(rows(page)).toHaveCount(FOR_A_TABLE)
  expect(await widthOf()).toBe(start + 40)
  await page.getByRole('button', { name: zh('blocks.list.columns') }).click()
  await page.getByRole('menuitemcheckbox', { name: zh('blocks.list.compact') }).click()
  await page.keyboard.press('Escape')
  await expect(table(page)).toHaveClass(/table-compact/)
  await expectNobodyKeptOut(page)
})

test('the calendar of a period keeps nobody out', async ({ people, open }) => {
  const actor = await people.developer()
  await giveOrder(actor, people)
  const page = await open(actor)
  await page.goto('/billing/order')
  await page.getByRole('button', { name: `${zh('billing.overview.orders.period')}: ${zh('blocks.list.any')}` }).click()
  await expect(page.getByRole('dialog').getByRole('grid').first()).toBeVisible()
  await expectNobodyKeptOut(page, { within: '[role=dialog]' })
})
