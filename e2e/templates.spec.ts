import type { Page } from '@playwright/test'
// Tests the template list as the specification describes it in section 2, with the parts of sections 6, 8 and 9 about
// it.
import { PC_KINDS, pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import { pcTemplatePayload, templatePayload } from '@sealwright/testkit/payloads'
import { solveCaptcha } from './support/captcha.ts'
import { expect, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

/** More than fit on one page of cards at 1440 px, so that a list opens as a table. */
const FOR_A_TABLE = 4

const title = zh('template.families.smart')
const table = (page: Page) => page.getByRole('table', { name: title })
const rows = (page: Page) => table(page).locator('tbody tr')
const names = (page: Page) => table(page).locator('.name-cell-name')
const viewButton = (page: Page, view: 'card' | 'table') =>
  page.getByRole('group', { name: zh('blocks.list.view') }).getByRole('button', { name: zh(`blocks.list.${view}`) })
const searchField = (page: Page) => page.getByRole('textbox', { name: zh('template.list.searchByName') })
const filter = (page: Page, field: 'licenseId' | 'adminUserId') =>
  page.getByRole('button', { name: new RegExp(`^${zh(`template.fields.${field}`)}: `) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function newProduct(actor: Actor, name: string): Promise<number> {
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name, licenseId, licenseForm: 3 }))
  return licenseId
}

async function newTemplate(
  actor: Actor,
  licenseId: number,
  given: Parameters<typeof templatePayload>[1],
): Promise<string> {
  return (await actor.call(templateCalls.create, templatePayload(licenseId, given))).guid
}

/** Opens the list as a table, even with few rows. */
async function openTable(page: Page, address = '/template'): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('tempPageActive', '{"template":"table"}'))
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
}

test('the filters by name, product and creating administrator are in the address, and one click clears them', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const helper = await people.signIn(
    await people.administrator(actor, ['smartTemplate.create', 'smartTemplate.view', 'product.view']),
  )
  const [chart, render] = [await newProduct(actor, '星图设计'), await newProduct(actor, '禾木渲染')]
  await newTemplate(actor, chart, { name: '标准版' })
  await newTemplate(actor, render, { name: '标准版渲染' })
  await newTemplate(helper, render, { name: '试用版渲染' })
  const page = await open(actor)
  await openTable(page)
  await searchField(page).fill('标准')
  await expect(names(page)).toHaveText(['标准版渲染', '标准版'])
  await filter(page, 'licenseId').click()
  await page.getByRole('combobox', { name: zh('template.fields.licenseId') }).fill('禾木')
  await page.getByRole('option', { name: '禾木渲染' }).click()
  await expect(names(page)).toHaveText(['标准版渲染'])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    templateName: '标准',
    licenseId: String(render),
  })
  await page.reload()
  await expect(names(page)).toHaveText(['标准版渲染'])
  const chip = zh('blocks.list.chip', { field: zh('template.fields.licenseId'), value: '禾木渲染' })
  await expect(page.getByText(chip)).toBeVisible()
  await page.getByRole('button', { name: zh('blocks.list.clearAll'), exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await filter(page, 'adminUserId').click()
  await page.getByRole('option', { name: helper.name }).click()
  await expect(names(page)).toHaveText(['试用版渲染'])
})

test('several templates are deleted together after one confirmation and a captcha', async ({ people, open }) => {
  const page = await open(await people.developer({ templates: FOR_A_TABLE }))
  await openTable(page)
  // The test server requires no captcha here, but the console shows one for every call in this list.
  await page.evaluate(
    (url) => sessionStorage.setItem('verifyUrlList', JSON.stringify([url])),
    templateCalls.batchDelete.path,
  )
  for (const name of ['模板 01', '模板 03'])
    await table(page)
      .getByRole('checkbox', { name: zh('blocks.table.select', { name }) })
      .check()
  await page
    .getByRole('region', { name: zh('blocks.list.batch') })
    .getByRole('button', { name: zh('template.actions.delete') })
    .click()
  await page
    .getByRole('alertdialog', { name: zh('template.batchDelete.title', { count: 2 }) })
    .getByRole('button', { name: zh('template.actions.delete') })
    .click()
  await solveCaptcha(page, people.sql)
  await expect(toast(page, zh('template.batchDelete.done', { deleted: 2 }))).toBeVisible()
  await expect(names(page)).toHaveText(['模板 04', '模板 02'])
  await expect(page.getByRole('region', { name: zh('blocks.list.batch') })).toHaveCount(0)
})

for (const kind of PC_KINDS) {
  test(`the list of ${kind} templates shows only templates of its kind`, async ({ people, open }) => {
    const actor = await people.developer({ templates: 1 })
    const licenseId = await newProduct(actor, '星图设计')
    for (const each of PC_KINDS)
      await actor.call(pcTemplateCalls.create, pcTemplatePayload(each, licenseId, { name: `${each} 模板` }))
    // Columns without room, such as the creator, open below the row.
    const page = await open(actor, { viewport: { width: 1700, height: 900 } })
    await page.goto('/dashboard')
    const menu = page.getByRole('navigation', { name: zh('shell.menu') })
    await menu.getByRole('button', { name: zh('shell.groups.template') }).click()
    await menu.getByRole('link', { name: zh(`template.families.${kind}`) }).click()
    await expect(page).toHaveURL(`/pc/template/${kind}`)
    await expect(page.getByRole('list', { name: zh(`template.families.${kind}`) }).locator('> li')).toHaveCount(1)
    await viewButton(page, 'table').click()
    const table = page.getByRole('table', { name: zh(`template.families.${kind}`) })
    const only = table.locator('tbody tr')
    await expect(only).toHaveCount(1)
    const own = {
      account: [zh('product.forms.soft'), zh('template.words.machines', { count: 2 })],
      sn: [zh('template.keyTypes.standalone'), zh('template.useModes.oneMachine')],
      dongle: [zh('template.dongleOperations.add')],
    }
    for (const words of [`${kind} 模板`, String(licenseId), zh('template.words.forever'), ...own[kind]])
      await expect(only).toContainText(words)
    const details = page.getByRole('button', { name: zh('blocks.table.detailsOf', { name: `${kind} 模板` }) })
    if (await details.isVisible()) await details.click()
    await expect(table).toContainText(actor.name)
    await only.getByRole('switch').first().click()
    await expect(toast(page, `临时权限切换成功：“${kind} 模板”的“可改期限”已打开`)).toBeVisible()
    await only.getByRole('link', { name: `${kind} 模板`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/pc/template/${kind}/view\\?guid=`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${kind} 模板`)
  })
}
