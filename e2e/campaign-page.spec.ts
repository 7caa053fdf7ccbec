// Tests the public page of a promotion link on a phone: taking part with a code through the captcha, by keyboard and
// with a password; each state of a campaign; and the page that ends promotion mails.
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  CLOSED_STATES,
  DAY_MS,
  DEFAULT_LOCALE,
  LOCALES,
  activityCalls,
  campaignVisitCalls,
  pcTemplateCalls,
  productCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { ClosedState, Locale, PayloadOf } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { solveByKeys, solveCaptcha, wishFor } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import { expect, expectNobodyKeptOut, fromEnvironment, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { SAY, zh } from './support/words.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

interface OpenCampaign {
  vendor: Actor
  guid: string
  linkGuid: string
  /** The path of its page. */
  path: string
}

async function openCampaign(
  people: People,
  { isDraft = false, ...given }: Partial<PayloadOf<typeof activityCalls.create>> & { isDraft?: boolean } = {},
): Promise<OpenCampaign> {
  const vendor = await people.developer()
  await people.credit(vendor, 1_000)
  const licenseId = newLicenseId()
  await vendor.call(
    productCalls.create,
    productPayload({ name: 'cad', displayName: '星图 CAD', licenseId, licenseForm: 3 }),
  )
  const { guid: templateGuid } = await vendor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('account', licenseId, { name: '体验模板', canModify: true }),
  )
  const { guid } = await vendor.call(activityCalls.create, {
    name: '星图 CAD 春季体验',
    startTime: new Date(Date.now() - DAY_MS).toISOString(),
    endTime: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    maxParticipants: 10,
    templateGuid,
    licenseDays: 30,
    introduction: '邀请您抢先体验。\n三维建模速度提升一倍。',
    downloadUrl: 'https://example.com/download',
    links: [{ name: '微信' }],
    ...given,
  })
  if (!isDraft) await vendor.call(activityCalls.publish, { guid })
  const [link] = (await vendor.call(activityCalls.get, { guid })).links
  return { vendor, guid, linkGuid: link?.guid ?? '', path: new URL(link?.url ?? '').pathname }
}

const newAddress = () => `visitor-${randomUUID()}@test.example`
const newNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const input = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function codeTo(people: People, address: string): Promise<string> {
  const [mail] = await people.sql<{ body: string }>(
    'select body from mail_outbox where recipient = $1 order by created_at desc limit 1',
    [address],
  )
  return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? ''
}

async function participantsOf(people: People, { guid }: OpenCampaign) {
  return people.sql<{ via: string; spread_code: string | null; keyword: string | null }>(
    'select via, spread_code, keyword from campaign_participant where campaign_guid = $1',
    [guid],
  )
}

const hasSidewaysScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test.describe('behind the captcha', () => {
  // In one worker: they share a server.
  test.describe.configure({ mode: 'default' })
  const withCaptcha = test.extend<object, { center: { url: string } }>({
    center: [
      async ({ playwright: _playwright }, use) => {
        const { sendCode, register, join } = campaignVisitCalls
        const center = await startCenter({
          hasCaptcha: [sendCode.path, register.path, join.path],
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

  withCaptcha(
    'a new user takes part on a phone with a code; the address and its parameters are kept',
    async ({ center, people, open }) => {
      const campaign = await openCampaign(people)
      const address = newAddress()
      const page = await open(undefined, {
        ...PHONE,
        baseURL: center.url,
        extraHTTPHeaders: { 'x-forwarded-for': newNetwork() },
      })
      await wishFor(page, 'SLIDER')
      await page.goto(`${campaign.path}?via=qr&code=SPRING&keyword=CAD`)
      await expect(heading(page)).toHaveText('星图 CAD 春季体验')
      await expect(page).toHaveTitle('星图 CAD 春季体验 · 测试开发者')
      await page.getByRole('link', { name: zh('activity.visit.ways.code') }).click()
      await input(page, 'account').fill(address)
      await page.getByRole('button', { name: zh('identity.codes.get') }).click()
      await solveCaptcha(page, people.sql)
      await expect(page.getByText(zh('identity.codes.inOutbox'))).toBeVisible()
      await input(page, 'verifyCode').fill(await codeTo(people, address))
      await input(page, 'password').fill(PASSWORD)
      await input(page, 'confirmPassword').fill(PASSWORD)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: zh('activity.visit.form.submit') }).click()
      await solveCaptcha(page, people.sql)
      await expect(heading(page)).toHaveText(zh('activity.visit.joined.title'))
      await expect(heading(page)).toBeFocused()
      await expect(page.getByText(address, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: zh('activity.visit.joined.download') })).toBeVisible()
      expect(await participantsOf(people, campaign)).toEqual([{ via: 'qr', spread_code: 'SPRING', keyword: 'CAD' }])
    },
  )

  withCaptcha('a person who only uses a keyboard takes part, in English', async ({ center, people, open }) => {
    const campaign = await openCampaign(people)
    const address = newAddress()
    const page = await open(undefined, {
      ...PHONE,
      baseURL: center.url,
      locale: 'en-US',
      extraHTTPHeaders: { 'x-forwarded-for': newNetwork() },
    })
    await wishFor(page, 'SLIDER')
    await page.goto(campaign.path)
    await expect(page.getByText(SAY.en('activity.visit.days', { days: 30 }))).toBeVisible()
    // The language switch comes first, then the two ways.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: SAY.en('activity.visit.ways.code') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(input(page, 'account')).toBeFocused()
    await page.keyboard.type(address)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await solveByKeys(page, people.sql)
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type(await codeTo(people, address))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('Enter')
    await solveByKeys(page, people.sql)
    await expect(heading(page)).toHaveText(SAY.en('activity.visit.joined.title'))
    await expect(heading(page)).toBeFocused()
  })
})

test('a person with an account takes part with its password, and is told so the second time', async ({
  people,
  open,
}) => {
  const campaign = await openCampaign(people)
  const person = await people.administrator(campaign.vendor, [])
  await people.sql('delete from membership where account_id = $1', [person.accountId])
  const page = await open(undefined, PHONE)
  const takePart = async () => {
    await page.goto(campaign.path)
    await page.getByRole('link', { name: zh('activity.visit.ways.password') }).click()
    await input(page, 'account').fill(person.account)
    await input(page, 'password').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
  }
  await takePart()
  await expect(heading(page)).toHaveText(zh('activity.visit.joined.title'))
  await expectNobodyKeptOut(page)
  await takePart()
  await expect(heading(page)).toHaveText(zh('activity.visit.joined.wasTitle'))
  expect(await participantsOf(people, campaign)).toHaveLength(1)
})

for (const locale of LOCALES) {
  test(`the offer and its forms fit every width, and their colors and labels keep nobody out, in ${locale}`, async ({
    people,
    open,
  }) => {
    const campaign = await openCampaign(people, { userScope: 1, maxParticipants: 3 })
    const page = await open(undefined, { ...PHONE, locale: locale === 'zh' ? 'zh-CN' : 'en-US' })
    const say = SAY[locale]
    for (const way of ['', '#code', '#password']) {
      await page.goto(campaign.path + way)
      await page.reload()
      await expect(page.getByText(say('activity.visit.left', { left: 3 }))).toBeVisible()
      if (way) await expect(input(page, 'account')).toBeFocused()
      // Colors and labels are the same in every language.
      if (locale === DEFAULT_LOCALE) await expectNobodyKeptOut(page)
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await hasSidewaysScroll(page), `${way} at ${width}`).toBe(false)
      }
      await page.setViewportSize(PHONE.viewport)
    }
  })
}

/** How each state is reached in the database. */
const STATES: Record<ClosedState, string> = {
  notStarted: "starts_at = now() + interval '3 days'",
  paused: "stage = 'paused', paused_at = now()",
  terminated: "stage = 'terminated', terminated_at = now()",
  ended: "ends_at = now() - interval '1 minute'",
  full: 'taken = max_participants',
  deleted: "stage = 'terminated', terminated_at = now(), deleted_at = now()",
}

test('each state of a campaign has a page of its own words, which keeps nobody out', async ({ people, open }) => {
  const page = await open(undefined, PHONE)
  const says = async (locale: Locale, state: ClosedState) =>
    expect(heading(page)).toHaveText(SAY[locale](`activity.visit.closed.${state}`))
  for (const state of CLOSED_STATES) {
    const campaign = await openCampaign(people)
    await people.sql(`update campaign set ${STATES[state]} where guid = $1`, [campaign.guid])
    await page.goto(campaign.path)
    await says('zh', state)
    await expect(page.getByRole('link', { name: zh('activity.visit.ways.code') })).toHaveCount(0)
    await page.getByRole('button', { name: 'English' }).click()
    await says('en', state)
    if (state === 'notStarted' || state === 'full') await expectNobodyKeptOut(page)
    await page.getByRole('button', { name: '简体中文' }).click()
    await says('zh', state)
  }
})

test('a wrong link, a wrong method and a draft each have a page of their own', async ({ people, open, announce }) => {
  announce(/the server responded with a status of 4\d\d/)
  const campaign = await openCampaign(people)
  const page = await open(undefined, PHONE)
  await page.goto('/p/campaign/nobody-has-this-token')
  await expect(heading(page)).toHaveText(zh('activity.visit.faults.badLink'))
  await page.goto(`${campaign.path}?via=pigeon`)
  await expect(heading(page)).toHaveText(zh('activity.visit.faults.badMethod'))
  await page.goto((await openCampaign(people, { isDraft: true })).path)
  await expect(heading(page)).toHaveText(zh('activity.visit.faults.unknown'))
})

test('the last place that somebody else takes is told before the form is sent', async ({ people, open }) => {
  const campaign = await openCampaign(people)
  const page = await open(undefined, PHONE)
  await page.goto(`${campaign.path}#code`)
  await input(page, 'account').fill(newAddress())
  await people.sql('update campaign set taken = max_participants where guid = $1', [campaign.guid])
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(heading(page)).toHaveText(zh('activity.visit.closed.full'))
  await expect(page.locator('form')).toBeHidden()
})

test('the link of a promotion mail ends such mails, and takes that back', async ({ people, open }) => {
  const campaign = await openCampaign(people)
  const { vendor, guid, linkGuid } = campaign
  const reader = newAddress()
  await vendor.call(userCalls.create, { account: reader, sendMail: false, tags: ['老用户'] })
  const tagGuids = (await vendor.call(tagCalls.find, {})).rows.map((tag) => tag.guid)
  const { taskId } = await vendor.call(activityCalls.promote, { guid, linkGuid, tagGuids })
  await vendor.call(taskCalls.start, { guid: taskId })
  let body = ''
  await expect(async () => {
    const [mail] = await people.sql<{ body: string }>('select body from mail_outbox where recipient = $1', [reader])
    body = mail?.body ?? ''
    expect(body).toContain('/p/unsubscribe#')
  }).toPass()
  const { pathname, hash } = new URL(/https?:\/\/\S+\/p\/unsubscribe#\S+/.exec(body)?.[0] ?? '')
  const page = await open(undefined, PHONE)
  await page.goto(pathname + hash)
  await expect(heading(page)).toHaveText(zh('activity.visit.unsubscribe.heading'))
  await expectNobodyKeptOut(page)
  await page.getByRole('button', { name: zh('activity.visit.unsubscribe.submit') }).click()
  await expect(heading(page)).toHaveText(zh('activity.visit.unsubscribe.doneHeading'))
  await page.reload()
  await expect(heading(page)).toHaveText(zh('activity.visit.unsubscribe.doneHeading'))
  await page.getByRole('button', { name: zh('activity.visit.unsubscribe.undo') }).click()
  await expect(heading(page)).toHaveText(zh('activity.visit.unsubscribe.undoneHeading'))
})
