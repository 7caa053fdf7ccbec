// Tests an integrator from its creation until it is disabled: its members see only the assigned rows, in every way.
// Also tests viewing the console as another administrator, which must change nothing.
import type { Page } from '@playwright/test'
import { integratorCalls, productCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import type { PhraseKey } from '../apps/console/src/lib/words/i18n.tsx'
import { expect, seriousIn, signInOn, test } from './support/fixtures.ts'
import { productPayload } from './support/people.ts'
import { entityWord, zh } from './support/words.ts'

const press = (page: Page, key: PhraseKey) => page.getByRole('button', { name: zh(key), exact: true }).click()
const agree = (page: Page, key: PhraseKey) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh(key), exact: true })
    .click()

test('the people of an integrator see what is assigned to it, and nothing else, until it is disabled', async ({
  people,
  open,
  announce,
}) => {
  const actor = await people.developer()
  await actor.call(productCalls.create, productPayload({ name: '别家产品' }))
  await actor.call(productCalls.create, productPayload({ name: '合作产品' }))
  const others =
    (await actor.call(productCalls.find, { currentPage: 1, pageSize: 10, productName: '别家产品' })).rows[0]?.guid ?? ''
  const account = `member-${actor.developerId}@partner.example`

  const page = await open(actor)
  await page.goto('/integrator')
  await page.getByRole('link', { name: zh('integrator.titles.new') }).click()
  await page.getByLabel(zh('common.fields.name')).fill('远景集成')
  await page.getByRole('button', { name: entityWord(zh, 'integrator', 'create'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('远景集成')

  await page.getByRole('link', { name: zh('integrator.assigned.change.product') }).click()
  await page.getByRole('button', { name: /^合作产品/ }).click()
  await press(page, 'integrator.assigned.save')
  await expect(page.getByRole('table').getByRole('link', { name: '合作产品' })).toBeVisible()

  await page.getByRole('tab', { name: zh('integrator.tabs.members') }).click()
  await press(page, 'integrator.members.add')
  await page.getByRole('textbox', { name: zh('common.fields.account') }).fill(account)
  await press(page, 'integrator.members.submit')
  const row = page.getByRole('group', { name: zh('integrator.tabs.members') })
  await expect(row).toContainText(account)
  await expect(row).toContainText(zh('access.states.waiting'))

  const theirs = await open()
  await theirs.goto(await people.link(account))
  await theirs.locator('input[name=password]').fill(PASSWORD)
  await theirs.locator('input[name=confirmPassword]').fill(PASSWORD)
  await theirs.locator('button[type=submit]').click()
  await theirs.getByRole('link', { name: zh('identity.reset.doneAction') }).click()
  await signInOn(theirs, { account })
  await theirs.waitForURL('**/dashboard')
  const menu = theirs.getByRole('navigation', { name: zh('shell.menu') })
  await expect(menu).toContainText(zh('ownAccount.account.integratorRole'))
  await expect(menu.locator('li a')).toHaveText([
    zh('dashboard.title'),
    zh('product.titles.list'),
    ...(['smart', 'account', 'sn', 'dongle'] as const).map((family) => zh(`template.families.${family}`)),
    zh('license.families.smart'),
    zh('license.families.sn'),
    zh('dongleLicense.titles.list'),
    zh('userLock.titles.list'),
    zh('userLock.titles.dashboard'),
  ])
  await menu.getByRole('link', { name: zh('product.titles.list'), exact: true }).click()
  await expect(theirs.getByRole('main').getByRole('link', { name: '合作产品' })).toBeVisible()
  await expect(theirs.getByText('别家产品')).toHaveCount(0)

  // It cannot be opened by its address either, and the page can explain why.
  await theirs.goto(`/product/view?guid=${others}`)
  await expect(theirs.getByText(zh('errors.product.notFound'))).toBeVisible()
  await press(theirs, 'shell.why.title')
  const why = theirs.getByRole('dialog', { name: zh('shell.why.title') })
  await expect(why).toContainText(zh('shell.why.hidden.product'))
  await expect(why).toContainText(zh('shell.why.some', { count: 1 }))
  expect(await seriousIn(theirs, { within: 'dialog' })).toEqual([])
  await why.getByRole('button', { name: zh('shell.close') }).click()

  announce(/401/)
  await press(page, 'integrator.actions.disable')
  await agree(page, 'integrator.actions.disable')
  await expect(page.getByText(zh('integrator.states.disabled'), { exact: true })).toBeVisible()
  await theirs.goto('/product')
  await expect(theirs).toHaveURL('/login')
  await signInOn(theirs, { account })
  await expect(theirs.getByText(zh('errors.identity.disabled'))).toBeVisible()
  expect((await actor.call(integratorCalls.find, { currentPage: 1, pageSize: 10 })).rows).toMatchObject([
    { isEnabled: false, memberCount: 1, productCount: 1 },
  ])
})

test('viewing as an administrator shows their console under a banner, changes nothing and ends where it began', async ({
  people,
  open,
}) => {
  const actor = await people.developer({ products: 1 })
  const sub = await people.administrator(actor, ['product.view', 'product.delete'])
  const page = await open(actor)
  await page.goto('/access')
  await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: sub.name }) }).click()
  await page.getByRole('menuitem', { name: zh('access.actions.viewAs') }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await page.waitForURL('**/dashboard')
  const banner = page.getByRole('status').filter({ hasText: zh('shell.viewAs.banner', { name: sub.name }) })
  await expect(banner).toBeVisible()
  const menu = page.getByRole('navigation', { name: zh('shell.menu') })
  await expect(menu.locator('a[href="/product"]')).toBeVisible()
  await expect(menu.locator('a[href="/access"]')).toHaveCount(0)

  await page.goto('/product')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '产品 01' }) }).click()
  await page.getByRole('menuitem', { name: zh('product.actions.delete') }).click()
  await agree(page, 'product.actions.delete')
  await expect(page.getByText(zh('errors.access.viewOnly', { name: sub.name }))).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '产品 01' })).toBeVisible()

  await press(page, 'shell.viewAs.end')
  await page.waitForURL('**/access')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(zh('access.titles.list'))
  await expect(banner).toHaveCount(0)
})
