// Follows an administrator from the invitation to the first visit: lists, searches, counts, addresses and exports show
// only the rows that were assigned.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { productCalls, userCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import type { PhraseKey } from '../apps/console/src/lib/words/i18n.tsx'
import { expect, expectNobodyKeptOut, signInOn, test } from './support/fixtures.ts'
import { productPayload } from './support/people.ts'
import { entityWord, zh } from './support/words.ts'

const press = (page: Page, key: PhraseKey) => page.getByRole('button', { name: zh(key), exact: true }).click()
const box = (page: Page, key: PhraseKey) => page.getByRole('checkbox', { name: zh(key), exact: true })
const found = (page: Page) => page.getByRole('heading', { level: 1 }).locator('.count')

test('an invited administrator with a role sees the one product and the one user assigned, and nothing else', async ({
  people,
  open,
  announce,
}) => {
  const actor = await people.developer()
  await actor.call(productCalls.create, productPayload({ name: '别人的产品' }))
  await actor.call(productCalls.create, productPayload({ name: '自己的产品' }))
  const hidden =
    (await actor.call(productCalls.find, { currentPage: 1, pageSize: 10, productName: '别人的产品' })).rows[0]?.guid ??
    ''
  const [own, other] = [`own-${actor.developerId}@users.example`, `other-${actor.developerId}@users.example`]
  for (const account of [own, other]) await actor.call(userCalls.create, { account, sendMail: false })
  const account = `zhou-${actor.developerId}@admins.example`

  const page = await open(actor)
  await page.goto('/role')
  await page
    .getByRole('link', { name: zh('access.roles.titles.new') })
    .first()
    .click()
  await page.getByLabel(zh('common.fields.name')).fill('区域客服')
  for (const right of ['product.view', 'user.view', 'user.export'] as const)
    await box(page, `privileges.${right}`).check()
  await page.getByRole('button', { name: entityWord(zh, 'role', 'create'), exact: true }).click()
  await expect(page.getByRole('link', { name: '区域客服' })).toBeVisible()

  await page.goto('/access/new')
  await page.getByLabel(zh('common.fields.account'), { exact: true }).fill(account)
  await page.getByLabel(zh('common.fields.userName')).fill('周晓')
  await page.getByRole('checkbox', { name: /^区域客服/ }).check()
  await expect(box(page, 'privileges.user.export')).toBeChecked()
  for (const kind of ['product', 'user'] as const)
    await page
      .getByRole('radiogroup', { name: zh(`access.fields.${kind}Scope`) })
      .getByText(zh('access.scopes.some'))
      .click()
  // The rows are chosen in the form itself.
  const rows = (kind: 'product' | 'user') => page.getByRole('group', { name: zh(`access.kinds.${kind}`), exact: true })
  await rows('product')
    .getByRole('list', { name: zh('blocks.picker.offered') })
    .getByRole('button', { name: /^自己的产品/ })
    .click()
  await rows('user')
    .getByRole('button', { name: zh('blocks.picker.paste.accounts') })
    .click()
  await page.getByRole('textbox', { name: zh('blocks.picker.paste.accounts') }).fill(own)
  await page.getByRole('button', { name: zh('blocks.picker.pasteAdd', { count: 1 }) }).click()
  await expect(rows('user').getByRole('list', { name: zh('blocks.picker.chosen') })).toContainText(own)
  await press(page, 'access.form.create')
  await expect(page).toHaveURL(/\/access\?/)

  const theirs = await open()
  await theirs.goto(await people.link(account))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(zh('ownAccount.invitation.title'))
  await expectNobodyKeptOut(theirs)
  await theirs.locator('input[name=password]').fill(PASSWORD)
  await theirs.locator('input[name=confirmPassword]').fill(PASSWORD)
  await theirs.locator('button[type=submit]').click()
  await theirs.getByRole('link', { name: zh('identity.reset.doneAction') }).click()
  await signInOn(theirs, { account })
  await theirs.waitForURL('**/dashboard')
  await expect(theirs.getByRole('main')).not.toContainText('别人的产品')

  await theirs.goto('/product')
  await expect(theirs.getByRole('link', { name: '自己的产品' })).toBeVisible()
  await expect(found(theirs)).toHaveText('1')
  await theirs.getByLabel(zh('product.list.searchByName')).fill('别人')
  await expect(theirs.getByText(zh('blocks.list.noMatch'))).toBeVisible()
  announce(/404|not found/i)
  await theirs.goto(`/product/view?guid=${hidden}`)
  await expect(theirs.getByRole('alert')).toContainText(zh('errors.product.notFound'))
  await theirs.goto('/access')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(zh('shell.noAccess.title'))

  await theirs.goto('/user')
  await expect(theirs.getByText(own).first()).toBeVisible()
  await expect(found(theirs)).toHaveText('1')
  await theirs.getByRole('button', { name: zh('blocks.export.verb') }).click()
  const [file] = await Promise.all([
    theirs.waitForEvent('download'),
    theirs.getByRole('menuitem', { name: zh('blocks.export.csv') }).click(),
  ])
  const exported = await readFile(await file.path(), 'utf8')
  expect([exported.includes(own), exported.includes(other)]).toEqual([true, false])

  // Disabling an administrator ends the session at once. The list still shows the invitation.
  await page.reload()
  await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '周晓' }) }).click()
  await page.getByRole('menuitem', { name: zh('access.actions.disable') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('access.actions.disable') })
    .click()
  await expect(page.getByText(zh('access.disable.done', { name: '周晓', count: 1 }))).toBeVisible()
  await theirs.goto('/product')
  await expect(theirs).toHaveURL('/login')
})
