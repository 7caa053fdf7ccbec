// Settings in the browser: an access key whose secret is shown once, an endpoint that receives a test event on a real
// server, twice, and a switch that changes another screen at once.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { productCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { VERIFY_CODE } from '../apps/console/src/domains/webhook/verify-code.ts'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import { zh } from './support/words.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A system of the developer. It answers each request after its body. */
async function receiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.end('taken')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}/sealwright`, received, close: () => server.close() }
}

test('an access key shows its secret once, and its page no longer', async ({ people, open }) => {
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/accessKeyManage')
  await page
    .getByRole('link', { name: zh('accessKey.list.create') })
    .first()
    .click()
  await page.getByRole('textbox', { name: zh('accessKey.fields.name') }).fill('网店')
  await page.getByRole('checkbox', { name: zh('privileges.product.view'), exact: true }).check()
  await page.getByRole('button', { name: zh('accessKey.form.create') }).click()
  const password = page.getByRole('dialog', { name: zh('ownAccount.confirm.title') })
  await password.getByLabel(zh('identity.fields.password'), { exact: true }).fill(PASSWORD)
  await password.getByRole('button', { name: zh('ownAccount.confirm.submit') }).click()
  const dialog = page.getByRole('dialog', { name: zh('accessKey.secret.createdTitle', { name: '网店' }) })
  const secret = (await dialog.locator('dd').last().innerText()).trim()
  expect(secret.length).toBeGreaterThan(30)
  await expectNobodyKeptOut(page, { within: 'dialog' })
  await dialog.getByRole('button', { name: zh('integration.secret.saved') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('网店')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('网店')
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.goto('/accessKeyManage')
  await expect(page.getByRole('row').filter({ hasText: '网店' })).toContainText(zh('accessKey.states.enabled'))
  // The arrow keys go on from tab to tab, although each has its own address.
  await page.getByRole('tab', { name: zh('integration.tabs.accessKey') }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/integration/webhook')
  await expect(page.getByRole('tab', { name: zh('integration.tabs.webhook') })).toBeFocused()
})

test('an endpoint receives a signed test event, and the same event again', async ({ people, open }) => {
  const shop = await receiver()
  const actor = await people.developer()
  const page = await open(actor)
  await page.goto('/integration/webhook')
  await page
    .getByRole('button', { name: zh('webhook.list.create') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: zh('webhook.form.newTitle') })
  await dialog.getByLabel(zh('webhook.fields.url')).fill('http://10.0.0.1/inside')
  await dialog.getByRole('checkbox', { name: zh('webhook.list.allEvents') }).check()
  await dialog.getByRole('button', { name: zh('webhook.form.create') }).click()
  await expect(dialog).toContainText(zh('errors.webhook.addressNotAllowed'))
  await dialog.getByLabel(zh('webhook.fields.url')).fill(shop.url)
  const shown = page.getByRole('dialog', { name: zh('webhook.secret.createdTitle') })
  // A second click within half a second is ignored.
  await expect(async () => {
    await dialog.getByRole('button', { name: zh('webhook.form.create') }).click({ timeout: 1_000 })
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const secret = (await shown.locator('dd').last().innerText()).trim()
  await shown.getByRole('button', { name: zh('integration.secret.saved') }).click()
  await page.getByRole('link', { name: shop.url }).click()
  await page
    .getByRole('button', { name: zh('webhook.actions.sendTest') })
    .first()
    .click()
  const panel = page.getByRole('dialog', {
    name: zh('webhook.delivery.title', { event: zh('webhook.events.webhook.test') }),
  })
  await expect(panel.getByText(zh('webhook.states.delivered'))).toBeVisible()
  await expect(panel.getByText('taken')).toBeVisible()
  await expectNobodyKeptOut(page, { within: 'dialog' })
  // The code that the page shows accepts the request.
  const { verify } = (await import(`data:text/javascript,${encodeURIComponent(VERIFY_CODE.node)}`)) as {
    verify: (secret: string, headers: IncomingHttpHeaders, body: string) => { type: string }
  } // the code of the page
  const [first] = shop.received
  if (!first) throw new Error('nothing was received')
  expect(verify(secret, first.headers, first.body).type).toBe('webhook.test')
  await panel.getByRole('button', { name: zh('webhook.delivery.again') }).click()
  await expect.poll(() => shop.received.length).toBe(2)
  expect(shop.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    first.headers['webhook-id'],
    first.headers['webhook-id'],
  ])
  shop.close()
})

test('a switch changes another screen at once, and back by undo', async ({ people, open }) => {
  const actor = await people.developer()
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '星图 CAD', licenseId, licenseForm: 3 }))
  const form = await open(actor)
  const lends = form.getByRole('switch', { name: zh('template.fields.lending') })
  const openForm = async () => {
    await form.goto(`/pc/template/sn/new?licenseId=${licenseId}`)
    // Only a code for several devices can lend.
    await form.getByRole('radio', { name: /^一码多机/ }).check()
  }
  await openForm()
  await expect(lends).toBeVisible()

  const page = await open(actor)
  await page.goto('/configure')
  const lending = page.getByRole('switch', { name: zh('config.fields.lending'), exact: true })
  await expect(lending).toBeChecked()
  // By keyboard, as with the pointer.
  await lending.focus()
  await page.keyboard.press('Space')
  const undo = page.getByRole('button', { name: zh('config.undo') })
  await expect(undo).toBeVisible()
  await openForm()
  await expect(form.getByText(zh('template.form.lendingOff'))).toBeVisible()
  await expect(lends).toBeHidden()

  await undo.click()
  await expect(lending).toBeChecked()
  await expect(
    page.getByText(zh('config.undone', { setting: zh('config.fields.lending'), value: zh('config.on') })),
  ).toBeVisible()
  await openForm()
  await expect(lends).toBeVisible()
})
