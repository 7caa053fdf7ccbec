import type { Page } from '@playwright/test'
// Tests customers and tags on a real server: create, find, change and delete them, and the effect on their users.
import { customerCalls, tagCalls, userCalls } from '@sealwright/contract'
import { afterThrottle, expect, test } from './support/fixtures.ts'
import type { Actor } from './support/people.ts'
import { entityWord, zh } from './support/words.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const field = (page: Page, name: 'name' | 'contact' | 'phone' | 'email' | 'address' | 'remark') =>
  page.getByLabel(new RegExp(`^${zh(`common.fields.${name}`)}`))
const save = (page: Page) => page.locator('button[type=submit]')
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: zh('blocks.table.actionsOf', { name }) })
const search = (page: Page, label: string) => page.getByRole('textbox', { name: label })

/** Shows a list as a table, even with few rows. */
async function asTable(page: Page, list: string): Promise<void> {
  await page.addInitScript(
    (name) => sessionStorage.setItem('tempPageActive', JSON.stringify({ [name]: 'table' })),
    list,
  )
}

let lastUser = 0
async function newUsers(
  actor: Actor,
  count: number,
  given: { customerName?: string; tags?: string[] },
): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => `person${++lastUser}@people.example`)
  for (const account of accounts) await actor.call(userCalls.create, { account, sendMail: false, ...given })
  return accounts
}

test('a customer is made, found by its contact, changed and looked at', async ({ people, open }) => {
  const actor = await people.developer()
  await actor.call(customerCalls.create, { name: '近水软件' })
  const page = await open(actor)
  await page.clock.install()
  await asTable(page, 'customer')
  await page.goto('/customer')
  await page.getByRole('link', { name: zh('customer.customer.titles.new') }).click()
  await field(page, 'name').fill('近水软件')
  await field(page, 'contact').fill('周敏')
  await save(page).click()
  // The server refuses the name; its message appears at the field.
  await expect(page.getByText(zh('errors.customer.nameTaken', { name: '近水软件' }))).toBeVisible()
  await expect(field(page, 'name')).toBeFocused()
  await field(page, 'name').fill('远山科技')
  await afterThrottle(page)
  await save(page).click()
  await expect(toast(page, entityWord(zh, 'customer', 'created', '远山科技'))).toBeVisible()
  const row = page.locator('tbody tr').filter({ hasText: '远山科技' })
  await expect(row).toHaveAttribute('data-marked')

  await search(page, zh('customer.customer.list.search')).fill('周敏')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: '远山科技', exact: true }).click()
  await expect(heading(page)).toHaveText('远山科技')
  await page.getByRole('link', { name: zh('blocks.entity.edit') }).click()
  await field(page, 'phone').fill('12')
  await field(page, 'email').click()
  await expect(page.getByText(zh('rules.phoneFormat'))).toBeVisible()
  await field(page, 'phone').fill('021-55550101')
  await field(page, 'contact').fill('何川')
  await save(page).click()
  await expect(toast(page, entityWord(zh, 'customer', 'saved', '远山科技'))).toBeVisible()
  await expect(page.getByText('021-55550101')).toBeVisible()
  await page.getByRole('tab', { name: zh('blocks.entity.history') }).click()
  await expect(page.getByText('何川').last()).toBeVisible()
  // The list remembers the search, but no contact has this name any longer.
  await page.goto('/customer?showSearch=1')
  await expect(search(page, zh('customer.customer.list.search'))).toHaveValue('周敏')
  await expect(page.getByText(zh('blocks.list.noMatch'))).toBeVisible()
})

test('a tag is made, renamed and deleted in place, by the keyboard alone', async ({ people, open }) => {
  const actor = await people.developer()
  await newUsers(actor, 2, { tags: ['教育版'] })
  const page = await open(actor)
  await page.clock.install()
  await asTable(page, 'tag')
  await page.goto('/tag')
  await page.getByRole('button', { name: zh('customer.tag.create') }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('教育版')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(zh('errors.tag.nameTaken', { name: '教育版' }))).toBeVisible()
  await dialog.getByRole('textbox').fill('企业版')
  await afterThrottle(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, entityWord(zh, 'tag', 'created', '企业版'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByRole('button', { name: zh('customer.tag.create') })).toBeFocused()

  await menuOf(page, '教育版').press('Enter')
  await page.getByRole('menuitem', { name: zh('customer.tag.rename') }).press('Enter')
  await expect(dialog.getByRole('textbox')).toHaveValue('教育版')
  await dialog.getByRole('textbox').fill('高校版')
  await page.keyboard.press('Enter')
  await expect(toast(page, zh('customer.tag.renamed', { name: '高校版' }))).toBeVisible()

  await page.getByRole('link', { name: zh('customer.tag.usersOf', { name: '高校版', count: 2 }) }).press('Enter')
  await expect(heading(page)).toContainText(zh('customer.user.titles.list'))
  await expect(heading(page)).toContainText('2')
  await page.goBack()
  await menuOf(page, '高校版').press('Enter')
  await page.getByRole('menuitem', { name: zh('blocks.entity.delete') }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(zh('customer.tag.deleteConsequence', { count: 2 }))
  await question.getByRole('button', { name: zh('blocks.entity.delete') }).press('Enter')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody tr').locator(':focus')).toHaveCount(1)
  expect((await actor.call(userCalls.find, {})).rows.map(({ tags }) => tags)).toEqual([[], []])
  expect(await actor.call(tagCalls.list, {})).toMatchObject([{ name: '企业版' }])
})
