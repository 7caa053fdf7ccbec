import {
  LIMITS,
  accountTypeOf,
  customerCalls,
  identityCalls,
  operationLogCalls,
  tagCalls,
  userCalls,
} from '@sealwright/contract'
import type { PayloadOf, Privilege, ScopeKind } from '@sealwright/contract'
import { PASSWORD, createTestCenter, customerPayload, refused, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
/** The connections that wait for a lock. */
const countWaiting = async () =>
  (await query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", []))
    .rows.length

/** A sub-administrator who sees a part of these kinds. */
async function limited(of: Actor, kinds: readonly ScopeKind[], privileges: readonly Privilege[]): Promise<Actor> {
  const actor = await center.administrator(of, privileges)
  await query('update membership set limited = $2 where account_id = $1', [actor.accountId, kinds])
  return actor
}

const assign = (table: 'end_user' | 'customer', guid: string, to: Actor) =>
  query(`update ${table} set assigned_to = array_append(assigned_to, $2) where guid = $1`, [guid, to.accountId])
const accountsOf = async ({ call }: Actor, filter: PayloadOf<typeof userCalls.find> = {}) =>
  (await call(userCalls.find, filter)).rows.map((row) => row.account)
const messagesTo = async (account: string) =>
  (await query('select kind from mail_outbox where recipient = $1 order by created_at, id', [account])).rows.map(
    (row) => row['kind'],
  )

const USER_RIGHTS = ['user.view', 'user.create', 'user.update', 'user.delete', 'user.export'] as const

describe('a user', () => {
  it('keeps every field it was added with, its account in lower case', async () => {
    const { call } = await center.developer()
    const payload = userPayload({
      userName: '林小满',
      gender: 2,
      phone: '010-12345678',
      address: '北京市',
      customerName: '云帆',
      description: '第一行\n第二行',
      tags: ['重点', '华北'],
    })
    const { guid } = await call(userCalls.create, { ...payload, account: payload.account.toUpperCase() })
    expect(await call(userCalls.get, { guid })).toMatchObject({
      account: payload.account,
      accountType: 1,
      userName: '林小满',
      gender: 2,
      phone: '010-12345678',
      address: '北京市',
      customerName: '云帆',
      description: '第一行\n第二行',
      activated: false,
      revision: 1,
    })
    expect((await call(userCalls.get, { guid })).tags.map(({ name }) => name).toSorted()).toEqual(['华北', '重点'])
    const {
      rows: [found],
    } = await call(customerCalls.find, { name: '云帆' })
    expect(found).toMatchObject({ name: '云帆', userCount: 1 })
    expect((await call(tagCalls.find, {})).rows).toMatchObject([
      { name: '华北', userCount: 1 },
      { name: '重点', userCount: 1 },
    ])
  })

  it('is an e-mail address, a mobile number or a shadow account, and nothing else', async () => {
    const { call } = await center.developer()
    for (const [given, path, rule] of [
      [{ account: 'not an account' }, 'account', 'notAccount'],
      [{ account: '13800138000', accountType: 1 }, 'account', 'notEmail'],
      [{ account: 'a@test.example', accountType: 2 }, 'account', 'notMobile'],
      [{ account: 'a b', accountType: 4, password: 'secret-1' }, 'account', 'shadowName'],
      [{ account: '13800138000', accountType: 4, password: 'secret-1' }, 'account', 'shadowName'],
      [{ account: 'line-1', accountType: 4 }, 'password', 'required'],
      [{ account: 'b@test.example', password: 'secret-1' }, 'password', 'notApplicable'],
    ] as const) {
      expect((await refused(call(userCalls.create, userPayload(given)))).fields).toMatchObject([{ path, rule }])
    }
    expect(accountTypeOf('13800138000')).toBe(2)
  })

  it('has at most five tags, each once', async () => {
    const { call } = await center.developer()
    const six = ['1', '2', '3', '4', '5', '6']
    expect((await refused(call(userCalls.create, userPayload({ tags: six })))).fields).toMatchObject([
      { path: 'tags', rule: 'tooMany' },
    ])
    expect((await refused(call(userCalls.create, userPayload({ tags: ['Vip', 'VIP'] })))).fields).toMatchObject([
      { path: 'tags.1', rule: 'duplicateTag' },
    ])
    const { guid } = await call(userCalls.create, userPayload({ tags: six.slice(1) }))
    expect((await call(userCalls.get, { guid })).tags).toHaveLength(LIMITS.tag.perUser)
  })

  it('has a phone number that is one', async () => {
    const { call } = await center.developer()
    const bad = await refused(call(userCalls.create, userPayload({ phone: '12-34' })))
    expect(bad.fields).toMatchObject([{ path: 'phone', rule: 'phoneFormat', message: '电话格式不正确' }])
  })

  it('is one account once, and can be added again after it is deleted', async () => {
    const { call } = await center.developer()
    const payload = userPayload()
    const { guid } = await call(userCalls.create, payload)
    const taken = await refused(call(userCalls.create, { ...payload, account: payload.account.toUpperCase() }))
    expect(taken.error).toBe('user.accountTaken')
    expect(taken.fields[0]?.path).toBe('account')
    await call(userCalls.delete, { guid })
    const gone = [
      call(userCalls.get, { guid }),
      call(userCalls.update, { guid, phone: null }),
      call(userCalls.delete, { guid }),
      call(userCalls.resendActivation, { guid }),
      call(userCalls.setPassword, { guid, password: 'secret-1' }),
    ]
    for (const { error } of await Promise.all(gone.map(refused))) expect(error).toBe('user.notFound')
    const again = await call(userCalls.create, payload)
    expect(again.guid).not.toBe(guid)
    expect(await call(userCalls.count, {})).toBe(1)
  })

  it('is added once by two who add it at the same moment', async () => {
    const { call } = await center.developer()
    const payload = userPayload({ customerName: '同时', tags: ['同时'] })
    const results = await Promise.allSettled([call(userCalls.create, payload), call(userCalls.create, payload)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await call(userCalls.count, {})).toBe(1)
    expect((await call(customerCalls.find, {})).records).toBe(1)
  })

  it('keeps its account; an empty value clears the rest, an absent key keeps it', async () => {
    const { call } = await center.developer()
    const payload = userPayload({
      userName: '甲',
      gender: 1,
      phone: '13800138000',
      customerName: '云帆',
      tags: ['甲'],
      description: '说明',
    })
    const { guid } = await call(userCalls.create, payload)
    const fixed = await refused(call(userCalls.update, { guid, account: 'other@test.example' }))
    expect(fixed.error).toBe('user.accountImmutable')
    expect(fixed.fields[0]?.path).toBe('account')
    await call(userCalls.update, { guid, account: payload.account, phone: null, customerName: null })
    expect(await call(userCalls.get, { guid })).toMatchObject({
      userName: '甲',
      gender: 1,
      phone: null,
      customerName: null,
      customerGuid: null,
      tags: [{ name: '甲' }],
      description: '说明',
      revision: 2,
    })
    await call(userCalls.update, {
      guid,
      userName: null,
      gender: 0,
      tags: null,
      description: null,
      customerName: '海图',
    })
    expect(await call(userCalls.get, { guid })).toMatchObject({
      userName: null,
      gender: 0,
      tags: [],
      description: null,
      customerName: '海图',
    })
  })

  it("refuses an edit over somebody else's newer one", async () => {
    const { call } = await center.developer()
    const { guid } = await call(userCalls.create, userPayload())
    await call(userCalls.update, { guid, revision: 1, userName: '甲' })
    expect((await refused(call(userCalls.update, { guid, revision: 1, userName: '乙' }))).error).toBe('platform.stale')
    expect(await call(userCalls.get, { guid })).toMatchObject({ userName: '甲' })
  })

  it('names customers and tags that exist in any case, and makes new ones only by whoever may', async () => {
    const owner = await center.developer()
    await owner.call(customerCalls.create, customerPayload({ name: 'Acme' }))
    await owner.call(tagCalls.create, { name: 'Vip' })
    const plain = await center.administrator(owner, USER_RIGHTS)
    const { guid } = await plain.call(userCalls.create, userPayload({ customerName: 'ACME', tags: ['VIP'] }))
    expect(await plain.call(userCalls.get, { guid })).toMatchObject({ customerName: 'Acme', tags: [{ name: 'Vip' }] })
    for (const unknown of await Promise.all(
      [
        plain.call(userCalls.create, userPayload({ customerName: '新客户' })),
        plain.call(userCalls.update, { guid, customerName: '新客户' }),
      ].map(refused),
    )) {
      expect(unknown.error).toBe('customer.unknown')
      expect(unknown.fields[0]?.path).toBe('customerName')
    }
    for (const unknown of await Promise.all(
      [
        plain.call(userCalls.create, userPayload({ tags: ['新标签'] })),
        plain.call(userCalls.update, { guid, tags: ['新标签'] }),
      ].map(refused),
    )) {
      expect(unknown.error).toBe('user.unknownTag')
      expect(unknown.fields[0]?.path).toBe('tags')
    }
    // What was refused left nothing behind.
    expect(await plain.call(userCalls.count, {})).toBe(1)
    expect((await owner.call(tagCalls.list, {})).map(({ name }) => name)).toEqual(['Vip'])
  })

  it('leaves a row in the operation log for each change, without passwords', async () => {
    const { call } = await center.developer()
    const { guid } = await call(
      userCalls.create,
      userPayload({ account: 'kiosk-1', accountType: 4, password: 'first-secret', tags: ['甲'] }),
    )
    await call(userCalls.update, { guid, customerName: '云帆' })
    await call(userCalls.setPassword, { guid, password: 'second-secret' })
    await call(userCalls.delete, { guid })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'user', targetGuid: guid })
    expect(rows.map(({ type, targetName }) => [type, targetName])).toEqual([
      [2, 'kiosk-1'],
      [1, 'kiosk-1'],
      [1, 'kiosk-1'],
      [0, 'kiosk-1'],
    ])
    expect(rows[2]?.changes).toEqual([{ field: 'customerName', before: null, after: '云帆' }])
    expect(JSON.stringify(rows)).not.toMatch(/secret|argon/)
    expect((await call(operationLogCalls.find, { targetKind: 'tag' })).rows).toMatchObject([
      { type: 0, targetName: '甲' },
    ])
    expect((await call(operationLogCalls.find, { targetKind: 'customer' })).rows).toMatchObject([
      { type: 0, targetName: '云帆' },
    ])
  })

  it('is found by part of account, name or phone, by type, tags, customer, activation, and all at once', async () => {
    const actor = await center.developer()
    const { call } = actor
    const a = userPayload({
      account: 'lin@search.example',
      userName: '林小满',
      phone: '13800138000',
      customerName: '云帆',
      tags: ['甲', '乙'],
    })
    const b = userPayload({ account: '13900139000', userName: '王越', customerName: '云帆', tags: ['甲'] })
    const c = userPayload({ account: 'kiosk', accountType: 4, password: 'secret-1', userName: '终端' })
    for (const payload of [a, b, c]) {
      await call(userCalls.create, payload)
      center.clock.advance(1000)
    }
    const tags = new Map((await call(tagCalls.list, {})).map(({ guid, name }) => [name, guid]))
    const [customer] = await call(customerCalls.list, { name: '云' })
    const [first, second, customerGuid] = [tags.get('甲') ?? '', tags.get('乙') ?? '', customer?.guid ?? '']
    expect(await accountsOf(actor)).toEqual([c.account, b.account, a.account])
    expect(await accountsOf(actor, { sort: 'account' })).toEqual([b.account, c.account, a.account])
    expect(await accountsOf(actor, { sort: 'createTime', order: 'asc' })).toEqual([a.account, b.account, c.account])
    expect(await accountsOf(actor, { account: 'SEARCH' })).toEqual([a.account])
    expect(await accountsOf(actor, { account: '小满' })).toEqual([a.account])
    expect(await accountsOf(actor, { account: '138001' })).toEqual([a.account])
    expect(await accountsOf(actor, { accountType: 2 })).toEqual([b.account])
    expect(await accountsOf(actor, { tagGuids: [first] })).toEqual([b.account, a.account])
    expect(await accountsOf(actor, { tagGuids: [first, second] })).toEqual([a.account])
    expect(await accountsOf(actor, { customerGuid })).toEqual([b.account, a.account])
    expect(await accountsOf(actor, { customerGuid, sort: 'account' })).toEqual([b.account, a.account])
    expect(await accountsOf(actor, { activated: true })).toEqual([c.account])
    expect(
      await accountsOf(actor, { activated: false, customerGuid, tagGuids: [first], accountType: 1, account: '林' }),
    ).toEqual([a.account])
    expect((await call(userCalls.find, { pageSize: 1, currentPage: 3 })).rows.map((row) => row.account)).toEqual([
      a.account,
    ])
  })
})

describe('a shadow account', () => {
  it('is active at once, is told nothing, and has its password set by the developer alone', async () => {
    const { call } = await center.developer()
    const { guid } = await call(userCalls.create, {
      account: '车间-3',
      accountType: 4,
      password: 'secret-1',
      sendMail: true,
    })
    expect(await call(userCalls.get, { guid })).toMatchObject({ accountType: 4, activated: true })
    expect(await messagesTo('车间-3')).toEqual([])
    const {
      rows: [before],
    } = await query('select password_hash from end_user where guid = $1', [guid])
    await call(userCalls.setPassword, { guid, password: 'secret-2' })
    const {
      rows: [after],
    } = await query('select password_hash from end_user where guid = $1', [guid])
    expect(String(after?.['password_hash'])).toMatch(/^\$argon2id\$/)
    expect(after).not.toEqual(before)
    expect(
      (await refused(call(userCalls.create, { account: '车间-3', accountType: 4, password: 'secret-1' }))).error,
    ).toBe('user.accountTaken')
    expect((await refused(call(userCalls.resendActivation, { guid }))).error).toBe('user.alreadyActive')
    const email = await call(userCalls.create, userPayload())
    expect((await refused(call(userCalls.setPassword, { guid: email.guid, password: 'secret-2' }))).error).toBe(
      'user.notShadow',
    )
  })

  it("is each developer's own", async () => {
    const [one, other] = [await center.developer(), await center.developer()]
    for (const { call } of [one, other])
      await call(userCalls.create, { account: 'shared-name', accountType: 4, password: 'secret-1' })
    expect(await accountsOf(other)).toEqual(['shared-name'])
  })
})

describe('somebody who is added', () => {
  it('and has no account yet gets a link that activates it, for every developer that added them', async () => {
    const [one, other] = [await center.developer({ name: '云帆软件' }), await center.developer()]
    const { account } = userPayload()
    const first = await one.call(userCalls.create, { account })
    const message = await center.message(account)
    expect(message.kind).toBe('addAccountActivate')
    expect(message.subject).toContain('云帆软件')
    // The other developer is told apart, and its message works as well.
    const second = await other.call(userCalls.create, { account, needActivation: false })
    expect(await messagesTo(account)).toEqual(['addAccountActivate', 'addAccountActivate'])
    expect(await one.call(userCalls.get, first)).toMatchObject({ activated: false })
    await center.visitor(identityCalls.activate, { link: message.link, password: PASSWORD, confirmPassword: PASSWORD })
    for (const [actor, { guid }] of [
      [one, first],
      [other, second],
    ] as const) {
      expect(await actor.call(userCalls.get, { guid })).toMatchObject({ activated: true })
      expect(await accountsOf(actor, { activated: true })).toContain(account)
      expect((await refused(actor.call(userCalls.resendActivation, { guid }))).error).toBe('user.alreadyActive')
    }
    const third = await center.developer()
    await third.call(userCalls.create, { account })
    expect((await center.message(account)).kind).toBe('addAccount')
  })

  it('and activates the account at that very moment is active', async () => {
    const [one, other] = [await center.developer(), await center.developer()]
    const payload = userPayload()
    await one.call(userCalls.create, payload)
    const connection = await center.ground.database.owner.connect()
    try {
      await connection.query('begin')
      await connection.query('update account set activated_at = now() where email = $1', [payload.account])
      const adding = other.call(userCalls.create, payload)
      await expect.poll(countWaiting, { interval: 20 }).toBeGreaterThan(0)
      await connection.query('commit')
      expect(await other.call(userCalls.get, await adding)).toMatchObject({ activated: true })
    } finally {
      connection.release()
    }
  })

  it('without activation gets the page to choose a password on', async () => {
    const { call } = await center.developer()
    const { account } = userPayload()
    const { guid } = await call(userCalls.create, { account, needActivation: false })
    const { kind, body } = await center.message(account)
    expect(kind).toBe('addAccountNew')
    expect(body).toMatch(/http:\/\/localhost:\d+\/p\/reset#lang=zh$/)
    expect(await call(userCalls.get, { guid })).toMatchObject({ activated: true })
  })

  it('has one account, by whichever of its addresses they are added', async () => {
    const { call } = await center.developer()
    const { account } = userPayload()
    const { guid } = await call(userCalls.create, { account, needActivation: false })
    await query("update account set mobile = '13722223333' where email = $1", [account])
    const second = await call(userCalls.create, { account: '13722223333' })
    expect(await call(userCalls.get, second)).toMatchObject({ account: '13722223333', accountType: 2, activated: true })
    expect((await center.message('13722223333')).kind).toBe('addAccount')
    const { rows } = await query('select distinct account_id from end_user where guid = any ($1)', [
      [guid, second.guid],
    ])
    expect(rows).toHaveLength(1)
  })

  it('by a mobile number gets a text message', async () => {
    const { call } = await center.developer()
    await call(userCalls.create, { account: '13711112222' })
    const text = await center.message('13711112222')
    expect(text).toMatchObject({ kind: 'addAccountActivate', code: expect.stringMatching(/^\d{6}$/) as string })
    // It is all that they get: the way in is in it, and the page opens.
    await center.visitor(identityCalls.activate, { link: text.link, password: PASSWORD, confirmPassword: PASSWORD })
    await call(userCalls.create, { account: '13711113333', needActivation: false })
    expect((await center.message('13711113333')).body).toMatch(/http:\/\/localhost:\d+\/p\/reset#lang=zh(?= )/)
  })

  it('is told nothing unless that is wanted, and can be sent the message later, not too often', async () => {
    const { call } = await center.developer()
    const payload = userPayload()
    const { guid } = await call(userCalls.create, payload)
    expect(await messagesTo(payload.account)).toEqual([])
    await call(userCalls.resendActivation, { guid })
    expect(await messagesTo(payload.account)).toEqual(['addAccountActivate'])
    const soon = await refused(call(userCalls.resendActivation, { guid }))
    expect(soon.error).toBe('identity.codeTooSoon')
    expect(soon.waitSeconds).toBeGreaterThan(0)
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    await call(userCalls.resendActivation, { guid })
    expect(await messagesTo(payload.account)).toHaveLength(2)
  })

  it('and is sent the message once more has only the last link and code', async () => {
    const { call } = await center.developer()
    const { account } = userPayload()
    const { guid } = await call(userCalls.create, { account })
    const first = await center.message(account)
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    await call(userCalls.resendActivation, { guid })
    const chosen = { password: PASSWORD, confirmPassword: PASSWORD }
    expect((await refused(center.visitor(identityCalls.activate, { link: first.link, ...chosen }))).error).toBe(
      'identity.linkInvalid',
    )
    await center.visitor(identityCalls.activate, { link: (await center.message(account)).link, ...chosen })
    expect(await call(userCalls.get, { guid })).toMatchObject({ activated: true })
  })

  it('from one IPv6 network is sent it as seldom as from one address', async () => {
    const owner = await center.developer()
    const { guid } = await owner.call(userCalls.create, userPayload())
    const from = (remoteAddress: string) =>
      center.center.app.inject({
        method: 'POST',
        url: userCalls.resendActivation.path,
        remoteAddress,
        headers: owner.headers,
        payload: { guid },
      })
    expect((await from('2001:db8:1:2::1')).json()).toMatchObject({ code: 0 })
    expect((await from('2001:db8:1:2::2')).json()).not.toMatchObject({ code: 0 })
  })
})

describe('a trial developer', () => {
  it('has a hundred users at most, whoever adds them at once, and frees a place by deleting one', async () => {
    const { call, developerId, accountId } = await center.developer({ status: 'trial' })
    await query(
      `insert into end_user (developer_id, guid, account_type, account, password_hash, activated_at,
         created_by, updated_by, created_at, updated_at)
       select $1, gen_random_uuid(), 4, 'filler-' || n, 'x', now(), $2, $2, now(), now()
       from generate_series(1, $3::int) n`,
      [developerId, accountId, LIMITS.trial.users - 1],
    )
    // Nobody can add a user before all have looked for room or wait for their turn to look.
    const blocker = await center.ground.database.owner.connect()
    await blocker.query('begin; lock table end_user in share mode')
    const adding = Promise.allSettled([1, 2].map(() => call(userCalls.create, userPayload())))
    try {
      await expect.poll(countWaiting, { interval: 20 }).toBe(2)
    } finally {
      await blocker.query('commit')
      blocker.release()
    }
    const results = await adding
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await call(userCalls.count, {})).toBe(LIMITS.trial.users)
    expect((await refused(call(userCalls.create, userPayload()))).error).toBe('user.trialLimit')
    const { developer } = await call(identityCalls.current, {})
    expect(developer.devInfo.trial?.users).toEqual({ used: LIMITS.trial.users, allowed: LIMITS.trial.users })
    const {
      rows: [any],
    } = await call(userCalls.find, { account: 'filler-1' })
    await call(userCalls.delete, { guid: any?.guid ?? '' })
    await call(userCalls.create, userPayload())
  })
})

describe('an administrator who sees a part of the users', () => {
  const RIGHTS = [...USER_RIGHTS, 'customer.view', 'customer.create', 'tag.view', 'tag.create'] as const

  it('finds, counts and reaches only what they added, is assigned to them or belongs to their customers', async () => {
    const owner = await center.developer()
    const part = await limited(owner, ['user', 'customer'], RIGHTS)
    const tagged = { tags: ['共用'] }
    const [theirs, assigned, ofCustomer, hidden] = [
      userPayload(tagged),
      userPayload(tagged),
      userPayload({ ...tagged, customerName: '分配的客户' }),
      userPayload({ ...tagged, customerName: '别人的客户' }),
    ]
    await part.call(userCalls.create, theirs)
    await assign('end_user', (await owner.call(userCalls.create, assigned)).guid, part)
    const viaCustomer = await owner.call(userCalls.create, ofCustomer)
    const [customer] = await owner.call(customerCalls.list, { name: '分配的客户' })
    await assign('customer', customer?.guid ?? '', part)
    const { guid } = await owner.call(userCalls.create, hidden)
    expect((await accountsOf(part)).toSorted()).toEqual(
      [theirs.account, assigned.account, ofCustomer.account].toSorted(),
    )
    expect(await accountsOf(part, { account: hidden.account })).toEqual([])
    expect(await part.call(userCalls.count, {})).toBe(3)
    expect(await owner.call(userCalls.count, {})).toBe(4)
    const hiddenOnes = [
      part.call(userCalls.get, { guid }),
      part.call(userCalls.update, { guid, phone: null }),
      part.call(userCalls.delete, { guid }),
    ]
    for (const { error } of await Promise.all(hiddenOnes.map(refused))) expect(error).toBe('user.notFound')
    expect((await part.call(tagCalls.find, {})).rows).toMatchObject([{ name: '共用', userCount: 3 }])
    expect((await owner.call(tagCalls.find, {})).rows).toMatchObject([{ name: '共用', userCount: 4 }])
    expect((await part.call(customerCalls.find, {})).rows).toMatchObject([{ name: '分配的客户', userCount: 1 }])
    expect((await part.call(customerCalls.list, {})).map(({ name }) => name)).toEqual(['分配的客户'])
    // By an edit that takes it out of that customer they do not lose it.
    await part.call(userCalls.update, { guid: viaCustomer.guid, customerName: null })
    expect(await part.call(userCalls.get, { guid: viaCustomer.guid })).toMatchObject({ customerName: null })
    // It is assigned to them, and the log says so.
    expect(
      (await owner.call(operationLogCalls.find, { targetKind: 'user', targetGuid: viaCustomer.guid })).rows[0]?.changes,
    ).toContainEqual({ field: 'assignedTo', before: null, after: part.account })
  })

  it('is refused, and not failed, by names and accounts that others have out of their sight', async () => {
    const owner = await center.developer()
    const part = await limited(owner, ['user', 'customer'], RIGHTS)
    const plain = await limited(owner, ['user', 'customer'], USER_RIGHTS)
    const hidden = userPayload({ customerName: '看不见的客户' })
    await owner.call(userCalls.create, hidden)
    expect((await refused(part.call(userCalls.create, { ...hidden, customerName: null }))).error).toBe(
      'user.accountTaken',
    )
    const taken = await refused(part.call(userCalls.create, userPayload({ customerName: '看不见的客户' })))
    expect(taken.error).toBe('customer.nameTaken')
    expect(taken.fields[0]?.path).toBe('customerName')
    expect((await refused(plain.call(userCalls.create, userPayload({ customerName: '看不见的客户' })))).error).toBe(
      'customer.unknown',
    )
    expect((await refused(part.call(customerCalls.create, { name: '看不见的客户' }))).error).toBe('customer.nameTaken')
  })

  it('is not told the customer of a user that they do not see, and does not clear it by saving the rest', async () => {
    const owner = await center.developer()
    const part = await limited(owner, ['customer'], RIGHTS)
    const { guid } = await owner.call(userCalls.create, userPayload({ customerName: '机密客户' }))
    expect(await part.call(userCalls.get, { guid })).toMatchObject({ customerGuid: null, customerName: null })
    await part.call(userCalls.update, { guid, userName: '新名', customerName: null })
    expect(await owner.call(userCalls.get, { guid })).toMatchObject({ userName: '新名', customerName: '机密客户' })
  })
})

describe('pasted accounts', () => {
  it('are found as they are kept, whatever their case, and what is no user is left out', async () => {
    const { call } = await center.developer()
    const [mail, kiosk] = [
      userPayload({ userName: '林小满' }),
      userPayload({ accountType: 4, account: 'Kiosk-1', password: 'secret-1' }),
    ]
    const { guid } = await call(userCalls.create, mail)
    await call(userCalls.create, kiosk)
    expect(
      await call(userCalls.findByAccounts, {
        accounts: [mail.account.toUpperCase(), mail.account, 'nobody@test.example'],
      }),
    ).toEqual([{ guid, account: mail.account, userName: '林小满' }])
    expect(await call(userCalls.findByAccounts, { accounts: ['Kiosk-1'] })).toMatchObject([{ account: 'Kiosk-1' }])
    expect(
      (
        await refused(
          call(userCalls.findByAccounts, {
            accounts: Array.from({ length: LIMITS.license.usersPerAddition + 1 }, (_, n) => `u${n}@test.example`),
          }),
        )
      ).fields,
    ).toMatchObject([{ path: 'accounts' }])
  })

  it('of users whom the caller does not see are left out', async () => {
    const owner = await center.developer()
    const payload = userPayload()
    const { guid } = await owner.call(userCalls.create, payload)
    const helper = await limited(owner, ['user'], ['user.view'])
    expect(await helper.call(userCalls.findByAccounts, { accounts: [payload.account] })).toEqual([])
    await assign('end_user', guid, helper)
    expect(await helper.call(userCalls.findByAccounts, { accounts: [payload.account] })).toHaveLength(1)
  })
})
