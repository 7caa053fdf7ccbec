// Follows a newcomer in each language, on an empty center with default settings (captcha on) and a real SMTP server:
// from the first visit through the trial to a program that runs with a license, is refused, and says why. It uses only
// screens, mails, the operator's command and the program.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { DEFAULT_LOCALE, LIMITS, LOCALES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { startSmtp } from '@sealwright/testkit/smtp'
import type { TestSmtp } from '@sealwright/testkit/smtp'
import { WORDS } from '../apps/demo-program/src/words.ts'
import { solveCaptcha } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import type { RunningCenter } from './support/center-process.ts'
import { expect, test } from './support/fixtures.ts'
import { mailTo } from './support/mail.ts'
import { knowPeople } from './support/people.ts'
import type { People } from './support/people.ts'
import { productForm } from './support/product-form.ts'
import { SAY, entityWord } from './support/words.ts'

const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'] as const
const PLATFORM = join(import.meta.dirname, '../apps/server/src/platform.ts')
const DEMO_PROGRAM = join(import.meta.dirname, '../apps/demo-program/src/main.ts')

const PASSWORD = 'first-Pass-1'
const OWNER = 'owner@newcomer.example'
const COLLEAGUE = 'colleague@newcomer.example'
const BUYERS = ['first.buyer@people.example', 'second.buyer@people.example'] as const
const WAYS = ['smart', 'account', 'sn', 'group', 'dongle'] as const

interface Typed {
  developer: string
  owner: string
  product: string
  modules: readonly [string, string]
  templates: Record<(typeof WAYS)[number], string>
  role: string
  colleague: string
  reason: string
}

/** The input of a newcomer in this language. */
const TYPED: Record<Locale, Typed> = {
  zh: {
    developer: '新星软件',
    owner: '陈新',
    product: '星图设计',
    modules: ['建模', '渲染'],
    role: '客服',
    colleague: '周晓',
    reason: '客户已退款',
    templates: {
      smart: '智能年度版',
      account: '账号年度版',
      sn: '单机年度版',
      group: '集团年度版',
      dongle: '硬件锁续期',
    },
  },
  en: {
    developer: 'Nova Software',
    owner: 'Nora Chen',
    product: 'Atlas Design',
    modules: ['Modeling', 'Rendering'],
    role: 'Support',
    colleague: 'Ann Chou',
    reason: 'The customer was refunded',
    templates: {
      smart: 'Smart yearly',
      account: 'Account yearly',
      sn: 'Standalone yearly',
      group: 'Group yearly',
      dongle: 'Dongle renewal',
    },
  },
}

const input = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const startOf = (name: string) => new RegExp(`^${name.replace(/[()（）]/g, '\\$&')}`)
const field = (page: Page, name: string) => main(page).getByLabel(startOf(name)).first()
const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: startOf(group) }).getByText(name, { exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fileInput = (page: Page) => page.locator('input[type=file]')
const csv = (lines: readonly string[]) => ({
  name: 'users.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** The lines of the file that this action downloads. */
async function savedBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return (await readFile(await file.path(), 'utf8')).split(/\r?\n/)
}

for (const locale of LOCALES) {
  test.describe(locale, () => {
    const say = SAY[locale]
    const typed = TYPED[locale]
    /**
     * One language takes all steps. The other one takes only steps with messages and programs, because screens.spec.ts
     * covers its screens.
     */
    const isWhole = locale === DEFAULT_LOCALE
    let folder: string
    let smtp: TestSmtp
    let center: RunningCenter
    let people: People
    let program: ChildProcess | undefined
    test.beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sealwright-newcomer-'))
      smtp = await startSmtp()
      center = await startCenter({ hasCaptcha: true, hasDemo: false, smtpUrl: smtp.url })
      people = knowPeople(center.url, center.databaseUrl)
    })
    test.afterAll(async () => {
      program?.kill('SIGKILL')
      await people.close()
      await center.stop()
      await smtp.close()
      await rm(folder, { recursive: true, force: true })
    })

    const platform = async (...args: string[]) =>
      (
        await promisify(execFile)(NODE[0], [NODE[1], PLATFORM, ...args], {
          env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: center.folder },
        })
      ).stdout

    /** Starts the demo program as its own process; gives access to its output and its exit code. */
    function startProgram(...args: string[]) {
      const child = spawn(
        NODE[0],
        [
          NODE[1],
          DEMO_PROGRAM,
          '--url',
          center.url,
          '--store',
          join(folder, 'license'),
          '--language',
          locale,
          '--every',
          '0.3',
          ...args,
        ],
        { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
      )
      program = child
      let output = ''
      const read = (chunk: Buffer) => void (output += chunk.toString())
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      const ended = once(child, 'close').then(([code]) => code as number | null) // the exit code
      return { ended, output: () => output }
    }

    const menu = (page: Page) => page.getByRole('navigation', { name: say('shell.menu') })
    const trial = (page: Page) => page.getByRole('region', { name: say('shell.trial.title') })
    const pressGuarded = async (page: Page, name: string) => {
      await press(page, name)
      await solveCaptcha(page, people.sql)
    }
    const signIn = async (page: Page, account: string) => {
      await input(page, 'account').fill(account)
      await input(page, 'password').fill(PASSWORD)
      await pressGuarded(page, say('identity.login.submit'))
      await expect(page).toHaveURL('/dashboard')
    }
    /** The console starts in Chinese. */
    const chooseLanguage = async (page: Page) => {
      if (locale !== 'zh') await press(page, SAY.zh(`shell.locales.${locale}`))
    }

    test('from the first visit to a program that runs, is refused once its license is locked, and is told why', async ({
      open,
    }) => {
      test.setTimeout(600_000)
      const page = await open(undefined, { baseURL: center.url })
      const go = async (name: string) => {
        const entry = page.getByRole('link', { name, exact: true, includeHidden: true })
        const section = menu(page).getByRole('listitem').filter({ has: entry }).first()
        await expect(section).toBeVisible()
        if (await section.getByRole('link', { name, exact: true, includeHidden: true }).isHidden())
          await section.getByRole('button').click()
        await section.getByRole('link', { name, exact: true }).click()
        // The previous screen stays until this one is loaded.
        await expect(page).toHaveTitle(`${name} · ${say('common.productName')}`)
      }
      const openImport = async () => {
        await go(say('customer.user.titles.list'))
        await main(page)
          .getByRole('link', { name: say('customer.user.list.import'), exact: true })
          .first()
          .click()
        return savedBy(page, () => press(page, say('customer.import.templateCsv')))
      }

      await test.step('registers, and is a trial developer', async () => {
        await page.goto('/login?code=spring&bd_vid=click-7&keyword=%E5%8A%A0%E5%AF%86')
        await chooseLanguage(page)
        await page.getByRole('link', { name: say('identity.login.register') }).click()
        await input(page, 'developerName').fill(typed.developer)
        await input(page, 'account').fill(OWNER)
        await pressGuarded(page, say('identity.codes.get'))
        const { code, text } = await mailTo(smtp, OWNER)
        expect(text).toContain(say('mail.register.body', { code, minutes: 10 }))
        await input(page, 'verifyCode').fill(code)
        await input(page, 'password').fill(PASSWORD)
        await input(page, 'confirmPassword').fill(PASSWORD)
        await input(page, 'acceptTerms').check()
        await pressGuarded(page, say('identity.register.submit'))
        await expect(heading(page)).toHaveText(say('identity.register.doneHeading'))
        // The page goes to the sign-in page by itself.
        await expect(page).toHaveURL('/login', { timeout: LIMITS.console.registerRedirectMs + 5_000 })
        expect(await people.sql('select name, status, spread_code, bd_vid, source_keyword from developer')).toEqual([
          { name: typed.developer, status: 'trial', spread_code: 'spring', bd_vid: 'click-7', source_keyword: '加密' },
        ])
        await signIn(page, OWNER)
        await expect(trial(page)).toBeVisible()
      })

      if (isWhole)
        await test.step('meets the limits of the trial', async () => {
          await go(say('product.titles.list'))
          await main(page)
            .getByRole('link', { name: say('product.list.create') })
            .click()
          await expect(productForm(page, locale).soft).toBeDisabled()
          await expect(page.getByText(say('product.form.trialSoft'))).toBeVisible()
          const [head = ''] = await openImport()
          const accounts = Array.from({ length: LIMITS.trial.importRows + 1 }, (_, n) => `user${n}@people.example`)
          await fileInput(page).setInputFiles(csv([head, ...accounts]))
          await press(page, say('customer.import.check'))
          await expect(
            page.getByText(
              say('errors.user.trialImportLimit', { max: LIMITS.trial.importRows, count: accounts.length }),
            ),
          ).toBeVisible()
        })

      await test.step('applies, and is made formal by the operator', async () => {
        await trial(page)
          .getByRole('link', { name: say('developer.titles.apply') })
          .click()
        if (isWhole) await press(page, say('blocks.form.leave'))
        await page.getByLabel(say('developer.fields.contactName')).fill(typed.owner)
        await page.getByLabel(say('developer.fields.contactPhone')).fill('010-12345678')
        await page.getByRole('checkbox').check()
        await press(page, say('developer.apply.submit'))
        await expect(page.getByText(say('developer.apply.pendingTitle'))).toBeVisible()

        const waiting = await platform('applications')
        expect(waiting).toContain(typed.developer)
        await platform('approve', /^Developer (\d+)/.exec(waiting)?.[1] ?? '')
        expect((await mailTo(smtp, OWNER)).text).toContain(
          say('message.kinds.applicationApproved.body', { developer: typed.developer }),
        )
        // Any next step shows this message first.
        await go(say('dashboard.title'))
        const news = page.getByRole('alertdialog', { name: say('errors.developer.becameFormal') })
        await news.getByRole('button', { name: say('shell.ok') }).click()
        await expect(trial(page)).toHaveCount(0)
      })

      await test.step('makes a product', async () => {
        await go(say('product.titles.list'))
        await main(page)
          .getByRole('link', { name: say('product.list.create') })
          .click()
        const product = productForm(page, locale)
        await product.name.fill(typed.product)
        await product.displayName.fill(typed.product)
        await product.licenseId.fill('20260')
        await product.cloud.check()
        await product.soft.check()
        for (const [at, name] of typed.modules.entries()) {
          if (at === 0) await product.addModule.click()
          else await product.moduleName(at).press('Enter')
          await product.moduleName(at + 1).fill(name)
        }
        await product.create.click()
        await expect(toast(page, say('product.form.created', { name: typed.product }))).toBeVisible()
      })

      const days = () => field(page, say('template.fields.licDuration')).fill('365')
      const billed = (by: 'perDay' | 'perYear') =>
        choice(page, say('template.fields.billingMode'), say(`template.costs.${by}`)).click()
      const terms: Record<(typeof WAYS)[number], () => Promise<void>> = {
        smart: days,
        async account() {
          await choice(page, say('template.fields.licenseForm'), say('product.forms.soft')).click()
          await field(page, say('template.fields.licBindLimit')).fill('2')
          await field(page, say('template.fields.offlineDays')).fill('30')
          await billed('perDay')
          await days()
        },
        async sn() {
          await billed('perDay')
          await days()
        },
        async group() {
          await choice(page, say('template.fields.licenseKeyType'), say('template.keyTypes.group')).click()
          await billed('perYear')
          await days()
          await choice(page, say('template.fields.concurrentType'), say('template.concurrentTypes.machine')).click()
          await field(page, say('template.fields.groupUsers')).fill('50')
        },
        async dongle() {
          await choice(page, say('template.fields.opType'), say('template.dongleOperations.update')).click()
          await page
            .getByRole('combobox', { name: say('template.fields.endTimeOp') })
            .selectOption({ label: say('template.countOperations.append') })
          await field(page, say('template.fields.endTimeDays')).fill('30')
        },
      }
      for (const way of WAYS.filter((one) => isWhole || one === 'sn')) {
        await test.step(`makes a template: ${way}`, async () => {
          await go(say(`template.families.${way === 'group' ? 'sn' : way}`))
          await main(page)
            .getByRole('link', { name: say('template.list.create') })
            .click()
          await field(page, say('template.fields.name')).fill(typed.templates[way])
          // The only product is chosen already.
          await expect(page.getByRole('combobox', { name: say('template.fields.licenseId'), exact: true })).toHaveValue(
            startOf(typed.product),
          )
          await terms[way]()
          await page.getByRole('checkbox', { name: `1 ${typed.modules[0]}` }).check()
          await press(page, say('template.form.create'))
          await expect(toast(page, say('template.form.created', { name: typed.templates[way] }))).toBeVisible()
        })
      }

      if (isWhole)
        await test.step('imports users with the template file of the console', async () => {
          const [head = '', example = ''] = await openImport()
          await fileInput(page).setInputFiles(
            csv([head, ...BUYERS.map((account) => example.replace(/^[^,]*/, account))]),
          )
          await press(page, say('customer.import.check'))
          await press(page, say('customer.import.start', { count: BUYERS.length }))
          await expect(page.getByText(say('task.statuses.completed'), { exact: true })).toBeVisible()
          await page.getByRole('link', { name: say('task.detail.toImported', { count: BUYERS.length }) }).click()
          for (const account of BUYERS)
            await expect(main(page).getByRole('link', { name: account, exact: true })).toBeVisible()
        })

      if (!isWhole)
        await test.step('invites a colleague, who accepts and sees what the role allows', async () => {
          await go(say('access.roles.titles.list'))
          await main(page)
            .getByRole('link', { name: say('access.roles.titles.new') })
            .click()
          await field(page, say('common.fields.name')).fill(typed.role)
          for (const right of ['product.view', 'user.view'] as const)
            await page.getByRole('checkbox', { name: say(`privileges.${right}`), exact: true }).check()
          await press(page, entityWord(say, 'role', 'create'))
          await expect(toast(page, entityWord(say, 'role', 'created', typed.role))).toBeVisible()
          await go(say('access.titles.list'))
          await main(page)
            .getByRole('link', { name: say('access.list.create') })
            .click()
          await page.getByLabel(say('common.fields.account'), { exact: true }).fill(COLLEAGUE)
          await field(page, say('common.fields.userName')).fill(typed.colleague)
          await page.getByRole('checkbox', { name: startOf(typed.role) }).check()
          await press(page, say('access.form.create'))
          await expect(toast(page, say('access.form.created', { name: typed.colleague }))).toBeVisible()

          const { link, text } = await mailTo(smtp, COLLEAGUE)
          const { pathname, hash } = new URL(link)
          expect(text).toContain(
            say('mail.adminInvited.body', {
              developer: typed.developer,
              inviter: OWNER,
              account: COLLEAGUE,
              link,
              days: LIMITS.invitation.days,
            }),
          )
          const theirs = await open(undefined, { baseURL: center.url })
          // In the language of the message, even though this browser has chosen none.
          await theirs.goto(pathname + hash)
          await input(theirs, 'password').fill(PASSWORD)
          await input(theirs, 'confirmPassword').fill(PASSWORD)
          await press(theirs, say('ownAccount.invitation.accept'))
          await theirs.getByRole('link', { name: say('identity.reset.doneAction') }).click()
          await signIn(theirs, COLLEAGUE)
          await expect(menu(theirs).getByRole('listitem')).toHaveText([
            say('dashboard.title'),
            say('product.titles.list'),
            say('customer.user.titles.list'),
            say('operationLog.titles.list'),
          ])
          await menu(theirs)
            .getByRole('link', { name: say('product.titles.list'), exact: true })
            .click()
          await expect(theirs.getByRole('link', { name: typed.product, exact: true })).toBeVisible()
          await expect(theirs.getByRole('link', { name: say('product.list.create') })).toHaveCount(0)
          await theirs.goto('/pc/license/sn')
          await expect(heading(theirs)).toHaveText(say('shell.noAccess.title'))
          await theirs.close()
        })

      await test.step('tops up', async () => {
        await go(say('billing.titles.topUp'))
        await page.getByLabel(say('billing.topUp.form.amount')).fill('1000')
        await page.getByRole('radio', { name: say('billing.methods.sandbox') }).check()
        await press(page, say('billing.topUp.form.submit'))
        const [provider] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('button', { name: say('billing.topUp.payment.go') }).click(),
        ])
        await press(provider, say('billing.topUp.sandbox.actions.pay'))
        const paid = page.getByRole('dialog', { name: say('billing.topUp.payment.titles.paid') })
        await expect(paid).toContainText(say('billing.topUp.payment.paid', { amount: '¥1,000.00' }))
        await paid.getByRole('button', { name: say('billing.topUp.payment.done') }).click()
        await provider.close()
      })

      const issueFrom = async (family: 'account' | 'sn') => {
        await go(say(`template.families.${family}`))
        await page
          .locator('tbody tr, .record-card')
          .filter({ hasText: typed.templates[family] })
          .getByRole('link', { name: say('template.actions.issue'), exact: true })
          .click()
      }

      if (isWhole)
        await test.step('issues a license to a user', async () => {
          await issueFrom('account')
          await page
            .getByRole('list', { name: say('blocks.picker.offered') })
            .getByRole('button', { name: BUYERS[0] })
            .click()
          await expect(page.getByRole('complementary', { name: say('license.issue.panel.title') })).toContainText(
            '¥36.50',
          )
          await press(page, say('license.issue.issuePaid', { count: 1, amount: '¥36.50' }))
          await expect(heading(page)).toHaveText(say('license.issue.result.accounts', { count: 1 }))
          await expect(page.getByRole('row').filter({ hasText: BUYERS[0] })).toBeVisible()
        })

      const code = await test.step('generates license codes', async () => {
        await issueFrom('sn')
        await page.getByRole('textbox', { name: startOf(say('license.fields.count')) }).fill('2')
        await press(page, say('license.issue.generatePaid', { count: 2, amount: '¥73.00' }))
        await expect(heading(page)).toHaveText(say('license.issue.result.codes', { count: 2 }))
        return (await page.locator('.issue-code').first().innerText()).trim()
      })
      const openCode = async () => {
        await go(say('license.families.sn'))
        await page.getByRole('link', { name: code, exact: true }).click()
        await expect(heading(page)).toHaveText(code)
      }

      if (isWhole)
        await test.step('extends one of them', async () => {
          await openCode()
          await page.getByRole('link', { name: say('license.acts.refresh'), exact: true }).click()
          await page.getByRole('textbox', { name: say('template.fields.licDuration'), exact: true }).fill('730')
          await press(page, say('license.detail.refresh.saveFor', { amount: '¥36.50' }))
          await expect(toast(page, say('license.detail.refresh.done', { serial: code }))).toBeVisible()
          await expect(
            page.getByRole('region', { name: say('template.detail.groups.term'), exact: true }),
          ).toContainText('730')
        })

      const keys = join(folder, 'program-keys.json')
      await test.step('finds the keys that a program needs', async () => {
        await go(say('integration.titles.index'))
        const download = page.waitForEvent('download')
        await press(page, say('integration.values.download'))
        const dialog = page.getByRole('dialog', { name: say('ownAccount.confirm.title') })
        await dialog.getByLabel(say('identity.fields.password'), { exact: true }).fill(PASSWORD)
        await dialog.getByRole('button', { name: say('ownAccount.confirm.submit') }).click()
        await (await download).saveAs(keys)
      })

      const paint = startProgram('--keys', keys, '--code', code)
      await test.step('sees the program run with the code', async () => {
        await expect.poll(paint.output, { timeout: 20_000 }).toContain(WORDS[locale].going)
        await openCode()
        await expect(page.getByRole('tab', { name: say('license.detail.tabs.machines') })).toContainText('1')
      })

      await test.step('locks the license: the program ends, and says why', async () => {
        await page
          .locator('.page-head-actions')
          .getByRole('button', { name: say('license.acts.lock') })
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox').fill(typed.reason)
        await dialog.getByRole('button', { name: say('license.acts.lock'), exact: true }).click()
        expect(await paint.ended).toBe(3)
        expect(paint.output()).toContain(
          `✗ ${WORDS[locale].refused}: ${say('errors.runtime.locked')} [LOCKED]\n  ${say('runtime.fixes.locked')}\n`,
        )
      })

      await test.step('traces the refusal to the reason for the lock', async () => {
        await go(say('shell.runtime.log'))
        await page
          .getByRole('row')
          .filter({ hasText: say('errors.runtime.locked') })
          .getByRole('button', { name: say('runtime.why.verb') })
          .click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText(say('runtime.fixes.locked'))
        await expect(dialog.getByRole('list', { name: say('license.detail.rules.title') })).toContainText(
          say('errors.runtime.locked'),
        )
        await dialog.getByRole('link', { name: say('runtime.why.openLicense') }).click()
        await expect(heading(page)).toHaveText(code)
        await page.getByRole('tab', { name: say('license.detail.tabs.history') }).click()
        const history = page.getByRole('list', { name: say('license.detail.history.label') })
        await expect(history.locator('> li .status-tag')).toHaveText(
          (['lock', 'bind', ...(isWhole ? (['refresh'] as const) : []), 'issue'] as const).map((kind) =>
            say(`license.history.${kind}`),
          ),
        )
        await expect(history).toContainText(say('license.detail.history.reason', { reason: typed.reason }))
      })

      if (isWhole)
        await test.step('exports all codes', async () => {
          await go(say('license.families.sn'))
          await press(page, say('blocks.export.verb'))
          const lines = await savedBy(page, () =>
            page.getByRole('menuitem', { name: say('blocks.export.csv') }).click(),
          )
          expect(lines.find((line) => line.includes(code))).toContain(say('license.statuses.locked'))
        })
    })
  })
}
