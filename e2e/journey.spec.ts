// The whole way of a new developer, on a center as it is shipped (captcha on) with a real SMTP server: register with the code from the mail, sign in,
// forget the password, reset it by what the mail says, and end the session that was left elsewhere. Each captcha is solved by hand, so to say.
import type { Page } from '@playwright/test'
import { LIMITS } from '@sealwright/contract'
import { startSmtp } from '@sealwright/testkit/smtp'
import type { TestSmtp } from '@sealwright/testkit/smtp'
import { solveCaptcha } from './captcha.ts'
import { startCenter } from './center-process.ts'
import type { RunningCenter } from './center-process.ts'
import { expect, test } from './fixtures.ts'
import { knowPeople } from './people.ts'
import type { People } from './people.ts'
import { zh } from './words.ts'

const ACCOUNT = 'xin@journey.example'
const FIRST = 'first-Pass-1'
const SECOND = 'second-Pass-2'

let smtp: TestSmtp
let center: RunningCenter
let people: People
test.beforeAll(async () => {
  smtp = await startSmtp()
  center = await startCenter({ hasCaptcha: true, smtpUrl: smtp.url })
  people = knowPeople(center.url, center.databaseUrl)
})
test.afterAll(async () => {
  await people.close()
  await center.stop()
  await smtp.close()
})

/** The words of the next mail, whatever it was encoded in on the way. */
async function nextMail(): Promise<{ to: string[]; code: string; link: string }> {
  const { to, content } = await smtp.next()
  const [head = '', body = ''] = content.split(/\r?\n\r?\n/, 2)
  const text = /content-transfer-encoding: base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { to, code: /\b\d{6}\b/.exec(text)?.[0] ?? '', link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
}

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await solveCaptcha(page, people.sql)
}

async function signIn(page: Page, password: string): Promise<void> {
  await field(page, 'account').fill(ACCOUNT)
  await field(page, 'password').fill(password)
  await press(page, zh('identity.login.submit'))
}

test('from the first visit to a password that was forgotten', async ({ open }) => {
  test.setTimeout(180_000)
  const page = await open(undefined, { baseURL: center.url })
  await page.goto('/login?code=spring&bd_vid=click-7&keyword=%E5%8A%A0%E5%AF%86')
  await page.getByRole('link', { name: zh('identity.login.register') }).click()
  await field(page, 'developerName').fill('新星软件')
  await field(page, 'account').fill(ACCOUNT)
  await press(page, zh('identity.codes.get'))
  const first = await nextMail()
  expect(first.to).toEqual([ACCOUNT])
  await field(page, 'verifyCode').fill(first.code)
  await field(page, 'password').fill(FIRST)
  await field(page, 'confirmPassword').fill(FIRST)
  await field(page, 'acceptTerms').check()
  await press(page, zh('identity.register.submit'))
  await expect(page.getByRole('heading', { name: zh('identity.register.doneHeading') })).toBeVisible()
  // It goes to the sign-in page by itself.
  await expect(page).toHaveURL('/login', { timeout: LIMITS.console.registerRedirectMs + 5_000 })
  const [developer] = await people.sql<object>('select name, status, spread_code, bd_vid, source_keyword from developer order by id desc limit 1')
  expect(developer).toEqual({ name: '新星软件', status: 'trial', spread_code: 'spring', bd_vid: 'click-7', source_keyword: '加密' })

  await signIn(page, FIRST)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('region', { name: zh('shell.trial.title') })).toBeVisible()

  // On another computer, with a password that does not come to mind.
  const elsewhere = await open(undefined, { baseURL: center.url })
  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: zh('identity.login.forgot') }).click()
  await field(elsewhere, 'account').fill(ACCOUNT)
  await press(elsewhere, zh('identity.codes.get'))
  const second = await nextMail()
  // The link of the mail knows whose it is, and is enough.
  const { pathname, hash } = new URL(second.link)
  await elsewhere.goto(pathname + hash)
  await expect(elsewhere.getByText(zh('identity.reset.linkSentence', { account: ACCOUNT }))).toBeVisible()
  await field(elsewhere, 'password').fill(SECOND)
  await field(elsewhere, 'confirmPassword').fill(SECOND)
  await press(elsewhere, zh('identity.reset.submit'))
  await expect(elsewhere.getByRole('heading', { name: zh('identity.reset.doneHeading') })).toBeVisible()
  expect((await nextMail()).to).toEqual([ACCOUNT])

  // The first computer's session has ended, and the old password with it.
  await page.getByRole('link', { name: zh('product.titles.list'), exact: true }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, FIRST)
  await expect(page.getByRole('alert')).toContainText(zh('errors.identity.loginFailed'))
  await signIn(page, SECOND)
  await expect(page).toHaveURL('/product')

  await elsewhere.getByRole('link', { name: zh('identity.reset.doneAction') }).click()
  await signIn(elsewhere, SECOND)
  await expect(elsewhere).toHaveURL('/dashboard')
  await elsewhere.goto('/security?tab=sessions')
  await elsewhere.getByRole('button', { name: zh('ownAccount.sessions.endOthers') }).click()
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: zh('ownAccount.sessions.endOthers') }).click()
  await expect(elsewhere.getByText(zh('ownAccount.sessions.othersEnded', { count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: zh('dashboard.title'), exact: true }).click()
  await expect(page).toHaveURL('/login')
})
