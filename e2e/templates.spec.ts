// The list of templates, point by point as section 2 describes it, with what sections 6, 8 and 9 say about it.
import { BILLING_MODES, DEDUCT_MODES, PC_KINDS, pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import { pcTemplatePayload, templatePayload } from '@sealwright/testkit/payloads'
import type { Page } from '@playwright/test'
import { solveCaptcha } from './captcha.ts'
import { afterThrottle, expect, test } from './fixtures.ts'
import { newLicenseId, productPayload } from './people.ts'
import type { Actor } from './people.ts'
import { zh } from './words.ts'

/** More than fit on one page of cards at 1440 px, so that a list opens as a table. */
const FOR_A_TABLE = 4

const title = zh('template.families.smart')
const cards = (page: Page) => page.getByRole('list', { name: title }).locator('> li')
const table = (page: Page) => page.getByRole('table', { name: title })
const rows = (page: Page) => table(page).locator('tbody tr')
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page) => table(page).locator('.name-cell-name')
const viewButton = (page: Page, view: 'card' | 'table') => page.getByRole('group', { name: zh('blocks.list.view') }).getByRole('button', { name: zh(`blocks.list.${view}`) })
const searchField = (page: Page) => page.getByRole('textbox', { name: zh('template.list.searchByName') })
const filter = (page: Page, field: 'licenseId' | 'adminUserId') => page.getByRole('combobox', { name: zh(`template.fields.${field}`) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: zh('blocks.table.actionsOf', { name }) })
const privilege = (page: Page, name: 'canModify' | 'canModifyModule' | 'canModifyDataZone', template: string) =>
  page.getByRole('switch', { name: zh('template.list.privilegeOf', { privilege: zh(`template.fields.${name}`), name: template }) })

async function newProduct(actor: Actor, name: string): Promise<number> {
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name, licenseId, licenseForm: 3 }))
  return licenseId
}

async function newTemplate(actor: Actor, licenseId: number, given: Parameters<typeof templatePayload>[1]): Promise<string> {
  return (await actor.call(templateCalls.create, templatePayload(licenseId, given))).guid
}

/** The list as a table, however many there are. */
async function openTable(page: Page, address = '/template'): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('tempPageActive', '{"template":"table"}'))
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
}

test('the list opens as cards while they fit on one page and as a table when there is one more; the choice lasts for the session', async ({ people, open }) => {
  const actor = await people.developer({ templates: FOR_A_TABLE - 1 })
  const page = await open(actor)
  await page.goto('/template')
  await expect(cards(page)).toHaveCount(FOR_A_TABLE - 1)
  await expect(viewButton(page, 'card')).toHaveAttribute('aria-pressed', 'true')
  await newTemplate(actor, (await actor.call(templateCalls.listProducts, {}))[0]?.licenseId ?? 0, { name: '再来一个' })
  await page.reload()
  await expect(cards(page)).toHaveCount(FOR_A_TABLE - 1)
  const later = await open(actor)
  await later.goto('/template')
  await expect(rows(later)).toHaveCount(FOR_A_TABLE)
  await viewButton(later, 'card').click()
  await later.reload()
  await expect(cards(later)).toHaveCount(FOR_A_TABLE - 1)
  await expect(later.getByRole('navigation', { name: zh('blocks.pager.label') })).toContainText(zh('blocks.pager.size', { size: 3 }))
})

test('a row shows name, product, license ID, what pays, the limits, the counts, the temporary privileges and the time of the last change', async ({ people, open }) => {
  const actor = await people.developer()
  const licenseId = await newProduct(actor, '星图设计')
  await newTemplate(actor, licenseId, { name: '永久版', machineNum: 3, useMode: 2, canModifyModule: true })
  await newTemplate(actor, licenseId, { name: '年订阅', isForever: false, licDuration: 365, deductMode: DEDUCT_MODES.package, packageName: '千份套餐' })
  await newTemplate(actor, licenseId, { name: '首用三十天', isForever: false, spanTime: 30, deductMode: DEDUCT_MODES.gift })
  const page = await open(actor)
  await openTable(page)
  for (const heading of [zh('template.fields.name'), zh('template.list.licenseId'), zh('template.fields.deductMode'), zh('template.list.limits'), zh('template.fields.licenseCount'), zh('template.list.effective'), zh('template.fields.privilegeName'), zh('template.fields.updateTime'), zh('blocks.table.actions')]) {
    await expect(table(page).getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  const forever = row(page, '永久版')
  for (const words of ['星图设计', String(licenseId), zh('template.list.deductModes.balance'), zh('template.words.forever'), zh('template.words.machines', { count: 3 })]) await expect(forever).toContainText(words)
  await expect(forever.getByRole('link', { name: /：0$/ })).toHaveText(['0', '0'])
  await expect(forever.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d\s\d\d:\d\d$/)
  await expect(privilege(page, 'canModify', '永久版')).not.toBeChecked()
  await expect(privilege(page, 'canModifyModule', '永久版')).toBeChecked()
  for (const words of [zh('template.list.deductModes.package'), '千份套餐', zh('template.words.afterRelease', { days: 365 })]) await expect(row(page, '年订阅')).toContainText(words)
  for (const words of [zh('template.list.deductModes.gift'), zh('template.words.afterFirstUse', { days: 30 })]) await expect(row(page, '首用三十天')).toContainText(words)

  await viewButton(page, 'card').click()
  const card = cards(page).filter({ hasText: '永久版' })
  for (const words of ['星图设计', String(licenseId), zh('template.list.deductModes.balance'), zh('template.words.forever'), zh('template.words.machines', { count: 3 }), zh('template.fields.licenseCount'), zh('template.list.effective')]) await expect(card).toContainText(words)
})

test('an expired template says so', async ({ people, open }) => {
  const actor = await people.developer()
  const guid = await newTemplate(actor, await newProduct(actor, '星图设计'), { name: '去年版', isForever: false, endTime: '2099-01-01' })
  // No call makes a template that is expired already.
  await people.sql(`update template_version set terms = jsonb_set(terms, '{endTime}', '"2020-01-01T00:00:00.000Z"') where template_guid = $1`, [guid])
  const page = await open(actor)
  await openTable(page)
  await expect(row(page, '去年版')).toContainText(zh('template.list.expired'))
})

test('the filters narrow by name, by product and by the administrator who created; they are in the address and cleared by one click', async ({ people, open }) => {
  const actor = await people.developer()
  const helper = await people.signIn(await people.administrator(actor, ['smartTemplate.create', 'smartTemplate.view', 'product.view']))
  const [chart, render] = [await newProduct(actor, '星图设计'), await newProduct(actor, '禾木渲染')]
  await newTemplate(actor, chart, { name: '标准版' })
  await newTemplate(actor, render, { name: '标准版渲染' })
  await newTemplate(helper, render, { name: '试用版渲染' })
  const page = await open(actor)
  await openTable(page)
  await searchField(page).fill('标准')
  await expect(names(page)).toHaveText(['标准版渲染', '标准版'])
  await filter(page, 'licenseId').fill('禾木')
  await page.getByRole('option', { name: '禾木渲染' }).click()
  await expect(names(page)).toHaveText(['标准版渲染'])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ templateName: '标准', licenseId: String(render) })
  await page.reload()
  await expect(names(page)).toHaveText(['标准版渲染'])
  await expect(filter(page, 'licenseId')).toHaveValue('禾木渲染')
  await page.getByRole('button', { name: zh('blocks.list.clear'), exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await filter(page, 'adminUserId').click()
  await page.getByRole('option', { name: helper.name }).click()
  await expect(names(page)).toHaveText(['试用版渲染'])
})

test('an integrator is offered no administrators', async ({ people, open }) => {
  const actor = await people.developer({ templates: 1 })
  const partner = await people.administrator(actor, [])
  const guid = await people.integrator(actor, [partner])
  for (const table of ['product', 'template']) await people.sql(`update ${table} set assigned_to = array[$1::uuid] where developer_id = $2`, [guid, actor.developerId])
  const page = await open(await people.signIn(partner))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openTable(page)
  await expect(filter(page, 'licenseId')).toBeVisible()
  await expect(filter(page, 'adminUserId')).toHaveCount(0)
  expect(asked).not.toContain('/admin/list.do')
})

test('showSearch=1 restores the filters that were left, and editId marks its row', async ({ people, open }) => {
  const actor = await people.developer({ templates: FOR_A_TABLE })
  const page = await open(actor)
  await page.goto('/template')
  await searchField(page).fill('03')
  await expect(names(page)).toHaveText(['模板 03'])
  await names(page).click()
  await expect(page).toHaveURL(/\/template\/view\?guid=/)
  const guid = new URL(page.url()).searchParams.get('guid') ?? ''
  await page.goto(`/template?showSearch=1&editId=${guid}`)
  await expect(names(page)).toHaveText(['模板 03'])
  await expect(searchField(page)).toHaveValue('03')
  await expect(page).toHaveURL(`/template?templateName=03&editId=${guid}`)
  await expect(table(page).locator('[data-marked]')).toContainText('模板 03')
})

test('who holds every right can view, edit, copy and delete; who may only look can only look', async ({ people, open }) => {
  const actor = await people.developer({ templates: 1 })
  const [{ guid } = { guid: '' }] = (await actor.call(templateCalls.find, { currentPage: 1, pageSize: 1 })).rows
  const page = await open(actor)
  await openTable(page)
  await menuOf(page, '模板 01').click()
  await expect(page.getByRole('menuitem')).toHaveText(['issue', 'edit', 'view', 'copy', 'delete'].map((action) => zh(`template.actions.${action}`)))
  await page.getByRole('menuitem', { name: zh('template.actions.view') }).click()
  await expect(page).toHaveURL(`/template/view?guid=${guid}`)
  await page.goBack()
  await menuOf(page, '模板 01').click()
  await page.getByRole('menuitem', { name: zh('template.actions.edit') }).click()
  await expect(page).toHaveURL(`/template/edit?guid=${guid}`)
  await page.goBack()
  await menuOf(page, '模板 01').click()
  await page.getByRole('menuitem', { name: zh('template.actions.copy') }).click()
  await expect(page).toHaveURL(`/template/new?copyOf=${guid}`)

  const looking = await open(await people.signIn(await people.administrator(actor, ['smartTemplate.view'])))
  await openTable(looking)
  await menuOf(looking, '模板 01').click()
  await expect(looking.getByRole('menuitem')).toHaveText([zh('template.actions.view')])
  await expect(looking.getByRole('link', { name: zh('template.list.create') })).toHaveCount(0)
  await expect(table(looking).getByRole('checkbox')).toHaveCount(0)
  await expect(privilege(looking, 'canModify', '模板 01')).toBeDisabled()
})

test('a temporary privilege is switched for its name alone, and stays so', async ({ people, open }) => {
  const page = await open(await people.developer({ templates: 1 }))
  await openTable(page)
  await privilege(page, 'canModifyDataZone', '模板 01').click()
  await expect(toast(page, '临时权限切换成功')).toBeVisible()
  await expect(privilege(page, 'canModifyDataZone', '模板 01')).toBeChecked()
  await page.reload()
  await expect(privilege(page, 'canModifyDataZone', '模板 01')).toBeChecked()
  await expect(privilege(page, 'canModify', '模板 01')).not.toBeChecked()
  await expect(privilege(page, 'canModifyModule', '模板 01')).not.toBeChecked()
})

test('deleting asks in the words of the specification, keeps the template when refused, and tells when it is done', async ({ people, open }) => {
  const page = await open(await people.developer({ templates: 2 }))
  await openTable(page)
  const question = page.getByRole('alertdialog', { name: '确认删除该模板吗？' })
  const ask = async () => {
    await menuOf(page, '模板 01').click()
    await page.getByRole('menuitem', { name: zh('template.actions.delete') }).click()
    await expect(question).toBeVisible()
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: zh('shell.cancel') }).click()
  await expect(rows(page)).toHaveCount(2)
  await ask()
  await question.getByRole('button', { name: zh('template.actions.delete') }).click()
  await expect(toast(page, '删除成功')).toBeVisible()
  await expect(names(page)).toHaveText(['模板 02'])
})

test('when the last row of the last page is deleted, the list shows the page that is last now', async ({ people, open }) => {
  const page = await open(await people.developer({ templates: 11 }))
  await openTable(page, '/template?page=2')
  await expect(names(page)).toHaveText(['模板 01'])
  await menuOf(page, '模板 01').click()
  await page.getByRole('menuitem', { name: zh('template.actions.delete') }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: zh('template.actions.delete') }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page).toHaveURL('/template')
})

test('several templates are deleted at once, after one question and a captcha', async ({ people, open }) => {
  const page = await open(await people.developer({ templates: FOR_A_TABLE }))
  await openTable(page)
  // What the server of the tests does not ask for, the console does by this list.
  await page.evaluate((url) => sessionStorage.setItem('verifyUrlList', JSON.stringify([url])), templateCalls.batchDelete.path)
  for (const name of ['模板 01', '模板 03']) await table(page).getByRole('checkbox', { name: zh('blocks.table.select', { name }) }).check()
  await page.getByRole('region', { name: zh('blocks.list.batch') }).getByRole('button', { name: zh('template.actions.delete') }).click()
  await page.getByRole('alertdialog', { name: zh('template.batchDelete.title', { count: 2 }) }).getByRole('button', { name: zh('template.actions.delete') }).click()
  await solveCaptcha(page, people.sql)
  await expect(toast(page, zh('template.batchDelete.done', { deleted: 2 }))).toBeVisible()
  await expect(names(page)).toHaveText(['模板 04', '模板 02'])
  await expect(page.getByRole('region', { name: zh('blocks.list.batch') })).toHaveCount(0)
})

test('an empty list leads to the next step: a product while there is none, then a template', async ({ people, open }) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/template')
  await expect(page.getByRole('heading', { name: zh('template.list.noProductTitle') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: zh('template.list.newProduct') })).toHaveAttribute('href', '/product/new')
  await newProduct(actor, '星图设计')
  await page.reload()
  await expect(page.getByRole('heading', { name: zh('template.list.emptyTitle') })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: zh('template.list.create') }).click()
  await expect(page).toHaveURL('/template/new')
})

for (const kind of PC_KINDS) {
  test(`the list of ${kind} templates has its own, and only its own`, async ({ people, open }) => {
    const actor = await people.developer({ templates: 1 })
    const licenseId = await newProduct(actor, '星图设计')
    for (const each of PC_KINDS) await actor.call(pcTemplateCalls.create, pcTemplatePayload(each, licenseId, { name: `${each} 模板` }))
    // Who created a template is shown where there is room for it.
    const page = await open(actor, { viewport: { width: 1700, height: 900 } })
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: zh('shell.menu') }).getByRole('link', { name: zh(`template.families.${kind}`) }).click()
    await expect(page).toHaveURL(`/pc/template/${kind}`)
    await expect(page.getByRole('list', { name: zh(`template.families.${kind}`) }).locator('> li')).toHaveCount(1)
    await viewButton(page, 'table').click()
    const only = page.getByRole('table', { name: zh(`template.families.${kind}`) }).locator('tbody tr')
    await expect(only).toHaveCount(1)
    const own = { account: [zh('product.forms.soft'), zh('template.words.machines', { count: 2 })], sn: [zh('template.keyTypes.standalone'), zh('template.useModes.oneMachine')], dongle: [zh('template.dongleOperations.add')] }
    for (const words of [`${kind} 模板`, String(licenseId), actor.name, zh('template.words.forever'), ...own[kind]]) await expect(only).toContainText(words)
    await only.getByRole('switch').first().click()
    await expect(toast(page, '临时权限切换成功')).toBeVisible()
    await only.getByRole('link', { name: `${kind} 模板`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/pc/template/${kind}/view\\?guid=`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${kind} 模板`)
  })
}

test('a product leads to its templates and to a new one', async ({ people, open }) => {
  const actor = await people.developer({ products: 1, templates: 2 })
  const page = await open(actor)
  await page.goto('/product')
  await page.getByRole('button', { name: zh('product.list.templatesOf', { name: '模板的产品', count: 2 }) }).click()
  await page.getByRole('menuitem', { name: zh('template.families.smart') }).click()
  await expect(filter(page, 'licenseId')).toHaveValue('模板的产品')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2')
  await page.goto('/product')
  await menuOf(page, '模板的产品').click()
  await page.getByRole('menuitem', { name: zh('template.titles.new.sn') }).click()
  await expect(page).toHaveURL(/\/pc\/template\/sn\/new\?licenseId=\d+/)
})

test('taking away from a product what its templates grant is told before it is saved', async ({ people, open }) => {
  const actor = await people.developer()
  const licenseId = newLicenseId()
  const { guid } = await actor.call(productCalls.create, productPayload({ name: '星图设计', licenseId, licenseForm: 3, modules: [{ moduleId: 1, moduleName: '渲染', checked: true }, { moduleId: 2, checked: true }] }))
  await newTemplate(actor, licenseId, { name: '永久版', modules: [{ moduleId: 1, checked: true }] })
  await actor.call(pcTemplateCalls.create, pcTemplatePayload('account', licenseId, { billingMode: BILLING_MODES[2] }))
  const page = await open(actor)
  await page.clock.install()
  await page.goto(`/product/edit?guid=${guid}`)
  await page.getByRole('group', { name: zh('common.fields.modules') }).getByRole('checkbox').first().uncheck()
  await page.getByRole('button', { name: zh('product.form.save'), exact: true }).click()
  const question = page.getByRole('alertdialog', { name: zh('product.impact.title') })
  await expect(question).toContainText(zh('product.impact.module', { name: '渲染', count: 1 }))
  await question.getByRole('button', { name: zh('shell.cancel') }).click()
  await expect(page).toHaveURL(/\/product\/edit/)
  await afterThrottle(page)
  await page.getByRole('checkbox', { name: zh('product.forms.soft') }).uncheck()
  await page.getByRole('button', { name: zh('product.form.save'), exact: true }).click()
  await expect(page.getByText(zh('errors.product.formInUse', { count: 1, form: zh('product.forms.soft') })).first()).toBeVisible()
  await expect(question).toHaveCount(0)
  await afterThrottle(page)
  await page.getByRole('checkbox', { name: zh('product.forms.soft') }).check()
  await page.getByRole('button', { name: zh('product.form.save'), exact: true }).click()
  await question.getByRole('button', { name: zh('product.impact.verb') }).click()
  await expect(toast(page, zh('product.form.saved', { name: '星图设计' }))).toBeVisible()
})
