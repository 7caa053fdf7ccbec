// Tests products as a newcomer uses them: the whole way from the sign-in page to a deleted product, without ever losing
// input. product-fields.spec.ts covers the messages for invalid input.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { LIMITS, LOCALES, productCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { afterThrottle, expect, signInOn, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import { pngOf } from './support/picture.ts'
import { expectError, noteOf, productForm } from './support/product-form.ts'
import type { ProductFormOnPage } from './support/product-form.ts'
import { SAY, productRule, zh } from './support/words.ts'

const LOGO = pngOf(48, [45, 79, 214])
const FILE = Buffer.from([0, 1, 2, 3, 250, 251, 252, 253, 254, 255])

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function fillWhole(form: ProductFormOnPage, given: { name: string; licenseId: number }): Promise<void> {
  await form.name.fill(given.name)
  await form.displayName.fill('云图')
  await form.cloud.check()
  await form.soft.check()
  await form.licenseId.fill(String(given.licenseId))
  await form.licenseVersion.fill('7')
  await form.brief.fill('第一行\n第二行')
  await form.logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  await form.addModule.click()
  await form.moduleName(1).fill('建模')
  await form.openGrid.click()
  await form.module(64).check()
  await form.source('rom', 'items').click()
  await form.itemKey('rom', 1).fill('edition')
  await form.itemValue('rom', 1).fill('professional')
  await form.addItem('rom').click()
  await form.itemKey('rom', 2).fill('nodes')
  await form.itemValue('rom', 2).fill('8')
  await form.source('raw', 'text').click()
  await form.areaText('raw').fill('counter=0')
  await form.source('pub', 'file').click()
  await form.areaFile('pub').setInputFiles({ name: 'notice.bin', mimeType: 'application/octet-stream', buffer: FILE })
  await expect(form.area('pub')).toContainText('notice.bin')
}

async function expectWhole(form: ProductFormOnPage, given: { name: string; licenseId: number }): Promise<void> {
  await expect(form.name).toHaveValue(given.name)
  await expect(form.displayName).toHaveValue('云图')
  await expect(form.cloud).toBeChecked()
  await expect(form.soft).toBeChecked()
  await expect(form.licenseId).toHaveValue(String(given.licenseId))
  await expect(form.licenseVersion).toHaveValue('7')
  await expect(form.brief).toHaveValue('第一行\n第二行')
  await expect(form.logoPreview).toHaveAttribute('src', `data:image/png;base64,${LOGO.toString('base64')}`)
  await expect(form.moduleName(1)).toHaveValue('建模')
  await expect(form.moduleName(2)).toHaveCount(0)
  await expect(form.moduleName(64)).toHaveValue('')
  await expect(form.itemKey('rom', 2)).toHaveValue('nodes')
  await expect(form.itemValue('rom', 2)).toHaveValue('8')
  await expect(form.areaText('raw')).toHaveValue('counter=0')
  await expect(form.area('pub')).toContainText('notice.bin')
}

/** The row of a changed field in the operation log. */
const difference = (page: Page, field: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: fieldLabel(zh.unchecked, 'product', field), exact: true }) })

test('a newcomer signs in, creates a product with everything, edits and deletes it; its license ID stays used', async ({
  people,
  open,
}) => {
  const given = { name: '云图设计', licenseId: newLicenseId() }
  const page = await open()
  await page.clock.install()

  await test.step('signing in leads to the first step', async () => {
    await page.goto('/')
    await signInOn(page, await people.stranger())
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: zh('dashboard.steps.product.title') }).click()
    await expect(page).toHaveURL('/product/new')
  })

  await test.step('the new product is in the list, marked', async () => {
    const form = productForm(page)
    await fillWhole(form, given)
    await form.create.click()
    await expect(toast(page, zh('product.form.created', { name: given.name }))).toBeVisible()
    await expect(page).toHaveURL(/\/product\?editId=/)
    await expect(page.locator('[data-marked]')).toContainText(given.name)
  })

  await test.step('its page shows the input', async () => {
    await page.getByRole('link', { name: given.name }).click()
    await expect(page).toHaveURL(/\/product\/view\?guid=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(given.name)
    await expect(page.getByRole('main')).toContainText(String(given.licenseId))
    await expect(page.getByRole('main')).toContainText(zh('product.forms.cloud'))
    await expect(page.getByRole('main')).toContainText(zh('product.forms.soft'))
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([
      /1\s*建模/,
      new RegExp(`64\\s*${zh('product.defaultModuleName', { n: '64' })}`),
    ])
    await page.getByRole('tab', { name: zh('product.tabs.areas') }).click()
    const rom = page.getByRole('table', { name: zh('common.fields.rom') })
    await expect(rom.getByRole('row').filter({ hasText: 'edition' })).toContainText('professional')
    await expect(page.getByRole('region', { name: zh('common.fields.raw') })).toContainText('counter=0')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: zh('product.area.download') }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('notice.bin')
    expect(await readFile(await saved.path())).toEqual(FILE)
  })

  await test.step('the operation log shows its creation', async () => {
    await page.getByRole('tab', { name: zh('product.tabs.history') }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('tabpanel')).toContainText(zh('operationLog.types.add'))
    await expect(difference(page, 'name')).toContainText(given.name)
    await expect(difference(page, 'licenseId')).toContainText(String(given.licenseId))
  })

  await test.step('an edit starts from the saved values, and its differences are in the log', async () => {
    await page.getByRole('link', { name: zh('product.actions.edit') }).click()
    const form = productForm(page)
    await expectWhole(form, given)
    await expect(form.licenseId).not.toBeEditable()
    await form.displayName.fill('云图二')
    await form.soft.uncheck()
    await form.areaText('raw').fill('counter=1')
    await form.save.click()
    await expect(toast(page, zh('product.form.saved', { name: given.name }))).toBeVisible()
    await expect(page).toHaveURL(/\/product\/view\?guid=/)
    await page.getByRole('tab', { name: zh('product.tabs.history') }).click()
    await expect(page.getByRole('tabpanel').locator('.operation')).toHaveCount(2)
    await expect(difference(page, 'displayName').first().getByRole('cell')).toHaveText(['云图', '云图二'])
    await expect(difference(page, 'licenseForm').first().getByRole('cell')).toHaveText([
      `${zh('product.forms.cloud')} + ${zh('product.forms.soft')}`,
      zh('product.forms.cloud'),
    ])
    await expect(difference(page, 'raw').first()).toBeVisible()
    await expect(page.locator('.operation').first()).not.toContainText(zh('common.fields.rom'))
  })

  await test.step('deleting asks first and says that the license ID stays reserved', async () => {
    await page.getByRole('button', { name: zh('product.actions.delete') }).click()
    const question = page.getByRole('alertdialog', { name: zh('product.delete.title', { name: given.name }) })
    await expect(question).toContainText(String(given.licenseId))
    await question.getByRole('button', { name: zh('product.actions.delete') }).click()
    await expect(toast(page, zh('product.delete.done'))).toBeVisible()
    await expect(page.getByRole('heading', { name: zh('product.list.emptyTitle') })).toBeVisible()
  })

  await test.step('its license ID is refused at its field, and no input is lost', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: zh('product.list.create') })
      .first()
      .click()
    const form = productForm(page)
    const again = { ...given, name: '另一个' }
    await fillWhole(form, again)
    await form.create.click()
    await expect(await noteOf(form.licenseId)).toHaveText(
      zh('errors.product.licenseIdReserved', { licenseId: String(given.licenseId) }),
    )
    await expect(form.licenseId).toBeFocused()
    await expect(form.licenseId).toHaveAttribute('aria-invalid', 'true')
    await expectWhole(form, again)
    const fresh = newLicenseId()
    await form.licenseId.fill(String(fresh))
    await expect(form.licenseId).not.toHaveAttribute('aria-invalid', 'true')
    await afterThrottle(page)
    await form.create.click()
    await expect(page.locator('[data-marked]')).toContainText('另一个')
  })
})

for (const locale of LOCALES) {
  test(`a taken license ID is refused in ${locale} at its field with its product's name, and no input is lost`, async ({
    people,
    open,
  }) => {
    const say = SAY[locale]
    const actor = await people.developer({ locale })
    const taken = productPayload({ name: '先来的产品' })
    await actor.call(productCalls.create, taken)
    const page = await open(actor)
    await page.goto('/product/new')
    const form = productForm(page, locale)
    const given = { name: '后来的产品', licenseId: taken.licenseId }
    await fillWhole(form, given)
    await form.create.click()
    await expectError(
      form.licenseId,
      say('errors.product.licenseIdTaken', { licenseId: String(taken.licenseId), name: '先来的产品', isSeen: 'true' }),
    )
    await expect(form.licenseId).toBeFocused()
    await expectWhole(form, given)
  })
}

test('leaving a form without changes asks nothing, and closing the tab with changes lets the browser ask', async ({
  people,
  open,
}) => {
  const page = await open(await people.developer(), {})
  await page.goto('/product/new')
  const form = productForm(page)
  await form.name.fill('x')
  await form.name.fill('')
  await form.cancel.click()
  await expect(page).toHaveURL(/\/product(\?|$)/)

  await page
    .getByRole('link', { name: zh('product.list.create') })
    .first()
    .click()
  await form.name.fill('写了一半')
  const asking = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closing
})

test('a session that ends while a form is filled in leads to the sign-in page and back to the form', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/product/new')
  const form = productForm(page)
  await form.name.fill('写了一半')
  await form.displayName.fill('一半')
  await form.cloud.check()
  await form.licenseId.fill(String(newLicenseId()))
  await people.sql('delete from session where account_id = $1', [actor.accountId])
  await form.create.click()
  await expect(toast(page, zh('errors.session.expired'))).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await signInOn(page, actor)
  await expect(page).toHaveURL('/product/new')
  await expect(form.name).toBeVisible()
})

test('a save whose answer is lost keeps the input, and saving again creates no second product', async ({
  people,
  open,
  announce,
}) => {
  announce(/Failed to load resource/)
  const actor = await people.developer()
  const page = await open(actor)
  await page.clock.install()
  await page.goto('/product/new')
  const form = productForm(page)
  await form.name.fill('断过网')
  await form.displayName.fill('断网')
  await form.cloud.check()
  await form.licenseId.fill(String(newLicenseId()))
  // The server handles the call, but its answer is lost. Any other answer would end the message.
  let isLost = false
  await page.route('**/*.do', async (route) => (isLost ? route.abort() : route.continue()))
  await page.route(
    `**${productCalls.create.path}`,
    async (route) => {
      await route.fetch()
      isLost = true
      await route.abort()
    },
    { times: 1 },
  )
  await form.create.click()
  await expect(page.getByText(zh('shell.connection.lost'))).toBeVisible()
  isLost = false
  await expect(form.name).toHaveValue('断过网')
  await afterThrottle(page)
  await form.create.click()
  await expect(page.locator('[data-marked]')).toContainText('断过网')
  expect((await actor.call(productCalls.find, { currentPage: 1, pageSize: 10 })).records).toBe(1)
})

test('a save over a newer version is refused with its author, keeps the input, and offers the newer version', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const other = await people.signIn(await people.administrator(actor, ['product.view', 'product.update']))
  const { guid } = await actor.call(productCalls.create, productPayload({ name: '两人同改' }))
  const page = await open(actor)
  await page.clock.install()
  await page.goto(`/product/edit?guid=${guid}`)
  const form = productForm(page)
  await form.displayName.fill('我的改动')
  await other.call(productCalls.update, { guid, displayName: '别人的改动' })
  await form.save.click()
  await expect(form.words).toContainText(zh('errors.platform.stale', { actor: other.name }))
  await expect(form.displayName).toHaveValue('我的改动')
  await afterThrottle(page)
  await form.save.click()
  await expect(form.words).toContainText(zh('errors.platform.stale', { actor: other.name }))

  await page.getByRole('button', { name: zh('blocks.reload.offer') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('blocks.reload.verb') })
    .click()
  await expect(form.displayName).toHaveValue('别人的改动')
  await form.displayName.fill('我的改动')
  await afterThrottle(page)
  await form.save.click()
  await expect(toast(page, zh('product.form.saved', { name: '两人同改' }))).toBeVisible()
})

test('a double click on create makes one product', async ({ people, open }) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/product/new')
  const form = productForm(page)
  await form.name.fill('点了两下')
  await form.displayName.fill('两下')
  await form.cloud.check()
  await form.licenseId.fill(String(newLicenseId()))
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith(productCalls.create.path))))
  await form.create.dblclick()
  await expect(page.locator('[data-marked]')).toContainText('点了两下')
  expect(sent).toBe(1)
})

test('a person who may create but not view products lands on the dashboard after creating one', async ({
  people,
  open,
}) => {
  const main = await people.developer()
  const maker = await people.signIn(await people.administrator(main, ['product.create']))
  const page = await open(maker)
  await page.goto('/product/new')
  const form = productForm(page)
  await form.name.fill('只能新建')
  await form.displayName.fill('新建')
  await form.cloud.check()
  await form.licenseId.fill(String(newLicenseId()))
  await form.create.click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect((await main.call(productCalls.find, { productName: '只能新建' })).records).toBe(1)
})

test('a hidden value appears on the page of its product only on request, and never in the operation log', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const item = {
    key: 'token',
    value: 'c2VjcmV0',
    name: null,
    group: null,
    checked: true,
    isBase64: true,
    useBase64: false,
    isValueHidden: true,
  }
  const { guid } = await actor.call(
    productCalls.create,
    productPayload({ rom: { source: 'items', text: null, fileName: null, base64: null, items: [item] } }),
  )
  const page = await open(actor)
  await page.goto(`/product/view?guid=${guid}&tab=areas`)
  const value = page.getByRole('row').filter({ hasText: 'token' })
  await expect(value).not.toContainText('c2VjcmV0')
  await value.getByRole('button', { name: zh('product.area.reveal', { key: 'token' }) }).click()
  await expect(value).toContainText('c2VjcmV0')
  await page.getByRole('tab', { name: zh('product.tabs.history') }).click()
  await expect(difference(page, 'rom')).toBeVisible()
  await expect(page.getByRole('tabpanel')).not.toContainText('c2VjcmV0')
})

test('key=value lines pasted into a key field become one item each', async ({ people, open }) => {
  const page = await open(await people.developer())
  await page.goto('/product/new')
  const form = productForm(page)
  await form.source('rom', 'items').click()
  await form.itemKey('rom', 1).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', '# remark\nedition = pro\nnodes=8\n\nurl=https://a.example/?x=1')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(form.itemKey('rom', 3)).toHaveValue('url')
  await expect(form.itemValue('rom', 3)).toHaveValue('https://a.example/?x=1')
  await expect(form.itemKey('rom', 1)).toHaveValue('edition')
  await expect(form.itemValue('rom', 1)).toHaveValue('pro')
  await expect(form.itemKey('rom', 4)).toHaveCount(0)
})

test('too many items and an empty file are reported instead of dropped', async ({ people, open }) => {
  const page = await open(await people.developer())
  await page.goto('/product/new')
  const form = productForm(page)
  await form.source('rom', 'items').click()
  await form.itemKey('rom', 1).focus()
  await page.evaluate((count) => {
    const data = new DataTransfer()
    data.setData('text', Array.from({ length: count }, (_, n) => `key${n}=value`).join('\n'))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, LIMITS.product.items + 1)
  await expect(form.itemKey('rom', LIMITS.product.items + 1)).toHaveValue(`key${LIMITS.product.items}`)
  await form.source('pub', 'file').click()
  await form
    .areaFile('pub')
    .setInputFiles({ name: 'empty.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) })
  await expect(form.area('pub')).toContainText(productRule(zh, 'required', 'base64'))
  await form.create.click()
  await expect(form.area('rom')).toContainText(productRule(zh, 'tooMany', 'items', { max: LIMITS.product.items }))
})

test('a message that appears when a field loses focus does not swallow the click', async ({ people, open }) => {
  const page = await open(await people.developer())
  await page.goto('/product/new')
  const form = productForm(page)
  await form.addModule.click()
  await form.moduleName(1).fill('有 空格')
  await form.source('rom', 'items').click()
  await expectError(form.moduleName(1), productRule(zh, 'spaces', 'moduleName'))
  await form.itemKey('rom', 1).focus()
  await form.addItem('rom').click()
  await expect(form.area('rom')).toContainText(productRule(zh, 'required', 'key'))
  await expect(form.itemKey('rom', 2)).toBeFocused()
})

test('Enter in modules and items moves to the next field instead of saving an incomplete form', async ({
  people,
  open,
}) => {
  const page = await open(await people.developer())
  await page.goto('/product/new')
  const form = productForm(page)
  await form.addModule.click()
  await expect(form.moduleName(1)).toBeFocused()
  await form.moduleName(1).fill('建模')
  // In the last row, Enter adds a row; elsewhere it moves to the next name.
  await form.moduleName(1).press('Enter')
  await expect(form.moduleName(2)).toBeFocused()
  await form.moduleName(1).press('Enter')
  await expect(form.moduleName(2)).toBeFocused()
  await form.source('rom', 'items').click()
  await form.itemKey('rom', 1).fill('k')
  await form.itemKey('rom', 1).press('Enter')
  await expect(form.itemValue('rom', 1)).toBeFocused()
  await form.itemValue('rom', 1).press('Enter')
  // An attempt to save would have marked the empty fields.
  await expect(form.itemValue('rom', 1)).toBeFocused()
  await expect(form.displayName).not.toHaveAttribute('aria-invalid', 'true')
})

test('a person who may only view products is offered no other actions', async ({ role, open }) => {
  const page = await open(await role(['product.view'], 'zh'))
  await page.goto('/product')
  const first = page
    .getByRole('main')
    .getByRole('link', { name: /^产品 0/ })
    .first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('link', { name: zh('product.list.create') })).toHaveCount(0)
  await expect(page.getByRole('link', { name: zh('product.actions.edit') })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /的操作$/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: zh('product.actions.view'), exact: true }).first()).toBeVisible()
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('产品 0')
  await expect(page.getByRole('link', { name: zh('product.actions.edit') })).toHaveCount(0)
  await expect(page.getByRole('button', { name: zh('product.actions.delete') })).toHaveCount(0)
})

test('the page of a deleted product says so instead of failing', async ({ people, open }) => {
  const actor = await people.developer()
  const { guid } = await actor.call(productCalls.create, productPayload())
  await actor.call(productCalls.delete, { guid })
  const page = await open(actor)
  await page.goto(`/product/view?guid=${guid}`)
  await expect(page.getByRole('alert')).toContainText(zh('errors.product.notFound'))
})
