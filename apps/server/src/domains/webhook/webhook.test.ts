// The calls of webhooks: limits, refusals, the operation log, test events, sending again, and the end of the log.
import {
  DAY_MS,
  LIMITS,
  MINUTE_MS,
  TEST_EVENT,
  identityCalls,
  licenseCalls,
  operationLogCalls,
  userCalls,
  webhookBody,
  webhookCalls,
} from '@sealwright/contract'
import { PASSWORD, createTestCenter, createVendor, refused, startReceiver, userPayload } from '@sealwright/testkit'
import type { Receiver, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseException } from '../../kernel/network-guard.ts'

let center: TestCenter
let of: Vendor
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const webhookAllowed = [parseException(`127.0.0.1:${receiver.port}`)].filter((exception) => exception !== undefined)
  center = await createTestCenter({ config: { webhookAllowed } })
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answerWith(() => ({ status: 200 }))
  of = await createVendor(center)
})
afterAll(async () => {
  await center.close()
  await receiver.close()
})

const URL_OF_SHOP = 'https://shop.test.example/hooks'
const create = (given: { url?: string; description?: string; events?: ['user.created'] } = {}) =>
  of.call(webhookCalls.create, { url: URL_OF_SHOP, events: ['user.created'], ...given })
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)).rows
const deliver = () => center.center.webhook.worker.deliverDue()
const log = async (guid: string) => (await of.call(webhookCalls.deliveries, { guid })).rows
/** An endpoint at the receiver with one delivered event. */
async function delivered() {
  const { guid } = await create({ url: receiver.url })
  await of.call(userCalls.create, userPayload())
  await deliver()
  return { guid, delivery: (await log(guid))[0]?.guid ?? '' }
}

describe('an endpoint', () => {
  it('is created, changed, listed and deleted, and the log has it all but the secret', async () => {
    const { guid, secret } = await create({ description: '网店' })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const row = await of.call(webhookCalls.get, { guid })
    expect(row).toMatchObject({ url: URL_OF_SHOP, description: '网店', isEnabled: true, revision: 1, waiting: 0 })
    await of.call(webhookCalls.update, {
      guid,
      description: null,
      events: ['license.locked', 'license.issued', 'license.issued'],
      revision: 1,
    })
    await of.call(identityCalls.confirm, { password: PASSWORD })
    const next = await of.call(webhookCalls.rotate, { guid })
    expect(next.secret).not.toBe(secret)
    const { rows: listed } = await of.call(webhookCalls.find, {})
    expect(listed).toMatchObject([
      {
        guid,
        description: null,
        events: ['license.issued', 'license.locked'],
        formerUntil: expect.any(String) as string,
      },
    ])
    await of.call(webhookCalls.setEnabled, { guid, isEnabled: false })
    await of.call(webhookCalls.delete, { guid })
    expect((await of.call(webhookCalls.find, {})).rows).toEqual([])
    const { rows: logged } = await of.call(operationLogCalls.find, { targetKind: 'webhook', targetGuid: guid })
    expect(logged).toHaveLength(5)
    expect(JSON.stringify(logged)).not.toContain('whsec')
    const kept = await rows<{ secret: Buffer }>('select secret, former_secret from webhook where guid = $1', [guid])
    expect(kept).toMatchObject([{ secret: Buffer.alloc(0), former_secret: null }])
  })

  it('has a secret that the database holds only encrypted', async () => {
    const { guid, secret } = await create()
    const [row] = await rows<{ secret: Buffer }>('select secret from webhook where guid = $1', [guid])
    expect(row?.secret.includes(Buffer.from(secret.slice(6, 20)))).toBe(false)
    expect(JSON.stringify(await of.call(webhookCalls.get, { guid }))).not.toContain('secret')
  })

  it.each([
    'http://shop.test.example/',
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.2]/',
    'https://10.1.2.3/',
    'https://shop.test.example:22/',
    'https://8.8.8.8:25/',
    'https://LOCALHOST/',
    'https://a.localhost/',
  ])('at %s is refused (webhook.addressNotAllowed)', async (url) => {
    expect(await refused(create({ url }))).toMatchObject({
      error: 'webhook.addressNotAllowed',
      fields: [expect.objectContaining({ path: 'url' })],
    })
  })

  it.each(['ftp://shop.test.example/', 'shop.test.example', 'https://user:secret@shop.test.example/', 'javascript:1'])(
    'at %s is no address of a server (notUrl)',
    async (url) => {
      expect((await refused(create({ url }))).fields).toMatchObject([{ path: 'url', rule: 'notUrl' }])
    },
  )

  it('with the address of another one is refused (webhook.urlTaken); a deleted one frees it', async () => {
    const { guid } = await create()
    expect((await refused(create())).error).toBe('webhook.urlTaken')
    const other = await create({ url: `${URL_OF_SHOP}/2` })
    const moved = of.call(webhookCalls.update, { guid: other.guid, url: URL_OF_SHOP, revision: 1 })
    expect((await refused(moved)).error).toBe('webhook.urlTaken')
    await of.call(webhookCalls.delete, { guid })
    await create()
  })

  it('is one of at most twenty (webhook.limit)', async () => {
    for (let n = 0; n < LIMITS.webhook.perDeveloper; n++) await create({ url: `${URL_OF_SHOP}/${n}` })
    expect((await refused(create())).error).toBe('webhook.limit')
  })

  it('that somebody changed meanwhile is not overwritten (platform.stale)', async () => {
    const { guid } = await create()
    await of.call(webhookCalls.update, { guid, description: '一', revision: 1 })
    const late = of.call(webhookCalls.update, { guid, description: '二', revision: 1 })
    expect((await refused(late)).error).toBe('platform.stale')
  })

  it('that does not exist is not found (webhook.notFound, webhook.deliveryNotFound)', async () => {
    const { guid } = await create()
    await of.call(webhookCalls.delete, { guid })
    await of.call(identityCalls.confirm, { password: PASSWORD })
    const asked = [
      of.call(webhookCalls.get, { guid }),
      of.call(webhookCalls.update, { guid, revision: 1 }),
      of.call(webhookCalls.setEnabled, { guid, isEnabled: true }),
      of.call(webhookCalls.rotate, { guid }),
      of.call(webhookCalls.delete, { guid }),
      of.call(webhookCalls.sendTest, { guid }),
      of.call(webhookCalls.deliveries, { guid }),
    ]
    for (const { error } of await Promise.all(asked.map(refused))) expect(error).toBe('webhook.notFound')
    for (const call of [webhookCalls.delivery, webhookCalls.sendAgain])
      expect((await refused(of.call(call, { guid }))).error).toBe('webhook.deliveryNotFound')
  })
})

describe('a test event', () => {
  it('goes to one endpoint, whatever it wants, and not too often (platform.tooFrequent)', async () => {
    const { guid } = await create({ url: receiver.url })
    await create()
    const { guid: delivery } = await of.call(webhookCalls.sendTest, { guid })
    await deliver()
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as unknown)
    expect(bodies).toEqual([webhookBody(TEST_EVENT).parse(bodies[0])])
    expect(await log(guid)).toMatchObject([{ guid: delivery, event: TEST_EVENT, state: 'delivered' }])
    for (let n = 1; n < LIMITS.webhook.testsPerMinute; n++) await of.call(webhookCalls.sendTest, { guid })
    expect((await refused(of.call(webhookCalls.sendTest, { guid }))).error).toBe('platform.tooFrequent')
    center.clock.advance(MINUTE_MS)
    await of.call(webhookCalls.sendTest, { guid })
  })

  it('is not sent by a disabled endpoint (webhook.disabled), nor is anything sent again', async () => {
    const { guid, delivery } = await delivered()
    await of.call(webhookCalls.setEnabled, { guid, isEnabled: false })
    expect((await refused(of.call(webhookCalls.sendTest, { guid }))).error).toBe('webhook.disabled')
    expect((await refused(of.call(webhookCalls.sendAgain, { guid: delivery }))).error).toBe('webhook.disabled')
  })
})

describe('a delivery', () => {
  it('is sent again with the same id and body; one that waits is not doubled', async () => {
    const { guid, delivery } = await delivered()
    receiver.answerWith(() => ({ status: 500 }))
    const again = await of.call(webhookCalls.sendAgain, { guid: delivery })
    await deliver()
    expect(await of.call(webhookCalls.sendAgain, { guid: delivery })).toEqual(again)
    receiver.answerWith(() => ({ status: 200 }))
    // It is due at once, not after the pause.
    expect(await deliver()).toBe(1)
    const [first, ...later] = receiver.received
    expect(later.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
      [1, 2].map(() => [first?.headers['webhook-id'], first?.body]),
    )
    expect((await log(guid)).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual([
      'delivered 1',
      'delivered 2',
    ])
  })

  it('is hidden from viewers who see a part of the rows: its body tells of all', async () => {
    const { guid, delivery } = await delivered()
    const limited = ['product', 'user'] as const
    const viewer = await center.administrator(of, ['webhook.view'], { limited })
    expect((await viewer.call(webhookCalls.get, { guid })).delivered).toBe(1)
    for (const read of [
      () => viewer.call(webhookCalls.deliveries, { guid }),
      () => viewer.call(webhookCalls.delivery, { guid: delivery }),
    ])
      expect((await refused(read())).error).toBe('platform.noPermission')
    // An endpoint of one's own would hear of them anyway.
    const keeper = await center.administrator(of, ['webhook.view', 'webhook.update'], { limited })
    const whole = await center.administrator(of, ['webhook.view'])
    for (const reader of [keeper, whole])
      expect((await reader.call(webhookCalls.delivery, { guid: delivery })).body).toContain('user.created')
  })

  it('does not wait for one that is sent again', async () => {
    const { guid } = await of.call(webhookCalls.create, {
      url: receiver.url,
      events: ['license.locked', 'license.unlocked'],
    })
    const { licenses } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    const license = { guid: licenses[0]?.guid ?? '' }
    await of.call(licenseCalls.lock, license)
    await deliver()
    receiver.answerWith(({ body }) => ({ status: body.includes('"license.locked"') ? 500 : 200 }))
    await of.call(webhookCalls.sendAgain, { guid: (await log(guid))[0]?.guid ?? '' })
    await deliver()
    await of.call(licenseCalls.unlock, license)
    await deliver()
    expect((await log(guid)).map(({ event, state }) => `${event} ${state}`).toSorted()).toEqual([
      'license.locked delivered',
      'license.locked waiting',
      'license.unlocked delivered',
    ])
  })

  it('is found by its state, event and time', async () => {
    const { guid } = await delivered()
    const asked = async (filter: object) => (await of.call(webhookCalls.deliveries, { guid, ...filter })).records
    const soon = new Date(center.clock.now().getTime() + MINUTE_MS).toISOString()
    expect(
      await Promise.all([
        asked({ state: 'delivered' }),
        asked({ state: 'failed' }),
        asked({ event: 'user.created' }),
        asked({ event: 'user.deleted' }),
        asked({ endTime: soon }),
        asked({ startTime: soon }),
      ]),
    ).toEqual([1, 0, 1, 0, 1, 0])
    const wrong = of.call(webhookCalls.deliveries, { guid, startTime: soon, endTime: '2020-01-01T00:00:00Z' })
    expect((await refused(wrong)).error).toBe('platform.timeIllegal')
  })

  it('is kept for some days; what still waits is kept; the log of a deleted endpoint goes', async () => {
    await delivered()
    const other = await create()
    const count = async () => {
      const [row] = await rows<{ n: string }>(
        `select concat_ws(' ', (select count(*) from webhook_event where developer_id = $1),
           (select count(*) from webhook_delivery where developer_id = $1),
           (select count(*) from webhook_attempt where developer_id = $1)) as n`,
        [of.developerId],
      )
      return row?.n
    }
    const purge = async () => {
      for (const job of center.center.webhook.jobs) await job.run({}, { isLast: true })
    }
    await of.call(webhookCalls.setEnabled, { guid: other.guid, isEnabled: false })
    await of.call(userCalls.create, userPayload())
    expect(await count()).toBe('2 2 1')
    await purge()
    expect(await count()).toBe('2 2 1')
    center.clock.advance((LIMITS.webhook.keptDays + 1) * DAY_MS)
    await purge()
    // The second one still waits.
    expect(await count()).toBe('1 1 0')
    await rows('update webhook set deleted_at = now() where developer_id = $1', [of.developerId])
    await purge()
    await purge()
    expect(await count()).toBe('0 0 0')
    const counters = await rows<{ n: number }>(
      `select sum(delta)::int as n from counter_delta where developer_id = $1 and name like 'webhook=%'`,
      [of.developerId],
    )
    expect(counters).toEqual([{ n: 0 }])
  })
})
