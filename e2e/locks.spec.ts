// Tests user locks and control locks in a browser: loss report and its end, a permanent lock, a batch by pasted
// numbers, the import of customers, and the initial PIN of a control lock.
import type { Page } from '@playwright/test'
import { customerCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { registerLocks } from './support/locks.ts'
import { en, zh } from './support/words.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: zh('blocks.table.actionsOf', { name }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, shellNumber: string) => page.locator('tbody tr').filter({ hasText: shellNumber })

/** Shows a list as a table, even with few rows. */
const asTable = (page: Page, list: string) =>
  page.addInitScript((name) => sessionStorage.setItem('tempPageActive', JSON.stringify({ [name]: 'table' })), list)

test('a lock is reported lost and found again; a permanent lock offers no loss report', async ({ people, open }) => {
  const actor = await people.developer()
  const [movable = '', permanent = ''] = await registerLocks(actor.developerId, [
    { kind: 'user' },
    { kind: 'user', mode: 'permanent' },
  ])
  const page = await open(actor)
  await asTable(page, 'userLock')
  await page.goto('/dongle/user')
  await expect(rowOf(page, permanent)).toContainText(zh('userLock.modes.permanent'))
  await expectNobodyKeptOut(page)

  await menuOf(page, permanent).click()
  await expect(page.getByRole('menuitem', { name: zh('userLock.acts.lock'), exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: zh('userLock.acts.reportLost'), exact: true })).toBeHidden()
  await page.keyboard.press('Escape')

  await menuOf(page, movable).click()
  await page.getByRole('menuitem', { name: zh('userLock.acts.reportLost'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(zh('userLock.act.consequence.reportLost'))
  await dialog.getByRole('textbox').fill('出差遗失')
  await expectNobodyKeptOut(page)
  await dialog.getByRole('button', { name: zh('userLock.acts.reportLost'), exact: true }).click()
  await expect(toast(page, zh('userLock.act.done.reportLost'))).toBeVisible()
  await expect(rowOf(page, movable)).toContainText(zh('userLock.statuses.lost'))

  // The page of the lock says what happens next, and ends the loss.
  await page.getByRole('link', { name: movable, exact: true }).click()
  await expect(page.getByText(zh('userLock.detail.notice.lost.next'))).toBeVisible()
  await expect(page.getByText('出差遗失').first()).toBeVisible()
  await expectNobodyKeptOut(page)
  await button(page, zh('userLock.acts.cancelLost')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: zh('userLock.acts.cancelLost'), exact: true })
    .click()
  await expect(page.getByText(zh('userLock.detail.notice.lost.next'))).toBeHidden()
  await expect(button(page, zh('userLock.acts.reportLost'))).toBeVisible()
  await page.getByRole('tab', { name: zh('userLock.detail.tabs.history') }).click()
  await expect(page.getByText(zh('userLock.events.registered'), { exact: true })).toBeVisible()

  await page.goto('/dongle/user/dashboard')
  await page.getByRole('link', { name: `${zh('userLock.dashboard.total')} 2` }).click()
  await expect(rowOf(page, permanent)).toBeVisible()
})

test('pasted numbers are checked before a batch locks them, and an import sets their customers', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  await actor.call(customerCalls.create, { name: '远山科技' })
  const numbers = await registerLocks(actor.developerId, [
    { kind: 'user' },
    { kind: 'user', mode: 'permanent' },
    { kind: 'user' },
  ])
  const [first = '', permanent = ''] = numbers
  const page = await open(actor)
  await asTable(page, 'userLock')
  await page.goto('/dongle/user')
  await button(page, zh('userLock.list.batch')).click()
  await page.getByText(zh('userLock.choose.ways.numbers'), { exact: true }).click()
  await page
    .getByRole('textbox', { name: zh('userLock.choose.ways.numbers') })
    .fill(`${first}，${permanent}\n61999999999999`)
  await page.getByRole('combobox').selectOption(zh('userLock.acts.reportLost'))
  await expectNobodyKeptOut(page)
  await button(page, zh('userLock.batch.check')).click()
  // The rows with problems come first.
  await expect(page.getByText(zh('errors.userLock.notFound'))).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${zh('blocks.review.all')}`) }).click()
  await expect(page.getByText(zh('errors.userLock.permanentNotLost'))).toBeVisible()
  await expectNobodyKeptOut(page)
  await button(page, zh('userLock.batch.start', { count: 1 })).click()
  await expect(page.getByText(zh('task.statuses.partly'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: zh('userLock.batch.toLocks') }).click()
  await expect(rowOf(page, first)).toContainText(zh('userLock.statuses.lost'))
  await expect(rowOf(page, permanent)).not.toContainText(zh('userLock.statuses.lost'))

  await page.getByRole('link', { name: zh('userLock.list.import') }).click()
  const sheet = [
    [zh('userLock.fields.shellNumber'), zh('userLock.fields.customer'), zh('userLock.fields.remark')],
    ...numbers.map((number) => [number, '远山科技', '首批']),
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'locks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet.map((cells) => cells.join(',')).join('\n')),
  })
  await button(page, zh('userLock.import.check')).click()
  await button(page, zh('userLock.import.start', { count: 3 })).click()
  await expect(page.getByText(zh('task.statuses.completed'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: zh('userLock.import.toLocks') }).click()
  await expect(rowOf(page, first)).toContainText('远山科技')
  // The customer shows its locks, and leads to the list.
  await rowOf(page, first).getByRole('link', { name: '远山科技' }).click()
  await page.getByRole('tab', { name: zh('userLock.titles.list') }).click()
  await expect(page.locator('tbody tr')).toHaveCount(3)
})

test('the initial PIN of a control lock shows after the password, in English too', async ({ people, open }) => {
  const actor = await people.developer({ locale: 'en' })
  const [shellNumber = ''] = await registerLocks(actor.developerId, [{ kind: 'control', pin: 'factory-4711' }])
  const page = await open(actor)
  await asTable(page, 'controlLock')
  await page.goto('/dongle/controll')
  await expectNobodyKeptOut(page)
  await button(page, en('controlLock.list.revealOf', { shellNumber })).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en('identity.fields.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en('ownAccount.confirm.submit') }).click()
  await expect(page.getByText('factory-4711')).toBeVisible()
  await button(page, en('controlLock.list.hideOf', { shellNumber })).click()
  await expect(page.getByText('factory-4711')).toBeHidden()
  await page.goto('/dongle/user')
  await expect(page.getByText(en('userLock.list.emptyTitle'))).toBeVisible()
  await expect(page.getByRole('link', { name: en('userLock.list.emptyGuide') })).toHaveAttribute(
    'href',
    '/docs/en/dongles',
  )
  await expectNobodyKeptOut(page)
})
