// Access keys: what the super administrator sees and changes, and what the account of a key is not.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { signRequest } from '@sealwright/client/open-api'
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  accessCalls,
  accessKeyCalls,
  approveCalls,
  auditCalls,
  errorName,
  identityCalls,
  operationLogCalls,
  pcLicenseCalls,
  productCalls,
} from '@sealwright/contract'
import { PASSWORD, createAccessKey, createTestCenter, createVendor, productPayload, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purge } from './access-key.queries.ts'

let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
})
afterAll(() => center.close())

const confirmed = async (by: Actor) => void (await by.call(identityCalls.confirm, { password: PASSWORD }))
const get = (guid: string, by: Actor = vendor) => by.call(accessKeyCalls.get, { guid })
const privileges = ['product.view'] as const

describe('an access key', () => {
  it('is created, found by a part of its name or id, changed, and deleted', async () => {
    const key = await createAccessKey(center, vendor, {
      name: '订单系统',
      privileges: ['product.view', 'product.view', 'snLicense.issue'],
      networks: ['203.0.113.0/24'],
      productGuids: [vendor.productGuid],
    })
    expect(key.keyId).toMatch(/^ak_[A-Za-z\d]{20}$/)
    expect(Buffer.from(key.secret, 'base64url')).toHaveLength(32)
    const told = await get(key.guid)
    expect(told).toMatchObject({
      name: '订单系统',
      keyId: key.keyId,
      state: 'enabled',
      privileges: ['product.view', 'snLicense.issue'],
      isLimited: true,
      products: [{ guid: vendor.productGuid, name: '星图' }],
      networks: ['203.0.113.0/24'],
      endTime: null,
      lastUsedTime: null,
      calls: { done: 0, refused: 0, limited: 0, failed: 0 },
      creator: vendor.account,
      days: [],
    })
    expect(JSON.stringify(told)).not.toContain(key.secret)
    for (const name of ['单系', key.keyId.slice(3, 12)])
      expect((await vendor.call(accessKeyCalls.find, { name })).rows.map(({ guid }) => guid)).toEqual([key.guid])

    const endTime = new Date(center.clock.now().getTime() + DAY_MS).toISOString()
    await vendor.call(accessKeyCalls.update, { guid: key.guid, name: '网店', productGuids: [], networks: [], endTime })
    expect(await get(key.guid)).toMatchObject({ name: '网店', isLimited: false, products: [], networks: [], endTime })
    const stale = vendor.call(accessKeyCalls.update, { guid: key.guid, name: '旧', revision: 1 })
    expect(await refused(stale)).toMatchObject({ error: 'platform.stale' })
    await vendor.call(accessKeyCalls.update, { guid: key.guid, endTime: null })
    expect(await get(key.guid)).toMatchObject({ name: '网店', endTime: null })

    await vendor.call(accessKeyCalls.delete, { guid: key.guid })
    expect(await refused(get(key.guid))).toMatchObject({ error: 'accessKey.notFound' })
    expect(await key.refusal('products/list')).toMatchObject({ error: 'accessKey.badSignature' })
  })

  it('is filtered by its state', async () => {
    const own = await center.developer()
    const endTime = new Date(center.clock.now().getTime() + DAY_MS).toISOString()
    const [enabled, disabled, ending] = [
      await createAccessKey(center, own),
      await createAccessKey(center, own),
      await createAccessKey(center, own, { endTime }),
    ]
    await own.call(accessKeyCalls.setEnabled, { guid: disabled.guid, isEnabled: false })
    await center.daysLater(2, own, vendor)
    const found = async (state: 'enabled' | 'disabled' | 'ended') =>
      (await own.call(accessKeyCalls.find, { state })).rows.map(({ guid }) => guid)
    expect([await found('enabled'), await found('disabled'), await found('ended')]).toEqual([
      [enabled.guid],
      [disabled.guid],
      [ending.guid],
    ])
  })

  it('is refused with a name that another one has: accessKey.nameTaken', async () => {
    await createAccessKey(center, vendor, { name: 'Shop' })
    const other = await createAccessKey(center, vendor)
    expect(await refused(createAccessKey(center, vendor, { name: 'shop' }))).toMatchObject({
      error: 'accessKey.nameTaken',
      fields: [{ path: 'name' }],
    })
    expect(await refused(vendor.call(accessKeyCalls.update, { guid: other.guid, name: 'SHOP' }))).toMatchObject({
      error: 'accessKey.nameTaken',
    })
  })

  it('is refused with an end in the past, a product of others, or a malformed network', async () => {
    const foreign = await (await center.developer()).call(productCalls.create, productPayload())
    const make = (given: object) => refused(createAccessKey(center, vendor, given))
    expect(await make({ endTime: center.clock.now().toISOString() })).toMatchObject({ error: 'platform.timeIllegal' })
    expect(await make({ productGuids: [foreign.guid] })).toMatchObject({
      error: 'product.notFound',
      fields: [{ path: 'productGuids' }],
    })
    expect(await make({ networks: ['example.com'] })).toMatchObject({
      error: 'platform.badPayload',
      fields: [{ path: 'networks.0', rule: 'notNetwork' }],
    })
    expect(await make({ privileges: [] })).toMatchObject({ error: 'platform.badPayload' })
    expect(await make({ privileges: ['no.such'] })).toMatchObject({ error: 'platform.badPayload' })
  })

  it('is one of a limited number: accessKey.limit', async () => {
    const own = await center.developer()
    await confirmed(own)
    for (let n = 0; n < LIMITS.accessKey.perDeveloper; n++)
      await own.call(accessKeyCalls.create, { name: `k${n}`, privileges: [...privileges] })
    expect(await refused(own.call(accessKeyCalls.create, { name: 'x', privileges: [...privileges] }))).toMatchObject({
      error: 'accessKey.limit',
    })
  })

  it('is for the super administrator alone, and of one developer', async () => {
    const key = await createAccessKey(center, vendor)
    const admin = await center.administrator(vendor, ['product.view', 'admin.view', 'admin.update'])
    expect(await refused(get(key.guid, admin))).toMatchObject({ error: 'platform.superOnly' })
    expect(await refused(get(key.guid, await center.developer()))).toMatchObject({ error: 'accessKey.notFound' })
  })

  it('counts its calls by day and result, and tells when and from where it was used last', async () => {
    const own = await center.developer()
    const key = await createAccessKey(center, own, { privileges: [...privileges] })
    await key.call('products/list')
    await key.call('products/list')
    await key.refusal('products/get', { guid: randomUUID() })
    await key.refusal('users/list')
    await center.center.flushUses()
    const calls = { done: 2, refused: 2, limited: 0, failed: 0 }
    expect(await get(key.guid, own)).toMatchObject({
      calls,
      days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, ...calls }],
      lastUsedTime: expect.any(String) as string,
      lastNetwork: '127.0.0.1',
    })
    await center.daysLater(LIMITS.accessKey.countedDays, own, vendor)
    expect(await get(key.guid, own)).toMatchObject({ calls: { done: 0 }, days: [] })
  })

  it('writes each change to the operation log, and never a secret', async () => {
    const own = await center.developer()
    const key = await createAccessKey(center, own, { name: '日志', privileges: [...privileges] })
    await own.call(accessKeyCalls.update, { guid: key.guid, networks: ['198.51.100.1'] })
    await own.call(accessKeyCalls.setEnabled, { guid: key.guid, isEnabled: false })
    const { secret } = await own.call(accessKeyCalls.rotate, { guid: key.guid })
    await own.call(accessKeyCalls.delete, { guid: key.guid })
    const { rows } = await center.ground.database.owner.query<{ call: string; told: string }>(
      `select call, to_jsonb(l)::text as told from operation_log l
       where developer_id = $1 and call like 'accessKey.%' order by id`,
      [own.developerId],
    )
    expect(rows.map(({ call }) => call.slice('accessKey.'.length))).toEqual([
      'create',
      'update',
      'setEnabled',
      'rotate',
      'delete',
    ])
    for (const { told } of rows) for (const one of [key.secret, secret]) expect(told).not.toContain(one)
    expect((await own.call(operationLogCalls.find, {})).rows[0]).toMatchObject({ actor: own.account })
  })

  it('forgets nonces when they cannot be replayed anymore', async () => {
    const own = await center.developer()
    const key = await createAccessKey(center, own)
    await key.call('products/list')
    const { owner } = center.ground.database
    const kept = async () =>
      (await owner.query('select from access_nonce where key_guid = $1', [key.guid])).rowCount ?? 0
    await purge(owner, center.clock.now())
    expect(await kept()).toBe(1)
    center.clock.advance(2 * LIMITS.accessKey.skewSeconds * 1000)
    await purge(owner, center.clock.now())
    expect(await kept()).toBe(0)
  })

  it('is not replayed by a body that arrives when the nonce is forgotten: accessKey.badTime', async () => {
    const key = await createAccessKey(center, await center.developer())
    const [path, body] = ['/api/v1/products/list', '{}']
    const signed = await signRequest(key, { path, body, now: center.clock.now(), nonce: randomUUID() })
    const send = (payload: string | Readable) =>
      center.center.app.inject({
        method: 'POST',
        url: path,
        headers: { ...signed, 'content-type': 'application/json', 'content-length': String(body.length) },
        payload,
      })
    expect((await send(body)).statusCode).toBe(200)
    center.clock.advance((LIMITS.accessKey.skewSeconds - 5) * 1000)
    async function* slowly() {
      // The headers were in time, and the server reads the body now.
      center.clock.advance(90_000)
      await purge(center.ground.database.owner, center.clock.now())
      yield body
    }
    const { code } = (await send(Readable.from(slowly()))).json<{ code?: number }>()
    expect(code === undefined ? 'done' : errorName(code)).toBe('accessKey.badTime')
  })
})

describe('the account of a key', () => {
  it('is the author of what the key did, also after its deletion, which frees its products', async () => {
    const own = await createVendor(center)
    const template = await own.pcTemplate('sn')
    const key = await createAccessKey(center, own, { name: '旧名', productGuids: [own.productGuid] })
    await own.call(accessKeyCalls.update, { guid: key.guid, name: '发行方' })
    const { licenses } = await key.call<{ licenses: { guid: string }[] }>('licenses/issue', {
      templateGuids: [template],
      count: 1,
    })
    await own.call(accessKeyCalls.delete, { guid: key.guid })
    const { rows } = await own.call(pcLicenseCalls.find, { kind: 'sn', source: 'openApi' })
    expect(rows[0]).toMatchObject({ guid: licenses[0]?.guid, issuer: '发行方' })
    const { rows: assigned } = await center.ground.database.owner.query(
      `select from product where guid = $1 and assigned_to <> '{}'`,
      [own.productGuid],
    )
    expect(assigned).toEqual([])
  })

  it('waits for approval like an administrator', async () => {
    const own = await createVendor(center)
    const approver = await center.administrator(own, ['audit.decide'])
    await own.call(approveCalls.create, {
      name: '发码审批',
      families: ['sn'],
      events: ['issue'],
      steps: [{ userIds: [approver.accountId], roleGuids: [], mode: 'any', remindHours: 24 }],
    })
    const key = await createAccessKey(center, own, { name: '商城' })
    const { requestGuid, licenses } = await key.call<{ requestGuid: string; licenses: { guid: string }[] }>(
      'licenses/issue',
      { templateGuids: [await own.pcTemplate('sn')], count: 1 },
    )
    const { revision } = await approver.call(auditCalls.get, { guid: requestGuid })
    await approver.call(auditCalls.approve, { guid: requestGuid, revision })
    expect(await key.call('licenses/get', { guid: licenses[0]?.guid })).toMatchObject({
      source: 'openApi',
      issuer: '商城',
      status: LICENSE_STATUSES.unbound,
    })
  })

  it('is no administrator: it is in no list of them, cannot sign in, and gets no message', async () => {
    const own = await createVendor(center)
    const key = await createAccessKey(center, own, { name: '不是人' })
    const template = await own.pcTemplate('sn')
    const { taskId } = await key.call<{ taskId: string }>('licenses/batchIssue', {
      templateGuids: [template],
      count: 2,
    })
    await center.finishTask(own, taskId)
    const admins = await own.call(accessCalls.find, {})
    expect(JSON.stringify(admins)).not.toContain('不是人')
    const { rows } = await center.ground.database.owner.query<{ id: string; messages: number; mails: number }>(
      `select a.id,
         (select count(*) from membership m where m.account_id = a.id)::int as memberships,
         (select count(*) from message m where m.account_id = a.id)::int as messages
       from account a join access_key k on k.account_id = a.id where k.guid = $1`,
      [key.guid],
    )
    expect(rows).toEqual([{ id: expect.any(String) as string, memberships: 0, messages: 0 }])
    for (const account of ['不是人', key.keyId, rows[0]?.id ?? ''])
      expect(await refused(center.visitor(identityCalls.login, { account, password: key.secret }))).toMatchObject({
        error: expect.stringMatching(/^(?:identity\.loginFailed|platform\.badPayload)$/) as string,
      })
  })

  it('cannot have an address or a password', async () => {
    const key = await createAccessKey(center, vendor)
    for (const change of ["email = 'a@b.example'", "mobile = '13800000000'", "password_hash = 'x'"])
      await expect(
        center.ground.database.owner.query(
          `update account set ${change} where id = (select account_id from access_key where guid = $1)`,
          [key.guid],
        ),
      ).rejects.toThrow('account_address_check')
  })
})
