// The platform desk: from an invitation to the first screen, every screen of its table in both languages, and a visit
// that ends in the console.
import type { Page } from '@playwright/test'
import { LANGUAGE_TAGS, LIMITS, operatorDesk } from '@sealwright/contract'
import type { AnswerOf, Locale } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { DESK_SCREENS } from '../apps/console/src/desk/screens.ts'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { oneTimePassword } from './support/one-time-password.ts'
import { RAW_KEY, zh } from './support/words.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('an invited operator sets password and second factor, keeps the recovery codes, and is at the desk', async ({
  people,
  open,
}) => {
  const owner = await people.operator()
  const email = `invited-${owner.guid}@test.example`
  const { link } = await owner.call(operatorDesk.invite, { email, roles: ['auditor'] })
  const page = await open(undefined, {})
  const { pathname, hash } = new URL(link)
  await page.goto(pathname + hash)
  await page.getByLabel(zh('operator.fields.name'), { exact: true }).fill('郑审计')
  await page.getByLabel(zh('operator.fields.password'), { exact: true }).fill(PASSWORD)
  await expectNobodyKeptOut(page)
  const started = page.waitForResponse((response) => response.url().endsWith(operatorDesk.startTotp.path))
  await page.locator('button[type=submit]').click()
  const { data } = (await (await started).json()) as { data: AnswerOf<typeof operatorDesk.startTotp> } // its answer
  const digits = { digits: LIMITS.secondFactor.digits }
  await page.getByLabel(zh('ownAccount.secondFactor.enter', digits)).fill(oneTimePassword(data.secret))
  await page.locator('button[type=submit]').click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: zh('desk.setup.enter') }).click()
  await expect(page).toHaveURL('/platform')
  await expect(heading(page)).toBeVisible()
  // An auditor sees everything and changes nothing.
  await page.goto('/platform/operators')
  await expect(page.getByText(owner.email)).toBeVisible()
  await expect(page.getByRole('button', { name: zh('desk.operators.invite') })).toBeHidden()
})

/** Screens about one record, by their addresses here. The others about a record are tested with their area. */
const RECORDS = new Set(
  ['developers', 'packages', 'payments', 'reconciliations', 'reviews', 'notices', 'feedback'].map(
    (area) => `/platform/${area}/view`,
  ),
)

test('every screen of the desk opens in both languages and keeps nobody out', async ({ people, open, home }) => {
  test.slow()
  const operators = { zh: await people.operator(['owner'], 'zh'), en: await people.operator(['owner'], 'en') }
  const rows = DESK_SCREENS.filter(({ path, access }) => access.kind === 'operator' && !RECORDS.has(path))
  for (const locale of ['zh', 'en'] as const satisfies Locale[]) {
    const page = await open(operators[locale], {})
    for (const address of [...rows.map(({ path }) => path), `/platform/developers/view?id=${home.developerId}`]) {
      await page.goto(address)
      await expect(heading(page), address).toBeVisible()
      await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale])
      expect(await page.locator('body').innerText(), address).not.toMatch(RAW_KEY)
      if (locale === 'zh') await expectNobodyKeptOut(page, { hasFrame: address === rows[0]?.path })
    }
  }
})

test('a visit shows the console of a developer, read-only, and its log tells of it', async ({ people, open, home }) => {
  const page = await open(await people.operator(['support']), {})
  await page.goto(`/platform/developers/view?id=${home.developerId}`)
  await page.getByRole('button', { name: zh('tenant.visit') }).click()
  await page.getByLabel(zh('operator.fields.reason'), { exact: true }).fill('客户投诉无法激活')
  await page.getByRole('button', { name: zh('desk.visits.openSubmit') }).click()
  const confirmation = page.getByRole('dialog', { name: zh('ownAccount.confirm.title') })
  await confirmation.getByLabel(zh('identity.fields.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('dialog').getByRole('link').click()
  const console_ = await opening
  await expect(console_.getByRole('button', { name: zh('desk.visit.end') })).toBeVisible()
  await console_.goto('/product')
  await expect(heading(console_)).toContainText(zh('product.titles.list'))
})
