// The open API: signatures, the order of its gates, and its answers. Its lists are in open-lists.test.ts.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { signRequest } from '@sealwright/client/open-api'
import {
  HOUR_MS,
  LIMITS,
  OPEN_CALLS,
  accessKeyCalls,
  errorName,
  identityCalls,
  operationLogCalls,
  pcLicenseCalls,
  productCalls,
  signedText,
} from '@sealwright/contract'
import { composeCenter, layGround } from '@sealwright/server'
import {
  PASSWORD,
  createAccessKey,
  createIntegration,
  createTestCenter,
  createVendor,
  productPayload,
} from '@sealwright/testkit'
import type { Actor, Integration, TestCenter, Vendor } from '@sealwright/testkit'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
let api: Integration

beforeAll(async () => {
  center = await createTestCenter({ openApi: { callsPerMinute: 1_000 } })
  vendor = await createVendor(center)
  api = await createAccessKey(center, vendor)
})
afterAll(() => center.close())

const LIST = '/api/v1/products/list'

/** Sends a request whose parts a test may alter after they were signed. */
async function send(
  given: {
    key?: Integration
    path?: string
    body?: string
    sent?: { method?: 'POST' | 'GET' | 'PUT'; path?: string; body?: string }
    headers?: Record<string, string | undefined>
    now?: Date
    nonce?: string
    network?: string
    to?: TestCenter['center']
  } = {},
) {
  const { key = api, path = LIST, body = '{}', now = center.clock.now(), nonce = randomUUID(), sent = {} } = given
  const headers = { ...(await signRequest(key, { path, body, now, nonce })), ...given.headers }
  const response = await (given.to ?? center.center).app.inject({
    method: sent.method ?? 'POST',
    url: sent.path ?? path,
    payload: sent.body ?? body,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    },
    ...(given.network && { remoteAddress: given.network }),
  })
  const answer = response.json<{ code?: number; status?: number; detail?: string }>()
  const error = answer.code === undefined ? undefined : errorName(answer.code)
  return { status: response.statusCode, headers: response.headers, error, answer }
}

describe('a signed call', () => {
  it('does what the same call of the console does, and answers it without an envelope', async () => {
    const { guid } = await api.make(productCalls.create, productPayload({ name: '接口产品' }))
    expect(await vendor.call(productCalls.get, { guid })).toMatchObject({ name: '接口产品' })
    const { status, headers, answer } = await send({ path: '/api/v1/products/get', body: JSON.stringify({ guid }) })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(answer).toMatchObject({ guid, name: '接口产品' })
  })

  it('has the signature that the documentation describes', async () => {
    const [path, body, nonce] = ['/api/v1/tags/list?x=1', '{"limit":1}', 'n'.repeat(LIMITS.accessKey.nonceMin)]
    const now = new Date('2026-11-18T00:00:00Z')
    const bodyDigest = createHash('sha256').update(body).digest('hex')
    const text = signedText({ method: 'POST', path, bodyDigest, time: '1794960000', nonce })
    expect(text).toBe(`POST\n${path}\n${bodyDigest}\n1794960000\n${nonce}`)
    expect(await signRequest({ keyId: 'ak_1', secret: 's' }, { path, body, nonce, now })).toEqual({
      'x-access-key': 'ak_1',
      'x-timestamp': '1794960000',
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', 's').update(text).digest('base64'),
    })
  })

  it('tells the limit of its key and an id of the request, and is never cached', async () => {
    const { headers } = await send()
    expect(headers).toMatchObject({ 'ratelimit-limit': '1000', 'cache-control': 'no-store' })
    expect(Number(headers['ratelimit-remaining'])).toBeLessThanOrEqual(1_000)
    expect(headers['ratelimit-reset']).toMatch(/^\d+$/)
    expect(headers['x-request-id']).toBeTruthy()
  })

  it('reads an empty body as an empty payload', async () => {
    expect(await send({ body: '' })).toMatchObject({ status: 200 })
  })

  it('is described in /openapi.json, with its signature and its problem documents', async () => {
    const { paths, components } = (await center.center.app.inject('/openapi.json')).json<{
      paths: Record<string, { post?: { security: Record<string, unknown>[]; responses: Record<string, unknown> } }>
      components: { securitySchemes: Record<string, { name: string }> }
    }>()
    for (const { path } of OPEN_CALLS) {
      const { security = [], responses = {} } = paths[path]?.post ?? {}
      expect([path, Object.keys(security[0] ?? {}).map((name) => components.securitySchemes[name]?.name)]).toEqual([
        path,
        ['x-access-key', 'x-timestamp', 'x-nonce', 'x-signature'],
      ])
      expect(Object.keys(responses)).toEqual(['200', 'default'])
    }
    expect(JSON.stringify(paths['/api/v1/licenses/list'])).toMatch(/"limit":.+"cursor":.+"nextCursor":/s)
    expect(JSON.stringify(paths['/api/v1/licenses/list'])).not.toContain('currentPage')
  })

  it('is never for something that a person must confirm', () => {
    for (const { path, call } of OPEN_CALLS)
      expect([path, call.sensitive, call.personal, call.access.kind]).toEqual([
        path,
        undefined,
        undefined,
        expect.stringMatching(/^(?:privilege|session)$/),
      ])
  })
})

describe('a request is refused', () => {
  it('with the header that is missing or malformed: accessKey.unsigned', async () => {
    for (const header of ['X-Access-Key', 'X-Timestamp', 'X-Nonce', 'X-Signature']) {
      const { status, error, answer } = await send({ headers: { [header.toLowerCase()]: undefined } })
      expect([status, error]).toEqual([401, 'accessKey.unsigned'])
      expect(answer.detail).toContain(header)
    }
    expect(await send({ nonce: 'short' })).toMatchObject({ status: 401, error: 'accessKey.unsigned' })
  })

  it('if method, path, query, body, time or nonce differ from what was signed: accessKey.badSignature', async () => {
    const refusals = [
      await send({ sent: { path: '/api/v1/tags/list' } }),
      await send({ sent: { path: `${LIST}?a=1` } }),
      await send({ sent: { body: '{ }' } }),
      await send({ headers: { 'x-timestamp': String(Math.floor(center.clock.now().getTime() / 1000) + 1) } }),
      await send({ headers: { 'x-nonce': randomUUID() } }),
      await send({ headers: { 'x-signature': 'AAAA' } }),
    ]
    expect(refusals.map(({ status, error }) => [status, error])).toEqual(
      refusals.map(() => [401, 'accessKey.badSignature']),
    )
  })

  it('alike for an unknown key and for a wrong secret', async () => {
    const unknown = await send({ key: { ...api, keyId: 'ak_00000000000000000000' } })
    const wrong = await send({ key: { ...api, secret: 'wrong' } })
    expect(unknown).toMatchObject({ status: 401, error: 'accessKey.badSignature' })
    expect(unknown.answer).toEqual(wrong.answer)
  })

  it('if the clock of its sender is off by more than the tolerance: accessKey.badTime', async () => {
    const off = (seconds: number) => send({ now: new Date(center.clock.now().getTime() + seconds * 1000) })
    const { skewSeconds } = LIMITS.accessKey
    for (const seconds of [skewSeconds + 5, -skewSeconds - 5])
      expect(await off(seconds)).toMatchObject({ status: 401, error: 'accessKey.badTime' })
    // Waiting does not help, so the answer must not tell a sender to wait.
    expect((await off(skewSeconds + 5)).answer).not.toHaveProperty('retryAfter')
    for (const seconds of [skewSeconds - 5, 5 - skewSeconds]) expect(await off(seconds)).toMatchObject({ status: 200 })
  })

  it('if its body is no JSON, with the type that it takes: platform.mediaType', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }
    expect(await send({ headers: form })).toMatchObject({
      status: 415,
      error: 'platform.mediaType',
      answer: { detail: expect.stringMatching(/application\/json/) as string },
    })
  })

  it('a second time, also on another process: accessKey.replayed', async () => {
    const { ground } = center
    const other = await layGround(ground.config, ground.databaseUrl, pino({ level: 'silent' }), center.clock)
    const second = await composeCenter(other, { consoleDir: undefined })
    try {
      const nonce = randomUUID()
      const both = await Promise.all([send({ nonce }), send({ nonce, to: second })])
      expect(both.filter(({ error }) => error === 'accessKey.replayed')).toHaveLength(1)
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await send({ nonce })).toMatchObject({ status: 401, error: 'accessKey.replayed' })
      // Another body cannot have the signature, so a stranger cannot use up a nonce.
      const fresh = randomUUID()
      expect(await send({ nonce: fresh, sent: { body: '{"limit":1}' } })).toMatchObject({
        error: 'accessKey.badSignature',
      })
      expect(await send({ nonce: fresh })).toMatchObject({ status: 200 })
    } finally {
      await second.close()
      await other.close()
    }
  })

  it('between two calls, if the key was disabled: accessKey.disabled', async () => {
    const key = await createAccessKey(center, vendor)
    expect(await send({ key })).toMatchObject({ status: 200 })
    await vendor.call(accessKeyCalls.setEnabled, { guid: key.guid, isEnabled: false })
    expect(await send({ key })).toMatchObject({ status: 403, error: 'accessKey.disabled' })
    // Only a right signature learns it.
    expect(await send({ key: { ...key, secret: 'wrong' } })).toMatchObject({ error: 'accessKey.badSignature' })
    await vendor.call(accessKeyCalls.setEnabled, { guid: key.guid, isEnabled: true })
    expect(await send({ key })).toMatchObject({ status: 200 })
  })

  it('from another network than the key allows: accessKey.networkNotAllowed', async () => {
    const key = await createAccessKey(center, vendor, { networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] })
    for (const network of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '198.51.100.7'])
      expect(await send({ key, network })).toMatchObject({ status: 200 })
    for (const network of ['203.0.114.9', '2001:db9::1', '198.51.100.8']) {
      const { status, error, answer } = await send({ key, network })
      expect([status, error]).toEqual([403, 'accessKey.networkNotAllowed'])
      expect(answer.detail).toContain(network)
    }
  })

  it('after the end of the key: accessKey.ended', async () => {
    const endTime = new Date(center.clock.now().getTime() + HOUR_MS / 2)
    const key = await createAccessKey(center, vendor, { endTime: endTime.toISOString() })
    expect(await send({ key })).toMatchObject({ status: 200 })
    center.clock.advance(HOUR_MS)
    expect(await send({ key })).toMatchObject({ status: 403, error: 'accessKey.ended' })
  })

  it('if the key lacks the privilege, and tells which: platform.noPermission', async () => {
    const key = await createAccessKey(center, vendor, { privileges: ['product.view'] })
    expect(await send({ key })).toMatchObject({ status: 200 })
    const path = '/api/v1/products/create'
    expect(await send({ key, path, body: JSON.stringify(productPayload()) })).toMatchObject({
      status: 403,
      error: 'platform.noPermission',
    })
  })

  it('by a rule of its payload, with the fields: platform.badPayload', async () => {
    const body = JSON.stringify(productPayload({ name: '' }))
    const { status, headers, answer } = await send({ path: '/api/v1/products/create', body })
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer).toMatchObject({
      type: 'BAD_PAYLOAD',
      title: 'Bad payload',
      status: 400,
      fields: [{ path: 'name', message: expect.any(String) as string }],
    })
  })

  it('with the method that its address accepts: platform.wrongMethod', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const { status, headers, error, answer } = await send({ sent: { method } })
      expect([status, headers['allow'], error]).toEqual([405, 'POST', 'platform.wrongMethod'])
      expect(answer).toMatchObject({ type: 'WRONG_METHOD', detail: '这个地址只接受 POST 请求' })
    }
  })

  it('with 404 for rows of others and unknown calls, 409 for a name or id that is taken', async () => {
    const other = await center.developer()
    const { guid } = await other.call(productCalls.create, productPayload())
    expect(await api.refusal('products/get', { guid })).toMatchObject({ status: 404, error: 'product.notFound' })
    expect(await send({ path: '/api/v1/nothing/here' })).toMatchObject({ status: 404, error: 'platform.invalidUrl' })
    const { licenseId } = vendor
    expect(await api.refusal('products/create', productPayload({ licenseId }))).toMatchObject({ status: 409 })
  })

  it('if its key calls too often, and says when to come back', async () => {
    const strict = await createTestCenter({ openApi: { callsPerMinute: 3 } })
    try {
      const key = await createAccessKey(strict, await strict.developer())
      const answers = []
      for (let call = 0; call < 4; call++) answers.push(await key.send('products/list'))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0'])
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
      // Somebody who plays back a recorded call does not use up the limit of its key.
      const other = await createAccessKey(strict, await strict.developer())
      const recorded = { key: other, nonce: randomUUID(), now: strict.clock.now(), to: strict.center }
      expect(await send(recorded)).toMatchObject({ status: 200 })
      for (let call = 0; call < 4; call++) expect(await send(recorded)).toMatchObject({ error: 'accessKey.replayed' })
      expect(await other.send('products/list')).toMatchObject({ status: 200 })
    } finally {
      await strict.close()
    }
  })
})

describe('a write', () => {
  it('with an Idempotency-Key is done once, whether or not the call of the console honors one', async () => {
    const { guid } = await api.make(productCalls.create, productPayload({ name: '一次' }))
    const update = { guid, name: '两次', revision: 1 }
    const once = { idempotencyKey: randomUUID() }
    // Without the key, the second update is based on an old revision.
    expect(await api.call('products/update', update, once)).toEqual(await api.call('products/update', update, once))
    expect(await api.refusal('products/update', update)).toMatchObject({ status: 409, error: 'platform.stale' })
    const { name: _, ...other } = update
    expect(await api.refusal('products/update', other, once)).toMatchObject({
      status: 422,
      error: 'idempotency.otherPayload',
    })
  })

  it('that issues licenses is told as the open API, one by one and in a batch, by the name of the key', async () => {
    const key = await createAccessKey(center, vendor, { name: '网店' })
    const template = await vendor.pcTemplate('sn')
    const { codes } = await key.call<{ codes: string[] }>('licenses/issue', { templateGuids: [template], count: 2 })
    expect(codes).toHaveLength(2)
    const { taskId } = await key.call<{ taskId: string }>('licenses/batchIssue', {
      templateGuids: [template],
      count: 3,
    })
    await center.finishTask(vendor, taskId)
    expect(await key.call('tasks/get', { guid: taskId })).toMatchObject({ success: 3, creator: '网店' })
    const { rows } = await vendor.call(pcLicenseCalls.find, { kind: 'sn', source: 'openApi' })
    expect(rows.map(({ source, issuer }) => [source, issuer])).toEqual(
      Array.from({ length: 5 }, () => ['openApi', '网店']),
    )
  })
})

describe('a key', () => {
  it('of some products sees these, and what it creates itself', async () => {
    const { guid: hidden } = await vendor.call(productCalls.create, productPayload({ name: '看不见' }))
    const key = await createAccessKey(center, vendor, { productGuids: [vendor.productGuid] })
    const names = async () =>
      (await key.call<{ rows: { name: string }[] }>('products/list', { limit: 100 })).rows.map(({ name }) => name)
    expect(await names()).toEqual(['星图'])
    expect(await key.refusal('products/get', { guid: hidden })).toMatchObject({ status: 404 })
    await key.make(productCalls.create, productPayload({ name: '自己的' }))
    expect((await names()).toSorted()).toEqual(['星图', '自己的'].toSorted())
  })

  it('has a secret that no log contains', async () => {
    const lines: string[] = []
    const { ground } = center
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    const other = await layGround(ground.config, ground.databaseUrl, log, center.clock)
    const second = await composeCenter(other, { consoleDir: undefined })
    try {
      const key = await createAccessKey(center, vendor)
      await send({ key, to: second })
      await send({ key: { ...key, secret: 'wrong' }, to: second })
      const { rows } = await vendor.call(operationLogCalls.find, { pageSize: 100 })
      const told = JSON.stringify(rows) + lines.join('')
      expect(told).toContain('products/list')
      expect(told).not.toContain(key.secret)
      const { rows: stored } = await ground.database.owner.query<{ row: string }>(
        'select to_jsonb(k)::text as row from access_key k',
      )
      expect(stored.map(({ row }) => row).join('')).not.toContain(Buffer.from(key.secret).toString('hex'))
    } finally {
      await second.close()
      await other.close()
    }
  })

  it('has two secrets while a rotation overlaps, then one', async () => {
    const key = await createAccessKey(center, vendor)
    await vendor.call(identityCalls.confirm, { password: PASSWORD })
    const { secret } = await vendor.call(accessKeyCalls.rotate, { guid: key.guid, overlapHours: 2 })
    const fresh = createIntegration(center, { ...key, secret })
    for (const one of [key, fresh]) expect(await send({ key: one })).toMatchObject({ status: 200 })
    center.clock.advance(2 * HOUR_MS)
    expect(await send({ key })).toMatchObject({ status: 401, error: 'accessKey.badSignature' })
    expect(await send({ key: fresh })).toMatchObject({ status: 200 })
  })

  it('of a developer who has not paid the service fee is refused as a session is', async () => {
    const poor: Actor = await center.developer()
    const key = await createAccessKey(center, poor)
    for (const change of [
      'update billing_terms set fee_fen = 100 where developer_id = $1',
      "update developer set service_until = '2020-01-01' where id = $1",
    ])
      await center.ground.database.owner.query(change, [poor.developerId])
    expect(await key.refusal('templates/create', {})).toMatchObject({
      status: 402,
      error: 'developer.serviceFeeUnpaid',
    })
  })
})
