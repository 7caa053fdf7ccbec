// Tests the public page of a license code on a phone: typing the code through the captcha and by keyboard, devices,
// exchanging a file and a picture of its QR code, the states of a code, and the desk of a lending administrator. The
// whole way of a lent seat is in lending.spec.ts.
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  CODE_PAGE,
  LOCALES,
  codePageCalls,
  configCalls,
  lendingCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  shownCode,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { encode } from 'uqr'
import { solveByKeys, solveCaptcha, wishFor } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import { expect, expectNobodyKeptOut, fromEnvironment, test } from './support/fixtures.ts'
import { devicesOf } from './support/offline-device.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { pngOfModules } from './support/picture.ts'
import { SAY, zh } from './support/words.ts'

const newPhone = () => ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
})
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const code = (page: Page) => page.locator('input[name=code]:visible')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The page clips what is too wide instead of scrolling sideways. */
const isCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].some((element) => {
      const { width, right } = element.getBoundingClientRect()
      return width > 1 && right > innerWidth
    }),
  )

interface Coded {
  actor: Actor
  guid: string
  serial: string
}

async function coded(
  people: People,
  given: Partial<PayloadOf<typeof pcTemplateCalls.create>> = {},
  password?: string,
): Promise<Coded> {
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
      name: '客户版',
      isForever: false,
      licDuration: 365,
      billingMode: 'day',
      useMode: 2,
      machineNum: 5,
      offlineBind: true,
      lending: true,
      lendingDays: 30,
      lendingSeats: 3,
      ...given,
    }),
  )
  const { licenses } = await actor.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [templateGuid],
    ...(password && { password }),
  })
  const [license] = licenses
  if (!license) throw new Error('an issue answered no code')
  return { actor, guid: license.guid, serial: license.serial }
}

async function look(page: Page, serial: string): Promise<void> {
  await page.goto(CODE_PAGE)
  await code(page).fill(serial)
  await page.locator('button[type=submit]').click()
  await expect(heading(page)).toHaveText('星图 CAD')
}

test.describe('behind the captcha', () => {
  // In one worker: they share a server.
  test.describe.configure({ mode: 'default' })
  const withCaptcha = test.extend<object, { center: { url: string } }>({
    center: [
      async ({ playwright: _playwright }, use) => {
        const center = await startCenter({
          hasCaptcha: [codePageCalls.look.path, codePageCalls.requestLink.path],
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

  withCaptcha('a customer sees a code on a phone, also after a reload of the tab', async ({ center, people, open }) => {
    const { serial } = await coded(people)
    const page = await open(undefined, { ...newPhone(), baseURL: center.url })
    await wishFor(page, 'SLIDER')
    await page.goto(CODE_PAGE)
    await expect(code(page)).toBeFocused()
    await code(page).fill(serial.toLowerCase())
    await expect(code(page)).toHaveValue(shownCode(serial))
    await press(page, zh('codePage.form.submit'))
    await solveCaptcha(page, people.sql)
    await expect(heading(page)).toHaveText('星图 CAD')
    await expect(page).toHaveTitle('星图 CAD · 测试开发者')
    await expect(page.getByText(serial)).toHaveCount(0)
    await page.reload()
    await expect(heading(page)).toHaveText('星图 CAD')
  })

  withCaptcha('a person who only uses a keyboard does the same, in English', async ({ center, people, open }) => {
    const { serial } = await coded(people)
    const page = await open(undefined, { ...newPhone(), baseURL: center.url, locale: 'en-US' })
    await wishFor(page, 'SLIDER')
    await page.goto(CODE_PAGE)
    await expect(code(page)).toBeFocused()
    await page.keyboard.type(serial)
    await page.keyboard.press('Enter')
    await solveByKeys(page, people.sql)
    await expect(page.getByText(SAY.en('codePage.states.inForce'))).toBeVisible()
    await expect(page.getByText(SAY.en('codePage.code.boundOf', { bound: 0, limit: 5 }))).toBeVisible()
  })
})

test('a wrong code and a wrong password are told on their fields; the right ones open the code', async ({
  people,
  open,
  announce,
}) => {
  announce(/the server responded with a status of 4\d\d/)
  const { serial } = await coded(people, { codePassword: true }, 'secret-1')
  const page = await open(undefined, newPhone())
  await page.goto(CODE_PAGE)
  await code(page).fill(serial.slice(0, -1) + (serial.endsWith('A') ? 'B' : 'A'))
  await press(page, zh('codePage.form.submit'))
  await expect(page.getByText(zh('codePage.form.codeWrong'))).toBeVisible()
  await expect(code(page)).toBeFocused()
  await code(page).fill(serial)
  await press(page, zh('codePage.form.submit'))
  const password = page.locator('input[name=password]')
  await expect(password).toBeFocused()
  await password.fill('secret-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText(zh('errors.codePage.passwordWrong'))).toBeVisible()
  await password.fill('secret-1')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('星图 CAD')
})

test('a device without a network is activated by a file, and another one by a picture of its QR code', async ({
  people,
  open,
}) => {
  const { actor, serial } = await coded(people)
  const devices = await devicesOf(actor)
  const [first, second] = [await devices.make('WORKSHOP-PC'), await devices.make('EXPO-LAPTOP')]
  const page = await open(undefined, newPhone())
  await look(page, serial)
  const files = page.locator('input[type=file]').first()
  const exchanged = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const downloading = page.waitForEvent('download')
    await files.setInputFiles(file)
    return readFile(await (await downloading).path(), 'utf8')
  }
  const { name, text } = await first.requestFile(serial)
  const answer = await exchanged({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect(page.getByText(zh('codePage.offline.done.bind', { machine: 'WORKSHOP-PC' }))).toBeVisible()
  await expect(page.getByRole('list', { name: zh('codePage.devices.title') }).getByRole('listitem')).toHaveCount(1)
  expect((await first.importFile(answer)).isLicensed).toBe(true)
  await expectNobodyKeptOut(page)

  await press(page, zh('codePage.offline.another'))
  const { data } = encode((await second.requestFile(serial)).text, { ecc: 'L', border: 4 })
  const picture = await exchanged({ name: 'photo.png', mimeType: 'image/png', buffer: pngOfModules(data, 5) })
  await expect(page.getByText(zh('codePage.offline.done.bind', { machine: 'EXPO-LAPTOP' }))).toBeVisible()
  expect((await second.importFile(picture)).isLicensed).toBe(true)
  await devices.close()
})

test('a customer unbinds a device once the developer allows it', async ({ people, open }) => {
  const { actor, serial } = await coded(people)
  const devices = await devicesOf(actor)
  const device = await devices.make('WORKSHOP-PC')
  const page = await open(undefined, newPhone())
  await look(page, serial)
  const downloading = page.waitForEvent('download')
  const { name, text } = await device.requestFile(serial)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await downloading
  await expect(page.getByText(zh('codePage.devices.closed', { developer: '测试开发者' }))).toBeVisible()
  await actor.call(configCalls.update, { key: 'selfUnbind', value: 'true' })
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`^${zh('codePage.devices.unbind')}`) }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(zh('codePage.devices.confirmOffline'))
  await dialog.getByRole('button', { name: zh('codePage.devices.unbind'), exact: true }).click()
  await expect(page.getByText(zh('codePage.devices.none'))).toBeVisible()
  await devices.close()
})

for (const locale of LOCALES) {
  test(`the form, the code and the desk fit every width and keep nobody out, in ${locale}`, async ({
    people,
    open,
  }) => {
    const { actor, guid, serial } = await coded(people)
    const boss = `a-rather-long-address-of-the-${guid}@test.example`
    await actor.call(lendingCalls.invite, { licenseGuid: guid, email: boss })
    await actor.call(lendingCalls.create, { licenseGuid: guid, person: '林工', email: 'lin@test.example', days: 7 })
    const page = await open(undefined, { ...newPhone(), locale: locale === 'zh' ? 'zh-CN' : 'en-US' })
    const say = SAY[locale]
    const fits = async (what: string) => {
      // Colors and labels are the same in every language.
      if (locale === 'zh') await expectNobodyKeptOut(page)
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await isCut(page), `${what} at ${width}`).toBe(false)
      }
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.goto(CODE_PAGE)
    await expect(heading(page)).toHaveText(say('codePage.form.title'))
    await fits('form')
    await page.getByRole('link', { name: say('codePage.form.manage') }).click()
    await expect(heading(page).first()).toHaveText(say('codePage.link.title'))
    await fits('link')
    await look(page, serial)
    await fits('code')
    await page.goto(await people.link(boss))
    await page.getByRole('button', { name: say('codePage.signIn.submit'), exact: true }).click()
    await expect(page.getByText('林工')).toBeVisible()
    await fits('desk')
    await page.getByRole('button', { name: say('codePage.desk.lend') }).click()
    await expect(page.locator('input[name=person]')).toBeFocused()
    await fits('lend')
  })
}

test('the states of a code have words of their own', async ({ people, open }) => {
  const { actor, guid, serial } = await coded(people)
  const page = await open(undefined, newPhone())
  await look(page, serial)
  await expect(page.getByText(zh('codePage.states.inForce'))).toBeVisible()
  await actor.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: '逾期未付款' })
  await page.reload()
  await expect(page.getByText(zh('codePage.stateNotes.locked', { developer: '测试开发者' }))).toBeVisible()
})
