// `node tools/run.mjs e2e/support/shoot.ts`: takes pictures of every screen for review, at three widths, light and
// dark, in both languages, into .build/shots. `… shoot.ts 390 en dark` takes only those. With --docs it renews the
// pictures of the guide instead, each language from a demo of its own; `--docs en dongles lending` takes only the
// English ones whose names start with these words. With --sign-in it renews those beside the sign-in form
// (./shoot-sign-in.ts). It asserts nothing.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import {
  DONGLE_OPERATIONS,
  CAMPAIGN_STATUSES,
  CODE_PAGE,
  LOCALES,
  SANDBOX_PAGE,
  USE_MODES,
  accessCalls,
  activityCalls,
  approveCalls,
  auditCalls,
  dongleLicenseCalls,
  exchangeCalls,
  identityCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  templateCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { WORDS } from '@sealwright/server/demo/words/index.ts'
import { SCREENS } from '../../apps/console/src/app/screens.ts'
import type { ScreenRow } from '../../apps/console/src/lib/place/screen.ts'
import { findChromium } from '../../tools/chromium.mjs'
import { buildAll } from '../../tools/lib/build.mjs'
import { startCenter } from './center-process.ts'
import { knowPeople } from './people.ts'
import type { Actor, People, Person } from './people.ts'
import { addressOf } from './samples.ts'
import { openPlatformDesk } from './shoot-desk.ts'
import { connectSystems } from './shoot-integration.ts'
import { lendingCode, openDesk, showCode } from './shoot-lending.ts'
import { offlineAnswer, offlineFiles } from './shoot-offline.ts'
import { shootSignIn } from './shoot-sign-in.ts'
import { TYPED } from './shoot-words.ts'
import { SAY } from './words.ts'

const ROOT = join(import.meta.dirname, '../..')
const SHOTS = join(ROOT, '.build/shots')
const DOCS: Record<Locale, string> = { zh: 'docs/pictures/zh-CN', en: 'docs/pictures/en' }
const DOCS_BYTES = 256 * 1024
const WIDTHS = [1440, 1680, 390] as const
const HEIGHTS: Record<(typeof WIDTHS)[number], number> = { 1440: 900, 1680: 1050, 390: 844 }
const DEMO = 'demo@sealwright.example'

/** Pages that are not in the screen table. */
const OWN_PAGES = [
  '/p/reset',
  '/p/activate',
  '/p/invitation',
  CODE_PAGE,
  `${CODE_PAGE}#manage`,
  SANDBOX_PAGE,
  '/p/nothing',
]
/** Answers for the steps during sign-in, because no sign-in is in progress here. */
const STEPS: Record<string, { path: string; answer: unknown }> = {
  '/MFAVerification': {
    path: identityCalls.mfaOptions.path,
    answer: { methods: ['totp', 'passkey', 'recovery'], passkey: null },
  },
  '/secondFactor': { path: identityCalls.factor.path, answer: { canAddPasskey: true } },
  '/binding': { path: identityCalls.binding.path, answer: { missing: 'mobile', isPostponable: true } },
}

/** The tabs to show on a screen. */
const VARIANTS: Record<string, string[]> = {
  '/product/view': ['modules', 'areas', 'history'],
  '/template/view': ['terms', 'modules', 'versions', 'history'],
  '/security': ['protection', 'sessions', 'history'],
  '/developerInfo': ['info', 'secrets', 'history'],
  '/customer/view': ['users', 'history'],
}

const asked = process.argv.slice(2)
/** The requested values of the list; all if none was requested. */
function among<T extends string | number>(all: readonly T[]): readonly T[] {
  const some = all.filter((one) => asked.includes(String(one)))
  return some.length > 0 ? some : all
}

async function stillness(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true], .skeleton, [role=progressbar]') &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete),
  )
}

async function addresses(row: ScreenRow, actor: Actor, people: People): Promise<{ name: string; address: string }[]> {
  const name = row.path.slice(1).replaceAll('/', '-')
  const { address } = await addressOf(row, actor, people)
  const sign = row.search ? '&' : '?'
  return (VARIANTS[row.path] ?? ['']).map((tab) => ({
    name: tab ? `${name}-${tab}` : name,
    address: address + (tab && `${sign}tab=${tab}`),
  }))
}

/** Takes one picture of the visible part, and one of everything if the screen scrolls. */
async function shoot(
  page: Page,
  name: string,
  address: string,
  width: (typeof WIDTHS)[number],
  suffix: string,
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] })
  await page.goto(address)
  await stillness(page)
  await page.screenshot({ path: join(SHOTS, `${name}-${suffix}.png`) })
  // A screen scrolls inside its panel, so the window is made as high as the content.
  const height = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[data-scrolls]')].map((element) =>
        element.scrollHeight > element.clientHeight ? element.scrollHeight : 0,
      ),
    ),
  )
  if (height === 0) return
  await page.setViewportSize({ width, height: Math.min(6_000, height + 120) })
  await page.screenshot({ path: join(SHOTS, `${name}-whole-${suffix}.png`) })
}

async function shootAll(browser: Browser, url: string, actor: Actor, people: People): Promise<number> {
  if (asked.length === 0) await rm(SHOTS, { recursive: true, force: true })
  await mkdir(SHOTS, { recursive: true })
  let count = 0
  for (const width of among(WIDTHS)) {
    for (const locale of among(LOCALES)) {
      // The account stores its language.
      await actor.call(identityCalls.updatePreferences, { locale })
      for (const colorScheme of among(['light', 'dark'])) {
        const look = { baseURL: url, colorScheme, timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' as const }
        const inside = await browser.newContext({ ...look, storageState: actor.state })
        // Phones can use the pages before sign-in; the others are shown in a narrow window.
        const outside = await browser.newContext({ ...look, ...(width === 390 && { hasTouch: true, isMobile: true }) })
        await outside.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
        const pages = { inside: await inside.newPage(), outside: await outside.newPage() }
        for (const row of SCREENS) {
          for (const { name, address } of await addresses(row, actor, people)) {
            const step = STEPS[row.path]
            if (step) {
              await pages.outside.evaluate(() => localStorage.setItem('ssId', 'begun'))
              await pages.outside.route(`**${step.path}`, (route) =>
                route.fulfill({ json: { code: 0, desc: '', data: step.answer } }),
              )
            }
            await shoot(
              row.access.kind === 'open' || step ? pages.outside : pages.inside,
              name,
              address,
              width,
              `${width}-${locale}-${colorScheme}`,
            )
            count++
          }
        }
        for (const path of OWN_PAGES) {
          await shoot(pages.outside, path.slice(1).replace('/', '-'), path, width, `${width}-${locale}-${colorScheme}`)
          count++
        }
        await inside.close()
        await outside.close()
      }
    }
  }
  return count
}

/** The address of a screen with a record. */
async function sampleOf(path: string, actor: Actor, people: People): Promise<string> {
  const row = SCREENS.find((screen) => screen.path === path)
  if (!row) throw new Error(`There is no screen ${path}.`)
  return (await addressOf(row, actor, people)).address
}

interface Picture {
  address: string
  height?: number
  prepare?: () => Promise<unknown>
}

/** Users to import: a new one, a known one, a wrong address and a repeated one. */
function usersFile(locale: Locale) {
  const { users, customers, tags } = WORDS[locale]
  const { file, newcomer, phone, wrong, repeated } = TYPED[locale].users
  const known = users.shen.account
  const account = known.replace(/^[^@]+/, 'new')
  const rows = [
    'account,userName,phone,customerName,tags',
    `${account},${newcomer},${phone},${customers.yunqi.name},${tags.design}`,
    `${known},${users.shen.userName},,,`,
    `not-an-address,${wrong},123,,`,
    `${account},${repeated},,,`,
  ]
  return { name: file, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) }
}

async function shootDocs(
  browser: Browser,
  url: string,
  actor: Actor,
  people: People,
  locale: Locale,
  prefixes: readonly string[],
): Promise<number> {
  const say = SAY[locale]
  const words = WORDS[locale]
  await actor.call(identityCalls.updatePreferences, { locale })
  const look = {
    baseURL: url,
    colorScheme: 'light',
    locale: locale === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  } as const
  const page = await (await browser.newContext({ ...look, storageState: actor.state })).newPage()
  const desk = await openPlatformDesk(browser, look, people, DEMO, locale)
  let count = 0
  /** One that fails does not stop the others. */
  async function take(name: string, { address, height = HEIGHTS[1440], prepare }: Picture, shown: Page) {
    if (prefixes.length > 0 && !prefixes.some((prefix) => name.startsWith(prefix))) return
    const path = join(ROOT, DOCS[locale], `${name}.png`)
    try {
      await shown.setViewportSize({ width: 1440, height })
      await shown.goto(address)
      await stillness(shown)
      await prepare?.()
      await shown.screenshot({ path })
      const { size } = await stat(path)
      if (size > DOCS_BYTES) throw new Error(`It has ${size} bytes, more than ${DOCS_BYTES}.`)
      count++
    } catch (error) {
      console.error(`${name}: ${String(error)}`)
      process.exitCode = 1
    }
  }
  // Before the preparations of the others, which these two would show.
  await take('operation-log', { address: '/operationLog' }, page)
  // The chart comes last. It has a table for screen readers.
  const chart = () => page.getByRole('table').first().waitFor({ state: 'attached' })
  await take('dashboard', { address: '/dashboard', prepare: chart }, page)
  const { rows } = await actor.call(productCalls.find, {
    currentPage: 1,
    pageSize: 10,
    sort: 'licenseId',
    order: 'asc',
  })
  const guid = rows[0]?.guid ?? ''
  const templates = await actor.call(templateCalls.find, {
    currentPage: 1,
    pageSize: 10,
    sort: 'licenseId',
    order: 'asc',
  })
  const templateGuid = templates.rows.find(({ useMode }) => useMode === USE_MODES.manyMachines)?.guid ?? ''
  // Creates a second version.
  await actor.call(templateCalls.update, { guid: templateGuid, machineNum: 30, canModifyModule: true })
  const staffId =
    (await actor.call(accessCalls.find, { currentPage: 1, pageSize: 10, userName: 'staff@' })).rows[0]?.userId ?? ''
  // Creates a task for the task center.
  const { guid: gone } = await actor.call(userCalls.create, { account: 'gone@freelance.example', sendMail: false })
  await actor.call(userCalls.batchDelete, { guids: [gone] })
  const templateOf = async (kind: 'account' | 'sn', templateName: string) =>
    (await actor.call(pcTemplateCalls.find, { kind, templateName, currentPage: 1, pageSize: 1 })).rows[0]?.guid ?? ''
  const yearly = await templateOf('sn', words.templates.starSingle)
  const daily = await templateOf('account', words.templates.booksDaily)
  // Creates a history with more than one event.
  const licenseGuid =
    (
      await actor.call(pcLicenseCalls.find, {
        kind: 'sn',
        templateGuid: yearly,
        effective: true,
        currentPage: 1,
        pageSize: 1,
      })
    ).rows[0]?.guid ?? ''
  await actor.call(pcLicenseCalls.refresh, { kind: 'sn', guid: licenseGuid, changes: { licDuration: 730 } })
  await actor.call(pcLicenseCalls.lock, { kind: 'sn', guid: licenseGuid, reason: words.reasons.unpaid })
  const flowGuid = (await actor.call(approveCalls.find, {})).rows[0]?.guid ?? ''
  const requests = await actor.call(auditCalls.find, { view: 'all', family: 'sn', state: 'waiting' })
  const requestGuid = requests.rows.find(({ hasQuestion }) => hasQuestion)?.guid ?? ''
  const { running } = CAMPAIGN_STATUSES
  const [campaign] = (await actor.call(activityCalls.find, { status: [running] })).rows
  const exchanged = (await actor.call(exchangeCalls.find, { currentPage: 1, pageSize: 1, kind: 'refresh' })).rows[0]
  const lent = await lendingCode(actor)
  const changing = (await actor.call(userLockCalls.find, { group: 'changing', currentPage: 1, pageSize: 10 })).rows
  const locks = (await actor.call(userLockCalls.find, { group: 'normal', currentPage: 1, pageSize: 50 })).rows
  const written = await sampleOf('/pc/license/dongle/view', actor, people)
  const dongleTemplates = await actor.call(dongleLicenseCalls.templates, {})
  const dongleTemplate =
    dongleTemplates.find(({ isExpired, opType }) => !isExpired && opType === DONGLE_OPERATIONS.add)?.guid ?? ''
  const webhookGuid = await connectSystems(actor, url, locale)
  // These pictures are taken without a session, so nothing else tells the console their language.
  const visitors = await browser.newContext(look)
  await visitors.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
  const outside = await visitors.newPage()
  const pictures: Record<string, Picture & { isOutside?: boolean }> = {
    ...desk.pictures,
    'product-list': { address: '/product' },
    'product-form': { address: `/product/edit?guid=${guid}` },
    'product-view': { address: `/product/view?guid=${guid}` },
    'template-list': { address: '/template' },
    'template-form': { address: `/pc/template/sn/new?licenseId=${rows[0]?.licenseId ?? ''}` },
    'template-view': { address: `/template/view?guid=${templateGuid}` },
    'template-impact': {
      address: `/template/edit?guid=${templateGuid}`,
      prepare: async () => {
        await page.getByLabel(say('template.fields.machineNum'), { exact: true }).fill('50')
        await page.locator('button[type=submit]').click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
    'user-list': { address: '/user' },
    'user-import': {
      address: '/user/import',
      prepare: async () => {
        await page.locator('input[type=file]').setInputFiles(usersFile(locale))
        await page.locator('button[type=submit]').click()
        await page.getByRole('table').waitFor()
        await stillness(page)
      },
    },
    'license-list': { address: '/pc/license/sn', height: 620 },
    'license-issue': {
      address: `/pc/license/sn/new?templateGuid=${yearly}`,
      prepare: async () => {
        await page.getByRole('textbox', { name: new RegExp(`^${say('license.fields.count')}`) }).fill('20')
        await page
          // The price follows the number.
          .getByRole('button', { name: new RegExp(`^${say('license.issue.generate', { count: 20 })}`) })
          .and(page.locator(':enabled'))
          .waitFor()
        await stillness(page)
      },
    },
    'license-batch': {
      address: `/pc/license/account/batch?templateGuid=${daily}`,
      prepare: async () => {
        await page.getByText(say('license.issue.batch.audiences.all')).click()
        await page.locator('button[type=submit]').and(page.locator(':enabled')).click()
        await page.getByRole('button', { name: new RegExp(`^${say('license.issue.batch.willIssue')}`) }).waitFor()
        await stillness(page)
      },
    },
    'license-view': { address: `/pc/license/sn/view?guid=${licenseGuid}&tab=history` },
    'access-list': { address: '/access' },
    'access-form': { address: '/access/new' },
    'access-assign': { address: `/access/assignProduct?userId=${staffId}` },
    'console-palette': {
      address: '/pc/license/sn',
      prepare: async () => {
        await page.keyboard.press('Control+k')
        const palette = page.getByRole('dialog', { name: say('shell.search') })
        await palette.getByRole('combobox').fill(words.products.star.name)
        await palette
          .getByRole('option')
          .filter({ hasText: String(rows[0]?.licenseId) })
          .waitFor()
      },
    },
    'task-center': { address: '/taskCenter' },
    'approval/flows': { address: '/approveList', height: 620 },
    'approval/form': { address: `/approve/edit?guid=${flowGuid}`, height: 1100 },
    'approval/try': {
      address: '/approveList',
      prepare: async () => {
        await page.getByRole('button', { name: say('approve.try.title') }).click()
        await page.getByRole('combobox', { name: say('approve.fields.templateGuid') }).click()
        await page.getByRole('option').first().click()
        await page.getByText(say('approve.try.flows')).waitFor()
        await stillness(page)
      },
    },
    'approval/queue': { address: '/audit/license/sn?view=all' },
    'approval/request': { address: `/audit/license/sn/view?guid=${requestGuid}`, height: 1100 },
    'email-template-list': { address: '/emailTemplate', height: 620 },
    'email-template-form': {
      address: '/emailTemplate/createTemplate',
      prepare: async () => {
        await page.locator('.ProseMirror').waitFor()
        await stillness(page)
      },
    },
    'campaign/list': { address: '/activity' },
    'campaign/page': {
      address: `/p/campaign/${campaign?.links[0]?.url.split('/').at(-1) ?? ''}`,
      height: 620,
      isOutside: true,
    },
    'campaign/users': { address: `/activity/user?guid=${campaign?.guid ?? ''}` },
    'campaign/report': { address: `/activity/chart?guid=${campaign?.guid ?? ''}`, height: 1100 },
    'sender-list': { address: '/addresserList', height: 620 },
    messages: { address: '/message/allMessage' },
    'message-settings': { address: '/messageSetting' },
    'message-bell': {
      address: '/dashboard',
      prepare: async () => {
        await page.getByRole('button', { name: new RegExp(`^${say('message.bell.title')}`) }).click()
        await page.getByRole('link', { name: say('message.bell.allMessages') }).waitFor()
        await stillness(page)
      },
    },
    feedback: { address: '/feedback' },
    'billing-overview': { address: '/billing' },
    'billing-top-up': { address: '/billing/topUp' },
    'billing-package': { address: '/billing/package' },
    'offline/license': { address: `/license/view?guid=${exchanged?.licenseGuid ?? ''}&tab=offline`, height: 1250 },
    'offline/workbench': {
      address: '/tool/offline',
      prepare: async () => {
        await page.locator('input[type=file]').setInputFiles(await offlineFiles(actor, locale))
        await page.getByRole('table').getByText(say('offline.workbench.allowed')).first().waitFor()
        await stillness(page)
      },
    },
    'offline/search': {
      address: '/tool/searchLicense',
      height: 1100,
      prepare: async () => {
        await page.locator('input[type=file]').setInputFiles([await offlineAnswer(actor, locale)])
        await page.getByText(say('offline.search.files.D2C')).waitFor()
        await stillness(page)
      },
    },
    'dongle-licenses/list': { address: '/pc/license/dongle' },
    'dongle-licenses/upgrades': { address: `${written}&tab=upgrades`, height: 700 },
    'dongle-licenses/new': {
      address: `/pc/license/dongle/new?templateGuid=${dongleTemplate}`,
      prepare: async () => {
        await page.getByText(say('userLock.choose.ways.numbers'), { exact: true }).click()
        // One that is not registered among those that fit.
        const blank = locks.filter(({ licenses, waitingPackages }) => licenses + waitingPackages === 0).slice(0, 4)
        const numbers = [...blank.map(({ shellNumber }) => shellNumber), '610000000']
        await page.getByRole('textbox', { name: say('userLock.choose.ways.numbers') }).fill(numbers.join('\n'))
        await page.getByText(say('errors.userLock.notFound')).first().waitFor()
        await stillness(page)
      },
    },
    'dongle-licenses/refresh': {
      address: written.replace('/view', '/refresh'),
      height: 1100,
      prepare: async () => {
        await page.getByLabel(say('template.fields.counterOp')).selectOption('1')
        await page.getByLabel(say('template.fields.counter'), { exact: true }).fill('500')
        await page.getByRole('complementary').getByRole('table').waitFor()
        await stillness(page)
      },
    },
    'lending/license': { address: `/pc/license/sn/view?guid=${lent.licenseGuid}&tab=lending`, height: 1350 },
    'lending/page': {
      address: CODE_PAGE,
      height: 620,
      isOutside: true,
      prepare: async () => {
        await showCode(outside, lent, locale)
        await stillness(outside)
      },
    },
    'lending/desk': {
      address: CODE_PAGE,
      height: 800,
      isOutside: true,
      prepare: async () => {
        await openDesk(outside, actor, people, lent, locale)
        await stillness(outside)
      },
    },
    'dongles/list': { address: '/dongle/user' },
    'dongles/view': { address: `/dongle/user/view?guid=${changing[0]?.guid ?? ''}&tab=commands` },
    'dongles/batch': {
      address: '/dongle/user/batch',
      prepare: async () => {
        const numbers = [...locks.slice(0, 5), ...changing.slice(0, 3)].map(({ shellNumber }) => shellNumber)
        await page.getByRole('textbox', { name: say('userLock.choose.ways.numbers') }).fill(numbers.join('\n'))
        await page.locator('button[type=submit]').click()
        await page.getByRole('table').waitFor()
        await stillness(page)
      },
    },
    'dongles/dashboard': { address: '/dongle/user/dashboard' },
    'runtime-seats': { address: '/runtime/seat', height: 620 },
    'runtime-why': {
      address: '/runtime/log?refused=1&reason=machineLimit',
      prepare: async () => {
        await page
          .getByRole('button', { name: say('runtime.why.verb'), exact: true })
          .first()
          .click()
        await page
          .getByRole('dialog')
          .getByRole('list', { name: say('license.detail.rules.title') })
          .waitFor()
        await stillness(page)
      },
    },
    'runtime-risk': { address: '/runtime/risk' },
    'statistics/page': { address: '/statistics?by=product', height: 1000 },
    'runtime-keys': { address: '/runtime/key', height: 620 },
    'integration/program': { address: '/integration', height: 1100 },
    'integration/access-keys': { address: '/accessKeyManage', height: 620 },
    'integration/webhooks': { address: '/integration/webhook', height: 1000 },
    'integration/delivery': {
      address: `/integration/webhook/view?guid=${webhookGuid}`,
      prepare: async () => {
        await page
          .getByRole('button', { name: say('webhook.deliveries.view'), exact: true })
          .first()
          .click()
        await page.getByRole('heading', { name: say('webhook.delivery.body'), exact: true }).waitFor()
        await stillness(page)
      },
    },
    'account-security': { address: '/security?tab=protection' },
    'developer-info': { address: '/developerInfo?tab=info' },
    'developer-secrets': { address: '/developerInfo?tab=secrets', height: 620 },
    'registration-register': { address: '/register', height: 700, isOutside: true },
    'registration-sign-in': { address: '/login', height: 620, isOutside: true },
    'config/settings': { address: '/configure' },
    'template-versions': { address: `/template/view?guid=${templateGuid}&tab=versions` },
  }
  for (const [name, { isOutside = false, ...picture }] of Object.entries(pictures))
    await take(name, picture, isOutside ? outside : name in desk.pictures ? desk.page : page)
  return count
}

type Work = (browser: Browser, url: string, actor: Actor, people: People) => Promise<number>

/** The super administrator of the demo, whose records the screens show. */
async function demoPerson(people: People): Promise<Person> {
  const [person] = await people.sql<Person>(
    `select a.email as account, a.id as "accountId", m.developer_id as "developerId", a.user_name as name
     from account a join membership m on m.account_id = a.id where a.email = $1`,
    [DEMO],
  )
  if (!person) throw new Error(`The demo has no account ${DEMO}.`)
  return person
}

/** Does the work in a new center whose demo is in this language, and with a browser of its own. */
async function atCenter(demoLanguage: Locale, work: Work): Promise<number> {
  const center = await startCenter({ demoLanguage })
  const people = knowPeople(center.url, center.databaseUrl)
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    return await work(browser, center.url, await people.signIn(await demoPerson(people)), people)
  } finally {
    await browser.close()
    await people.close()
    await center.stop()
  }
}

await buildAll()
if (asked.includes('--docs')) {
  const prefixes = asked.filter((word) => word !== '--docs' && !LOCALES.some((locale) => locale === word))
  for (const locale of among(LOCALES)) {
    const count = await atCenter(locale, (...place) => shootDocs(...place, locale, prefixes))
    console.log(`${count} pictures in ${DOCS[locale]}`)
  }
} else if (asked.includes('--sign-in')) {
  const count = await atCenter('zh', (browser, url, actor) => shootSignIn(browser, url, actor, stillness))
  console.log(`${count} pictures in apps/console/public`)
} else console.log(`${await atCenter('zh', shootAll)} pictures in .build/shots`)
