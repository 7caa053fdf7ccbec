// The whole way of a license through the screens alone, as a vendor goes it the first time: from a product to what was issued, changed, locked and
// exported. Only the money is given: how it comes is another journey.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newLicenseId } from './people.ts'
import { productForm } from './product-form.ts'
import { zh } from './words.ts'

const YEAR = { account: '账号年度版', sn: '单机年度版' } as const
const FAMILIES = ['account', 'sn'] as const

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: zh('shell.menu') }).getByRole('link', { name, exact: true }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(new RegExp(`^${name.replace(/[()（）]/g, '\\$&')}`)).first()
const choice = (page: Page, group: string, name: string) => page.getByRole('group', { name: new RegExp(`^${group}`) }).getByText(name, { exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: zh('license.issue.panel.title') })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const events = (page: Page) => page.getByRole('list', { name: zh('license.detail.history.label') }).locator('> li .status-tag')

test('from a new product to licenses that are issued, updated, locked and exported', async ({ people, open }) => {
  test.setTimeout(60_000)
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const account = `first-buyer.${actor.developerId}@people.example`
  const page = await open(actor)
  const product = productForm(page)

  await test.step('a product', async () => {
    await page.goto('/product/new')
    await product.name.fill('星图设计')
    await product.displayName.fill('星图')
    await product.licenseId.fill(String(newLicenseId()))
    await product.cloud.check()
    await product.soft.check()
    await product.module(1).check()
    await product.create.click()
    await expect(page).toHaveURL(/\/product\?/)
  })

  for (const family of FAMILIES) {
    await test.step(`a template: ${family}`, async () => {
      await page.goto(`/pc/template/${family}/new`)
      await field(page, zh('template.fields.name')).fill(YEAR[family])
      await page.getByRole('combobox', { name: zh('template.fields.licenseId'), exact: true }).fill('星图')
      await page.getByRole('option', { name: /星图设计/ }).click()
      if (family === 'account') {
        await choice(page, zh('template.fields.licenseForm'), zh('product.forms.soft')).click()
        await field(page, zh('template.fields.licBindLimit')).fill('2')
        await field(page, zh('template.fields.offlineDays')).fill('30')
      }
      await choice(page, zh('template.fields.billingMode'), zh('identity.costs.perDay')).click()
      await field(page, zh('template.fields.licDuration')).fill('365')
      await page.getByRole('button', { name: zh('template.form.create') }).click()
      await expect(toast(page, zh('template.form.created', { name: YEAR[family] }))).toBeVisible()
    })
  }

  await test.step('a user', async () => {
    await menu(page, zh('customer.user.titles.list'))
    await page.getByRole('main').getByRole('link', { name: zh('customer.user.titles.new') }).first().click()
    await field(page, zh('common.fields.account')).fill(account)
    await page.getByRole('button', { name: zh('customer.user.form.create') }).click()
    await expect(toast(page, zh('customer.user.form.created', { account }))).toBeVisible()
  })

  const issueFrom = async (family: keyof typeof YEAR) => {
    await page.goto(`/pc/template/${family}`)
    await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: YEAR[family] }) }).click()
    await page.getByRole('menuitem', { name: zh('template.actions.issue') }).click()
  }

  await test.step('a license for the user', async () => {
    await issueFrom('account')
    await page.getByRole('list', { name: zh('blocks.picker.offered') }).getByRole('button', { name: account }).click()
    await expect(panel(page)).toContainText('¥')
    await page.getByRole('button', { name: zh('license.issue.issue', { count: 1 }) }).click()
    await expect(heading(page)).toHaveText(zh('license.issue.result.accounts', { count: 1 }))
    await expect(page.getByRole('row').filter({ hasText: account })).toBeVisible()
  })

  const code = await test.step('license codes', async () => {
    await issueFrom('sn')
    await page.getByRole('textbox', { name: new RegExp(`^${zh('license.fields.count')}`) }).fill('2')
    await page.getByRole('button', { name: zh('license.issue.generate', { count: 2 }) }).click()
    await expect(heading(page)).toHaveText(zh('license.issue.result.codes', { count: 2 }))
    return (await page.locator('.issue-code').first().innerText()).trim()
  })

  await test.step('a code that is extended', async () => {
    await menu(page, zh('license.families.sn'))
    await page.getByRole('link', { name: code, exact: true }).click()
    await expect(heading(page)).toHaveText(code)
    await page.getByRole('link', { name: zh('license.acts.refresh'), exact: true }).click()
    await page.getByRole('textbox', { name: zh('template.fields.licDuration'), exact: true }).fill('730')
    await page.getByRole('button', { name: zh('license.detail.refresh.saveFor', { amount: '¥36.50' }) }).click()
    await expect(toast(page, zh('license.detail.refresh.done', { serial: code }))).toBeVisible()
    await expect(page.getByRole('region', { name: zh('template.detail.groups.term') })).toContainText('730')
  })

  await test.step('and locked, as its history tells', async () => {
    await page.locator('.page-head-actions').getByRole('button', { name: zh('license.acts.lock') }).click()
    await page.getByRole('dialog').getByRole('button', { name: zh('license.acts.lock'), exact: true }).click()
    await page.getByRole('tab', { name: zh('license.detail.tabs.history') }).click()
    await expect(events(page)).toHaveText(['lock', 'refresh', 'issue'].map((kind) => zh(`license.history.${kind}`)))
  })

  await test.step('all codes in a file', async () => {
    await menu(page, zh('license.families.sn'))
    await page.getByRole('button', { name: zh('blocks.export.verb') }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: zh('blocks.export.csv') }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file).toContain(code)
    expect(file).toContain(zh('license.statuses.locked'))
  })
})
