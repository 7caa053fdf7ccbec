// Follows a campaign over all its parts: the owner's form and QR code, two visitors on a phone, the program that uses
// one of the licenses, and the report. The page has its own tests in campaign-page.spec.ts.
import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  DAY_MS,
  campaignReportCalls,
  campaignVisitCalls,
  developerCalls,
  identityCalls,
  pcTemplateCalls,
  productCalls,
  signingKeyCalls,
} from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { WORDS } from '../apps/demo-program/src/words.ts'
import { captchaDialog } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import { expect, fromEnvironment, test as base } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { entityWord, zh } from './support/words.ts'

const DEMO_PROGRAM = join(import.meta.dirname, '../apps/demo-program/src/main.ts')
const NAME = '星图 CAD 秋季体验'
const LINK = '展会'
const TEMPLATE = '秋季体验模板'

const test = base.extend<{ folder: string }, { guarded: { url: string } }>({
  folder: async ({ playwright: _playwright }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sealwright-campaign-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  // The same center, with a captcha before the steps of a new user.
  guarded: [
    async ({ playwright: _playwright }, use) => {
      const { sendCode, register } = campaignVisitCalls
      const center = await startCenter({
        hasCaptcha: [sendCode.path, register.path],
        beside: {
          databaseUrl: fromEnvironment('SEALWRIGHT_E2E_DATABASE'),
          folder: fromEnvironment('SEALWRIGHT_E2E_FOLDER'),
        },
      })
      await use(center)
      await center.stop()
    },
    { scope: 'worker' },
  ],
})

/** A phone in a network of its own, because codes and participations per network are limited. */
const newPhone = () => ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
})
const input = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const field = (page: Page, name: 'name' | 'startTime' | 'endTime' | 'maxParticipants' | 'licenseDays') =>
  page.getByRole('textbox', { name: zh(`activity.fields.${name}`) }).first()
const cards = (page: Page, list: 'list' | 'user') =>
  page.getByRole('list', { name: zh(`activity.titles.${list}`), exact: true }).locator('> li')
/** The value beside this label. */
const fact = (within: Locator, label: string) =>
  within
    .locator('div:has(> dt)')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('dd')
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A developer with money and a template whose terms a campaign can change. */
async function newOwner(people: People): Promise<{ owner: Actor; licenseId: number }> {
  const owner = await people.developer()
  await people.credit(owner, 1_000)
  const licenseId = newLicenseId()
  await owner.call(productCalls.create, productPayload({ name: '星图 CAD', licenseId, licenseForm: 3 }))
  await owner.call(pcTemplateCalls.create, pcTemplatePayload('account', licenseId, { name: TEMPLATE, canModify: true }))
  return { owner, licenseId }
}

/** Passes the captcha by the work of the device. */
async function passCaptcha(page: Page): Promise<void> {
  await captchaDialog(page)
    .getByRole('button', { name: zh('captcha.accessible') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Takes part with a code that comes by mail, as a person without an account. */
async function takePartByCode(page: Page, { sql }: People, account: string): Promise<void> {
  await page.getByRole('link', { name: zh('activity.visit.ways.code') }).click()
  await input(page, 'account').fill(account)
  await press(page, zh('identity.codes.get'))
  await passCaptcha(page)
  await expect(page.getByText(zh('identity.codes.inOutbox'))).toBeVisible()
  let code = ''
  await expect
    .poll(async () => {
      const mails = await sql<{ body: string }>('select body from mail_outbox where recipient = $1', [account])
      code = /\b\d{6}\b/.exec(mails.map(({ body }) => body).join('\n'))?.[0] ?? ''
      return mails.length > 0 ? code : 'no mail'
    })
    .toMatch(/^\d{6}$/)
  await input(page, 'verifyCode').fill(code)
  await expect(input(page, 'verifyCode')).toHaveValue(code)
  await input(page, 'password').fill(PASSWORD)
  await input(page, 'confirmPassword').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await press(page, zh('activity.visit.form.submit'))
  await passCaptcha(page)
  await expect(heading(page)).toHaveText(zh('activity.visit.joined.title'))
}

async function takePartByPassword(page: Page, account: string): Promise<void> {
  await page.getByRole('link', { name: zh('activity.visit.ways.password') }).click()
  await input(page, 'account').fill(account)
  await input(page, 'password').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(heading(page)).toHaveText(zh('activity.visit.joined.title'))
}

/** The file with the values that this developer builds into programs. */
async function writeKeys({ call, developerId }: Actor, folder: string): Promise<string> {
  const file = join(folder, 'program-keys.json')
  await call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await call(developerCalls.revealApiPassword, {})
  const { rootKey } = await call(signingKeyCalls.find, {})
  await writeFile(file, JSON.stringify({ developerId: Number(developerId), rootKey, apiPassword }))
  return file
}

/** Signs in to the demo program, lets it validate its license, and ends it. */
async function useProgram(folder: string, options: Record<'url' | 'keys' | 'account' | 'product', string>) {
  const given = { ...options, password: PASSWORD, store: join(folder, 'license'), language: 'zh', every: '0.3' }
  const program = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      DEMO_PROGRAM,
      ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const read = (chunk: Buffer) => void (output += chunk.toString())
  program.stdout.on('data', read)
  program.stderr.on('data', read)
  const ended = once(program, 'close')
  try {
    await expect.poll(() => output).toContain(WORDS.zh.going)
    expect(output).toContain(options.account)
  } finally {
    program.kill('SIGTERM')
    await ended
  }
}

test('a campaign from its draft to the report', async ({ people, open, url, guarded, folder }) => {
  const { owner, licenseId } = await newOwner(people)
  const page = await open(owner)

  await test.step('the owner saves a draft', async () => {
    await page.goto('/activity/new')
    await field(page, 'name').fill(NAME)
    await field(page, 'startTime').fill(inDays(-1))
    await field(page, 'endTime').fill(inDays(30))
    await field(page, 'maxParticipants').fill('2')
    await page.getByRole('combobox', { name: zh('activity.fields.templateGuid') }).fill(TEMPLATE)
    await page.getByRole('option', { name: TEMPLATE }).click()
    await field(page, 'licenseDays').fill('30')
    await page.getByRole('textbox', { name: `${zh('activity.fields.linkName')} 1` }).fill(LINK)
    await press(page, zh('activity.form.saveDraft'))
    await expect(toast(page, entityWord(zh, 'activity', 'created', NAME))).toBeVisible()
    await expect(heading(page)).toContainText(NAME)
  })
  const guid = new URL(page.url()).searchParams.get('guid') ?? ''

  await test.step('the owner publishes it, after a question', async () => {
    await press(page, zh('activity.acts.publish'))
    const question = page.getByRole('alertdialog', { name: zh('activity.publish.title', { name: NAME }) })
    await expect(question).toContainText(zh('activity.words.days', { days: 30 }))
    await question.getByRole('button', { name: zh('activity.publish.verb') }).click()
    await expect(toast(page, zh('activity.done.publish', { name: NAME }))).toBeVisible()
  })

  const address = await test.step('the owner takes the address of the QR code', async () => {
    await press(page, zh('activity.links.qr', { name: LINK }))
    const dialog = page.getByRole('dialog', { name: zh('activity.qr.title', { name: LINK }) })
    await expect(dialog.getByRole('img', { name: zh('activity.qr.alt', { name: LINK }) })).toBeVisible()
    return new URL(await dialog.getByText(/^http\S+via=qr$/).innerText())
  })

  const fresh = `visitor-${randomUUID()}@test.example`
  await test.step('a new user takes part with a code', async () => {
    const phone = await open(undefined, { ...newPhone(), baseURL: guarded.url })
    await phone.goto(address.pathname + address.search)
    await expect(heading(phone)).toHaveText(NAME)
    await takePartByCode(phone, people, fresh)
  })

  const known = await people.administrator(owner, [])
  await people.sql('delete from membership where account_id = $1', [known.accountId])
  await test.step('a person with an account takes part with its password', async () => {
    const phone = await open(undefined, newPhone())
    await phone.goto(address.href)
    await takePartByPassword(phone, known.account)
  })

  await test.step('the new user signs in to the program', async () => {
    const keys = await writeKeys(owner, folder)
    await useProgram(folder, { url, keys, account: fresh, product: String(licenseId) })
  })

  await test.step('the owner sees it in the report', async () => {
    const totals = { registrations: 1, participations: 2, firstUses: 1 }
    await expect.poll(async () => (await owner.call(campaignReportCalls.chart, { guid })).totals).toMatchObject(totals)
    await page.goto(`/activity/chart?guid=${guid}`)
    const shown = page.getByLabel(zh('activity.report.chart.totals'), { exact: true })
    for (const figure of ['registrations', 'participations', 'firstUses'] as const)
      await expect(fact(shown, zh(`activity.report.${figure}`))).toHaveText(String(totals[figure]))
  })

  await test.step('the owner sees who took part, and who used the license', async () => {
    await page.goto(`/activity/user?guid=${guid}`)
    for (const [account, words, use] of [
      [fresh, zh('activity.report.users.isNew'), /^\d{4}-/],
      [known.account, zh('activity.report.users.isOld'), '–'],
    ] as const) {
      const card = cards(page, 'user').filter({ hasText: account })
      await expect(card).toContainText(words)
      await expect(card).toContainText(zh('activity.report.methods.qr'))
      await expect(fact(card, zh('activity.report.users.used'))).toHaveText(use)
    }
    await expect(cards(page, 'user')).toHaveCount(2)
  })

  await test.step('the owner sees that all places are taken', async () => {
    await page.goto('/activity')
    const card = cards(page, 'list').filter({ hasText: NAME })
    await expect(card).toContainText(zh('activity.statuses.finished'))
    await expect(card.getByRole('meter')).toHaveAttribute('aria-valuetext', '2 / 2')
  })
})
