// Tests a program together with the console: it activates a code, takes a seat, appears in the seat list and loses the
// seat; a refusal is explained; a leaked code is replaced.
import {
  developerCalls,
  identityCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  runtimeCalls,
  shownCode,
} from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { pcTemplatePayload } from '@sealwright/testkit/payloads'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import type { Actor, People } from './support/people.ts'
import { zh } from './support/words.ts'

/** A developer with one code for one device, and a program. */
async function vendor(people: People, url: string) {
  const actor: Actor = await people.developer()
  await people.credit(actor, 1_000)
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: `产品 ${licenseId}`, licenseId, licenseForm: 3 }))
  const { guid: templateGuid } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('sn', licenseId, {
      name: '年度版',
      isForever: false,
      licDuration: 365,
      billingMode: 'day',
      useMode: 2,
      machineNum: 1,
    }),
  )
  const [license] = (await actor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid] })).licenses
  if (!license) throw new Error('an issue answered no code')
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await actor.call(developerCalls.revealApiPassword, {})
  const ask = async (name: 'activate' | 'openSession' | 'heartbeat' | 'validate', payload: Record<string, unknown>) => {
    const response = await fetch(`${url}${runtimeCalls[name].path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiPassword}`,
        'content-type': 'application/json',
        'accept-language': 'zh-CN',
      },
      body: JSON.stringify({ developerId: Number(actor.developerId), ...payload }),
    })
    return { code: response.status, body: (await response.json()) as Record<string, unknown> } // a problem or an answer
  }
  return { actor, license, ask }
}
const machine = (name: string) => ({ fingerprint: `print-of-${name}`, name })

test('a program takes a seat, appears in the seat list, and learns at its heartbeat why the seat was released', async ({
  people,
  open,
  url,
}) => {
  const { actor, license, ask } = await vendor(people, url)
  const page = await open(actor)
  await page.goto('/runtime/seat')
  await expect(page.getByText(zh('runtime.seats.emptyTitle'))).toBeVisible()
  const held = { code: license.serial, machine: machine('desk-one') }
  expect((await ask('activate', held)).code).toBe(200)
  const {
    body: { session },
  } = await ask('openSession', { ...held, process: { name: 'atlas.exe', pid: 4711 } })
  // The page updates by itself.
  const row = page.getByRole('row').filter({ hasText: shownCode(license.serial) })
  await expect(row).toContainText('desk-one', { timeout: 15_000 })
  await expectNobodyKeptOut(page)
  await row.getByRole('button', { name: zh('runtime.seats.release.verb') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(zh('runtime.seats.release.consequence'))
  await dialog.getByRole('textbox').fill('设备借用到期')
  await dialog.getByRole('button', { name: zh('runtime.seats.release.verb'), exact: true }).click()
  await expect(page.getByText(zh('runtime.seats.emptyTitle'))).toBeVisible()
  const { body } = await ask('heartbeat', { session })
  expect(body).toMatchObject({
    type: 'SEAT_RELEASED',
    detail: zh('runtime.because', { sentence: zh('errors.runtime.seatReleased'), reason: '设备借用到期' }),
    reason: '设备借用到期',
  })
  await page.getByRole('tab', { name: zh('runtime.seats.ended') }).click()
  await expect(row).toContainText(zh('runtime.ends.released'))
  await expect(row).toContainText('设备借用到期')
  // The lease of the activation depends on the signing key.
  await page.goto('/runtime/key')
  await page.getByRole('table').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: zh('runtime.keys.openLeases', { count: 1 }) }).click()
  await expect(page.getByRole('dialog')).toContainText('desk-one')
  await expectNobodyKeptOut(page, { within: 'dialog' })
})

test('a refused activation is explained and links to its license, which shows the same refusal', async ({
  people,
  open,
  url,
}) => {
  const { actor, license, ask } = await vendor(people, url)
  await ask('activate', { code: license.serial, machine: machine('desk-one') })
  expect((await ask('activate', { code: license.serial, machine: machine('desk-two') })).body).toMatchObject({
    type: 'MACHINE_LIMIT',
  })
  const page = await open(actor)
  await page.goto('/runtime/log?refused=1')
  const why = page
    .getByRole('row')
    .filter({ hasText: 'desk-two' })
    .getByRole('button', { name: zh('runtime.why.verb') })
  await why.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(why).toBeFocused()
  // A second click soon after the first does not count.
  await expect(async () => {
    await why.click()
    await expect(dialog).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(dialog).toContainText(zh('runtime.fixes.machineLimit'))
  await expect(
    dialog
      .getByRole('list', { name: zh('license.detail.rules.title') })
      .getByRole('listitem')
      .first(),
  ).toHaveText(zh('errors.runtime.machineLimit', { bound: 1, limit: 1 }))
  await expectNobodyKeptOut(page)
  await dialog.getByRole('link', { name: zh('runtime.why.openLicense') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shownCode(license.serial))
  await expect(dialog).toHaveCount(0)
  await page.getByRole('tab', { name: zh('runtime.ofLicense.tab') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'desk-two' })).toContainText(zh('runtime.log.refused'))
})

test('a leaked code is replaced: the old code is refused, the new one activates', async ({ people, open, url }) => {
  const { actor, license, ask } = await vendor(people, url)
  await ask('activate', { code: license.serial, machine: machine('desk-one') })
  const page = await open(actor)
  await page.goto(`/pc/license/sn/view?guid=${license.guid}`)
  await page.getByRole('button', { name: zh('runtime.rekey.verb') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(zh('runtime.rekey.consequence'))
  await dialog.getByRole('textbox').fill('授权码泄露')
  await dialog.getByRole('button', { name: zh('runtime.rekey.verb'), exact: true }).click()
  await expect(dialog).toContainText(zh('runtime.rekey.doneSentence'))
  const { serial } = await actor.call(pcLicenseCalls.get, { kind: 'sn', guid: license.guid })
  await expect(dialog).toContainText(shownCode(serial))
  await dialog.getByRole('button', { name: zh('runtime.rekey.close') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shownCode(serial))
  expect((await ask('activate', { code: license.serial, machine: machine('desk-one') })).body).toMatchObject({
    type: 'CODE_REPLACED',
  })
  expect((await ask('activate', { code: serial, machine: machine('desk-one') })).code).toBe(200)
  await page.getByRole('tab', { name: zh('license.detail.tabs.history') }).click()
  await expect(page.getByRole('list', { name: zh('license.detail.history.label') })).toContainText(
    zh('license.detail.history.about.code', { about: shownCode(license.serial) }),
  )
})
