// Tests money on a real server: the balance and its history, statements, overdue bills, and the unpaid service fee.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { LIMITS, packageCalls } from '@sealwright/contract'
import { readSheet } from '@sealwright/server/kernel/sheets/sheets.ts'
import { afterThrottle, expect, test } from './support/fixtures.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const banner = (page: Page, closed: 'closedOverdue' | 'closedUnpaid') =>
  page.getByRole('status').filter({ hasText: zh(`shell.standing.${closed}`) })
const balanceInHeader = (page: Page, amount: string) =>
  page.getByRole('banner').getByRole('link', { name: zh('shell.balance', { amount }) })

/** A developer with a credit of 1,000 yuan and a gift of 50, who bought a package for 99. */
async function spender(people: People): Promise<Actor> {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  await people.credit(actor, 50, 'gift')
  const guid = randomUUID()
  await people.sql(
    `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
     values ($1, $2, 100, 0, 365, 9900, now())`,
    [guid, `账单套餐 ${guid.slice(0, 8)}`],
  )
  await actor.call(packageCalls.buy, { guid, priceFen: 9_900 })
  await people.sql('update package_offer set retired_at = now() where guid = $1', [guid])
  return actor
}

/** A bill of the platform that is due on this day. */
async function billed(
  { sql }: People,
  { developerId }: Actor,
  subject: string,
  yuan: number,
  dueDay: string,
): Promise<string> {
  const [order, serial] = [randomUUID(), randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()]
  await sql(
    `insert into billing_order (developer_id, guid, order_id, purpose, category, subject, count, amount_fen,
       status, created_at)
     values ($1, $2, $3, $4, 'platform', $5, 1, $6, 'notCharged', now())`,
    [developerId, order, `OD${serial}`, `bill:${order}`, subject, yuan * 100],
  )
  await sql(
    `insert into bill (developer_id, guid, billing_id, order_guid, category, subject, projected_fen, status,
       due_at, created_at)
     values ($1, $2, $3, $4, 'platform', $5, $6, 'pending', $7, now())`,
    [developerId, randomUUID(), `BL${serial}`, order, subject, yuan * 100, dueDay],
  )
  return `BL${serial}`
}

test('what there is, where it went and what it was for', async ({ people, open }) => {
  const page = await open(await spender(people))
  await page.goto('/billing')
  // Charges use the gift first.
  await expect(card(page, zh('billing.overview.balance.title'))).toContainText('¥951.00')
  await expect(balanceInHeader(page, '¥951.00')).toHaveCount(0)
  await expect(card(page, zh('billing.overview.spending.title'))).toContainText(
    zh('billing.overview.spending.sum', { amount: '¥99.00' }),
  )
  await page.getByRole('radio', { name: zh('billing.overview.spending.views.balance') }).check({ force: true })
  await expect(
    page
      .getByRole('table', { name: zh('billing.overview.spending.balanceTitle') })
      .getByRole('row')
      .last(),
  ).toContainText('¥951.00')
  await expect(page).toHaveURL('/billing?chart=balance')
  const bills = page.getByRole('table', { name: zh('billing.overview.tabs.bills') })
  await expect(bills).toContainText(zh('billing.overview.bills.giftPart', { amount: '¥50.00' }))

  await page.getByRole('tab', { name: zh('billing.overview.tabs.entries') }).click()
  const moves = page.getByRole('table', { name: zh('billing.overview.tabs.entries') })
  for (const amount of ['−¥49.00', '−¥50.00', '+¥1,000.00', '+¥50.00'])
    await expect(moves.getByText(amount, { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: zh('billing.overview.tabs.bills'), exact: true }).click()
  await bills.getByRole('link', { name: /^BL/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/OD/)
  await expect(page.getByRole('table', { name: zh('billing.overview.orders.price') })).toContainText('¥99.00')
})

test('the statement of this month downloads as PDF, Excel and CSV', async ({ people, open }) => {
  const page = await open(await spender(people))
  await page.clock.install()
  await page.goto('/billing?tab=statements')
  const take = async (format: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: false }).first().click(),
    ])
    await afterThrottle(page)
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const pdf = await take('PDF')
  expect(pdf.name).toMatch(/^对账单-\d{4}-\d\d\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const xlsx = await take('Excel')
  const cells: string[] = []
  for await (const row of readSheet(new File([new Uint8Array(xlsx.bytes)], xlsx.name), {
    rows: 1_000,
    cellMax: LIMITS.userImport.cellMax,
    unpackedBytes: LIMITS.userImport.unpackedBytes,
  }))
    cells.push(...row)
  for (const words of [zh('billing.overview.statement.opening'), zh('billing.overview.statement.present')])
    expect(cells.join(' ')).toContain(words)
  const csv = await take('CSV')
  expect(csv.bytes.toString('utf8')).toContain('951')
})

test('an overdue bill is announced on every page and can be paid from its row', async ({ people, open }) => {
  const actor = await spender(people)
  const id = await billed(people, actor, '短信通道费', 351, '2020-01-01')
  const page = await open(actor)
  await page.goto('/product')
  await expect(banner(page, 'closedOverdue')).toContainText('¥351.00')
  await banner(page, 'closedOverdue')
    .getByRole('link', { name: zh('shell.standing.settle') })
    .click()
  const notice = page.getByRole('note', { name: zh('billing.overview.state.overdue', { amount: '¥351.00' }) })
  await notice.getByRole('link', { name: zh('billing.overview.state.payBills') }).click()
  const bills = page.getByRole('tab', { name: zh('billing.overview.tabs.bills'), exact: true })
  await expect(bills).toBeFocused()
  await expect(bills).toBeInViewport()
  await page
    .getByRole('row', { name: new RegExp(id) })
    .getByRole('button', { name: zh('billing.overview.bills.pay'), exact: true })
    .click()
  const question = page.getByRole('dialog', { name: zh('billing.overview.bills.payTitle', { id }) })
  await expect(question).toContainText('¥600.00')
  await question.getByRole('button', { name: zh('billing.fee.payment.confirm', { amount: '¥351.00' }) }).click()
  await expect(toast(page, zh('billing.overview.bills.paid', { id }))).toBeVisible()
  await page.goto('/product')
  await expect(balanceInHeader(page, '¥600.00')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(page, 'closedOverdue')).toHaveCount(0)
})

test('an unpaid service fee is told on every page; the main account pays it, others are told whom to ask', async ({
  people,
  open,
}) => {
  const actor = await people.developer()
  await people.credit(actor, 2_000)
  await people.sql('update billing_terms set fee_fen = 120000 where developer_id = $1', [actor.developerId])
  await people.sql("update developer set service_until = '2026-01-01' where id = $1", [actor.developerId])
  const sub = await open(
    await people.signIn(await people.administrator(actor, ['product.view', 'billing.view', 'billing.create'])),
  )
  await sub.goto('/product')
  await expect(banner(sub, 'closedUnpaid')).toContainText(zh('shell.standing.ask', { name: actor.name }))
  await expect(banner(sub, 'closedUnpaid').getByRole('link')).toHaveCount(0)
  const page = await open(actor)
  await page.goto('/product')
  await banner(page, 'closedUnpaid')
    .getByRole('link', { name: zh('shell.standing.settle') })
    .click()
  const dialog = page.getByRole('dialog', { name: zh('billing.fee.unpaidTitle') })
  await dialog.getByRole('button', { name: zh('billing.fee.payment.confirm', { amount: '¥1,200.00' }) }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/product')
  await expect(balanceInHeader(page, '¥800.00')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(page, 'closedUnpaid')).toHaveCount(0)
})
