// Tests a person's own account in a browser: password, second factor, passkey, devices and sessions. Also tests the way
// from trial to formal, with the operator's command in the middle, and the sign-in of a program that a person without a
// developer confirms.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { LIMITS, developerCalls, identityCalls, runtimeCalls, userCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { expect, expectNobodyKeptOut, signInOn, test } from './support/fixtures.ts'
import { oneTimePassword } from './support/one-time-password.ts'
import type { Person } from './support/people.ts'
import { zh } from './support/words.ts'

const PLATFORM = join(import.meta.dirname, '../apps/server/src/platform.ts')

async function signedIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await signInOn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: zh('dashboard.title') })).toBeVisible()
}

/** Enters the password in the confirmation dialog. */
async function confirmPassword(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: zh('ownAccount.confirm.title') })
  await dialog.getByLabel(zh('identity.fields.password'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: zh('ownAccount.confirm.submit') }).click()
  await expect(dialog).toBeHidden()
}

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: zh('ownAccount.secondFactor.codesTitle') })
  await expect(dialog.getByRole('listitem')).toHaveCount(LIMITS.secondFactor.recoveryCodes)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByLabel(zh('ownAccount.secondFactor.kept')).check()
  await dialog.getByRole('button', { name: zh('ownAccount.secondFactor.done') }).click()
  await expect(dialog).toBeHidden()
  return codes
}

const signOutOf = async (page: Page) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^账号：/ })
    .click()
  await page.getByRole('button', { name: zh('shell.signOut') }).click()
  await expect(page).toHaveURL('/login')
}

test('a new password is the only one that opens the door, and ends the other sessions', async ({ people, open }) => {
  const person = await people.stranger()
  const page = await open()
  const elsewhere = await open()
  await signedIn(page, person)
  await signedIn(elsewhere, person)
  await page.goto('/security')
  await page.getByRole('button', { name: zh('ownAccount.security.changePassword') }).click()
  await page.getByLabel(zh('ownAccount.security.newPassword'), { exact: true }).fill('another-Pass-9')
  await page.getByLabel(zh('identity.fields.confirmPassword'), { exact: true }).fill('another-Pass-9')
  await page.getByRole('button', { name: zh('ownAccount.security.setPassword') }).click()
  await confirmPassword(page)
  await expect(page.getByText(zh('ownAccount.security.passwordSaved'))).toBeVisible()
  await elsewhere.goto('/product')
  await expect(elsewhere).toHaveURL('/login')
  await signInOn(elsewhere, person)
  await expect(elsewhere.getByText(zh('errors.identity.loginFailed'))).toBeVisible()
  await elsewhere.locator('input[name=password]').fill('another-Pass-9')
  // The button ignores a click right after another one.
  await expect(async () => {
    await elsewhere.locator('button[type=submit]').click()
    await expect(elsewhere).toHaveURL('/product', { timeout: 2_000 })
  }).toPass()
})

test('a one-time password is required once turned on, except with a recovery code or on a trusted device', async ({
  people,
  open,
}) => {
  const person = await people.stranger()
  const page = await open()
  await signedIn(page, person)
  await page.goto('/security')
  await page
    .getByRole('button', { name: `${zh('ownAccount.secondFactor.turnOn')} ${zh('ownAccount.secondFactor.totp')}` })
    .click()
  await confirmPassword(page)
  await expect(page.getByRole('img', { name: zh('ownAccount.secondFactor.qrLabel') })).toBeVisible()
  const secret = (await page.locator('.totp-secret .copy-text').innerText()).replaceAll(/\s/g, '')
  await page
    .getByLabel(zh('ownAccount.secondFactor.enter', { digits: LIMITS.secondFactor.digits }))
    .fill(oneTimePassword(secret))
  await page.getByRole('button', { name: zh('ownAccount.secondFactor.finish') }).click()
  const codes = await keepRecoveryCodes(page)
  await signOutOf(page)

  await signInOn(page, person)
  await expect(page).toHaveURL('/MFAVerification')
  // The password of the next step, which is already valid: the current one has been used.
  await page.getByLabel(zh('identity.mfa.totpLabel'), { exact: true }).fill(oneTimePassword(secret, 1))
  await expect(page).toHaveURL('/dashboard')
  await signOutOf(page)

  await signInOn(page, person)
  await page.getByRole('button', { name: zh('identity.mfa.useRecovery') }).click()
  await page.getByLabel(zh('identity.mfa.recoveryLabel')).fill(codes[0] ?? '')
  await page.getByRole('button', { name: zh('identity.mfa.submit') }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/security')
  await expect(
    page.getByText(zh('ownAccount.secondFactor.recoveryLeft', { left: codes.length - 1, all: codes.length })),
  ).toBeVisible()

  await page.goto('/deviceSetting')
  await page
    .getByRole('row', { name: zh('ownAccount.devices.this') })
    .getByRole('button', { name: /的操作$/ })
    .click()
  await page.getByRole('menuitem', { name: zh('ownAccount.devices.trustThis') }).click()
  await confirmPassword(page)
  await expect(page.getByRole('row', { name: zh('ownAccount.devices.this') })).toContainText('信任至')
  await signOutOf(page)
  await signInOn(page, person)
  await expect(page).toHaveURL('/dashboard')
})

test('a passkey is added and signs in', async ({ people, open, url }) => {
  const person = await people.stranger()
  // A passkey belongs to a domain name, so an IP address does not work.
  const page = await open(undefined, { baseURL: url.replace('127.0.0.1', 'localhost') })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await signedIn(page, person)
  await page.goto('/security')
  await page.getByRole('button', { name: zh('ownAccount.passkey.add') }).click()
  await page.getByLabel(zh('ownAccount.passkey.name'), { exact: true }).fill('办公电脑')
  await page.getByRole('button', { name: zh('ownAccount.passkey.create') }).click()
  await confirmPassword(page)
  await keepRecoveryCodes(page)
  await expect(page.getByText('办公电脑', { exact: true })).toBeVisible()
  await signOutOf(page)

  await signInOn(page, person)
  await expect(page).toHaveURL('/MFAVerification')
  await page.getByRole('button', { name: zh('identity.mfa.usePasskey') }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a session that was ended elsewhere leads to the sign-in page', async ({ people, open }) => {
  const person = await people.stranger()
  const page = await open()
  const elsewhere = await open()
  await signedIn(page, person)
  await signedIn(elsewhere, person)
  await page.goto('/security?tab=sessions')
  await page.getByRole('button', { name: zh('ownAccount.sessions.endOthers') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('ownAccount.sessions.endOthers') })
    .click()
  await expect(page.getByText(zh('ownAccount.sessions.othersEnded', { count: 1 }))).toBeVisible()
  await elsewhere.goto('/product')
  await expect(elsewhere).toHaveURL('/login')
  await expect(page.getByRole('tab', { name: zh('ownAccount.security.tabs.sessions') })).toContainText('1')
  await page.getByRole('tab', { name: zh('ownAccount.security.tabs.history') }).click()
  await expect(page.getByRole('table').getByText(zh('ownAccount.history.outcomes.signedIn'))).toHaveCount(2)
})

test('a trial developer applies, is approved by the operator, and is told so once', async ({ people, open }) => {
  const person = await people.stranger({ status: 'trial' })
  const page = await open()
  await signedIn(page, person)
  await page.getByRole('link', { name: zh('developer.titles.apply') }).click()
  await page.getByLabel(zh('developer.fields.contactPhone')).fill('010-12345678')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: zh('developer.apply.submit') }).click()
  await expect(page.getByText(zh('developer.apply.pendingTitle'))).toBeVisible()

  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PLATFORM, 'approve', person.developerId],
    {
      env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: process.env['SEALWRIGHT_E2E_FOLDER'] },
    },
  )

  await page.getByRole('link', { name: zh('product.titles.list'), exact: true }).click()
  const news = page.getByRole('alertdialog', { name: zh('errors.developer.becameFormal') })
  await news.getByRole('button', { name: zh('shell.ok') }).click()
  await expect(page.getByRole('region', { name: zh('shell.trial.title') })).toHaveCount(0)
  await page.goto('/applyRegular')
  await expect(page.getByText(zh('developer.apply.formalTitle'))).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('on a phone, applying has a page of its own', async ({ people, open }) => {
  const page = await open(await people.developer({ status: 'trial' }), {
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: zh('developer.titles.apply') }).tap()
  await page.getByLabel(zh('developer.fields.contactPhone')).fill('13800138000')
  await page.getByRole('checkbox').tap()
  await page.getByRole('button', { name: zh('developer.apply.submit') }).tap()
  await expect(page.getByText(zh('developer.apply.pendingTitle'))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a person opens the address that a program shows, signs in, and confirms the sign-in of the program', async ({
  people,
  open,
  url,
}) => {
  const vendor = await people.developer()
  const person = await people.administrator(vendor, [])
  await people.sql('delete from membership where account_id = $1', [person.accountId])
  await vendor.call(userCalls.create, { account: person.account, sendMail: false })
  await vendor.call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await vendor.call(developerCalls.revealApiPassword, {})
  const ask = async (name: 'deviceLogin' | 'deviceToken', payload: Record<string, unknown>) => {
    const response = await fetch(url + runtimeCalls[name].path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiPassword}`, 'content-type': 'application/json' },
      body: JSON.stringify({ developerId: Number(vendor.developerId), ...payload }),
    })
    return (await response.json()) as Record<string, unknown> // a problem or an answer
  }
  const asked = await ask('deviceLogin', { programName: '星图 CAD', machineName: 'CAD-07' })
  const { pathname, search } = new URL(String(asked['verificationUriComplete']))

  const page = await open(undefined, {})
  await page.goto(pathname + search)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('identity.device.signIn'))
  await signInOn(page, person)
  await expect(page).toHaveURL(pathname + search)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(zh('identity.device.askTitle', { developer: '测试开发者' }))
  await expect(heading).toBeFocused()
  for (const fact of [asked['userCode'], '星图 CAD', 'CAD-07', person.account])
    await expect(page.getByText(String(fact), { exact: true })).toBeVisible()
  await expectNobodyKeptOut(page)
  expect(await ask('deviceToken', { deviceCode: asked['deviceCode'] })).toMatchObject({ type: 'AUTHORIZATION_PENDING' })

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: zh('identity.device.deny') })).toBeFocused()
  await page.getByRole('button', { name: zh('identity.device.confirm') }).click()
  await expect(heading).toHaveText(zh('identity.device.confirmed'))
  expect(await ask('deviceToken', { deviceCode: asked['deviceCode'] })).toMatchObject({ account: person.account })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})
