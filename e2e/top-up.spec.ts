import type { Page } from '@playwright/test'
// Tests top-ups through the sandbox provider, in its own window: paid, cancelled, and with a late callback.
import { SANDBOX_LATE_SECONDS, billingCalls, topUpCalls } from '@sealwright/contract'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

const dialog = (page: Page, title: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled') =>
  page.getByRole('dialog', { name: zh(`billing.topUp.payment.titles.${title}`) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const row = (page: Page) => page.locator('tbody tr')
const press = (provider: Page, action: 'pay' | 'fail' | 'payLater' | 'repeat' | 'forge') =>
  provider
    .getByRole('button', { name: zh(`billing.topUp.sandbox.actions.${action}`, { seconds: SANDBOX_LATE_SECONDS }) })
    .click()
const told = (provider: Page) => provider.getByRole('log').getByRole('listitem').first()
const balanceOf = async (actor: Actor) => {
  const { balanceFen, giftFen } = await actor.call(billingCalls.balance, {})
  return { balanceFen, giftFen }
}

test.beforeAll(async ({ people }) => {
  await people.sql(
    `insert into platform_setting (key, value)
     values ('billing.topUpGifts', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify([{ fromFen: 100_000, percent: 2 }])],
  )
})

/** Opens the payment page with this button and returns it. */
async function goAndPay(page: Page, name: string): Promise<Page> {
  const [provider] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name }).click(),
  ])
  await expect(provider.getByRole('heading', { level: 1 })).toHaveText(zh('billing.topUp.sandbox.title'))
  return provider
}

/** Starts a top-up and goes as far as the provider's page. */
async function begin(
  people: People,
  open: (who: Actor) => Promise<Page>,
  yuan: string,
): Promise<{ actor: Actor; page: Page; provider: Page }> {
  const actor = await people.developer()
  const page = await open(actor)
  await page.clock.install()
  await page.addInitScript(() => sessionStorage.setItem('tempPageActive', JSON.stringify({ topUp: 'table' })))
  await page.goto('/billing/topUp')
  await page.getByLabel(zh('billing.topUp.form.amount')).fill(yuan)
  await page.getByRole('radio', { name: zh('billing.methods.sandbox') }).check()
  await page.getByRole('button', { name: zh('billing.topUp.form.submit') }).click()
  await expect(dialog(page, 'pending')).toBeVisible()
  const provider = await goAndPay(page, zh('billing.topUp.payment.go'))
  await expect(dialog(page, 'processing')).toContainText(zh('billing.topUp.payment.waiting'))
  return { actor, page, provider }
}

test('a top-up that is paid adds to the balance and the gift, and the list says so', async ({ people, open }) => {
  const { actor, page, provider } = await begin(people, open, '1000')
  await expect(provider.getByRole('main')).toContainText('¥1,000.00')
  await press(provider, 'pay')
  await expect(told(provider)).toHaveText(zh('billing.topUp.sandbox.told.pay'))
  await expect(dialog(page, 'paid')).toContainText(
    zh('billing.topUp.payment.paidWithGift', { amount: '¥1,000.00', gift: '¥20.00' }),
  )
  await expect(dialog(page, 'paid').getByRole('definition')).toHaveText(['¥20.00', '¥1,000.00'])
  await expect(toast(page, zh('billing.topUp.paid', { amount: '¥1,000.00' }))).toBeVisible()
  await dialog(page, 'paid')
    .getByRole('button', { name: zh('billing.topUp.payment.done') })
    .click()
  await expect(page).toHaveURL('/billing/topUp')
  await expect(row(page)).toContainText(zh('billing.topUpStates.paid'))
  expect(await balanceOf(actor)).toEqual({ balanceFen: 100_000, giftFen: 2_000 })
  // The link back in the other window leads to the same result.
  await provider.getByRole('link', { name: zh('billing.topUp.sandbox.back') }).click()
  await expect(dialog(provider, 'paid')).toBeVisible()
})

test('one that is cancelled cannot be paid: what comes too late is paid back and not added', async ({
  people,
  open,
}) => {
  const { actor, page, provider } = await begin(people, open, '500')
  await dialog(page, 'processing')
    .getByRole('button', { name: zh('billing.topUp.cancel.action') })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('billing.topUp.cancel.action') })
    .click()
  await expect(dialog(page, 'cancelled')).toContainText(zh('billing.topUp.payment.cancelled'))
  await dialog(page, 'cancelled')
    .getByRole('button', { name: zh('billing.topUp.payment.close') })
    .last()
    .click()
  await expect(row(page)).toContainText(zh('billing.topUpStates.cancelled'))
  await expect(page.getByRole('link', { name: zh('billing.topUp.list.pay') })).toHaveCount(0)

  await expect(provider.getByRole('main')).toContainText(zh('billing.topUp.sandbox.states.closed'))
  await press(provider, 'pay')
  await expect(provider.getByRole('main')).toContainText(zh('billing.topUp.sandbox.refunded'))
  expect(await balanceOf(actor)).toEqual({ balanceFen: 0, giftFen: 0 })
  await page.getByRole('button', { name: zh('blocks.list.refresh') }).click()
  await expect(row(page)).toContainText(zh('billing.topUp.list.refunded'))
})

test('a late callback updates the waiting page automatically', async ({ people, open }) => {
  const { actor, page, provider } = await begin(people, open, '500')
  await press(provider, 'payLater')
  await expect(told(provider)).toHaveText(zh('billing.topUp.sandbox.told.payLater', { seconds: SANDBOX_LATE_SECONDS }))
  const {
    rows: [topUp],
  } = await actor.call(topUpCalls.find, {})
  expect(topUp).toMatchObject({ status: 'processing' })
  await expect(dialog(page, 'processing')).toBeVisible()
  // Ends the wait at once.
  expect(
    await people.sql(
      `update pgboss.job set start_after = now() where name = 'payment.sandboxCallback' and data::text like $1
       returning id`,
      [`%${topUp?.serial}%`],
    ),
  ).toHaveLength(1)
  await expect(dialog(page, 'paid')).toBeVisible()
  expect(await balanceOf(actor)).toEqual({ balanceFen: 50_000, giftFen: 0 })
})

test('the form, the dialog and the provider page have no serious accessibility violations, light or dark', async ({
  people,
  open,
}) => {
  const { page, provider } = await begin(people, open, '500')
  await press(provider, 'forge')
  await expect(told(provider)).toBeVisible()
  await expectNobodyKeptOut(provider)
  await expectNobodyKeptOut(page)
  await dialog(page, 'processing')
    .getByRole('button', { name: zh('shell.close') })
    .click()
  await expect(page.getByRole('form', { name: zh('billing.topUp.form.label') })).toBeVisible()
  await expectNobodyKeptOut(page)
})
