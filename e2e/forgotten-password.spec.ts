// Tests the reset of a forgotten password, on a center with a real SMTP server and a captcha before each step: the link
// in the mail resets the password, and existing sessions end.
import type { Page } from '@playwright/test'
import { LIMITS, identityCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { startSmtp } from '@sealwright/testkit/smtp'
import type { TestSmtp } from '@sealwright/testkit/smtp'
import { solveCaptcha } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import type { RunningCenter } from './support/center-process.ts'
import { expect, test } from './support/fixtures.ts'
import { mailTo } from './support/mail.ts'
import { knowPeople } from './support/people.ts'
import type { People } from './support/people.ts'
import { zh } from './support/words.ts'

const SECOND = 'second-Pass-2'

let smtp: TestSmtp
let center: RunningCenter
let people: People
test.beforeAll(async () => {
  smtp = await startSmtp()
  center = await startCenter({
    hasDemo: false,
    hasCaptcha: [identityCalls.sendCode.path, identityCalls.resetPassword.path],
    smtpUrl: smtp.url,
  })
  people = knowPeople(center.url, center.databaseUrl)
})
test.afterAll(async () => {
  await people.close()
  await center.stop()
  await smtp.close()
})

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)

async function pressAndSolve(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await solveCaptcha(page, people.sql)
}

test('a password is reset by the link of the mail, and every session from before ends', async ({ open }) => {
  const { account } = await people.stranger()
  const signIn = async (page: Page, password: string) => {
    await field(page, 'account').fill(account)
    await field(page, 'password').fill(password)
    await page.getByRole('button', { name: zh('identity.login.submit'), exact: true }).click()
  }
  const page = await open(undefined, { baseURL: center.url })
  await page.goto('/login')
  await signIn(page, PASSWORD)
  await expect(page).toHaveURL('/dashboard')

  // On another computer.
  const elsewhere = await open(undefined, { baseURL: center.url })
  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: zh('identity.login.forgot') }).click()
  await field(elsewhere, 'account').fill(account)
  await pressAndSolve(elsewhere, zh('identity.codes.get'))
  // The link identifies the account, so no code is needed.
  const { pathname, hash } = new URL((await mailTo(smtp, account)).link)
  await elsewhere.goto(pathname + hash)
  await expect(elsewhere.getByText(zh('identity.reset.linkSentence', { account }))).toBeVisible()
  await field(elsewhere, 'password').fill(SECOND)
  await field(elsewhere, 'confirmPassword').fill(SECOND)
  await pressAndSolve(elsewhere, zh('identity.reset.submit'))
  await expect(elsewhere.getByRole('heading', { name: zh('identity.reset.doneHeading') })).toBeVisible()
  await mailTo(smtp, account)

  // The session of the first computer has ended, and the old password is no longer valid.
  await page.getByRole('link', { name: zh('product.titles.list'), exact: true }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, PASSWORD)
  await expect(page.getByRole('alert')).toContainText(zh('errors.identity.loginFailed'))
  await page.waitForTimeout(LIMITS.console.clickThrottleMs)
  await signIn(page, SECOND)
  await expect(page).toHaveURL('/product')

  await elsewhere.getByRole('link', { name: zh('identity.reset.doneAction') }).click()
  await signIn(elsewhere, SECOND)
  await expect(elsewhere).toHaveURL('/dashboard')
  await elsewhere.goto('/security?tab=sessions')
  await elsewhere.getByRole('button', { name: zh('ownAccount.sessions.endOthers') }).click()
  await elsewhere
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('ownAccount.sessions.endOthers') })
    .click()
  await expect(elsewhere.getByText(zh('ownAccount.sessions.othersEnded', { count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: zh('product.titles.list'), exact: true }).click()
  await expect(page).toHaveURL('/login')
})
