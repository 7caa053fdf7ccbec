import type { Page } from '@playwright/test'
// Tests the life of a license in a browser: update, lock, unlock, delete, unbinding of devices, and the history of all
// that. Also updates several codes at once, one of which does not qualify.
import {
  LICENSE_STATUSES,
  licenseStatusName,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  userCalls,
} from '@sealwright/contract'
import type { LicenseStatusName, PayloadOf } from '@sealwright/contract'
import { shownCode } from '@sealwright/contract'
import { pcTemplatePayload, userPayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor } from './support/people.ts'
import { zh } from './support/words.ts'

type Kind = 'account' | 'sn'
const YEAR = { isForever: false, licDuration: 365, billingMode: 'day' } as const

async function newTemplate(
  actor: Actor,
  kind: Kind,
  given: Partial<PayloadOf<typeof pcTemplateCalls.create>> = {},
): Promise<string> {
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: `产品 ${licenseId}`, licenseId, licenseForm: 3 }))
  return (
    await actor.call(pcTemplateCalls.create, pcTemplatePayload(kind, licenseId, { name: '年度版', ...YEAR, ...given }))
  ).guid
}

async function newCodes(actor: Actor, count: number, given: Parameters<typeof newTemplate>[2] = {}) {
  const templateGuid = await newTemplate(actor, 'sn', given)
  return (await actor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], count })).licenses
}

const tab = (page: Page, name: 'summary' | 'machines' | 'history') =>
  page.getByRole('tab', { name: zh(`license.detail.tabs.${name}`) })
const events = (page: Page) => page.getByRole('list', { name: zh('license.detail.history.label') }).locator('> li')
const days = (page: Page) => page.getByRole('textbox', { name: zh('template.fields.licDuration'), exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: zh('license.detail.refresh.panel') })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function expectStatus(page: Page, name: LicenseStatusName): Promise<void> {
  await expect(page.locator('.license-subtitle .status-tag')).toHaveText(zh(`license.statuses.${name}`))
}

async function doAct(page: Page, act: 'lock' | 'unlock' | 'delete', reason = ''): Promise<void> {
  await page
    .locator('.page-head-actions')
    .getByRole('button', { name: zh(`license.acts.${act}`) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: zh(`license.acts.${act}`), exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const kind of ['sn', 'account'] as const) {
  test(`a license is updated, locked, unlocked and deleted, and its history shows all of it (${kind})`, async ({
    people,
    open,
  }) => {
    const actor = await people.developer()
    await people.credit(actor, 1_000)
    const templateGuid = await newTemplate(actor, kind)
    const userIds = kind === 'account' ? [(await actor.call(userCalls.create, userPayload())).guid] : undefined
    const [license] = (await actor.call(pcLicenseCalls.issue, { kind, templateGuids: [templateGuid], userIds }))
      .licenses
    if (!license) throw new Error('an issue answered no license')
    const name = license.account ?? shownCode(license.serial)
    const page = await open(actor)
    await page.goto(`/pc/license/${kind}/view?guid=${license.guid}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expectStatus(page, 'unbound')

    await page.getByRole('link', { name: zh('license.acts.refresh'), exact: true }).click()
    await expect(panel(page)).toContainText(zh('license.detail.refresh.idle'))
    await days(page).fill('730')
    await expect(panel(page).getByRole('region', { name: zh('license.detail.refresh.changes') })).toContainText('730')
    await expect(panel(page)).toContainText('¥36.50')
    await page.getByRole('button', { name: zh('license.detail.refresh.saveFor', { amount: '¥36.50' }) }).click()
    await expect(toast(page, zh('license.detail.refresh.done', { serial: name }))).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/pc/license/${kind}/view\\?guid=${license.guid}`))
    await expect(page.getByRole('region', { name: zh('template.detail.groups.term') })).toContainText('730')

    await doAct(page, 'lock', '客户尚未付款')
    await expectStatus(page, 'locked')
    await expect(page.getByRole('link', { name: zh('license.acts.refresh'), exact: true })).toHaveCount(0)
    await tab(page, 'history').click()
    await expect(events(page)).toHaveCount(3)
    await expect(events(page).first()).toContainText(zh('license.detail.history.reason', { reason: '客户尚未付款' }))
    await doAct(page, 'unlock')
    await expectStatus(page, 'unbound')
    await doAct(page, 'delete')
    await expectStatus(page, 'deleted')
    await expect(page.locator('.page-head-actions').getByRole('button')).toHaveCount(0)
    for (const [index, event] of (['delete', 'unlock', 'lock', 'refresh', 'issue'] as const).entries())
      await expect(events(page).nth(index).locator('.status-tag')).toHaveText(zh(`license.history.${event}`))
    const update = events(page).nth(3)
    await expect(update.locator('.differences')).toContainText('730')
    await update.getByRole('link', { name: zh('license.detail.history.order') }).click()
    await expect(page).toHaveURL(/\/billing\/order\/view/)
  })
}

test('an impossible update says why, and becomes possible with another value', async ({ people, open }) => {
  const actor = await people.developer()
  await people.credit(actor, 40)
  const [code] = await newCodes(actor, 1)
  const page = await open(actor)
  await page.goto(`/pc/license/sn/refresh?guid=${code?.guid}`)
  await days(page).fill('3650')
  const trace = panel(page).getByRole('list', { name: zh('license.detail.rules.title') })
  await expect(trace.getByRole('img', { name: zh('license.detail.rules.outcomes.fail') })).toHaveCount(1)
  await expect(panel(page)).toContainText(zh('billing.fee.issue.short'))
  await expectNobodyKeptOut(page)
  await days(page).fill('370')
  await expect(trace).toBeHidden()
  await expect(
    page.getByRole('button', { name: zh('license.detail.refresh.saveFor', { amount: '¥0.50' }) }),
  ).toBeVisible()
})

test('a device is unbound for a while, or withdrawn for good', async ({ people, open }) => {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const [code] = await newCodes(actor, 1, { useMode: 2, machineNum: 3 })
  if (!code) throw new Error('an issue answered no code')
  // Binds the devices with SQL instead of runtime calls.
  for (const name of ['工作站一', '工作站二']) {
    await people.sql(
      `insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, os, addresses, state,
         bound_at, seen_at)
       values ($1, gen_random_uuid(), $2, $3, $3, 'Windows 11', '[{"ip": "192.168.1.20", "mac": "3C:52:82:AA:10:01"}]',
         'bound', now(), now())`,
      [actor.developerId, code.guid, name],
    )
  }
  await people.sql(
    `update license set state = $1, bound = 2, ever_bound = 2, first_used_at = now()
     where developer_id = $2 and guid = $3`,
    [LICENSE_STATUSES.bound, actor.developerId, code.guid],
  )
  const page = await open(actor)
  await page.goto(`/pc/license/sn/view?guid=${code.guid}&tab=machines`)
  const row = (name: string) => page.getByRole('table').locator('tbody tr').filter({ hasText: name })
  await expect(row('工作站一')).toContainText('192.168.1.20')
  await row('工作站一')
    .getByRole('button', { name: zh('license.detail.machines.unbind.verb') })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(zh('license.detail.machines.unbind.sentence'))
  await dialog.getByRole('button', { name: zh('license.detail.machines.unbind.verb') }).click()
  await expect(row('工作站一')).toContainText(zh('license.machineStates.unbound'))
  await expectStatus(page, 'bound')
  await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '工作站二' }) }).click()
  await page.getByRole('menuitem', { name: zh('license.detail.machines.recycle.verb') }).click()
  await expect(dialog).toContainText(zh('license.detail.machines.recycle.sentence'))
  await dialog.getByRole('textbox').fill('设备失窃')
  await dialog.getByRole('button', { name: zh('license.detail.machines.recycle.verb') }).click()
  await expect(row('工作站二')).toContainText(zh('license.machineStates.recycled'))
  await expectStatus(page, 'unbound')
  await tab(page, 'history').click()
  await expect(events(page).first()).toContainText('工作站二')
  await expect(events(page).first()).toContainText('设备失窃')
})

test('codes are updated together once the one that does not fit is out, and taken back', async ({ people, open }) => {
  const actor = await people.developer()
  await people.credit(actor, 1_000)
  const codes = await newCodes(actor, 3)
  const [odd] = codes
  if (!odd) throw new Error('an issue answered no code')
  await actor.call(pcLicenseCalls.lock, { kind: 'sn', guid: odd.guid })
  const page = await open(actor)
  await page.goto(
    `/pc/license/sn/batchUpdate?guids=${encodeURIComponent(JSON.stringify(codes.map(({ guid }) => guid)))}`,
  )
  const unfit = page.getByRole('list', { name: zh('license.detail.batch.unfit', { count: 1 }) })
  await expect(unfit).toContainText(shownCode(odd.serial))
  await days(page).fill('465')
  await page.getByRole('button', { name: zh('license.detail.batch.removeAll') }).click()
  await expect(unfit).toHaveCount(0)
  await expect(days(page)).toHaveValue('465')
  await page.getByRole('button', { name: zh('license.detail.batch.saveFor', { count: 2, amount: '¥20.00' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('license.detail.refresh.saveFor', { amount: '¥20.00' }) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: zh('license.detail.batch.ended') })).toBeVisible()
  const daysOf = async () =>
    Promise.all(codes.map(async ({ guid }) => (await actor.call(pcLicenseCalls.get, { kind: 'sn', guid })).licDuration))
  expect(await daysOf()).toEqual([365, 465, 465])
  await page.getByRole('button', { name: zh('task.actions.undo') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('task.actions.undo') })
    .click()
  await expect.poll(daysOf).toEqual([365, 365, 365])
  expect(licenseStatusName((await actor.call(pcLicenseCalls.get, { kind: 'sn', guid: odd.guid })).status)).toBe(
    'locked',
  )
})
