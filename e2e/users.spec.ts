// Tests users: created, changed and tagged by hand, imported from a file after a preview, deleted together and
// restored, and exported.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { customerCalls, userCalls } from '@sealwright/contract'
import { afterThrottle, expect, test } from './support/fixtures.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

const title = zh('customer.user.titles.list')
const table = (page: Page) => page.getByRole('table', { name: title })
const accounts = (page: Page) => table(page).locator('.name-cell-name')
const row = (page: Page, account: string) =>
  table(page)
    .locator('tbody tr')
    .filter({ has: page.getByRole('link', { name: account, exact: true }) })
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const fileInput = (page: Page) => page.locator('input[type=file]')
const mark = (page: Page, name: 'willAdd' | 'willSkip' | 'isBad') =>
  page.getByRole('button', { name: new RegExp(`^${zh(`customer.import.${name}`)}`) })

/** Opens the list as a table, even with few rows. */
async function openTable(page: Page, address = '/user'): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('tempPageActive', '{"user":"table"}'))
  await page.goto(address)
  await expect(table(page)).toBeVisible()
}

async function newUsers(actor: Actor, count: number, given: object = {}): Promise<string[]> {
  const made = Array.from({ length: count }, (_, n) => `user${n + 1}.${actor.developerId}@people.example`)
  for (const account of made) await actor.call(userCalls.create, { account, sendMail: false, ...given })
  return made
}

test('a user is made with a new customer and new tags, found by them, and changed', async ({ people, open }) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.clock.install()
  const account = `chen.${actor.developerId}@people.example`
  await page.goto('/user')
  await page.getByRole('link', { name: zh('customer.user.titles.new') }).click()
  await field(page, zh('common.fields.account')).fill(account)
  await field(page, zh('common.fields.userName')).fill('陈墨')
  await page.getByRole('combobox', { name: zh('customer.fields.customerName') }).fill('星图科技')
  const tags = page.getByRole('combobox', { name: zh('customer.fields.tags') })
  await tags.fill('贵宾')
  await tags.press('Enter')
  await tags.fill('试用')
  await page.getByRole('button', { name: zh('customer.user.form.create') }).click()
  await expect(toast(page, zh('customer.user.form.created', { account }))).toBeVisible()
  await openTable(page)
  for (const words of ['陈墨', '星图科技', '贵宾', '试用', zh('customer.user.states.waiting')])
    await expect(row(page, account)).toContainText(words)
  expect((await actor.call(customerCalls.list, {})).map(({ name }) => name)).toEqual(['星图科技'])

  await page.getByRole('button', { name: new RegExp(`^${zh('customer.fields.tags')}: `) }).click()
  await page.getByRole('option', { name: '贵宾' }).click()
  await expect(page).toHaveURL(/tagGuids=/)
  await expect(accounts(page)).toHaveText([account])
  await row(page, account)
    .getByRole('link', { name: zh('customer.user.actions.edit') })
    .click()
  await expect(field(page, zh('common.fields.account'))).toHaveAttribute('readonly')
  await field(page, zh('common.fields.phone')).fill('123')
  await page.getByRole('button', { name: zh('customer.user.form.save') }).click()
  await expect(page.getByText(zh('rules.phoneFormat'))).toBeVisible()
  await field(page, zh('common.fields.phone')).fill('010-88886666')
  await page.getByRole('button', { name: zh('customer.user.form.removeTag', { name: '试用' }) }).click()
  await afterThrottle(page)
  await page.getByRole('button', { name: zh('customer.user.form.save') }).click()
  // The filters are kept.
  await expect(page).toHaveURL(/\/user\?tagGuids=.*editId=/)
  await expect(row(page, account)).toContainText('010-88886666')
  await expect(row(page, account)).not.toContainText('试用')
})

test('a file is judged before anything is added, and what it would do is what it does', async ({ people, open }) => {
  const actor = await people.developer()
  const [known = ''] = await newUsers(actor, 1)
  const at = `${actor.developerId}.people.example`
  const lines = [
    '账号,姓名,电话,标签',
    `a@${at},甲,,贵宾`,
    `b@${at},乙,123,`,
    `c@${at},丙,,`,
    `${known},已有,,`,
    'nobody,丁,,',
  ]
  const page = await open(actor)
  await openTable(page)
  await page.getByRole('link', { name: zh('customer.user.list.import') }).click()
  await fileInput(page).setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: zh('customer.import.check') }).click()
  await expect(mark(page, 'willAdd')).toContainText('2')
  await expect(mark(page, 'willSkip')).toContainText('1')
  await mark(page, 'isBad').click()
  const judged = page.getByRole('table', { name: zh('customer.import.title') }).locator('tbody tr')
  await expect(judged).toHaveCount(2)
  await expect(judged.first()).toContainText(zh('rules.phoneFormat'))
  // A reload keeps the preview.
  await page.reload()
  await expect(judged).toHaveCount(2)
  expect(await actor.call(userCalls.count, {})).toBe(1)
  await page.getByRole('button', { name: zh('customer.import.start', { count: 2 }) }).click()
  await expect(page.getByText(zh('task.statuses.partly'), { exact: true })).toBeVisible()
  // The link leads to exactly the imported users.
  await page.getByRole('link', { name: zh('task.detail.toImported', { count: 2 }) }).click()
  await expect(accounts(page)).toHaveCount(2)
  await expect(row(page, `a@${at}`)).toContainText('贵宾')
})

test('several users are deleted together, and undoing that restores all of them', async ({ people, open }) => {
  const actor = await people.developer()
  await newUsers(actor, 4)
  const page = await open(actor)
  await openTable(page)
  await expect(accounts(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: zh('blocks.table.selectAll') }).check()
  await page
    .getByRole('region', { name: zh('blocks.list.batch') })
    .getByRole('button', { name: zh('customer.user.actions.delete') })
    .click()
  await page
    .getByRole('alertdialog', { name: zh('customer.user.batchDelete.title', { count: 4 }) })
    .getByRole('button', { name: zh('customer.user.actions.delete') })
    .click()
  const progress = page.getByRole('dialog', { name: zh('customer.user.batchDelete.ended') })
  await expect(progress.getByText(zh('task.statuses.completed'), { exact: true })).toBeVisible()
  expect(await actor.call(userCalls.count, {})).toBe(0)
  await progress.getByRole('button', { name: zh('task.actions.undo') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('task.actions.undo') })
    .click()
  await expect.poll(() => actor.call(userCalls.count, {})).toBe(4)
  await progress.getByRole('button', { name: zh('shell.close') }).click()
  await expect(accounts(page)).toHaveCount(4)
})

test('an export contains the filtered users', async ({ people, open }) => {
  const actor = await people.developer()
  const [first = ''] = await newUsers(actor, 1, { customerName: '星图科技' })
  await actor.call(userCalls.create, { account: `other.${actor.developerId}@people.example`, sendMail: false })
  const [{ guid } = { guid: '' }] = await actor.call(customerCalls.list, {})
  const page = await open(actor)
  await openTable(page, `/user?customerGuid=${guid}`)
  await expect(accounts(page)).toHaveText([first])
  await page.getByRole('button', { name: zh('blocks.export.verb') }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: zh('blocks.export.csv') }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${zh('customer.user.list.fileName')}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(first)
  expect(text).not.toContain('other.')
})
