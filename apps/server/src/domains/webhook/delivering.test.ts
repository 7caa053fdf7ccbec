// Deliveries to a real HTTP server: signature, order, retries, several processes, and addresses that are refused.
import { HOUR_MS, LIMITS, identityCalls, licenseCalls, userCalls, webhookCalls } from '@sealwright/contract'
import type { WebhookBody, WebhookEvent } from '@sealwright/contract'
import { PASSWORD, createTestCenter, createVendor, startReceiver, userPayload } from '@sealwright/testkit'
import type { Receiver, TestCenter, Vendor } from '@sealwright/testkit'
import { Webhook as Library } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseException } from '../../kernel/network-guard.ts'
import { createPost } from './post.service.ts'
import * as queries from './webhook.queries.ts'
import { createWebhookGuard } from './webhook.rules.ts'
import { createWorker } from './worker.service.ts'

const ALLOWED = [parseException('127.0.0.1:*')].filter((exception) => exception !== undefined)
let center: TestCenter
let vendor: Vendor
let receiver: Receiver
beforeAll(async () => {
  center = await createTestCenter({ config: { webhookAllowed: ALLOWED } })
})
beforeEach(async () => {
  receiver = await startReceiver()
  vendor = await createVendor(center)
})
afterEach(async () => {
  // What waits for this test's endpoints must not keep the next test waiting.
  await center.ground.database.owner.query('update webhook set deleted_at = now() where deleted_at is null')
  await receiver.close()
})
afterAll(() => center.close())

const listen = (events: WebhookEvent[], url = receiver.url) => vendor.call(webhookCalls.create, { url, events })
const deliver = () => center.center.webhook.worker.deliverDue()
const issue = async (count = 1) =>
  (await vendor.call(licenseCalls.issue, { templateGuid: await vendor.smartTemplate(), count })).licenses.map(
    ({ guid }) => guid,
  )
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as WebhookBody)
const types = () => bodies().map(({ type }) => type)
const log = async (guid: string) => (await vendor.call(webhookCalls.deliveries, { guid, order: 'asc' })).rows
const endpoint = (guid: string) => vendor.call(webhookCalls.get, { guid })
/** The messages of the super administrator, oldest first. */
const told = async () => {
  const { rows } = await center.ground.database.owner.query<{ kind: string }>(
    'select kind from message where account_id = $1 order by created_at, guid',
    [vendor.accountId],
  )
  return rows.map(({ kind }) => kind)
}
const lockAct = (guid: string, act: 'lock' | 'unlock') => vendor.call(licenseCalls[act], { guid })

describe('a delivery', () => {
  it('is signed as Standard Webhooks says, and the library verifies it', async () => {
    const { guid, secret } = await listen(['license.issued'])
    const [license] = await issue()
    expect(await deliver()).toBe(1)
    const [post] = receiver.received
    const body = new Library(secret).verify(post?.body ?? '', post?.headers ?? {}) as WebhookBody
    expect(body).toMatchObject({ type: 'license.issued', data: { license: { guid: license, family: 'smart' } } })
    expect(post).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } })
    expect(() => new Library(`whsec_${'A'.repeat(43)}=`).verify(post?.body ?? '', post?.headers ?? {})).toThrow(
      'No matching signature',
    )
    const [row] = await log(guid)
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, last: { status: 200, problem: null }, nextTime: null })
    expect(row?.eventId).toBe(post?.headers['webhook-id'])
    const told = await vendor.call(webhookCalls.delivery, { guid: row?.guid ?? '' })
    expect(told.body).toBe(post?.body)
    expect(told.tries[0]?.headers['webhook-signature']).toBe(post?.headers['webhook-signature'])
    expect(await endpoint(guid)).toMatchObject({ delivered: 1, failed: 0, waiting: 0, failingSince: null })
  })

  it('is signed with both secrets during an overlap, and then with the new one alone', async () => {
    const { guid, secret } = await listen(['user.created'])
    await vendor.call(identityCalls.confirm, { password: PASSWORD })
    const next = await vendor.call(webhookCalls.rotate, { guid, overlapHours: 1 })
    expect((await endpoint(guid)).formerUntil).not.toBeNull()
    const post = async () => {
      await vendor.call(userCalls.create, userPayload())
      await deliver()
      return receiver.received.at(-1)
    }
    const during = await post()
    for (const one of [secret, next.secret]) new Library(one).verify(during?.body ?? '', during?.headers ?? {})
    // No overlap ends the former secret at once.
    const last = await vendor.call(webhookCalls.rotate, { guid, overlapHours: 0 })
    const after = await post()
    new Library(last.secret).verify(after?.body ?? '', after?.headers ?? {})
    expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('has the same id and body at every attempt, and keeps the beginning of each answer', async () => {
    const { guid } = await listen(['user.created'])
    await vendor.call(userCalls.create, userPayload())
    receiver.answerWith(() => ({ status: 500, body: `nul \u0000 ${'长'.repeat(20_000)}` }))
    await deliver()
    receiver.answerWith(() => ({ status: 204 }))
    center.clock.advance(5_000)
    await deliver()
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
    const { tries } = await vendor.call(webhookCalls.delivery, { guid: (await log(guid))[0]?.guid ?? '' })
    expect(tries.map(({ status, problem }) => [status, problem])).toEqual([
      [204, null],
      [500, 'status'],
    ])
    expect(tries[1]?.answer).toMatch(/^nul \uFFFD 长+/)
    expect(tries[1]?.answer).toHaveLength(LIMITS.webhook.answerMax)
  })
})

describe('an answer', () => {
  it('is recorded whatever it contains, also if its kept beginning ends within a character', async () => {
    const { guid } = await listen(['user.created'])
    receiver.answerWith(() => ({ status: 200, body: `\u0000${'x'.repeat(LIMITS.webhook.answerMax - 2)}😀` }))
    await vendor.call(userCalls.create, userPayload())
    expect(await deliver()).toBe(1)
    expect(await log(guid)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('the order', () => {
  it('of the events of one license is kept while the receiver fails; other licenses do not wait', async () => {
    const { guid } = await listen(['license.locked', 'license.unlocked'])
    const [stuck = '', free = ''] = await issue(2)
    receiver.answerWith(({ body }) => ({ status: body.includes(stuck) ? 503 : 200 }))
    for (const act of ['lock', 'unlock', 'lock'] as const) await lockAct(stuck, act)
    for (const act of ['lock', 'unlock'] as const) await lockAct(free, act)
    await deliver()
    const of = (license: string) => bodies().filter(({ data }) => JSON.stringify(data).includes(license))
    expect(of(stuck).map(({ type }) => type)).toEqual(['license.locked'])
    expect(of(free).map(({ type }) => type)).toEqual(['license.locked', 'license.unlocked'])
    receiver.received.length = 0
    receiver.answerWith(() => ({ status: 200 }))
    center.clock.advance(LIMITS.webhook.pauses[0] * 1_000)
    await deliver()
    expect(types()).toEqual(['license.locked', 'license.unlocked', 'license.locked'])
    expect((await log(guid)).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'delivered'))
  })
})

describe('several processes', () => {
  const process = () => createWorker({ ...center.ground, post: createPost(createWebhookGuard(ALLOWED)) })

  it('never post the same delivery at the same time', async () => {
    await listen(['license.issued'])
    await issue(40)
    const flights = new Map<string, number>()
    let most = 0
    receiver.answerWith(async ({ headers }) => {
      const id = headers['webhook-id'] ?? ''
      flights.set(id, (flights.get(id) ?? 0) + 1)
      most = Math.max(most, flights.get(id) ?? 0)
      await new Promise(setImmediate)
      return { status: 200 }
    })
    const [one, two] = [process(), process()]
    const counts = await Promise.all([one.deliverDue(), two.deliverDue()])
    await Promise.all([one.stop(), two.stop()])
    expect(counts[0] + counts[1]).toBe(40)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
    expect([receiver.received.length, most]).toEqual([40, 1])
  })

  it('deliver what a killed process had taken, when its claim ends', async () => {
    await listen(['user.created'])
    await vendor.call(userCalls.create, userPayload())
    const now = center.clock.now()
    const until = new Date(now.getTime() + 60_000)
    const many = { most: 9, mostOfOne: 9, mostOfDeveloper: 9 }
    const taken = await queries.claim(center.ground.database.owner, { now, until, ...many, flying: [] })
    expect(taken).toHaveLength(1)
    expect(await deliver()).toBe(0)
    center.clock.advance(60_000)
    const other = process()
    expect(await other.deliverDue()).toBe(1)
    await other.stop()
    expect(types()).toEqual(['user.created'])
  })

  it('serve other developers while all endpoints of one with a long queue are slow', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<{ status: number }>()
    receiver.answerWith(() => answered)
    const slow = Array.from({ length: 8 }, (_, index) => `${receiver.url}/${index}`)
    for (const url of slow) await listen(['license.issued'], url)
    await issue(20)
    const other = await startReceiver()
    onTestFinished(() => other.close())
    const neighbor = await createVendor(center)
    await neighbor.call(webhookCalls.create, { url: other.url, events: ['user.created'] })
    const worker = process()
    worker.start()
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(20))
    await neighbor.call(userCalls.create, userPayload())
    await vi.waitFor(() => expect(other.received).toHaveLength(1))
    answer({ status: 200 })
    await worker.stop()
  })

  it('deliver in the background, and a stop waits for what is in flight', async () => {
    const { guid } = await listen(['user.created'])
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<{ status: number }>()
    receiver.answerWith(() => {
      arrive()
      return answered
    })
    const worker = process()
    worker.start()
    await vendor.call(userCalls.create, userPayload())
    await arrived
    const stopped = worker.stop()
    answer({ status: 200 })
    await stopped
    expect(await log(guid)).toMatchObject([{ state: 'delivered' }])
  })
})

describe('a receiver that fails', () => {
  it('is tried with growing pauses for a day; then people hear of it once, and once when it works again', async () => {
    onTestFinished(center.clock.freeze())
    const { guid } = await listen(['user.created'])
    for (const name of ['一', '二']) await vendor.call(userCalls.create, userPayload({ userName: name }))
    receiver.answerWith(() => ({ status: 500 }))
    const pauses: number[] = []
    await deliver()
    expect((await endpoint(guid)).failingSince).not.toBeNull()
    for (;;) {
      const [row] = await log(guid)
      if (!row?.nextTime) break
      const pause = new Date(row.nextTime).getTime() - center.clock.now().getTime()
      pauses.push(Math.round(pause / 1_000))
      center.clock.advance(pause)
      await deliver()
    }
    const { pauses: declared, retryHours } = LIMITS.webhook
    expect(pauses.slice(0, declared.length)).toEqual(declared)
    expect(new Set(pauses.slice(declared.length))).toEqual(new Set([declared.at(-1)]))
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(retryHours * 3_600)
    center.clock.advance(HOUR_MS)
    await deliver()
    expect((await log(guid)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(await told()).toEqual(['webhookFailing'])
    receiver.answerWith(() => ({ status: 200 }))
    await vendor.call(webhookCalls.sendAgain, { guid: (await log(guid))[0]?.guid ?? '' })
    await deliver()
    expect(await told()).toEqual(['webhookFailing', 'webhookWorking'])
    expect(await endpoint(guid)).toMatchObject({ failingSince: null, delivered: 1, failed: 2, waiting: 0 })
  })

  it('and answers that it is gone is disabled; what waits for it is dropped', async () => {
    const { guid } = await listen(['license.locked', 'license.unlocked'])
    const [license = ''] = await issue()
    await lockAct(license, 'lock')
    await lockAct(license, 'unlock')
    receiver.answerWith(() => ({ status: 410 }))
    await deliver()
    expect((await log(guid)).map(({ state }) => state)).toEqual(['failed', 'dropped'])
    expect(await endpoint(guid)).toMatchObject({ isEnabled: false, waiting: 0 })
    expect(await told()).toEqual(['webhookGone'])
  })

  it.each([
    ['redirects', 'status', () => ({ status: 302, headers: { location: receiver.url } })],
    ['answers with an error of the caller', 'status', () => ({ status: 404 })],
  ])('%s: one attempt, problem %s', async (_, problem, answer) => {
    const { guid } = await listen(['user.created'])
    receiver.answerWith(answer)
    await vendor.call(userCalls.create, userPayload())
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await log(guid)).toMatchObject([{ state: 'waiting', attempts: 1, last: { problem } }])
  })
})
