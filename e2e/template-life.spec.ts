import type { Page } from '@playwright/test'
// Tests the life of a template in a browser: created by each family's form, refused at the right field, changed after a
// look at the impact, compared, restored and copied.
import { pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import type { PcKind } from '@sealwright/contract'
import { templatePayload } from '@sealwright/testkit/payloads'
import { afterThrottle, expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name.replace(/[()（）]/g, '\\$&')}`)).first()
const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${group}`) }).getByText(name, { exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const modeling = (page: Page) => page.getByRole('checkbox', { name: '1 建模' })
const save = (page: Page) => page.locator('main').getByRole('button', { name: zh('product.form.save'), exact: true })
const create = (page: Page) => page.getByRole('button', { name: zh('template.form.create') })

async function vendor(actor: Actor): Promise<number> {
  const licenseId = newLicenseId()
  await actor.call(
    productCalls.create,
    productPayload({
      name: '星图',
      licenseId,
      licenseForm: 3,
      modules: [
        { moduleId: 1, moduleName: '建模' },
        { moduleId: 2, moduleName: '渲染' },
      ],
    }),
  )
  return licenseId
}

async function chooseProduct(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: zh('template.fields.licenseId'), exact: true }).fill('星')
  await page.getByRole('option', { name: /星图/ }).click()
  await expect(modeling(page)).toBeVisible()
}

/** Types an end, then moves it by a month in its calendar, which stands beside its button and is used by keyboard. */
async function chooseEnd(page: Page): Promise<void> {
  const name = zh('template.fields.endTime')
  const [end, button, calendar] = [
    page.getByRole('textbox', { name: new RegExp(`^${name}`) }),
    page.getByRole('button', { name: zh('blocks.moment.choose', { field: name }) }),
    page.getByRole('dialog', { name }),
  ]
  await end.fill('2099/1/31')
  await button.click()
  await expect(calendar.getByRole('button', { name: '2099年1月31日星期六' })).toBeFocused()
  await expect(calendar).toBeInViewport({ ratio: 1 })
  const [panel, anchor] = await Promise.all([calendar.boundingBox(), button.boundingBox()])
  if (!panel || !anchor) throw new Error('the calendar or its button is not shown')
  expect(panel.y + panel.height < anchor.y || panel.y > anchor.y + anchor.height, 'leaves its field in sight').toBe(
    true,
  )
  await expectNobodyKeptOut(page, { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(button).toBeFocused()
  await afterThrottle(page)
  await page.keyboard.press('Enter')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(end).toHaveValue('2099-02-28 23:59:59')
}

const ways: Record<'smart' | PcKind, { path: string; fill(page: Page): Promise<void>; expected: object }> = {
  smart: {
    path: '/template',
    async fill(page) {
      await choice(page, zh('template.form.termLabel'), zh('template.startTimeTypes.specific')).click()
      await chooseEnd(page)
      await choice(page, zh('template.fields.useMode'), zh('template.useModes.manyMachines')).click()
      await field(page, zh('template.fields.machineNum')).fill('3')
      await modeling(page).check()
    },
    expected: { licStartTimeType: 0, endTime: '2099-02-28T15:59:59.000Z', useMode: 2, machineNum: 3, deductMode: 1 },
  },
  account: {
    path: '/pc/template/account',
    async fill(page) {
      await choice(page, zh('template.fields.licenseForm'), zh('product.forms.soft')).click()
      await choice(page, zh('template.fields.billingMode'), zh('template.costs.oneTime')).click()
      await choice(page, zh('template.form.termLabel'), zh('template.words.forever')).click()
      await field(page, zh('template.fields.licBindLimit')).fill('2')
      await field(page, zh('template.fields.offlineDays')).fill('30')
      await modeling(page).check()
    },
    expected: {
      licenseForm: 2,
      billingMode: 'oneTime',
      isForever: true,
      licBindLimit: 2,
      offlineDays: 30,
      offlineBind: false,
    },
  },
  sn: {
    path: '/pc/template/sn',
    async fill(page) {
      await choice(page, zh('template.fields.licenseKeyType'), zh('template.keyTypes.group')).click()
      await choice(page, zh('template.fields.billingMode'), zh('template.costs.perYear')).click()
      await field(page, zh('template.fields.licDuration')).fill('730')
      await choice(page, zh('template.fields.concurrentType'), zh('template.concurrentTypes.machine')).click()
      await field(page, zh('template.fields.groupUsers')).fill('50')
      await modeling(page).check()
    },
    expected: {
      licenseKeyType: 2,
      billingMode: 'year',
      licDuration: 730,
      concurrentType: 'machine',
      groupUsers: 50,
      lanBorrow: -1,
    },
  },
  dongle: {
    path: '/pc/template/dongle',
    async fill(page) {
      await choice(page, zh('template.fields.opType'), zh('template.dongleOperations.update')).click()
      await page
        .getByRole('combobox', { name: zh('template.fields.endTimeOp') })
        .selectOption({ label: zh('template.countOperations.append') })
      await field(page, zh('template.fields.endTimeDays')).fill('30')
      await modeling(page).check()
    },
    expected: { opType: 1, endTimeOp: 2, endTimeDays: 30, forceWrite: false },
  },
}

for (const [family, { path, fill, expected }] of Object.entries(ways)) {
  test(`a template is made by the form: ${family}`, async ({ people, open }) => {
    const actor = await people.developer()
    const licenseId = await vendor(actor)
    const page = await open(actor)
    await page.clock.install()
    await page.goto(`${path}/new`)
    await create(page).click()
    await expect(page.getByText('模板名称不能为空')).toBeVisible()
    await field(page, zh('template.fields.name')).fill('我的模板')
    await chooseProduct(page)
    await fill(page)
    await afterThrottle(page)
    await create(page).click()
    await expect(toast(page, zh('template.form.created', { name: '我的模板' }))).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}\\?.*editId=`))
    await expect(page.getByRole('link', { name: '我的模板', exact: true })).toBeVisible()
    const { rows } =
      family === 'smart'
        ? await actor.call(templateCalls.find, {})
        : await actor.call(pcTemplateCalls.find, { kind: family as PcKind }) // keys of `ways`
    expect(rows).toMatchObject([{ name: '我的模板', licenseId, ...expected }])
  })
}

test('an edit shows its impact and makes a version, and a version can be compared, restored and copied', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  const licenseId = await vendor(actor)
  const { guid } = await actor.call(
    templateCalls.create,
    templatePayload(licenseId, { name: '年度', isForever: false, licStartTimeType: 1, licDuration: 365 }),
  )
  const page = await open(actor)
  await page.clock.install()
  await page.goto(`/template/edit?guid=${guid}`)
  await field(page, zh('template.fields.licDuration')).fill('730')
  await save(page).click()
  const dialog = page.getByRole('alertdialog', { name: zh('template.impact.title') })
  await expect(dialog).toContainText(zh('template.impact.none'))
  await expect(dialog.getByRole('row', { name: /时长/ })).toContainText('365')
  await expect(dialog.getByRole('row', { name: /时长/ })).toContainText('730')
  await dialog.getByRole('button', { name: zh('template.impact.back') }).click()
  expect(await actor.call(templateCalls.get, { guid })).toMatchObject({ licDuration: 365, version: 1 })
  await afterThrottle(page)
  await save(page).click()
  await dialog.getByRole('button', { name: zh('template.impact.save') }).click()
  await expect(toast(page, zh('template.form.saved', { name: '年度', version: 2 }))).toBeVisible()

  await page.goto(`/template/view?guid=${guid}&tab=versions`)
  const versions = page.getByRole('list', { name: zh('template.tabs.versions') })
  await expect(versions.getByRole('heading')).toHaveText([
    zh('template.versions.number', { version: 2 }),
    zh('template.versions.number', { version: 1 }),
  ])
  await page.getByRole('button', { name: zh('template.versions.compareOf', { version: 1 }) }).click()
  await expect(page.getByRole('combobox', { name: zh('template.versions.compareWith') })).toHaveValue('2')
  await page.getByRole('button', { name: zh('template.versions.restoreOf', { version: 1 }) }).click()
  const restore = page.getByRole('alertdialog', { name: zh('template.versions.restoreTitle', { version: 1 }) })
  await expect(restore.getByRole('row', { name: /时长/ })).toContainText('365')
  await restore.getByRole('button', { name: zh('template.versions.restore') }).click()
  await expect(toast(page, zh('template.versions.restored', { version: 1, now: 3 }))).toBeVisible()
  expect(await actor.call(templateCalls.get, { guid })).toMatchObject({ licDuration: 365, version: 3 })

  await page.goto(`/template/new?copyOf=${guid}&version=2`)
  await expect(field(page, zh('template.fields.name'))).toHaveValue(zh('template.form.copyName', { name: '年度' }))
  await expect(field(page, zh('template.fields.licDuration'))).toHaveValue('730')
  await create(page).click()
  await expect(
    toast(page, zh('template.form.created', { name: zh('template.form.copyName', { name: '年度' }) })),
  ).toBeVisible()
  expect(await actor.call(templateCalls.count, {})).toBe(2)
})
