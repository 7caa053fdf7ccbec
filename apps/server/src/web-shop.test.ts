// The web shop of examples/: orders, codes and webhook events, while the shop is killed. `npm run drill -- shop` kills
// the centers too.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveCalls, auditCalls, pcLicenseCalls, webhookCalls } from '@sealwright/contract'
import { createAccessKey, createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseException } from './kernel/network-guard.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SHOP = join(ROOT, 'examples/web-shop/shop.mjs')
const ORDERS = 30
/** Many calls, one after another, on a computer that may be slow. */
const PATIENT = { timeout: 120_000 }

interface Order {
  number: string
  state: string
  code?: string
  license?: string
  confirmedBy?: string[]
  isConfirmed: boolean
}

let center: TestCenter
let vendor: Vendor
let folder: string
let env: Record<string, string>
let shop: ChildProcess

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}

async function startShop(): Promise<void> {
  shop = spawn(process.execPath, [SHOP], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (shop.stdout) await once(shop.stdout, 'data')
}

async function killShop(): Promise<void> {
  const ended = once(shop, 'exit')
  shop.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  const allowed = [parseException('127.0.0.1:*')].filter((exception) => exception !== undefined)
  center = await createTestCenter({ config: { webhookAllowed: allowed } })
  vendor = await createVendor(center)
  folder = await mkdtemp(join(tmpdir(), 'sealwright-shop-'))
  const { keyId, secret } = await createAccessKey(center, vendor, { privileges: ['snLicense.issue'] })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const hook = await vendor.call(webhookCalls.create, {
    url,
    events: ['license.issued', 'license.approved', 'license.rejected'],
  })
  env = {
    PATH: process.env['PATH'] ?? '',
    SEALWRIGHT_URL: await center.center.app.listen({ port: 0, host: '127.0.0.1' }),
    SEALWRIGHT_KEY_ID: keyId,
    SEALWRIGHT_SECRET: secret,
    WEBHOOK_SECRET: hook.secret,
    TEMPLATE_GUID: await vendor.pcTemplate('sn'),
    SHOP_PORT: String(port),
    SHOP_FILE: join(folder, 'orders.jsonl'),
    SHOP_MAIL: 'off',
  }
  await startShop()
})
afterAll(async () => {
  await killShop()
  await center.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (path: string) => `http://127.0.0.1:${env['SHOP_PORT']}${path}`
interface Book {
  orders: Order[]
  foreign: unknown[]
}
const state = async () => (await (await fetch(at('/orders'))).json()) as Book // our own shop
const order = (number: string) =>
  fetch(at('/orders'), { method: 'POST', body: JSON.stringify({ number, email: `${number}@buyer.example` }) })
const withCode = async () => (await state()).orders.filter(({ code }) => code !== undefined).length

it('each order gets one code and one event, although the shop is killed twice', async () => {
  for (let n = 0; n < ORDERS; n += 1) await order(String(n))
  await expect.poll(withCode, PATIENT).toBeGreaterThan(5)
  await killShop()
  await startShop()
  // Sent again by a customer who saw no answer.
  expect((await order('3')).status).toBe(200)
  await expect.poll(withCode, PATIENT).toBeGreaterThan(ORDERS / 3)
  const delivering = center.center.webhook.worker.deliverDue()
  await killShop()
  await delivering
  await startShop()
  await expect.poll(withCode, PATIENT).toBe(ORDERS)
  await expect
    .poll(async () => {
      // The pause after a failed attempt.
      center.clock.advance(1_000)
      await center.center.webhook.worker.deliverDue()
      return (await state()).orders.filter(({ isConfirmed }) => isConfirmed).length
    }, PATIENT)
    .toBe(ORDERS)
  const { orders, foreign } = await state()
  const { rows, records } = await vendor.call(pcLicenseCalls.find, { kind: 'sn', source: 'openApi', pageSize: 100 })
  expect({ orders: orders.length, records, foreign }).toEqual({ orders: ORDERS, records: ORDERS, foreign: [] })
  expect(orders.map(({ code }) => code ?? '').toSorted()).toEqual(rows.map(({ serial }) => serial).toSorted())
  for (const { confirmedBy, license } of orders) expect(confirmedBy).toEqual([license])
})

it('an event with a wrong signature is refused, and one of another origin confirms no order', async () => {
  const forged = await fetch(at('/hook'), {
    method: 'POST',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AA==',
    },
    body: '{}',
  })
  expect(forged.status).toBe(400)
  await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [env['TEMPLATE_GUID'] ?? ''], count: 1 })
  await center.center.webhook.worker.deliverDue()
  const { orders, foreign } = await state()
  expect({ orders: orders.length, foreign: foreign.length }).toEqual({ orders: ORDERS, foreign: 1 })
})

it('an order whose number cannot be an idempotency key is refused', async () => {
  expect((await order('two\nlines')).status).toBe(400)
})

it('a code that needs approval is mailed once it is approved, and never if it is rejected', async () => {
  const numbers = ['wanted', 'unwanted']
  const states = async () => {
    await center.center.webhook.worker.deliverDue()
    const { orders } = await state()
    return orders.filter(({ number }) => numbers.includes(number)).map(({ state }) => state)
  }
  await vendor.call(approveCalls.create, {
    name: '网店',
    families: ['sn'],
    events: ['issue'],
    steps: [{ userIds: [vendor.accountId] }],
  })
  for (const number of numbers) await order(number)
  await expect.poll(states, PATIENT).toEqual(['got', 'got'])
  const { orders } = await state()
  const { rows } = await vendor.call(auditCalls.find, { view: 'all', family: 'sn', state: 'waiting' })
  const requestOf = (number: string) => {
    const code = orders.find((one) => one.number === number)?.code
    const request = rows.find(({ subject }) => subject === code)
    if (!request) throw new Error(`no request has the code of ${number}`)
    return request
  }
  const { guid, revision } = requestOf('wanted')
  await vendor.call(auditCalls.approve, { guid, revision })
  await vendor.call(auditCalls.reject, { guid: requestOf('unwanted').guid, reason: '不同意' })
  await expect.poll(states, PATIENT).toEqual(['mailed', 'rejected'])
})

it.each(['docs/guide/web-shop.md', 'docs/guide/zh-CN/web-shop.md'])(
  'the code in %s is that of the example',
  async (page) => {
    const [text, code] = await Promise.all([readFile(join(ROOT, page), 'utf8'), readFile(SHOP, 'utf8')])
    const blocks = [...text.matchAll(/^```js\n([\s\S]+?)^```/gm)].map(([, block = '']) => block)
    expect(blocks.length).toBeGreaterThan(1)
    for (const block of blocks) expect(code).toContain(block)
  },
)
