// Tests payments from the balance in a browser: packages and the platform service fee.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { packageCalls, serviceFeeCalls, templateCalls } from '@sealwright/contract'
import { afterThrottle, expect, test } from './support/fixtures.ts'
import type { Actor, People, Person } from './support/people.ts'
import { zh } from './support/words.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const buy = (page: Page, type: string) =>
  page.getByRole('button', { name: zh('billing.package.offers.buyOf', { type }) })
const dialogOf = (page: Page, type: string) =>
  page.getByRole('dialog', { name: zh('billing.package.buy.title', { type }) })
const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })

/** Offers a package to all developers, under a name that no other test uses. */
async function offer(people: People, priceYuan: number): Promise<string> {
  const type = `套餐 ${randomUUID().slice(0, 8)}`
  await people.sql(
    `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
     values ($1, $2, 1000, 0, 365, $3, now())`,
    [randomUUID(), type, priceYuan * 100],
  )
  return type
}

async function owesTheFee(people: People, { developerId }: Person): Promise<void> {
  await people.sql('update billing_terms set fee_fen = 120000 where developer_id = $1', [developerId])
  await people.sql("update developer set service_until = now() - interval '3 days' where id = $1", [developerId])
}

/** The address in the reminder of the unpaid fee. Runs the job that sends it, in a time zone where it is past 09:00. */
async function addressInReminder(people: People, { account, developerId }: Person): Promise<string> {
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT-12' : 'UTC'
  await people.sql('update developer set time_zone = $2 where id = $1', [developerId, zone])
  await people.sql("insert into pgboss.job (name, data) values ('reminder.round', '{}')")
  const messages = () =>
    people.sql<{ body: string }>("select body from mail_outbox where recipient = $1 and kind = 'serviceFeeOver'", [
      account,
    ])
  await expect.poll(async () => (await messages()).length).toBe(1)
  const [message] = await messages()
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(message?.body ?? '')?.[0] ?? '')
  return pathname + search
}

async function asTable(page: Page): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('tempPageActive', JSON.stringify({ package: 'table' })))
}

/** The address of the edit page of a template. */
async function editOf(actor: Actor): Promise<string> {
  const [template] = (await actor.call(templateCalls.find, { currentPage: 1, pageSize: 1 })).rows
  return `/template/edit?guid=${template?.guid}`
}

const rename = async (page: Page, name: string) => {
  await page.getByLabel(zh('template.fields.name'), { exact: true }).fill(name)
  await page.locator('main button[type=submit]').click()
}

test('packages are paid from the balance and add their licenses', async ({ people, open }) => {
  const actor = await people.developer()
  const type = await offer(people, 300)
  await people.credit(actor, 1_000)
  const page = await open(actor)
  await asTable(page)
  await page.goto('/billing/package')
  await expect(page.getByText(zh('billing.package.owned.emptyTitle'))).toBeVisible()
  await buy(page, type).click()
  const dialog = dialogOf(page, type)
  await expect(dialog.getByLabel(zh('billing.fields.count'))).toBeFocused()
  await dialog.getByLabel(zh('billing.fields.count')).fill('2')
  await expect(dialog).toContainText('¥400.00')
  await page.keyboard.press('Enter')
  await expect(toast(page, zh('billing.package.buy.bought', { type, count: 2 }))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, type)).toHaveCount(2)
  await expect(rowOf(page, type).first()).toContainText('1,000 / 1,000')
  await expect(rowOf(page, type).first()).toContainText(zh('billing.packageStates.available'))
  const { types } = await actor.call(packageCalls.types, {})
  expect(types).toContainEqual({ type, remaining: 2_000, isOwned: true })
})

test('a balance that is too low leads to a top-up', async ({ people, open }) => {
  const actor = await people.developer()
  const type = await offer(people, 300)
  await people.credit(actor, 200)
  const page = await open(actor)
  await page.goto('/billing/package')
  await buy(page, type).click()
  const dialog = dialogOf(page, type)
  await expect(dialog).toContainText(zh('billing.fee.payment.short', { amount: '¥100.00' }))
  // The top-up opens in a new tab; this page continues with the new balance.
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: zh('billing.fee.payment.topUp') }).click()
  const other = await opened
  await expect(other).toHaveURL('/billing/topUp?amount=100')
  await expect(other.getByLabel(zh('billing.topUp.form.amount'))).toHaveValue('100')
  await people.credit(actor, 100)
  await other.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(
    dialog.getByRole('button', { name: zh('billing.fee.payment.confirm', { amount: '¥300.00' }) }),
  ).toBeVisible()
})

test('while the service fee is unpaid, the main account pays it where a save was refused, and saves', async ({
  people,
  open,
}) => {
  const actor = await people.developer({ templates: 1 })
  await owesTheFee(people, actor)
  await people.credit(actor, 2_000)
  const page = await open(actor)
  await page.clock.install()
  await page.goto(await editOf(actor))
  await rename(page, '付费之后')
  const dialog = page.getByRole('dialog', { name: zh('billing.fee.unpaidTitle') })
  await expect(dialog).toContainText(zh('shell.standing.closedUnpaid'))
  await expect(dialog).toContainText('¥800.00')
  await dialog.getByRole('button', { name: zh('billing.fee.payment.confirm', { amount: '¥1,200.00' }) }).click()
  await expect(dialog).toHaveCount(0)
  const { isUnpaid } = await actor.call(serviceFeeCalls.get, {})
  expect(isUnpaid).toBe(false)
  // The input is still there.
  await afterThrottle(page)
  await page.locator('main button[type=submit]').click()
  await page
    .getByRole('dialog', { name: zh('template.impact.title') })
    .or(page.getByRole('alertdialog', { name: zh('template.impact.title') }))
    .getByRole('button', { name: zh('template.impact.save') })
    .click()
  await expect
    .poll(async () => (await actor.call(templateCalls.find, { currentPage: 1, pageSize: 1 })).rows[0]?.name)
    .toBe('付费之后')
})

test('the reminder of the service fee links directly to its payment', async ({ people, open }) => {
  const actor = await people.developer()
  await owesTheFee(people, actor)
  const page = await open(actor)
  await page.goto(await addressInReminder(people, actor))
  const dialog = page.getByRole('dialog', { name: zh('billing.fee.unpaidTitle') })
  await expect(dialog.getByRole('link', { name: zh('billing.fee.payment.topUp') })).toBeVisible()
  await expect(page).toHaveURL('/billing')
})
