// Tests licenses in dongles in a browser and a terminal: a package is issued with the PIN, imported and reported; the
// program runs from the dongle, stops after a loss report, and runs again.
import type { Page } from '@playwright/test'
import { developerCalls, identityCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { WORDS } from '../apps/demo-program/src/words.ts'
import { afterThrottle, expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import { makeDongle } from './support/virtual-dongle.ts'
import { zh } from './support/words.ts'

const PIN = 'HostedLockPin2026a'
const RUNS = WORDS.zh.going

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pin = (page: Page) => page.getByLabel(zh('dongleLicense.fields.pin'), { exact: true })

test('a license goes into a dongle; a lost dongle stops the program until the report is canceled', async ({
  people,
  open,
  url,
}) => {
  const actor = await people.developer()
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图 CAD', licenseId, licenseForm: 3 }))
  const { guid: templateGuid } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('dongle', licenseId, { name: '随锁版' }),
  )
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  await actor.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  const dongle = await makeDongle(actor, url)
  const { shell } = dongle
  const page = await open(actor)
  await page.clock.install()
  try {
    await test.step('a wrong PIN is refused at its field, the right one issues a package', async () => {
      await page.goto(`/pc/license/dongle/new?templateGuid=${templateGuid}`)
      await page.getByText(zh('userLock.choose.ways.numbers'), { exact: true }).click()
      await page.getByRole('textbox', { name: zh('userLock.choose.ways.numbers') }).fill(shell)
      await expect(page.getByText(zh('dongleLicense.issue.fit', { count: 1 }))).toBeVisible()
      await pin(page).fill('NotTheHostedPin2026')
      await expectNobodyKeptOut(page)
      await button(page, zh('dongleLicense.issue.submit', { count: 1 })).click()
      await expect(page.getByText(zh('errors.dongleLicense.pinWrong'))).toBeVisible()
      await expect(pin(page)).toHaveAttribute('aria-invalid', 'true')
      await pin(page).fill(PIN)
      await afterThrottle(page)
      await button(page, zh('dongleLicense.issue.submit', { count: 1 })).click()
      await expect(page.getByText(zh('dongleLicense.issue.resultTitle', { count: 1 }))).toBeVisible()
    })

    await test.step('the dongle imports the downloaded file once', async () => {
      const downloading = page.waitForEvent('download')
      await button(page, zh('dongleLicense.issue.download')).first().click()
      const file = await (await downloading).path()
      expect(await dongle.do('plug')).toMatchObject({ code: 0 })
      expect(await dongle.do('import', file)).toMatchObject({ code: 0 })
      expect(await dongle.do('import', file)).toMatchObject({ code: 3 })
    })

    await test.step('an activation reports the result, and the program runs from the dongle', async () => {
      expect(await dongle.do('activate')).toMatchObject({ code: 0 })
      expect((await dongle.runProgram(RUNS)).output).toContain(RUNS)
      await page.getByRole('link', { name: zh('dongleLicense.issue.openList') }).click()
      await expect(page.getByText(shell).first()).toBeVisible()
      await expect(page.getByText(zh('dongleLicense.upgradeStatuses.upgraded')).first()).toBeVisible()
      await expectNobodyKeptOut(page)
      await page.getByRole('link', { name: shell }).first().click()
      await page.getByRole('tab', { name: zh('dongleLicense.detail.tabs.upgrades') }).click()
      await expect(page.getByText(zh('dongleLicense.upgrades.numbered', { number: 1 }))).toBeVisible()
      await expectNobodyKeptOut(page)
    })

    await test.step('after a loss report, the next activation stops the program', async () => {
      await page.getByRole('link', { name: shell }).first().click()
      await button(page, zh('userLock.acts.reportLost')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: zh('userLock.acts.reportLost'), exact: true })
        .click()
      await expect(page.getByText(zh('userLock.statuses.lost')).first()).toBeVisible()
      expect((await dongle.do('activate')).output).toContain('已挂失')
      expect(await dongle.runProgram(RUNS)).toMatchObject({
        code: 3,
        output: expect.not.stringContaining(RUNS),
      })
    })

    await test.step('after the report is canceled, the next activation lets it run again', async () => {
      await page.reload()
      await button(page, zh('userLock.acts.cancelLost')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: zh('userLock.acts.cancelLost'), exact: true })
        .click()
      await expect(button(page, zh('userLock.acts.reportLost'))).toBeVisible()
      expect(await dongle.do('activate')).toMatchObject({ code: 0 })
      expect((await dongle.runProgram(RUNS)).output).toContain(RUNS)
    })
  } finally {
    await dongle.close()
  }
})
