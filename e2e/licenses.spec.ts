import type { Page } from '@playwright/test'
// Tests the license lists on a real server: searching, filtering and locking, and the links to them from templates,
// products, customers, users and integrators.
import {
  customerCalls,
  licenseCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  shownCode,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { pcTemplatePayload, templatePayload } from '@sealwright/testkit/payloads'
import type { PhraseKey } from '../apps/console/src/lib/words/i18n.tsx'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

const MONEY_YUAN = 10_000

const table = (page: Page, family: LicenseFamily) => page.getByRole('table', { name: zh(`license.families.${family}`) })
const rows = (page: Page, family: LicenseFamily = 'sn') => table(page, family).locator('tbody tr')
const codes = (page: Page, family: LicenseFamily = 'sn') => table(page, family).locator('.name-cell-name')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByRole('textbox', { name: zh('license.list.searchCode') })
const choice = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) })
const chips = (page: Page) => page.getByRole('list', { name: zh('blocks.list.set') }).getByRole('listitem')
const chip = (field: PhraseKey, value: string) => zh('blocks.list.chip', { field: zh(field), value })
const batchBar = (page: Page) => page.getByRole('region', { name: zh('blocks.list.batch') })

/** Shows lists as tables, even with few rows. */
async function asTables(page: Page): Promise<void> {
  await page.addInitScript(() =>
    sessionStorage.setItem(
      'tempPageActive',
      JSON.stringify({
        license: 'table',
        'pcLicense.account': 'table',
        'pcLicense.sn': 'table',
        template: 'table',
        product: 'table',
      }),
    ),
  )
}

/** A developer with money, a product, and a template of each family. */
async function vendor(people: People) {
  const actor = await people.developer()
  await people.credit(actor, MONEY_YUAN)
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图设计', licenseId, licenseForm: 3 }))
  const { guid: smart } = await actor.call(templateCalls.create, templatePayload(licenseId, { name: '智能版' }))
  const { guid: account } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('account', licenseId, { name: '账号版' }),
  )
  const { guid: sn } = await actor.call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId, { name: '单机版' }))
  return { actor, licenseId, templates: { smart, account, sn } }
}

type Extra = { customerId?: string; isPreIssued?: boolean; integratorGuid?: string }
/** Issues license codes and returns them in the order of the list: the last one first. */
async function newCodes(actor: Actor, template: string, count: number, extra: Extra = {}): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++)
    made.unshift(
      ...(
        await actor.call(pcLicenseCalls.issue, {
          kind: 'sn',
          templateGuids: [template],
          count: 1,
          isPreIssued: false,
          ...extra,
        })
      ).codes,
    )
  return made
}

test('a code is found by its full text and by its beginning, in lower case, and in the palette', async ({
  people,
  open,
}) => {
  const { actor, templates } = await vendor(people)
  const [code = '', other = ''] = await newCodes(actor, templates.sn, 3)
  const page = await open(actor)
  await asTables(page)
  await page.goto('/pc/license/sn')
  await expect(rows(page)).toHaveCount(3)
  await search(page).fill(shownCode(code).toLowerCase())
  await expect(codes(page)).toHaveText([shownCode(code)])
  await search(page).fill(other.slice(0, 8).toLowerCase())
  await expect(codes(page)).toHaveText([shownCode(other)])
  await expectNobodyKeptOut(page, { hasFrame: true })
  await page.reload()
  await expect(codes(page)).toHaveText([shownCode(other)])
  const field = zh('license.list.searchCode')
  await page.getByRole('button', { name: zh('blocks.list.clearFilter', { field }) }).click()
  await expect(rows(page)).toHaveCount(3)
  // The command palette finds it too.
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(zh('shell.palette.placeholder')).fill(shownCode(code))
  await page.getByRole('option', { name: shownCode(code) }).click()
  await expect(page.getByRole('heading', { level: 1, name: shownCode(code) })).toBeVisible()
})

test('the filters narrow by product, template, expiry, delivery, customer and source, and are in the address', async ({
  people,
  open,
}) => {
  const { actor, licenseId, templates } = await vendor(people)
  const { guid: customerId } = await actor.call(customerCalls.create, { name: '远山科技' })
  const { guid: week } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', licenseId, { name: '一周版', isForever: false, licDuration: 7, billingMode: 'day' }),
  )
  const elsewhere = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '禾木渲染', licenseId: elsewhere, licenseForm: 3 }))
  const { guid: rendering } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', elsewhere, { name: '渲染版' }),
  )
  await newCodes(actor, templates.sn, 1)
  const [rendered = ''] = await newCodes(actor, rendering, 1)
  const [ours = ''] = await newCodes(actor, templates.sn, 1, { customerId })
  const {
    rows: [owned],
  } = await actor.call(pcLicenseCalls.find, { kind: 'sn', customerGuid: customerId, currentPage: 1, pageSize: 10 })
  await actor.call(pcLicenseCalls.deliver, {
    kind: 'sn',
    guids: [owned?.guid ?? ''],
    channel: 'handed',
    recipient: '周敏',
    again: false,
  })
  const [soon = ''] = await newCodes(actor, week, 1)
  const page = await open(actor)
  await asTables(page)
  await page.goto('/pc/license/sn')
  await choice(page, zh('license.fields.licenseId')).click()
  await page.getByRole('combobox', { name: zh('license.fields.licenseId') }).fill('禾木')
  await page.getByRole('option', { name: '禾木渲染' }).click()
  await expect(codes(page)).toHaveText([shownCode(rendered)])
  await page.getByRole('button', { name: zh('blocks.list.clearAll'), exact: true }).click()
  await choice(page, zh('license.fields.templateGuid')).click()
  await page.getByRole('combobox', { name: zh('license.fields.templateGuid') }).fill('一周')
  await page.getByRole('option', { name: '一周版' }).click()
  await expect(codes(page)).toHaveText([shownCode(soon)])
  await page.getByRole('button', { name: zh('blocks.list.clearAll'), exact: true }).click()
  await choice(page, zh('license.list.expiring')).click()
  await page.getByRole('menuitemradio', { name: zh('license.list.expiringIn', { days: 15 }) }).click()
  await expect(codes(page)).toHaveText([shownCode(soon)])
  expect(new URL(page.url()).searchParams.get('expiringDays')).toBe('15')
  await page.getByRole('button', { name: zh('blocks.list.clearAll'), exact: true }).click()
  await page.getByRole('button', { name: zh('blocks.list.more') }).click()
  await choice(page, zh('license.fields.delivered')).click()
  await page.getByRole('menuitemradio', { name: zh('license.list.delivered'), exact: true }).click()
  await expect(codes(page)).toHaveText([shownCode(ours)])
  await page.getByRole('button', { name: zh('blocks.list.clearAll'), exact: true }).click()
  await expect(rows(page)).toHaveCount(4)
  // Clearing also hides the additional filters again.
  await page.getByRole('button', { name: zh('blocks.list.more') }).click()
  await choice(page, zh('license.fields.customerGuid')).click()
  await page.getByRole('option', { name: '远山科技' }).click()
  await expect(codes(page)).toHaveText([shownCode(ours)])
  await choice(page, zh('license.fields.source')).click()
  await page.getByRole('menuitemradio', { name: zh('license.sources.preIssue') }).click()
  await expect(page.getByText(zh('blocks.list.noMatch'))).toBeVisible()
})

test('several codes are locked by a task, and undoing it unlocks them', async ({ people, open }) => {
  const { actor, templates } = await vendor(people)
  const made = await newCodes(actor, templates.sn, 3)
  const page = await open(actor)
  await asTables(page)
  await page.goto('/pc/license/sn')
  for (const code of made.slice(0, 2))
    await table(page, 'sn')
      .getByRole('checkbox', { name: zh('blocks.table.select', { name: shownCode(code) }) })
      .check()
  await batchBar(page)
    .getByRole('button', { name: zh('license.acts.lock') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: zh('license.acts.lock'), exact: true })
    .click()
  const progress = page.getByRole('dialog', { name: zh('license.list.ended.lock') })
  await expect(progress).toContainText(zh('task.statuses.completed'))
  // The list beside the panel is up to date.
  const locked = page.locator('tbody tr').filter({ hasText: zh('license.statuses.locked') })
  await expect(locked).toHaveCount(2)
  await progress.getByRole('button', { name: zh('task.actions.undo'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('task.actions.undo'), exact: true })
    .click()
  // The panel now follows the task that undoes the first one.
  await expect(progress).toContainText(zh('task.undoOf', { kind: zh('task.kinds.snLock') }))
  await expect(progress).toContainText(zh('task.statuses.completed'))
  await progress.getByRole('button', { name: zh('shell.close') }).click()
  await expect(rows(page).filter({ hasText: zh('license.statuses.unbound') })).toHaveCount(3)
  await expect(batchBar(page)).toHaveCount(0)
})

test('a template leads to all of its licenses, to those in force, and to a new one', async ({ people, open }) => {
  const { actor, licenseId, templates } = await vendor(people)
  const { guid: other } = await actor.call(templateCalls.create, templatePayload(licenseId, { name: '另一个' }))
  for (const templateGuid of [templates.smart, templates.smart, other])
    await actor.call(licenseCalls.issue, { templateGuid, count: 1, isPreIssued: false })
  const {
    rows: [, locked],
  } = await actor.call(licenseCalls.find, { templateGuid: templates.smart, currentPage: 1, pageSize: 10 })
  await actor.call(licenseCalls.lock, { guid: locked?.guid ?? '' })
  const page = await open(actor)
  await asTables(page)
  await page.goto('/template')
  await page.getByRole('link', { name: zh('template.list.licensesOf', { name: '智能版', count: 2 }) }).click()
  await expect(page).toHaveURL(`/license?templateGuid=${templates.smart}`)
  await expect(chips(page)).toHaveText([chip('license.fields.templateGuid', '智能版')])
  await expect(rows(page, 'smart')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: zh('template.list.effectiveLicensesOf', { name: '智能版', count: 1 }) }).click()
  await expect(page).toHaveURL(`/license?templateGuid=${templates.smart}&effective=1`)
  await expect(chips(page)).toHaveText([
    chip('license.fields.templateGuid', '智能版'),
    chip('license.list.effective', zh('license.list.onlyEffective')),
  ])
  await expect(rows(page, 'smart')).toHaveCount(1)
  await page.goBack()
  await page
    .getByRole('row')
    .filter({ hasText: '智能版' })
    .getByRole('link', { name: zh('template.actions.issue') })
    .click()
  await expect(page).toHaveURL(`/license/new?sourcePath=/template&templateGuid=${templates.smart}`)
  await expect(heading(page)).toBeVisible()
})

test('a product, a customer, a user and an integrator lead to their licenses', async ({ people, open }) => {
  const { actor, licenseId, templates } = await vendor(people)
  const { guid: customerId } = await actor.call(customerCalls.create, { name: '远山科技' })
  const { guid: userGuid } = await actor.call(userCalls.create, {
    account: `holder-${licenseId}@people.example`,
    sendMail: false,
  })
  const integratorGuid = await people.integrator(actor, [])
  const [ours = ''] = await newCodes(actor, templates.sn, 1, { customerId })
  const [stock = ''] = await newCodes(actor, templates.sn, 1, { isPreIssued: true, integratorGuid })
  await actor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [templates.account],
    userIds: [userGuid],
    count: 1,
    isPreIssued: false,
  })
  const page = await open(actor)
  await asTables(page)
  await page.goto('/product')
  await page.getByRole('button', { name: zh('template.list.licensesOf', { name: '星图设计', count: 3 }) }).click()
  await page.getByRole('menuitem', { name: zh('license.families.sn') }).click()
  await expect(chips(page)).toHaveText([chip('license.fields.licenseId', '星图设计')])
  await expect(rows(page)).toHaveCount(2)

  await page.goto(`/customer/view?guid=${customerId}`)
  await page.getByRole('tab', { name: zh('customer.customer.tabs.codes') }).click()
  await expect(codes(page)).toHaveText([shownCode(ours)])
  await page.getByRole('link', { name: zh('license.list.openList') }).click()
  await expect(page).toHaveURL(`/pc/license/sn?customerGuid=${customerId}`)
  await expect(codes(page)).toHaveText([shownCode(ours)])

  await page.goto(`/user/view?guid=${userGuid}`)
  await page.getByRole('tab', { name: zh('customer.user.tabs.licenses') }).click()
  await expect(rows(page, 'account')).toHaveCount(1)
  await expect(page.getByRole('link', { name: zh('license.list.issue.account') })).toBeVisible()

  await page.goto(`/integrator/viewIntegrator?guid=${integratorGuid}`)
  await page.getByRole('tab', { name: zh('integrator.tabs.stock') }).click()
  await expect(codes(page)).toHaveText([shownCode(stock)])
})
