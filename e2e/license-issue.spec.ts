import type { Page } from '@playwright/test'
// Tests issuing in a browser: from a product and its template to licenses for accounts and to codes, with the price,
// replaced licenses, obstacles, and batches.
import { licenseCalls, pcLicenseCalls, pcTemplateCalls, productCalls, userCalls } from '@sealwright/contract'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

const NEW = { account: '/pc/license/account/new', sn: '/pc/license/sn/new' } as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const save = (page: Page) => page.locator('button[type=submit]')
const panel = (page: Page) => page.getByRole('complementary', { name: zh('license.issue.panel.title') })
const template = (page: Page, name: string) =>
  page.getByRole('list', { name: zh('license.issue.template.title') }).getByRole('button', { name })
const offered = (page: Page, account: string) =>
  page.getByRole('list', { name: zh('blocks.picker.offered') }).getByRole('button', { name: account })
const count = (page: Page) => page.getByRole('textbox', { name: new RegExp(`^${zh('license.fields.count')}`) })
const codesIn = (page: Page) => page.locator('.issue-code').allInnerTexts()

interface Stock {
  licenseId: number
  templateGuid: string
}

/** A product with a template that is billed by the year: 15 yuan per license. */
async function newTemplate(
  actor: Actor,
  kind: 'account' | 'sn',
  given: Parameters<typeof pcTemplatePayload>[2] = {},
): Promise<Stock> {
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: `星图 ${licenseId}`, licenseId, licenseForm: 3 }))
  const terms = {
    name: '年度版',
    isForever: false,
    licStartTimeType: 1,
    licDuration: 365,
    billingMode: 'year' as const,
  }
  const { guid } = await actor.call(pcTemplateCalls.create, pcTemplatePayload(kind, licenseId, { ...terms, ...given }))
  return { licenseId, templateGuid: guid }
}

let lastUser = 0
async function newUsers(actor: Actor, howMany: number): Promise<{ guid: string; account: string }[]> {
  const accounts = Array.from({ length: howMany }, () => `holder${++lastUser}-${Date.now()}@people.example`)
  const users = []
  for (const account of accounts)
    users.push({ account, guid: (await actor.call(userCalls.create, { account, sendMail: false })).guid })
  return users
}

test('a license for an account is issued from a template at its price, and the next one replaces it', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  await people.credit(actor, 100)
  const { templateGuid } = await newTemplate(actor, 'account')
  const [first] = await newUsers(actor, 2)
  const page = await open(actor)
  await page.goto(`${NEW.account}?sourcePath=/pc/template/account`)
  await template(page, '年度版').click()
  await offered(page, first?.account ?? '').click()
  await expect(panel(page)).toContainText('¥15.00')
  await expect(panel(page)).toContainText(zh('license.issue.paidAt.issue'))
  await save(page).click()
  await expect(heading(page)).toHaveText(zh('license.issue.result.accounts', { count: 1 }))
  await expect(page.getByRole('row').filter({ hasText: first?.account ?? '' })).toContainText(/LC\d{8}/)
  const [held] = (
    await actor.call(pcLicenseCalls.find, { kind: 'account', templateGuid, currentPage: 1, pageSize: 10 })
  ).rows

  await page.getByRole('link', { name: zh('license.issue.result.more') }).click()
  await offered(page, first?.account ?? '').click()
  await expect(panel(page)).toContainText(zh('license.warnings.overwrites', { count: 1 }))
  await expect(panel(page).getByRole('link', { name: held?.serial ?? '' })).toBeVisible()
  await save(page).click()
  await expect(page.getByRole('row').filter({ hasText: first?.account ?? '' })).toContainText(held?.serial ?? '')
  await page.getByRole('link', { name: zh('license.issue.backTo', { where: zh('template.families.account') }) }).click()
  await expect(page).toHaveURL(/\/pc\/template\/account/)
  // The result is shown only once: its address leads to the list later.
  await page.goto(`${NEW.account}?issued=${held?.guid ?? ''}`)
  await expect(page).toHaveURL(/\/pc\/license\/account(\?|$)/)
})

test('codes are issued with the keyboard alone, then copied, saved and printed as cards', async ({ people, open }) => {
  const actor = await people.developer()
  await people.credit(actor, 100)
  await newTemplate(actor, 'sn')
  const page = await open(actor, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(NEW.sn)
  const row = template(page, '年度版')
  await expect(row).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  // The count is the first field and has the focus.
  await expect(count(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3')
  await expect(panel(page)).toContainText('¥45.00')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(zh('license.issue.result.codes', { count: 3 }))
  const codes = await codesIn(page)
  expect(codes).toHaveLength(3)
  await page.getByRole('button', { name: zh('license.issue.result.copyAll') }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(codes.map((code) => code.trim()).join('\n'))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: zh('license.issue.result.export') }).click()
  expect((await saving).suggestedFilename()).toBe(`${zh('license.issue.result.fileName', { template: '年度版' })}.csv`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-card')).toHaveCount(3)
  await expect(page.locator('.print-card').first()).toBeVisible()
  await expect(heading(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expectNobodyKeptOut(page)
})

test('too low a balance disables the button, says why and links to the top-up; a smaller number goes through', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  await people.credit(actor, 20)
  const { templateGuid } = await newTemplate(actor, 'sn')
  const page = await open(actor)
  await page.goto(`${NEW.sn}?templateGuid=${templateGuid}`)
  await count(page).fill('2')
  await expect(panel(page)).toContainText(zh('billing.fee.issue.short'))
  await expect(panel(page).getByText(zh('license.issue.panel.why'))).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(panel(page).getByRole('link', { name: zh('billing.fee.payment.topUp') })).toHaveAttribute(
    'href',
    /^\/billing\/topUp/,
  )
  await expectNobodyKeptOut(page)
  await count(page).fill('1')
  await expect(save(page)).toContainText('¥')
  await save(page).click()
  await expect(heading(page)).toHaveText(zh('license.issue.result.codes', { count: 1 }))
  expect(await actor.call(pcLicenseCalls.count, { kind: 'sn', templateGuid })).toMatchObject({ records: 1 })
})

test('an expired template is shown with the reason and cannot be chosen', async ({ people, open }) => {
  const actor = await people.developer()
  const { templateGuid } = await newTemplate(actor, 'account', {
    licStartTimeType: 0,
    licDuration: undefined,
    endTime: '2099-01-01',
  })
  // No call can create a template that has already expired.
  await people.sql(
    `update template_version set terms = jsonb_set(terms, '{endTime}', '"2020-01-01T00:00:00.000Z"')
     where template_guid = $1`,
    [templateGuid],
  )
  const page = await open(actor)
  await page.goto(`${NEW.account}?templateGuid=${templateGuid}`)
  await expect(template(page, '年度版')).toContainText(zh('license.issue.template.expired'))
  await expect(template(page, '年度版')).toHaveAttribute('aria-disabled', 'true')
  await expectNobodyKeptOut(page)
})

test('for everybody at once: templates and users are chosen, each row is checked, it is done, and undone', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  await people.credit(actor, 50)
  const { templateGuid } = await newTemplate(actor, 'account')
  await newUsers(actor, 4)
  const page = await open(actor)
  await page.goto('/pc/license/account/batch')
  await template(page, '年度版').click()
  await page.getByText(zh('license.issue.batch.audiences.all')).click()
  await expect(page.getByText(zh('license.issue.batch.total', { users: '4', templates: 1, total: '4' }))).toBeVisible()
  await expectNobodyKeptOut(page)
  await save(page).click()
  // Fifty yuan pay for three licenses; the fourth row says so before anything is issued.
  await expect(page.getByRole('button', { name: new RegExp(`^${zh('license.issue.batch.willIssue')}`) })).toContainText(
    '3',
  )
  await expect(page.getByRole('button', { name: new RegExp(`^${zh('license.issue.batch.willFail')}`) })).toContainText(
    '1',
  )
  expect(await actor.call(pcLicenseCalls.count, { kind: 'account', templateGuid })).toMatchObject({ records: 0 })
  await page.getByRole('button', { name: zh('license.issue.batch.start', { count: 3 }) }).click()
  await expect(page.getByText(zh('task.statuses.partly'), { exact: true })).toBeVisible()
  expect(await actor.call(pcLicenseCalls.count, { kind: 'account', templateGuid, effective: true })).toMatchObject({
    records: 3,
  })
  await page.getByRole('button', { name: zh('task.actions.undo') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('task.actions.undo') })
    .click()
  await expect
    .poll(
      async () => (await actor.call(pcLicenseCalls.count, { kind: 'account', templateGuid, effective: true })).records,
    )
    .toBe(0)
})

test('smart licenses are issued now and paid at their first activation', async ({ people, open }) => {
  const actor = await people.developer({ templates: 1 })
  const page = await open(actor)
  await page.goto('/license/new')
  await template(page, '模板 01').click()
  await expect(panel(page)).toContainText(zh('license.issue.paidAt.activation'))
  await save(page).click()
  await expect(heading(page)).toHaveText(zh('license.issue.result.codes', { count: 1 }))
  expect(await actor.call(licenseCalls.count, {})).toMatchObject({ records: 1 })
})
