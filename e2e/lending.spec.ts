// Follows a lent seat over all its parts: the vendor invites a lending administrator on the page of a code; the
// administrator signs in by the mail and lends a seat; a device takes it with the SDK; both sides see it; the device
// returns it. Then a second seat is taken back while its device uses it.
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  developerCalls,
  identityCalls,
  isLendingCode,
  pcLicenseCalls,
  pcTemplateCalls,
  plainCode,
  productCalls,
} from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { devicesOf } from './support/offline-device.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

const newPhone = () => ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
})
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) =>
  page.locator('dialog').last().getByRole('button', { name, exact: true }).click()

/** A code with five seats, three of which can be lent. */
async function lendingCode(people: People): Promise<{ actor: Actor; guid: string }> {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const licenseId = newLicenseId()
  await actor.call(
    productCalls.create,
    productPayload({ name: 'cad', displayName: '星图 CAD', licenseId, licenseForm: 3 }),
  )
  const { guid: templateGuid } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', licenseId, {
      name: '借阅版',
      isForever: false,
      licDuration: 365,
      billingMode: 'day',
      useMode: 2,
      machineNum: 5,
      lending: true,
      lendingDays: 30,
      lendingSeats: 3,
    }),
  )
  const { licenses } = await actor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid] })
  return { actor, guid: licenses[0]?.guid ?? '' }
}

/** Lends a seat on the desk and returns its code. */
async function lend(page: Page, person: string, email?: string): Promise<string> {
  await press(page, zh('codePage.desk.lend'))
  await page.locator('input[name=person]').fill(person)
  if (email) await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=days]').fill('3')
  await press(page, zh('codePage.lend.submit'))
  const made = page.getByRole('status').filter({ hasText: zh('codePage.lend.doneTitle') })
  const code = await made.locator('code').innerText()
  await press(page, zh('codePage.lend.close'))
  return code
}

test('a seat is lent by an invited administrator, used by a device, and returned by it', async ({
  url,
  people,
  open,
}) => {
  const { actor, guid } = await lendingCode(people)
  const boss = `boss-${randomUUID()}@test.example`
  const colleague = `colleague-${randomUUID()}@test.example`
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await actor.call(developerCalls.revealApiPassword, {})
  const devices = await devicesOf(actor, { url, apiPassword })

  // The vendor invites.
  const console_ = await open(actor)
  await console_.goto(`/pc/license/sn/view?guid=${guid}&tab=lending`)
  await expect(console_.getByText(zh('lending.admins.empty'))).toBeVisible()
  await press(console_, zh('lending.admins.invite'))
  await console_.locator('dialog input').fill(boss)
  await inDialog(console_, zh('lending.admins.invite'))
  await expect(console_.getByRole('list', { name: zh('lending.admins.title') })).toContainText(boss)

  // The administrator signs in with the link of the mail and lends.
  const phone = await open(undefined, newPhone())
  await phone.goto(await people.link(boss))
  await press(phone, zh('codePage.signIn.submit'))
  await expect(phone.getByText(zh('codePage.desk.empty'))).toBeVisible()
  expect(new URL(phone.url()).hash).toBe('')
  const code = await lend(phone, '林工', colleague)
  expect(isLendingCode(plainCode(code))).toBe(true)
  const [mail] = await people.sql<{ body: string }>('select body from mail_outbox where recipient = $1', [colleague])
  expect(mail?.body).toContain(code)
  const borrower = phone.getByRole('listitem').filter({ hasText: '林工' })
  await expect(borrower).toContainText(zh('lending.states.created'))

  // A device takes the seat. Both sides see it.
  const device = await devices.make('LIN-LAPTOP')
  expect((await device.activateLendingCode(code)).isLicensed).toBe(true)
  await phone.reload()
  await expect(borrower).toContainText(zh('lending.states.bound'))
  await expect(borrower).toContainText('LIN-LAPTOP')
  await console_.reload()
  const row = console_.getByRole('row').filter({ hasText: '林工' })
  await expect(row).toContainText(zh('lending.states.bound'))
  await expectNobodyKeptOut(console_)
  await console_.goto('/runtime/seat')
  await expect(console_.getByRole('row').filter({ hasText: '林工' })).toContainText(zh('runtime.seats.lent'))

  // The device returns it.
  await device.returnSeat()
  expect(device.status().isLicensed).toBe(false)
  await phone.reload()
  await expect(phone.getByText(zh('codePage.desk.empty'))).toBeVisible()
  await phone.getByText(zh('codePage.desk.ended')).click()
  await expect(borrower).toContainText(zh('lending.states.returned'))

  // A used code that is taken back stops its device at its next contact.
  const second = await devices.make('ZHAO-PC')
  await second.activateLendingCode(await lend(phone, '赵工'))
  await press(phone, zh('codePage.desk.revokeOf', { person: '赵工' }))
  await inDialog(phone, zh('codePage.desk.revoke'))
  await expect(phone.getByText(zh('codePage.desk.empty'))).toBeVisible()
  await second.validate()
  expect(second.status().isLicensed).toBe(false)

  // The link works once, and signing out ends the sign-in.
  await press(phone, zh('codePage.desk.signOut'))
  await phone.goto(await people.link(boss))
  await press(phone, zh('codePage.signIn.submit'))
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(zh('codePage.signIn.overTitle'))
  await devices.close()
})
