// Tests offline files in a browser: a device without a network (the SDK, cut off) is bound by a file and by a picture
// of its QR code; thirty files are exchanged at once, three of them bad; and a file leads to its license.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { pcLicenseCalls, pcTemplateCalls, productCalls, shownCode } from '@sealwright/contract'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { unzipSync } from 'fflate'
import { encode } from 'uqr'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { devicesOf } from './support/offline-device.ts'
import type { Devices } from './support/offline-device.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { pngOf, pngOfModules } from './support/picture.ts'
import { zh } from './support/words.ts'

const MANY = 30

interface Vendor {
  actor: Actor
  devices: Devices
  /** Codes for many devices, which can be bound by a file. */
  codes: readonly { guid: string; serial: string }[]
}

async function vendor(people: People, count = 1): Promise<Vendor> {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图 CAD', licenseId, licenseForm: 3 }))
  const { guid: templateGuid } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', licenseId, {
      name: '离线版',
      isForever: false,
      licDuration: 365,
      billingMode: 'day',
      useMode: 2,
      machineNum: MANY,
      offlineBind: true,
    }),
  )
  const { licenses } = await actor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], count })
  return { actor, devices: await devicesOf(actor), codes: licenses }
}

const codeAt = ({ codes }: Vendor, index = 0) => {
  const code = codes[index]
  if (!code) throw new Error('an issue answered too few codes')
  return code
}
const asFile = ({ name, text }: { name: string; text: string }) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})
const put = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)
const textOf = async (download: Download) => readFile(await download.path(), 'utf8')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a device without a network is bound by a file on the license page, renewed and unbound the same way', async ({
  people,
  open,
}) => {
  const own = await vendor(people)
  const { guid, serial } = codeAt(own)
  const device = await own.devices.make('车间电脑')
  const page = await open(own.actor)
  const hand = async (file: { name: string; text: string }) => {
    const downloading = page.waitForEvent('download')
    await put(page, [asFile(file)])
    return downloading
  }
  await page.goto(`/pc/license/sn/view?guid=${guid}&tab=offline`)
  await expect(page.getByText(zh('offline.history.emptyTitle'))).toBeVisible()
  const request = await device.requestFile(serial)
  const answer = await hand(request)
  expect(answer.suggestedFilename()).toMatch(/^车间电脑 .+\.d2c$/)
  await expect(page.getByText(zh('offline.tab.done.bind', { machine: '车间电脑' }))).toBeVisible()
  expect((await device.importFile(await textOf(answer))).isLicensed).toBe(true)
  await expectNobodyKeptOut(page)

  // The same file gets the same answer.
  const again = await hand(request)
  await expect(page.getByText(zh('offline.tab.repeated', { machine: '车间电脑' }))).toBeVisible()
  expect(await textOf(again)).toBe(await textOf(answer))
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)

  const renewed = await hand(await device.refreshFile())
  expect((await device.importFile(await textOf(renewed))).isLicensed).toBe(true)
  const removed = await hand(await device.unbindToFile())
  await expect(page.getByText(zh('offline.tab.done.unbind', { machine: '车间电脑' }))).toBeVisible()
  await device.importFile(await textOf(removed))
  expect(device.status().isLicensed).toBe(false)
  await page.getByRole('tab', { name: zh('license.detail.tabs.machines') }).click()
  await expect(page.getByRole('row').filter({ hasText: '车间电脑' })).toContainText(zh('license.machineStates.unbound'))
  await own.devices.close()
})

test('a picture of a QR code is enough; a picture without one says so', async ({ people, open }) => {
  const own = await vendor(people)
  const device = await own.devices.make('展台电脑')
  const { text } = await device.requestFile(codeAt(own).serial)
  const { data } = encode(text, { ecc: 'L', border: 4 })
  const page = await open(own.actor)
  await page.goto('/tool/offline')
  await expect(page.getByRole('list', { name: zh('offline.workbench.stepsLabel') })).toBeVisible()
  await put(page, [
    { name: 'photo.png', mimeType: 'image/png', buffer: pngOfModules(data, 5) },
    { name: 'wall.png', mimeType: 'image/png', buffer: pngOf(400, [90, 120, 140]) },
  ])
  await expect(page.getByRole('row').filter({ hasText: 'wall.png' })).toContainText(zh('offline.intake.faults.noCode'))
  const row = page.getByRole('row').filter({ hasText: 'photo.png' })
  await expect(row).toContainText(zh('offline.workbench.allowed'))
  await expect(row).toContainText('展台电脑')
  await expect(row.getByRole('link', { name: shownCode(codeAt(own).serial) })).toBeVisible()
  await button(page, zh('offline.workbench.exchange', { count: 1 })).click()
  const downloading = page.waitForEvent('download')
  await button(page, zh('offline.workbench.downloadOne', { name: 'photo.png' })).click()
  expect((await device.importFile(await textOf(await downloading))).isLicensed).toBe(true)
  await own.devices.close()
})

test('thirty files at once: three bad ones say why, the others come back in one zip, each for its device', async ({
  people,
  open,
}) => {
  const [own, other] = [await vendor(people, 2), await vendor(people)]
  const [good, locked] = [codeAt(own), codeAt(own, 1)]
  await own.actor.call(pcLicenseCalls.lock, { kind: 'sn', guid: locked.guid, reason: '逾期未付款' })
  const devices = await Promise.all(Array.from({ length: MANY - 3 }, (_, n) => own.devices.make(`PC-${n + 1}`)))
  const files = await Promise.all(
    devices.map(async (device, n) => asFile({ ...(await device.requestFile(good.serial)), name: `pc-${n + 1}.c2d` })),
  )
  const [edited, late, foreign] = [
    await (await own.devices.make('EDITED')).requestFile(good.serial),
    await (await own.devices.make('LOCKED')).requestFile(locked.serial),
    await (await other.devices.make('FOREIGN')).requestFile(codeAt(other).serial),
  ]
  const bad = [
    asFile({ name: 'edited.c2d', text: edited.text.replace(/^(.{40})./m, '$1~') }),
    asFile({ name: 'locked.c2d', text: late.text }),
    asFile({ name: 'foreign.c2d', text: foreign.text }),
  ]
  const page = await open(own.actor)
  await page.goto('/tool/offline')
  await put(page, [...files, ...bad])
  await expect(
    page.getByText(zh('offline.workbench.counted', { count: MANY, allowed: MANY - 3, refused: 3 })),
  ).toBeVisible()
  for (const [name, reason] of [
    ['edited.c2d', 'fileUnreadable'],
    ['foreign.c2d', 'fileForeign'],
    ['locked.c2d', 'locked'],
  ] as const)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(zh(`runtime.fixes.${reason}`))
  // Nothing about the file of somebody else.
  await expect(page.getByRole('row').filter({ hasText: 'foreign.c2d' })).not.toContainText('FOREIGN')
  await expectNobodyKeptOut(page)

  await button(page, zh('offline.workbench.exchange', { count: MANY - 3 })).click()
  await expect(page.getByText(zh('offline.workbench.ended', { count: MANY - 3 }))).toBeVisible({ timeout: 20_000 })
  const downloading = page.waitForEvent('download')
  await button(page, zh('offline.workbench.downloadAll', { count: MANY - 3 })).click()
  const answers = Object.values(unzipSync(await readFile(await (await downloading).path())))
  expect(answers).toHaveLength(MANY - 3)
  // An answer is for one device: each accepts exactly one of them.
  for (const device of devices) {
    const results = await Promise.allSettled(answers.map((one) => device.importFile(Buffer.from(one).toString('utf8'))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(device.status().isLicensed).toBe(true)
  }
  await own.devices.close()
  await other.devices.close()
})

test('/tool leads to the search, which finds the license of a file and the answer again', async ({ people, open }) => {
  const [own, other] = [await vendor(people), await vendor(people)]
  const { guid, serial } = codeAt(own)
  const device = await own.devices.make('车间电脑')
  const request = await device.requestFile(serial)
  const page = await open(own.actor)
  await page.goto('/tool')
  await expect(page).toHaveURL(/\/tool\/searchLicense$/)
  await put(page, [asFile(request)])
  await expect(page.getByText(zh('offline.search.notExchanged'))).toBeVisible()
  await page.getByRole('link', { name: shownCode(serial) }).click()
  await expect(page).toHaveURL(new RegExp(`/pc/license/sn/view\\?guid=${guid}`))
  await page.getByRole('tab', { name: zh('offline.tab.title') }).click()
  const handing = page.waitForEvent('download')
  await put(page, [asFile(request)])
  const answer = await textOf(await handing)

  await page.goto('/tool/searchLicense')
  await put(page, [asFile({ name: 'answer.d2c', text: answer })])
  await expect(page.getByText(zh('offline.search.files.D2C'))).toBeVisible()
  await expect(page.getByText(zh('offline.search.exchanged'), { exact: true })).toBeVisible()
  await expectNobodyKeptOut(page)
  const downloading = page.waitForEvent('download')
  await button(page, zh('offline.history.download')).click()
  expect(await textOf(await downloading)).toBe(answer)

  // Another developer learns nothing from it.
  const stranger = await open(other.actor, {})
  await stranger.goto('/tool/searchLicense')
  await put(stranger, [asFile({ name: 'answer.d2c', text: answer })])
  await expect(stranger.getByRole('alert')).toContainText(zh('errors.offline.notOurs'))
  await expect(stranger.getByText(shownCode(serial))).toHaveCount(0)
  await own.devices.close()
  await other.devices.close()
})
