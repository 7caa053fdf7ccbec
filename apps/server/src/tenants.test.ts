// Ids of another developer in fields that are not named guid: administrators, signing keys, users and customers of
// licenses, rows to assign, and the leases and tokens of programs. The conformance suite covers fields named guid.
import { randomUUID } from 'node:crypto'
import {
  accessCalls,
  errorName,
  identityCalls,
  integratorCalls,
  pcLicenseCalls,
  productCalls,
  signingKeyCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import {
  PASSWORD,
  PASSWORD_HASH,
  createProgram,
  createTestCenter,
  createVendor,
  productPayload,
} from '@sealwright/testkit'
import type { Program, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let mine: Vendor
let theirs: Vendor
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
  mine = await createVendor(center)
  theirs = await createVendor(center)
})
afterAll(() => center.close())

const rowsOf = async (text: string, values: unknown[]) =>
  (await center.ground.database.owner.query<Record<string, unknown>>(text, values)).rows
/** The error of a call for a payload of any type. */
async function errorOf({ headers }: Pick<Vendor, 'headers'>, call: Call, payload: object): Promise<string | undefined> {
  const { code } = (await center.center.app.inject({ method: call.method, url: call.path, headers, payload })).json<{
    code: number
  }>()
  return code === 0 ? undefined : errorName(code)
}

describe('an administrator of another developer', () => {
  const byUserId: [string, Call, object][] = [
    ['get', accessCalls.get, {}],
    ['update', accessCalls.update, { userName: '改名', privileges: ['product.view'] }],
    ['enable', accessCalls.enable, {}],
    ['disable', accessCalls.disable, {}],
    ['delete', accessCalls.delete, {}],
    ['resendInvitation', accessCalls.resendInvitation, {}],
    ['findAssigned', accessCalls.findAssigned, { kind: 'product' }],
    ['assign', accessCalls.assign, { kind: 'product', scope: 'all' }],
    ['viewAs', accessCalls.viewAs, {}],
  ]
  it.each(byUserId)('is not found by %s and stays unchanged', async (_, call, payload) => {
    const { accountId } = await center.administrator(theirs, ['product.view'], { limited: ['product'] })
    const look = () => rowsOf('select * from membership where account_id = $1', [accountId])
    const before = await look()
    for (const userId of [accountId, theirs.accountId])
      expect(await errorOf(mine, call, { ...payload, userId })).toBe('access.adminNotFound')
    expect(await look()).toEqual(before)
    expect(await rowsOf('select from session where account_id = $1 and view_as is null', [accountId])).toHaveLength(1)
  })

  it('cannot be removed through an integrator of this developer', async () => {
    const { guid } = await mine.call(integratorCalls.create, { name: `集成商 ${randomUUID()}` })
    const other = await theirs.call(integratorCalls.create, { name: `集成商 ${randomUUID()}` })
    const { userId } = await theirs.call(integratorCalls.addMember, {
      guid: other.guid,
      account: `${randomUUID()}@tenants.example`,
    })
    expect(await errorOf(mine, integratorCalls.removeMember, { guid, userId })).toMatch(/NotFound$/)
    expect(await rowsOf('select from invitation where guid = $1', [userId])).toHaveLength(1)
  })
})

it('rows of another developer can be neither assigned nor unassigned', async () => {
  const clerk = await center.administrator(mine, ['product.view'], { limited: ['product'] })
  const theirClerk = await center.administrator(theirs, ['product.view'], {
    limited: ['product'],
    assigned: { product: [theirs.productGuid] },
  })
  expect(
    await mine.call(accessCalls.assign, {
      userId: clerk.accountId,
      kind: 'product',
      add: [theirs.productGuid],
      remove: [theirs.productGuid],
    }),
  ).toEqual({ added: 0, removed: 0 })
  expect((await clerk.call(productCalls.find, {})).rows).toEqual([])
  expect(await rowsOf('select assigned_to from product where guid = $1', [theirs.productGuid])).toEqual([
    { assigned_to: [theirClerk.accountId] },
  ])
})

it('a license cannot be issued with a user, customer, template or integrator of another developer', async () => {
  const template = await mine.pcTemplate('account')
  const theirUser = await theirs.user({ customerName: '对方客户' })
  const [{ customer_guid: theirCustomer } = {}] = await rowsOf('select customer_guid from end_user where guid = $1', [
    theirUser,
  ])
  const theirIntegrator = (await theirs.call(integratorCalls.create, { name: `集成商 ${randomUUID()}` })).guid
  const count = async () =>
    (await rowsOf('select from license where developer_id = any ($1)', [[mine.developerId, theirs.developerId]])).length
  const before = await count()
  for (const given of [
    { kind: 'account', templateGuids: [template], userIds: [theirUser] },
    { kind: 'account', templateGuids: [template], userIds: [await mine.user(), theirUser] },
    { kind: 'account', templateGuids: [await theirs.pcTemplate('account')], userIds: [await mine.user()] },
    { kind: 'sn', templateGuids: [await mine.pcTemplate('sn')], customerId: theirCustomer },
    { kind: 'sn', templateGuids: [await mine.pcTemplate('sn')], isPreIssued: true, integratorGuid: theirIntegrator },
  ]) {
    for (const call of [pcLicenseCalls.preview, pcLicenseCalls.issue]) {
      const error = await errorOf(mine, call, given)
      // A preview may report the problem in its answer instead of refusing.
      if (call === pcLicenseCalls.issue || error !== undefined)
        expect(error, JSON.stringify(given)).toMatch(/otFound$|badPayload$/)
    }
  }
  expect(await count()).toBe(before)
})

it('a signing key of another developer can be neither retired nor viewed', async () => {
  const { kid } = await theirs.call(signingKeyCalls.rotate, {})
  await mine.call(identityCalls.confirm, { password: PASSWORD })
  expect(await errorOf(mine, signingKeyCalls.retire, { kid, reason: '泄露' })).toBe('signingKey.notFound')
  expect(await errorOf(mine, signingKeyCalls.leases, { kid })).toBe('signingKey.notFound')
  const rows = await rowsOf('select * from signing_key where developer_id = $1 and kid = $2', [theirs.developerId, kid])
  expect(rows).toMatchObject([{ kid, retired_at: null }])
})

describe('a program of another developer', () => {
  let program: Program
  let theirProgram: Program
  let code: string
  const machine = { fingerprint: 'machine-a', name: 'PC-a' }
  beforeAll(async () => {
    program = await createProgram(center, mine)
    theirProgram = await createProgram(center, theirs)
    const {
      licenses: [issued],
    } = await theirs.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await theirs.pcTemplate('sn', { useMode: 2, machineNum: 3 })],
    })
    code = issued?.serial ?? ''
  })

  it('cannot use a lease in any call', async () => {
    const {
      body: { leaseId },
    } = await theirProgram.ask('activate', { code, machine })
    const nobodys = randomUUID()
    for (const [call, given] of [
      ['activate', {}],
      ['validate', {}],
      ['deactivate', {}],
      ['openSession', { process: { name: 'cad', pid: 1 } }],
      ['consume', { requestId: 'request-1' }],
      ['readData', { area: 'pub' }],
      ['writeData', { content: 'AAEC', revision: 0 }],
    ] as const) {
      const [theirsAnswer, nobody] = [
        await program.ask(call, { ...given, leaseId, machine }),
        await program.ask(call, { ...given, leaseId: nobodys, machine }),
      ]
      expect(theirsAnswer.status, call).toBeGreaterThanOrEqual(400)
      expect(theirsAnswer, call).toEqual(nobody)
    }
    expect((await theirProgram.ask('validate', { code, leaseId, machine })).status).toBe(200)
  })

  it('cannot use the token of a signed-in user', async () => {
    const userGuid = await theirs.user()
    const [user] = await rowsOf(
      'update end_user set activated_at = now() where guid = $1 returning account, account_id',
      [userGuid],
    )
    await center.ground.database.owner.query(
      'update account set password_hash = $2, activated_at = now() where id = $1',
      [user?.['account_id'], PASSWORD_HASH],
    )
    await theirs.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await theirs.pcTemplate('account')],
      userIds: [userGuid],
    })
    const {
      body: { token },
    } = await theirProgram.ask('login', { account: user?.['account'], password: PASSWORD })
    const use = (by: Program, given: unknown) =>
      by.ask('activate', { token: given, licenseId: theirs.licenseId, machine })
    const nobodys = await use(program, 't'.repeat(String(token).length))
    expect(nobodys.status).toBeGreaterThanOrEqual(400)
    expect(await use(program, token)).toEqual(nobodys)
    // A sign-out by another developer's program must not end the token.
    await program.ask('logout', { token })
    expect((await use(theirProgram, token)).status).toBe(200)
  })
})

it('an idempotency key replays its answer only to the same administrator, and nothing is done twice', async () => {
  const [one, other] = [
    await center.administrator(mine, ['product.create']),
    await center.administrator(mine, ['product.create']),
  ]
  const payload = productPayload({ name: '密钥产品' })
  const create = ({ headers }: Pick<Vendor, 'headers'>) =>
    center.center.app.inject({
      method: 'POST',
      url: productCalls.create.path,
      headers: { ...headers, 'idempotency-key': 'a-key-that-was-seen' },
      payload,
    })
  const first = (await create(one)).json<{ code: number; data: { guid: string } }>()
  expect(first.code).toBe(0)
  const second = await create(other)
  expect(errorName(second.json<{ code: number }>().code)).toBe('idempotency.otherPayload')
  expect(second.body).not.toContain(first.data.guid)
  expect((await create(one)).json()).toEqual(first)
  expect((await mine.call(productCalls.find, { productName: '密钥产品' })).records).toBe(1)
})
