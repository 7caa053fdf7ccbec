// Access keys with calls and a webhook with deliveries, for the pictures of the guide. A key of the demo may exist too.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callOpenApi } from '@sealwright/client/open-api'
import { accessKeyCalls, identityCalls, pcLicenseCalls, webhookCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { WORDS } from '@sealwright/server/demo/words/index.ts'
import { PASSWORD } from '@sealwright/testkit/password'
import type { Actor } from './people.ts'
import { TYPED } from './shoot-words.ts'

/** A system of the developer. It fails to answer the second request rightly, so that the log has both outcomes. */
async function receiver(): Promise<string> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1
      response.statusCode = count === 2 ? 503 : 200
      response.end(count === 2 ? 'maintenance' : '{"received":true}')
    })
  })
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sealwright` // it listens on a port
}

async function giveKey(actor: Actor, url: string, name: string): Promise<void> {
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  const { keyId, secret } = await actor.call(accessKeyCalls.create, {
    name,
    privileges: ['product.view', 'snLicense.issue', 'snLicense.view', 'snTemplate.view'],
    networks: ['127.0.0.0/8', '::1'],
  })
  for (let n = 0; n < 24; n++) await callOpenApi({ url, keyId, secret }, '/api/v1/products/list', { limit: 5 })
  // Two calls without the privilege.
  for (let n = 0; n < 2; n++)
    await callOpenApi({ url, keyId, secret }, '/api/v1/users/list', { limit: 5 }).catch(() => undefined)
}

/** Returns the guid of the webhook. */
export async function connectSystems(actor: Actor, url: string, locale: Locale): Promise<string> {
  const { key, endpoint } = TYPED[locale].orders
  const { rows } = await actor.call(webhookCalls.find, { currentPage: 1, pageSize: 20 })
  const known = rows.find(({ description }) => description === endpoint)
  if (known) return known.guid
  await giveKey(actor, url, key)
  const { guid } = await actor.call(webhookCalls.create, {
    url: await receiver(),
    description: endpoint,
    events: ['license.issued', 'license.locked', 'license.unlocked', 'device.bound'],
  })
  const [license] = (
    await actor.call(pcLicenseCalls.find, { kind: 'sn', effective: true, currentPage: 1, pageSize: 1 })
  ).rows
  if (!license) throw new Error('the demo has no code')
  const target = { kind: 'sn', guid: license.guid } as const
  await actor.call(pcLicenseCalls.lock, { ...target, reason: WORDS[locale].reasons.unpaid })
  await actor.call(pcLicenseCalls.unlock, target)
  await actor.call(webhookCalls.sendTest, { guid })
  // The picture needs attempts, not the end of every delivery.
  for (let look = 0; look < 600; look++) {
    const page = await actor.call(webhookCalls.deliveries, { guid, currentPage: 1, pageSize: 10 })
    if (page.rows.some(({ attempts }) => attempts > 1)) return guid
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the deliveries did not arrive')
}
