// What holds of administrators, roles and assignments, through the calls. That a limited caller sees nothing of the
// other rows is stated for every call in scope.test.ts.
import { randomUUID } from 'node:crypto'
import type { Refusal } from '@sealwright/client'
import {
  ASSIGNED_KINDS,
  CALLS,
  DAY_MS,
  LIMITS,
  PRIVILEGES,
  accessCalls,
  errorName,
  identityCalls,
  licenseCalls,
  operationLogCalls,
  pcLicenseCalls,
  productCalls,
  roleCalls,
} from '@sealwright/contract'
import type { Call, PayloadOf, Privilege } from '@sealwright/contract'
import { createTestCenter, createVendor, productPayload, refused } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const fieldsOf = (refusal: Refusal) => refusal.fields.map(({ path }) => path)

const address = () => `new-${randomUUID()}@test.example`
const adminPayload = (
  given: Partial<PayloadOf<typeof accessCalls.create>> = {},
): PayloadOf<typeof accessCalls.create> => ({ account: address(), ...given })
const newAdmin = async (by: Actor, given: Parameters<typeof adminPayload>[0] = {}) =>
  (await by.call(accessCalls.create, adminPayload(given))).userId
const newRole = async (by: Actor, privileges: Privilege[], name = `r${randomUUID().slice(0, 8)}`) =>
  (await by.call(roleCalls.create, { name, privileges })).guid
const newProduct = async (by: Actor, name = '测试产品') =>
  (await by.call(productCalls.create, productPayload({ name }))).guid
const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
const history = async (by: Actor, targetGuid: string) =>
  (await by.call(operationLogCalls.find, { targetGuid, order: 'asc', pageSize: 100 })).rows
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()
const MANAGING: Privilege[] = [
  'admin.create',
  'admin.delete',
  'admin.update',
  'admin.view',
  'role.create',
  'role.delete',
  'role.update',
  'role.view',
]

describe('an administrator', () => {
  it('is added by invitation, listed with what was given, and comes in once they accept', async () => {
    const main = await center.developer({ name: '云帆' })
    const role = await newRole(main, ['product.view', 'product.create'], '销售')
    const account = address()
    const { userId } = await main.call(accessCalls.create, {
      account,
      userName: '林小满',
      roleGuids: [role],
      privileges: ['tag.view'],
      productScope: 'some',
      customerScope: 'some',
      cloudQuota: 5,
      softQuota: 0,
      validUntil: inDays(30),
      remark: '华东',
    })
    const given = {
      userName: '林小满',
      account,
      phone: null,
      email: account,
      isSuper: false,
      isSelf: false,
      roles: [{ guid: role, name: '销售' }],
      privileges: ['tag.view'],
      productScope: 'some',
      userScope: 'all',
      customerScope: 'some',
      cloudQuota: 5,
      softQuota: 0,
      remark: '华东',
      isManageable: true,
      effectivePrivileges: ['product.create', 'product.view', 'tag.view'],
      assigned: { product: 0, user: 0, customer: 0 },
    }
    expect(await main.call(accessCalls.get, { userId })).toMatchObject({
      ...given,
      state: 'waiting',
      lastSignIn: null,
    })
    const { accountId } = await center.accept(account)
    expect(await main.call(accessCalls.get, { userId: accountId })).toMatchObject({
      ...given,
      state: 'active',
      lastSignIn: expect.any(String) as string,
    })
  })

  it('is written to in the language of the inviter, and the link opens in that language', async () => {
    const main = await center.developer()
    await main.call(identityCalls.updatePreferences, { locale: 'en' })
    const account = address()
    await newAdmin(main, { account })
    const { body, link } = await center.message(account)
    expect(body).toContain('to be an administrator')
    expect(body.match(/(?<=localhost:\d+)\/\S+/g)).toEqual([`/p/invitation#link=${link}&lang=en`])
  })

  it('is not the last of more than there may be', async () => {
    const main = await center.developer()
    const account = randomUUID()
    await query(
      `with made as (
         insert into account (id, email, password_hash, locale, created_at)
         select gen_random_uuid(), $2 || n || '@test.example', '!', 'zh', now()
         from generate_series(2, $3::int) as n returning id)
       insert into membership (developer_id, account_id, is_super, created_at) select $1, id, false, now() from made`,
      [main.developerId, account, LIMITS.access.administrators],
    )
    expect((await refused(newAdmin(main))).error).toBe('access.administratorLimit')
    const { records, rows } = await main.call(accessCalls.find, { currentPage: 10, pageSize: 100 })
    expect([records, rows.length]).toEqual([LIMITS.access.administrators, 100])
  })

  it('is found by part of name, account or remark, by state and by role, the super administrator first', async () => {
    const main = await center.developer()
    const role = await newRole(main, ['product.view'])
    const a = await newAdmin(main, { userName: '甲乙', remark: '华东 100%', roleGuids: [role] })
    const b = await newAdmin(main, { userName: '丙丁', validUntil: inDays(1) })
    const c = await center.administrator(main, [])
    await main.call(accessCalls.disable, { userId: c.accountId })
    const found = async (filter: PayloadOf<typeof accessCalls.find>) =>
      (await main.call(accessCalls.find, filter)).rows.map(({ userId }) => userId)
    expect(await found({})).toEqual([main.accountId, expect.any(String), expect.any(String), expect.any(String)])
    expect((await found({ sort: 'userName', order: 'desc' }))[0]).toBe(main.accountId)
    expect(await found({ userName: '甲' })).toEqual([a])
    expect(await found({ userName: '100%' })).toEqual([a])
    expect(await found({ userName: c.account.slice(4, 20).toUpperCase() })).toEqual([c.accountId])
    expect(await found({ userName: '_' })).toEqual([])
    expect(await found({ roleGuid: role })).toEqual([a])
    expect(await found({ state: 'disabled' })).toEqual([c.accountId])
    expect(new Set(await found({ state: 'waiting' }))).toEqual(new Set([a, b]))
    expect(await found({ state: 'active' })).toEqual([main.accountId])
    await main.call(accessCalls.enable, { userId: c.accountId })
    await main.call(accessCalls.update, { userId: c.accountId, validUntil: inDays(1) })
    await center.daysLater(1, main)
    expect(await found({ state: 'ended' })).toEqual([c.accountId])
    expect(await found({ state: 'lapsed' })).toEqual([b])
  })

  it('of an integrator is none: it is neither listed, nor found, nor changed here', async () => {
    const main = await center.developer()
    const person = await center.administrator(main, [])
    await query(
      `insert into integrator (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
       values ($1, $2, $3, $4, $4, now(), now())`,
      [main.developerId, person.accountId, '伙伴', main.accountId],
    )
    await query('update membership set integrator_guid = $1 where account_id = $1', [person.accountId])
    const { accountId: userId } = person
    expect((await main.call(accessCalls.list, {})).map((admin) => admin.userId)).toEqual([main.accountId])
    expect((await main.call(accessCalls.find, {})).records).toBe(1)
    for (const call of [
      accessCalls.get,
      accessCalls.enable,
      accessCalls.disable,
      accessCalls.delete,
      accessCalls.resendInvitation,
      accessCalls.viewAs,
      accessCalls.update,
    ]) {
      expect((await refused(main.call(call, { userId }))).error).toBe('access.adminNotFound')
    }
    for (const call of [accessCalls.assign, accessCalls.findAssigned])
      expect((await refused(main.call(call, { userId, kind: 'product' }))).error).toBe('access.adminNotFound')
    expect(await person.call(accessCalls.list, {})).toEqual([])
    expect(await person.call(accessCalls.explain, {})).toMatchObject({
      isSuper: false,
      askWhom: ['测试开发者'],
      scopes: ASSIGNED_KINDS.map((kind) => ({ kind, scope: 'some', assigned: 0 })),
    })
    expect((await refused(newAdmin(main, { account: person.account }))).error).toBe('access.alreadyAdministrator')
  })
})

describe('a change of an administrator', () => {
  it('holds with their next call, and an absent key stays', async () => {
    const main = await center.developer()
    const { call, accountId: userId } = await center.administrator(main, ['product.view'])
    await call(productCalls.find, {})
    await main.call(accessCalls.update, { userId, privileges: ['tag.view'], remark: '备注', cloudQuota: 3 })
    expect((await refused(call(productCalls.find, {}))).error).toBe('platform.noPermission')
    await main.call(accessCalls.update, { userId, roleGuids: [await newRole(main, ['product.view'])], remark: '' })
    await call(productCalls.find, {})
    expect(await main.call(accessCalls.get, { userId })).toMatchObject({
      privileges: ['tag.view'],
      remark: null,
      cloudQuota: 3,
      revision: 3,
    })
  })

  it('names an invited person, and nobody who has joined', async () => {
    const main = await center.developer()
    const userId = await newAdmin(main, { userName: '甲' })
    await main.call(accessCalls.update, { userId, userName: '乙' })
    expect(await main.call(accessCalls.get, { userId })).toMatchObject({ userName: '乙' })
    const active = await center.administrator(main, [])
    await main.call(accessCalls.update, { userId: active.accountId, userName: '乙' })
    expect(await main.call(accessCalls.get, { userId: active.accountId })).toMatchObject({ userName: null })
  })

  it("is refused where somebody else was faster: 'platform.stale'", async () => {
    const main = await center.developer()
    const userId = await newAdmin(main)
    await main.call(accessCalls.update, { userId, remark: '一', revision: 1 })
    const late = await refused(main.call(accessCalls.update, { userId, remark: '二', revision: 1 }))
    expect([late.error, late.message.includes(main.account)]).toEqual(['platform.stale', true])
  })

  it('is nothing for oneself, for the super administrator, or for nobody', async () => {
    const main = await center.developer()
    const manager = await center.administrator(main, MANAGING)
    const elsewhere = await center.developer()
    const strangers = [randomUUID(), elsewhere.accountId]
    for (const call of [accessCalls.update, accessCalls.enable, accessCalls.disable, accessCalls.delete]) {
      expect((await refused(manager.call(call, { userId: manager.accountId }))).error).toBe('access.ownSelf')
      expect((await refused(manager.call(call, { userId: main.accountId }))).error).toBe('access.superUntouched')
      expect((await refused(main.call(call, { userId: main.accountId }))).error).toBe('access.superUntouched')
      for (const userId of strangers)
        expect((await refused(main.call(call, { userId }))).error).toBe('access.adminNotFound')
    }
    const assign = { kind: 'product' } as const
    expect((await refused(manager.call(accessCalls.assign, { ...assign, userId: manager.accountId }))).error).toBe(
      'access.ownSelf',
    )
    expect((await refused(manager.call(accessCalls.assign, { ...assign, userId: main.accountId }))).error).toBe(
      'access.superUntouched',
    )
    expect((await refused(main.call(accessCalls.viewAs, { userId: main.accountId }))).error).toBe('access.ownSelf')
  })

  it('ends live sessions at once where it disables or removes: the next call is without a session', async () => {
    const main = await center.developer()
    const one = await center.administrator(main, ['product.view'])
    await center.signIn(one.account)
    expect(await main.call(accessCalls.disable, { userId: one.accountId })).toEqual({ endedSessions: 2 })
    expect((await refused(one.call(productCalls.find, {}))).error).toBe('session.expired')
    await expect(center.signIn(one.account)).rejects.toThrow('停用')
    await main.call(accessCalls.enable, { userId: one.accountId })
    await center.signIn(one.account)

    const other = await center.administrator(main, ['product.view'])
    await main.call(accessCalls.delete, { userId: other.accountId })
    expect((await refused(other.call(productCalls.find, {}))).error).toBe('session.expired')
    expect((await refused(main.call(accessCalls.get, { userId: other.accountId }))).error).toBe('access.adminNotFound')
  })

  it('that ends the validity ends the session when that moment comes', async () => {
    const main = await center.developer()
    const one = await center.administrator(main, ['product.view'])
    const past = await refused(main.call(accessCalls.update, { userId: one.accountId, validUntil: inDays(-1) }))
    expect([past.error, ...fieldsOf(past)]).toEqual(['access.validityPast', 'validUntil'])
    expect((await refused(newAdmin(main, { validUntil: inDays(0) }))).error).toBe('access.validityPast')
    await main.call(accessCalls.update, {
      userId: one.accountId,
      validUntil: new Date(center.clock.now().getTime() + 60_000).toISOString(),
    })
    await one.call(productCalls.find, {})
    center.clock.advance(60_000)
    expect((await refused(one.call(productCalls.find, {}))).error).toBe('session.expired')
    // The rest can still be changed.
    await main.call(accessCalls.update, { userId: one.accountId, remark: '到期' })
    expect(await main.call(accessCalls.get, { userId: one.accountId })).toMatchObject({
      state: 'ended',
      remark: '到期',
    })
  })

  it('is in the operation log, with what was before and after', async () => {
    const main = await center.developer()
    const role = await newRole(main, ['tag.view'], '标签')
    const account = address()
    const invited = await newAdmin(main, { account, userName: '甲' })
    const { accountId: userId } = await center.accept(account)
    await main.call(accessCalls.update, { userId, roleGuids: [role], productScope: 'some' })
    await main.call(accessCalls.disable, { userId })
    await main.call(accessCalls.disable, { userId })
    await main.call(accessCalls.delete, { userId })
    expect((await history(main, invited)).map(({ type, targetName }) => [type, targetName])).toEqual([[0, '甲']])
    expect(
      (await history(main, userId)).map(({ type, targetName, changes }) => [
        type,
        targetName,
        changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
      ]),
    ).toEqual([
      [0, '甲', expect.arrayContaining(['userName: null → 甲', 'isEnabled: null → true'])],
      [1, '甲', ['roles: null → 标签', 'productScope: 全部 → 仅指定']],
      [1, '甲', ['isEnabled: true → false']],
      [2, '甲', expect.arrayContaining(['roles: 标签 → null'])],
    ])
    await main.call(roleCalls.update, { guid: role, description: '说明' })
    await main.call(roleCalls.delete, { guid: role })
    expect((await history(main, role)).map(({ type, changes }) => [type, changes.map(({ field }) => field)])).toEqual([
      [0, ['name', 'privileges']],
      [1, ['description']],
      [2, ['name', 'privileges', 'description']],
    ])
  })
})

describe('a role', () => {
  it('is listed, found, and tells who has it', async () => {
    const main = await center.developer()
    const sales = await newRole(main, ['product.view', 'admin.view'], '销售')
    const support = await newRole(main, ['user.view'], '支持')
    const userId = await newAdmin(main, { roleGuids: [sales, sales] })
    expect((await main.call(roleCalls.find, {})).rows.map(({ name, adminCount }) => [name, adminCount])).toEqual([
      ['支持', 0],
      ['销售', 1],
    ])
    expect((await main.call(roleCalls.find, { name: '销', sort: 'name' })).rows).toMatchObject([
      { guid: sales, privileges: ['admin.view', 'product.view'], isManageable: true },
    ])
    expect(await main.call(roleCalls.get, { guid: sales })).toMatchObject({
      name: '销售',
      revision: 1,
      createdBy: main.account,
      administrators: [{ userId }],
    })
    const viewer = await center.administrator(main, ['role.view', 'user.view'])
    expect((await viewer.call(roleCalls.list, {})).map(({ guid, isManageable }) => [guid, isManageable])).toEqual([
      [support, true],
      [sales, false],
    ])
    expect((await refused(main.call(roleCalls.get, { guid: randomUUID() }))).error).toBe('role.notFound')
  })

  it('changes what everybody who has it may, with their next call', async () => {
    const main = await center.developer()
    const guid = await newRole(main, ['product.view'])
    const { call, accountId: userId } = await center.administrator(main, [])
    await main.call(accessCalls.update, { userId, roleGuids: [guid] })
    await call(productCalls.find, {})
    await main.call(roleCalls.update, { guid, privileges: ['tag.view'] })
    expect((await refused(call(productCalls.find, {}))).error).toBe('platform.noPermission')
  })

  it('in use cannot be deleted, and what is deleted cannot be given', async () => {
    const main = await center.developer()
    const guid = await newRole(main, ['product.view'], '在用')
    const userId = await newAdmin(main, { roleGuids: [guid] })
    const inUse = await refused(main.call(roleCalls.delete, { guid }))
    expect([inUse.error, inUse.message]).toEqual(['role.inUse', '角色“在用”正被 1 个管理员使用，请先为他们更换角色'])
    await main.call(accessCalls.update, { userId, roleGuids: [] })
    await main.call(roleCalls.delete, { guid })
    expect((await refused(main.call(roleCalls.delete, { guid }))).error).toBe('role.notFound')
    expect((await refused(main.call(roleCalls.update, { guid }))).error).toBe('role.notFound')
    const gone = await refused(main.call(accessCalls.update, { userId, roleGuids: [guid] }))
    expect([gone.error, ...fieldsOf(gone)]).toEqual(['role.notFound', 'roleGuids'])
    expect((await refused(newAdmin(main, { roleGuids: [guid] }))).error).toBe('role.notFound')
  })

  it('is either given or deleted, where both happen at once', async () => {
    const main = await center.developer()
    for (let round = 0; round < 5; round++) {
      const guid = await newRole(main, ['product.view'])
      const userId = await newAdmin(main)
      const answers = await Promise.allSettled([
        main.call(accessCalls.update, { userId, roleGuids: [guid] }),
        main.call(roleCalls.delete, { guid }),
      ])
      const refusals = answers.flatMap((answer) =>
        answer.status === 'rejected' ? [(answer.reason as Refusal).error] : [],
      ) // what a call rejects with
      expect(['role.notFound', 'role.inUse']).toContain(refusals.join())
    }
  })

  it("has a name of its own in any case: 'role.nameTaken'", async () => {
    const main = await center.developer()
    await newRole(main, ['product.view'], 'Sales')
    const other = await newRole(main, ['product.view'], 'Support')
    const taken = await refused(newRole(main, ['product.view'], 'SALES'))
    expect([taken.error, ...fieldsOf(taken)]).toEqual(['role.nameTaken', 'name'])
    expect((await refused(main.call(roleCalls.update, { guid: other, name: 'sales' }))).error).toBe('role.nameTaken')
    await main.call(roleCalls.update, { guid: other, name: 'SUPPORT' })
    await newRole(await center.developer(), ['product.view'], 'Sales')
  })

  it('is not the last of more than there may be, nor changed past somebody else', async () => {
    const main = await center.developer()
    const guid = await newRole(main, ['product.view'])
    await main.call(roleCalls.update, { guid, description: '一', revision: 1 })
    expect((await refused(main.call(roleCalls.update, { guid, description: '二', revision: 1 }))).error).toBe(
      'platform.stale',
    )
    await query(
      `insert into role
       select developer_id, gen_random_uuid(), 'r' || n, null, privileges, 1, created_by, updated_by, now(), now()
       from role, generate_series(2, $2::int) as n where guid = $1`,
      [guid, LIMITS.access.roles],
    )
    expect((await refused(newRole(main, ['product.view']))).error).toBe('role.limit')
  })
})

describe('nobody can grant what they do not have', () => {
  const some = (of: readonly Privilege[]) => fc.subarray([...of], { minLength: 1, maxLength: 12 })

  it('of any set of rights, directly, by a role, or in a role', async () => {
    const main = await center.developer()
    const helper = await newAdmin(main)
    const { call, accountId } = await center.administrator(main, MANAGING)
    const others = PRIVILEGES.filter((name) => !MANAGING.includes(name))
    await fc.assert(
      fc.asyncProperty(some(others), some(others), async (held, given) => {
        await query('update membership set privileges = $2 where account_id = $1', [accountId, [...MANAGING, ...held]])
        await main.call(accessCalls.update, { userId: helper, privileges: [], roleGuids: [] })
        const role = await newRole(main, given)
        const mayGive = given.every((name) => held.includes(name))
        const attempts = [
          { field: 'privileges', work: () => call(accessCalls.update, { userId: helper, privileges: given }) },
          { field: 'roleGuids', work: () => call(accessCalls.update, { userId: helper, roleGuids: [role] }) },
          {
            field: 'privileges',
            work: () => call(roleCalls.create, { name: `r${randomUUID().slice(0, 8)}`, privileges: given }),
          },
        ]
        for (const { field, work } of attempts) {
          if (mayGive) await work()
          else {
            const refusal = await refused(work())
            expect([refusal.error, ...fieldsOf(refusal)]).toEqual(['access.grantsMore', field])
          }
        }
        // Nor is anybody changed who has it already.
        const isManageable = async () => (await call(accessCalls.get, { userId: helper })).isManageable
        await main.call(accessCalls.update, { userId: helper, privileges: given })
        expect(await isManageable()).toBe(mayGive)
        if (!mayGive)
          for (const change of [accessCalls.update, accessCalls.enable, accessCalls.disable, accessCalls.delete])
            expect((await refused(call(change, { userId: helper }))).error).toBe('access.hasMore')
        await main.call(accessCalls.update, { userId: helper, privileges: [], roleGuids: [role] })
        expect(await isManageable()).toBe(mayGive)
        if (!mayGive)
          for (const change of [roleCalls.update, roleCalls.delete])
            expect((await refused(call(change, { guid: role }))).error).toBe('access.hasMore')
        await query('delete from invitation_role where invitation_guid = $1', [helper])
        await query('delete from role where developer_id = $1', [main.developerId])
      }),
      { numRuns: 25 },
    )
  })

  it("through a role that somebody has who has more, or that is one's own", async () => {
    const main = await center.developer()
    const editor = await center.administrator(main, ['role.view', 'role.update', 'user.view', 'user.delete'], {
      limited: ['user'],
    })
    const role = await newRole(main, ['user.view'])
    const wide = await newAdmin(main, { roleGuids: [role] })
    expect(
      (await refused(editor.call(roleCalls.update, { guid: role, privileges: ['user.view', 'user.delete'] }))).error,
    ).toBe('access.hasMore')
    await editor.call(roleCalls.update, { guid: role, description: '说明' })
    await main.call(accessCalls.update, { userId: wide, roleGuids: [] })
    await main.call(accessCalls.update, { userId: editor.accountId, roleGuids: [role] })
    expect(
      (await refused(editor.call(roleCalls.update, { guid: role, privileges: ['user.view', 'user.delete'] }))).error,
    ).toBe('access.hasMore')
    await main.call(roleCalls.update, { guid: role, privileges: ['user.view', 'user.delete'] })
  })

  it("but a right that an earlier version had is in nobody's way", async () => {
    const main = await center.developer()
    const role = await newRole(main, ['user.view'])
    await query("update role set privileges = '{user.view,gone.view}' where guid = $1", [role])
    await main.call(roleCalls.update, { guid: role, privileges: ['user.view'] })
    await main.call(roleCalls.delete, { guid: role })
  })

  it('names what it is', async () => {
    const main = await center.developer()
    const { call } = await center.administrator(main, MANAGING)
    expect((await refused(newAdmin({ ...main, call }, { privileges: ['product.delete'] }))).message).toBe(
      '不能授予您自己没有的“删除产品”',
    )
  })

  it('of rows: whoever sees a part cannot let others see all', async () => {
    const main = await center.developer()
    const mine = await newProduct(main)
    const { call } = await center.administrator(main, MANAGING, {
      limited: ['product', 'user', 'customer'],
      assigned: { product: [mine] },
    })
    const some = { productScope: 'some', userScope: 'some', customerScope: 'some' } as const
    for (const field of ['productScope', 'userScope', 'customerScope'] as const) {
      const refusal = await refused(call(accessCalls.create, adminPayload({ ...some, [field]: 'all' })))
      expect([refusal.error, ...fieldsOf(refusal)]).toEqual(['access.grantsMore', field])
    }
    const { userId } = await call(accessCalls.create, adminPayload(some))
    expect((await refused(call(accessCalls.update, { userId, userScope: 'all' }))).error).toBe('access.grantsMore')
    const all = await refused(call(accessCalls.assign, { userId, kind: 'product', scope: 'all' }))
    expect([all.error, ...fieldsOf(all)]).toEqual(['access.grantsMore', 'scope'])
    // Who sees more than the caller is not theirs to change.
    const wide = await newAdmin(main, { ...some, customerScope: 'all' })
    expect((await refused(call(accessCalls.assign, { userId: wide, kind: 'product', add: [mine] }))).error).toBe(
      'access.hasMore',
    )
    expect(
      (await call(accessCalls.find, { pageSize: 100 })).rows.filter((row) => row.isManageable).map((row) => row.userId),
    ).toEqual([userId])
  })

  it('of quotas and time: neither more, nor without a limit', async () => {
    const main = await center.developer()
    const validUntil = new Date(inDays(10))
    const { call } = await center.administrator(main, MANAGING, { cloudQuota: 10, softQuota: 0, validUntil })
    const own = { cloudQuota: 10, softQuota: 0, validUntil: validUntil.toISOString() }
    const { userId } = await call(accessCalls.create, adminPayload(own))
    const more = [
      ['cloudQuota', 11],
      ['cloudQuota', null],
      ['softQuota', 1],
      ['softQuota', null],
      ['validUntil', inDays(11)],
      ['validUntil', null],
    ] as const
    for (const [field, value] of more) {
      for (const work of [
        () => call(accessCalls.create, adminPayload({ ...own, [field]: value })),
        () => call(accessCalls.update, { userId, [field]: value }),
      ]) {
        const refusal = await refused(work())
        expect([refusal.error, ...fieldsOf(refusal)], `${field} ${value}`).toEqual(['access.grantsMore', field])
      }
    }
    await call(accessCalls.update, { userId, cloudQuota: 1, validUntil: inDays(1) })
    // What somebody else gave stays when the rest is changed.
    await main.call(accessCalls.update, { userId, cloudQuota: null, validUntil: null })
    await call(accessCalls.update, { userId, cloudQuota: null, validUntil: null, remark: '留' })
  })
})

describe('assignment', () => {
  it('shows an administrator what is assigned, and takes it back', async () => {
    const main = await center.developer()
    const [a, b] = [await newProduct(main, '甲'), await newProduct(main, '乙')]
    const { call, accountId: userId } = await center.administrator(main, ['product.view'])
    const seen = async () => (await call(productCalls.find, { sort: 'name' })).rows.map(({ name }) => name)
    expect(
      await main.call(accessCalls.assign, { userId, kind: 'product', scope: 'some', add: [a, a, randomUUID()] }),
    ).toEqual({ added: 1, removed: 0 })
    expect(await seen()).toEqual(['甲'])
    expect(
      await main.call(accessCalls.assign, { userId, kind: 'product', add: [a, b], remove: [randomUUID()] }),
    ).toEqual({ added: 1, removed: 0 })
    expect((await seen()).toSorted()).toEqual(['乙', '甲'].toSorted())
    expect(await main.call(accessCalls.findAssigned, { userId, kind: 'product', name: '乙' })).toMatchObject({
      records: 1,
      rows: [{ guid: b, name: '乙', note: expect.stringMatching(/^\d+$/) as string }],
    })
    expect((await main.call(accessCalls.get, { userId })).assigned).toEqual({
      product: 2,
      user: 0,
      customer: 0,
      userLock: 0,
    })
    expect(await main.call(accessCalls.assign, { userId, kind: 'product', remove: [a] })).toEqual({
      added: 0,
      removed: 1,
    })
    expect(await seen()).toEqual(['乙'])
    await main.call(accessCalls.assign, { userId, kind: 'product', scope: 'all' })
    expect(await seen()).toHaveLength(2)
    for (const call of [accessCalls.assign, accessCalls.findAssigned])
      expect((await refused(main.call(call, { userId: randomUUID(), kind: 'user' }))).error).toBe(
        'access.adminNotFound',
      )
  })

  it('comes with the invitation and with a later change, and each is in the history', async () => {
    const main = await center.developer()
    const [a, b] = [await newProduct(main, '甲'), await newProduct(main, '乙')]
    const account = address()
    const userId = await newAdmin(main, {
      account,
      privileges: ['product.view'],
      productScope: 'some',
      assignments: { product: { add: [a, randomUUID()], remove: [] } },
    })
    const { accountId, call } = await center.accept(account)
    const seen = async () => (await call(productCalls.find, {})).rows.map(({ guid }) => guid)
    expect(await seen()).toEqual([a])
    await main.call(accessCalls.update, {
      userId: accountId,
      assignments: { product: { add: [b], remove: [a] }, user: { add: [], remove: [] } },
    })
    expect(await seen()).toEqual([b])
    const changesOf = async (targetGuid: string) =>
      (await history(main, targetGuid)).flatMap(({ changes }) =>
        changes.filter(({ field }) => field === 'add' || field === 'remove').map(({ field, after }) => [field, after]),
      )
    expect(await changesOf(userId)).toEqual([['add', '1: 甲']])
    expect(await changesOf(accountId)).toEqual([
      ['add', '1: 乙'],
      ['remove', '1: 甲'],
    ])
  })

  it('leaves alone what the caller does not see', async () => {
    const main = await center.developer()
    const [mine, other] = [await newProduct(main, '我的'), await newProduct(main, '别人的')]
    const { call } = await center.administrator(main, [...MANAGING, 'product.view'], {
      limited: ['product'],
      assigned: { product: [mine] },
    })
    const { userId } = await call(accessCalls.create, adminPayload({ productScope: 'some' }))
    expect(await call(accessCalls.assign, { userId, kind: 'product', add: [mine, other] })).toEqual({
      added: 1,
      removed: 0,
    })
    await main.call(accessCalls.assign, { userId, kind: 'product', add: [other] })
    expect((await call(accessCalls.get, { userId })).assigned.product).toBe(1)
    expect((await call(accessCalls.findAssigned, { userId, kind: 'product' })).rows.map(({ name }) => name)).toEqual([
      '我的',
    ])
    expect(await call(accessCalls.assign, { userId, kind: 'product', remove: [mine, other] })).toEqual({
      added: 0,
      removed: 1,
    })
    expect((await main.call(accessCalls.get, { userId })).assigned.product).toBe(1)
  })

  it('hands on a customer only with users that the caller sees, since they come with it', async () => {
    const main = await center.developer()
    const [open, closed] = [randomUUID(), randomUUID()]
    for (const guid of [open, closed])
      await query(
        `insert into customer (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
         values ($1, $2, $3, $4, $4, now(), now())`,
        [main.developerId, guid, guid, main.accountId],
      )
    const { call } = await center.administrator(main, [...MANAGING, 'customer.view'], {
      limited: ['user'],
      assigned: { customer: [open] },
    })
    const { userId } = await call(accessCalls.create, adminPayload({ userScope: 'some' }))
    expect(await call(accessCalls.assign, { userId, kind: 'customer', add: [open, closed] })).toEqual({
      added: 1,
      removed: 0,
    })
  })

  it('is neither told nor changed by whoever may not view such rows, nor read in the log', async () => {
    const main = await center.developer()
    const product = await newProduct(main, '星图')
    const userId = await newAdmin(main, { productScope: 'some' })
    await main.call(accessCalls.assign, { userId, kind: 'product', add: [product] })
    const { call } = await center.administrator(main, MANAGING)
    expect((await refused(call(accessCalls.findAssigned, { userId, kind: 'product' }))).error).toBe(
      'platform.noPermission',
    )
    expect((await refused(call(accessCalls.assign, { userId, kind: 'product', remove: [product] }))).error).toBe(
      'platform.noPermission',
    )
    await call(accessCalls.assign, { userId, kind: 'product', scope: 'some' })
    const logged = async (by: Actor['call']) =>
      (await by(operationLogCalls.find, { targetGuid: userId })).rows[0]?.changes
        .map(({ field, after }) => `${field}: ${after}`)
        .toSorted()
    expect(await logged(main.call)).toEqual(['add: 1: 星图', 'kind: product'])
    expect(await logged(call)).toEqual(['kind: product'])
  })

  it('is one entry of the log with how many and their names, and begins anew for somebody who comes back', async () => {
    const main = await center.developer()
    const guids = []
    for (let n = 1; n <= 22; n++) guids.push(await newProduct(main, `P${String(n).padStart(2, '0')}`))
    const { account, accountId: userId } = await center.administrator(main, ['product.view'])
    await main.call(accessCalls.assign, { userId, kind: 'product', scope: 'some', add: guids })
    await main.call(accessCalls.assign, { userId, kind: 'product', add: guids })
    const names = Array.from({ length: 20 }, (_, index) => `P${String(index + 1).padStart(2, '0')}`).join(', ')
    expect((await history(main, userId)).map(({ changes }) => changes)).toEqual([
      [
        { field: 'add', before: null, after: `22: ${names}, …` },
        { field: 'kind', before: null, after: 'product' },
        { field: 'productScope', before: '全部', after: '仅指定' },
      ],
    ])
    await main.call(accessCalls.delete, { userId })
    await newAdmin(main, { account, productScope: 'some', privileges: ['product.view'] })
    await center.accept(account)
    expect((await main.call(accessCalls.get, { userId })).assigned.product).toBe(0)
  })
})

describe('viewing as another', () => {
  const send = async (call: Call, { headers }: Actor) => {
    const response = await center.center.app.inject({
      method: call.method,
      url: call.path,
      headers,
      ...(call.method === 'POST' && { payload: {} }),
    })
    return errorName(response.json<{ code: number }>().code) ?? 'success'
  }

  it("shows what that administrator sees, ends, and both are in the log as the viewer's", async () => {
    const main = await center.developer()
    const [mine] = [await newProduct(main, '看得见'), await newProduct(main, '看不见')]
    const { accountId: userId, account } = await center.administrator(main, ['product.view'], {
      limited: ['product'],
      assigned: { product: [mine] },
    })
    expect((await refused(main.call(accessCalls.endViewAs, {}))).error).toBe('access.notViewing')
    await main.call(accessCalls.viewAs, { userId })
    expect(await main.call(identityCalls.current, {})).toMatchObject({
      isMainAccount: false,
      privileges: ['product.view'],
      viewAs: { name: account, viewer: main.account },
      account: { id: userId },
    })
    expect((await main.call(productCalls.find, {})).rows.map(({ name }) => name)).toEqual(['看得见'])
    expect((await refused(main.call(accessCalls.find, {}))).error).toBe('platform.noPermission')
    await main.call(accessCalls.endViewAs, {})
    expect(await main.call(identityCalls.current, {})).toMatchObject({ isMainAccount: true, viewAs: null })
    expect((await main.call(productCalls.find, {})).records).toBe(2)
    expect((await history(main, userId)).map(({ actor, targetName, changes }) => [actor, targetName, changes])).toEqual(
      [
        [main.account, account, [{ field: 'viewAs', before: null, after: main.account }]],
        [main.account, account, [{ field: 'viewAs', before: main.account, after: null }]],
      ],
    )
  })

  it("is read-only for every call that changes something, and closed to what is that person's own affair", async () => {
    const main = await center.developer()
    const { accountId: userId } = await center.administrator(main, PRIVILEGES)
    await main.call(accessCalls.viewAs, { userId })
    const closed = CALLS.filter(
      (call) =>
        call.access.kind !== 'open' &&
        call.access.kind !== 'program' &&
        !call.whileViewing &&
        (call.effect !== 'read' || call.personal),
    )
    expect(closed.length).toBeGreaterThan(40)
    for (const call of closed)
      expect(await send(call, main), call.name).toBe(
        call.access.kind === 'super' ? 'platform.superOnly' : 'access.viewOnly',
      )
    // What is open meanwhile neither changes anything but the session itself.
    expect(
      CALLS.filter((call) => call.whileViewing)
        .map((call) => call.name)
        .toSorted(),
    ).toEqual(['admin.endViewAs', 'identity.logout'])
    expect(await history(main, userId)).toHaveLength(1)
  })

  it('works for somebody who cannot come in, and ends with the administrator', async () => {
    const main = await center.developer()
    const { accountId: userId } = await center.administrator(main, ['product.view'])
    await main.call(accessCalls.disable, { userId })
    await main.call(accessCalls.viewAs, { userId })
    expect(await main.call(identityCalls.current, {})).toMatchObject({ account: { id: userId } })
    await query('delete from membership where account_id = $1', [userId])
    expect(await main.call(identityCalls.current, {})).toMatchObject({ isMainAccount: true, viewAs: null })
  })

  it('is for the super administrator, on administrators of the same developer', async () => {
    const [main, elsewhere] = [await center.developer(), await center.developer()]
    const manager = await center.administrator(main, PRIVILEGES)
    expect((await refused(manager.call(accessCalls.viewAs, { userId: main.accountId }))).error).toBe(
      'platform.superOnly',
    )
    expect((await refused(main.call(accessCalls.viewAs, { userId: elsewhere.accountId }))).error).toBe(
      'access.adminNotFound',
    )
  })
})

describe('an explanation', () => {
  it('tells each right with its origin, the part that is seen, quotas, validity, and whom to ask', async () => {
    const main = await center.developer()
    const mine = await newProduct(main)
    const validUntil = new Date(inDays(10))
    const { call, accountId: userId } = await center.administrator(main, ['product.view', 'tag.view'], {
      limited: ['product'],
      assigned: { product: [mine] },
      cloudQuota: 7,
      validUntil,
    })
    const role = await newRole(main, ['product.view', 'user.view'], '支持')
    await main.call(accessCalls.update, { userId, roleGuids: [role] })
    const manager = await center.administrator(main, ['admin.update', 'product.view', 'tag.view', 'user.view'])
    await center.administrator(main, ['admin.update'])
    const explained = await call(accessCalls.explain, {})
    expect(explained).toMatchObject({
      isSuper: false,
      scopes: [
        { kind: 'product', scope: 'some', assigned: 1 },
        { kind: 'user', scope: 'all', assigned: 0 },
        { kind: 'customer', scope: 'all', assigned: 0 },
        { kind: 'userLock', scope: 'all', assigned: 0 },
      ],
      quotas: { cloud: 7, soft: null, cloudUsed: 0, softUsed: 0 },
      validUntil: validUntil.toISOString(),
      askWhom: [main.account, manager.account],
    })
    expect(explained.privileges.map(({ name }) => name)).toEqual(PRIVILEGES)
    expect(explained.privileges.filter(({ isHeld }) => isHeld)).toEqual([
      { name: 'product.view', isHeld: true, roles: ['支持'], isDirect: true },
      { name: 'tag.view', isHeld: true, roles: [], isDirect: true },
      { name: 'user.view', isHeld: true, roles: ['支持'], isDirect: false },
    ])
    expect(await main.call(accessCalls.explain, {})).toMatchObject({ isSuper: true, validUntil: null, askWhom: [] })
  })

  it('tells how much of a quota is used, each form by itself', async () => {
    const of = await createVendor(center)
    const staff = await center.administrator(of, ['smartLicense.issue', 'accountLicense.issue'], {
      cloudQuota: 5,
      softQuota: 9,
    })
    await staff.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 4 })
    const cloud = await of.pcTemplate('account', {
      licenseForm: 1,
      billingMode: 'day',
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      offlineDays: undefined,
      licBindLimit: undefined,
    })
    await staff.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [cloud],
      userIds: [await of.user(), await of.user()],
    })
    expect((await staff.call(accessCalls.explain, {})).quotas).toEqual({ cloud: 5, soft: 9, cloudUsed: 2, softUsed: 4 })
    // What others issue is not theirs.
    expect((await of.call(accessCalls.explain, {})).quotas).toEqual({
      cloud: null,
      soft: null,
      cloudUsed: 0,
      softUsed: 0,
    })
  })
})
