// Guarantees of invitations, through the calls: a typed address makes nobody a member, an invitation reveals nothing
// about other developers, and the owner of the address decides.
import { randomUUID } from 'node:crypto'
import {
  ASSIGNED_KINDS,
  DAY_MS,
  LIMITS,
  PRIVILEGES,
  accessCalls,
  customerCalls,
  identityCalls,
  integratorCalls,
  invitationCalls,
  messageCalls,
  operationLogCalls,
  ownAccountCalls,
  productCalls,
  roleCalls,
  userCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { PASSWORD, createTestCenter, productPayload, refused, registerLocks, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const PASSWORDS = { password: PASSWORD, confirmPassword: PASSWORD }
const newAddress = () => `invited-${randomUUID()}@test.example`
const query = async (text: string, values: unknown[] = []) =>
  (await center.ground.database.owner.query<Record<string, unknown>>(text, values)).rows
const invite = async (by: Actor, account: string, given: Partial<PayloadOf<typeof accessCalls.create>> = {}) =>
  (await by.call(accessCalls.create, { account, ...given })).userId
const linkTo = async (account: string) => (await center.message(account)).link
const open = async (account: string) => center.visitor(invitationCalls.list, { link: await linkTo(account) })
const messagesTo = async (account: string) =>
  (await query('select 1 from mail_outbox where recipient = $1', [account])).length
const membershipsOf = (account: string) =>
  query('select m.developer_id from membership m join account a on a.id = m.account_id where a.email = $1', [account])
const history = async (by: Actor, targetGuid: string) =>
  (await by.call(operationLogCalls.find, { targetGuid, order: 'asc', pageSize: 100 })).rows

/** One address of each kind that an inviter must not be able to tell apart. */
async function everyKind() {
  const elsewhere = await center.developer()
  const kinds: Record<string, string> = {
    unknown: newAddress(),
    user: newAddress(),
    'administers another developer': (await center.administrator(elsewhere, [])).account,
    'super administrator of another developer': elsewhere.account,
    'invited by another developer': newAddress(),
    'member of an integrator of another developer': newAddress(),
  }
  await elsewhere.call(userCalls.create, userPayload({ account: kinds['user'] ?? '', needActivation: true }))
  await invite(elsewhere, kinds['invited by another developer'] ?? '')
  const { guid } = await elsewhere.call(integratorCalls.create, { name: '伙伴' })
  const partner = kinds['member of an integrator of another developer'] ?? ''
  await elsewhere.call(integratorCalls.addMember, { guid, account: partner })
  await center.accept(partner)
  return Object.values(kinds)
}

describe('typing an address into /admin/create.do', () => {
  it('answers, lists and logs the same whatever the address is elsewhere, like /integrator/addMember.do', async () => {
    const main = await center.developer()
    const { guid } = await main.call(integratorCalls.create, { name: '伙伴' })
    const accounts = await everyKind()
    const ids = new Set<string>()
    for (const account of accounts) {
      const before = await membershipsOf(account)
      ids.add(await invite(main, account))
      expect(await membershipsOf(account)).toEqual(before)
    }
    const accountIds = (await query('select id from account')).map(({ id }) => id)
    expect(ids.size).toBe(accounts.length)
    expect([...ids].filter((id) => accountIds.includes(id))).toEqual([])
    const shown = async (userId: string) => {
      const row = await main.call(accessCalls.get, { userId })
      return JSON.stringify({ ...row, account: '', email: '', userId: '', createTime: '', updateTime: '' })
    }
    expect(new Set(await Promise.all([...ids].map(shown))).size).toBe(1)
    for (const userId of ids) await main.call(accessCalls.delete, { userId })
    for (const account of accounts) await main.call(integratorCalls.addMember, { guid, account })
    const { rows } = await main.call(integratorCalls.findMembers, { guid })
    expect(new Set(rows.map(({ state, lastSignIn, userName }) => `${state} ${lastSignIn} ${userName}`))).toEqual(
      new Set(['waiting null null']),
    )
  })

  it('sends the database equal statements whatever the address is elsewhere, so timing reveals nothing', async () => {
    const main = await center.developer()
    const statements = async (account: string) => {
      const { app } = center.ground.database
      const seen: string[] = []
      const connect = app.connect.bind(app)
      Object.assign(app, {
        connect: async () => {
          const client = await connect()
          const send = client.query.bind(client) as (...given: unknown[]) => unknown
          Object.assign(client, {
            query(...given: unknown[]) {
              const [first] = given
              // It is a text or a query.
              seen.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
              return send(...given)
            },
            release: ((release) => (error?: Error) => {
              Object.assign(client, { query: send, release })
              release.call(client, error)
            })(client.release),
          })
          return client
        },
      })
      await invite(main, account).finally(() => Object.assign(app, { connect }))
      return seen.map((text) => text.replaceAll(/\d+/g, '#'))
    }
    const sent: string[][] = []
    for (const account of await everyKind()) sent.push(await statements(account))
    const [first = [], ...others] = sent
    expect(first.length).toBeGreaterThan(5)
    for (const other of others) expect(other).toEqual(first)
  })

  it('is refused only because of this developer: a member, or an open or lapsed invitation here', async () => {
    const main = await center.developer()
    const colleague = await center.administrator(main, [])
    const account = newAddress()
    await invite(main, account)
    for (const [typed, error] of [
      [colleague.account.toUpperCase(), 'access.alreadyAdministrator'],
      [main.account, 'access.alreadyAdministrator'],
      [account.toUpperCase(), 'access.alreadyInvited'],
    ] as const) {
      const refusal = await refused(invite(main, typed))
      expect([refusal.error, refusal.fields.map(({ path }) => path)]).toEqual([error, ['account']])
    }
    await center.daysLater(LIMITS.invitation.days, main)
    expect((await refused(invite(main, account))).error).toBe('access.alreadyInvited')
  })

  it('blocks nobody: the address can be invited by others, register its own developer and sign in', async () => {
    const [squatter, honest] = [await center.developer(), await center.developer()]
    const account = newAddress()
    await invite(squatter, account)
    await invite(honest, account)
    await center.visitor(identityCalls.sendCode, { target: account, purpose: 'register' })
    const { code, kind } = await center.message(account)
    expect(kind).toBe('register')
    await center.visitor(identityCalls.register, {
      developerName: '自己的',
      account,
      ...PASSWORDS,
      verifyCode: code,
      country: 'CN',
      timeZone: 1,
      acceptTerms: true,
    })
    await center.signIn(account)
  })
})

describe('an invitation', () => {
  it('shows who invites, is accepted with a new password, and gives what the inviter chose', async () => {
    const main = await center.developer({ name: '云帆' })
    await main.call(ownAccountCalls.updateProfile, { userName: '王越' })
    const inviter = `王越 (${main.account})`
    const role = (await main.call(roleCalls.create, { name: '销售', privileges: ['product.view'] })).guid
    const product = (await main.call(productCalls.create, productPayload())).guid
    await main.call(productCalls.create, productPayload())
    const account = newAddress()
    const userId = await invite(main, account, {
      userName: '林小满',
      roleGuids: [role],
      privileges: ['tag.view'],
      productScope: 'some',
      cloudQuota: 5,
      remark: '华东',
    })
    await main.call(accessCalls.assign, { userId, kind: 'product', add: [product] })
    await main.call(accessCalls.update, { userId, softQuota: 0 })
    expect(await main.call(accessCalls.list, {})).toMatchObject([{ userId: main.accountId }])
    const { kind, body } = await center.message(account)
    expect([kind, body.includes('云帆'), body.includes(inviter)]).toEqual(['adminInvited', true, true])
    const { invitations, ...facts } = await open(account)
    expect(facts).toEqual({ account, needsPassword: true, worksFor: null })
    expect(invitations).toMatchObject([{ guid: userId, developerName: '云帆', inviter, integratorName: null }])

    const member = await center.accept(account)
    expect(await member.call(identityCalls.current, {})).toMatchObject({
      account: { userName: '林小满' },
      privileges: ['product.view', 'tag.view'],
    })
    expect((await member.call(productCalls.find, {})).rows).toMatchObject([{ guid: product }])
    expect((await refused(main.call(accessCalls.get, { userId }))).error).toBe('access.adminNotFound')
    expect(await main.call(accessCalls.get, { userId: member.accountId })).toMatchObject({
      state: 'active',
      roles: [{ name: '销售' }],
      productScope: 'some',
      cloudQuota: 5,
      softQuota: 0,
      remark: '华东',
      assigned: { product: 1 },
    })
    expect((await center.message(main.account)).kind).toBe('invitationAccepted')
    expect((await main.call(messageCalls.find, {})).rows).toMatchObject([
      { kind: 'invitationAccepted', link: '/access' },
    ])
    expect((await history(main, userId)).map(({ type, actor }) => [type, actor])).toEqual([
      [0, '王越'],
      [1, '王越'],
      [1, '王越'],
    ])
    expect((await history(main, member.accountId)).map(({ type, actor }) => [type, actor])).toEqual([[0, '林小满']])
  })

  it('keeps what was assigned to it, of every kind', async () => {
    const main = await center.developer()
    const account = newAddress()
    const userId = await invite(main, account, {
      productScope: 'some',
      userScope: 'some',
      customerScope: 'some',
      userLockScope: 'some',
    })
    const [lock] = await registerLocks(center, main, 1)
    const guids = {
      product: (await main.call(productCalls.create, productPayload())).guid,
      user: (await main.call(userCalls.create, userPayload())).guid,
      customer: (await main.call(customerCalls.create, { name: '云帆' })).guid,
      userLock: lock?.guid ?? '',
    }
    for (const kind of ASSIGNED_KINDS) await main.call(accessCalls.assign, { userId, kind, add: [guids[kind]] })
    const member = await center.accept(account)
    expect((await main.call(accessCalls.get, { userId: member.accountId })).assigned).toEqual(
      Object.fromEntries(ASSIGNED_KINDS.map((kind) => [kind, 1])),
    )
  })

  it('to an account with a password changes no password, name or other developer data of its owner', async () => {
    const former = await center.developer()
    const { account, accountId, call } = await center.administrator(former, [])
    await former.call(accessCalls.delete, { userId: accountId })
    await expect(call(identityCalls.current, {})).rejects.toThrow()
    const main = await center.developer()
    await invite(main, account, { userName: '别人起的' })
    const { link } = await center.message(account)
    const { invitations, needsPassword } = await center.visitor(invitationCalls.list, { link })
    expect(needsPassword).toBe(false)
    const guid = invitations[0]?.guid ?? ''
    await center.visitor(invitationCalls.accept, {
      link,
      guid,
      password: 'stolen-Pass1',
      confirmPassword: 'stolen-Pass1',
    })
    await center.signIn(account)
    expect(await main.call(accessCalls.get, { userId: accountId })).toMatchObject({ state: 'active', userName: null })
  })

  it('is one of several: the address owner sees all, accepts one, and the others tell inviters nothing', async () => {
    const [one, other] = [await center.developer({ name: '甲' }), await center.developer({ name: '乙' })]
    const account = newAddress()
    await invite(one, account)
    const fromOther = await invite(other, account)
    const { invitations } = await open(account)
    expect(invitations.map(({ developerName }) => developerName).toSorted()).toEqual(['乙', '甲'].toSorted())
    const before = await other.call(accessCalls.get, { userId: fromOther })
    const link = await linkTo(account)
    const mine = invitations.find(({ developerName }) => developerName === '甲')?.guid ?? ''
    await center.visitor(invitationCalls.accept, { link, guid: mine, ...PASSWORDS })
    expect(await other.call(accessCalls.get, { userId: fromOther })).toEqual(before)
    expect(await history(other, fromOther)).toHaveLength(1)
    // The account is a member now: the other invitation is refused to the person, and never to its inviter.
    const member = await center.signIn(account)
    const own = await center.fetch(`http://localhost${invitationCalls.listOwn.path}`, {
      method: 'POST',
      headers: { ...member.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await own.json()).toMatchObject({ data: [{ guid: fromOther, developerName: '乙' }] })
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    await other.call(accessCalls.resendInvitation, { userId: fromOther })
    const again = await linkTo(account)
    expect(await center.visitor(invitationCalls.list, { link: again })).toMatchObject({ worksFor: '甲' })
    const refusal = await refused(center.visitor(invitationCalls.accept, { link: again, guid: fromOther }))
    expect([refusal.error, refusal.message.includes('甲')]).toEqual(['invitation.worksForAnother', true])
  })

  it('to two addresses of one account is accepted once', async () => {
    const [former, main] = [await center.developer(), await center.developer()]
    const { account, accountId } = await center.administrator(former, [])
    await former.call(accessCalls.delete, { userId: accountId })
    await query('update account set mobile = $2 where id = $1', [accountId, '13766669999'])
    await invite(main, account)
    const second = await invite(main, '13766669999')
    await center.accept(account)
    const link = await linkTo('13766669999')
    const again = center.visitor(invitationCalls.accept, { link, guid: second })
    expect((await refused(again)).error).toBe('invitation.alreadyMember')
  })

  it('can be declined, which the inviter learns and the log records, and the others stay open', async () => {
    const [one, other] = [await center.developer(), await center.developer()]
    const account = newAddress()
    const declined = await invite(one, account)
    const kept = await invite(other, account)
    const link = await linkTo(account)
    await center.visitor(invitationCalls.decline, { link, guid: declined })
    expect((await center.visitor(invitationCalls.list, { link })).invitations.map(({ guid }) => guid)).toEqual([kept])
    expect((await one.call(accessCalls.find, {})).records).toBe(1)
    expect((await center.message(one.account)).kind).toBe('invitationDeclined')
    expect((await history(one, declined)).map(({ type, actor }) => [type, actor])).toEqual([
      [0, one.account],
      [2, account],
    ])
    expect((await refused(center.visitor(invitationCalls.decline, { link, guid: declined }))).error).toBe(
      'invitation.notFound',
    )
    await invite(one, account)
  })

  it('to a signed-in account is seen and declined there, and by nobody else', async () => {
    const [home, inviting] = [await center.developer(), await center.developer()]
    const person = await center.administrator(home, [])
    const bystander = await center.administrator(home, [])
    const guid = await invite(inviting, person.account)
    expect(await bystander.call(invitationCalls.listOwn, {})).toEqual([])
    expect((await refused(bystander.call(invitationCalls.declineOwn, { guid }))).error).toBe('invitation.notFound')
    await home.call(accessCalls.viewAs, { userId: person.accountId })
    expect((await refused(home.call(invitationCalls.listOwn, {}))).error).toBe('access.viewOnly')
    await home.call(accessCalls.endViewAs, {})
    expect(await person.call(invitationCalls.listOwn, {})).toMatchObject([{ guid }])
    await person.call(invitationCalls.declineOwn, { guid })
    expect(await person.call(invitationCalls.listOwn, {})).toEqual([])
    expect((await history(home, guid)).length).toBe(0)
    expect((await history(inviting, guid)).at(-1)).toMatchObject({ type: 2, actor: person.account })
  })

  it('lapses after its days, and can be sent again or withdrawn', async () => {
    const main = await center.developer()
    const account = newAddress()
    const userId = await invite(main, account)
    const early = await refused(main.call(accessCalls.resendInvitation, { userId }))
    expect([early.error, early.message]).toEqual(['identity.codeTooSoon', expect.stringContaining('60')])
    const first = await linkTo(account)
    await center.daysLater(LIMITS.invitation.days, main)
    expect((await main.call(accessCalls.find, { state: 'lapsed' })).rows).toMatchObject([{ userId, state: 'lapsed' }])
    expect((await refused(center.visitor(invitationCalls.list, { link: first }))).error).toBe('identity.linkExpired')
    await main.call(accessCalls.resendInvitation, { userId })
    const second = await linkTo(account)
    expect((await open(account)).invitations).toMatchObject([{ guid: userId }])
    await main.call(accessCalls.delete, { userId })
    expect((await center.visitor(invitationCalls.list, { link: second })).invitations).toEqual([])
    const late = center.visitor(invitationCalls.accept, { link: second, guid: userId, ...PASSWORDS })
    expect((await refused(late)).error).toBe('invitation.notFound')
    expect(await query('select 1 from account where email = $1', [account])).toEqual([])
  })

  it.each([
    ['a day and a half', 1.5, '1 天内有效'],
    ['minutes', 0.01, '不到一天后失效'],
  ])('never promises more time than there is: %s', async (_, days, words) => {
    const main = await center.developer()
    const account = newAddress()
    const validUntil = new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()
    await invite(main, account, { validUntil })
    const [mail] = await query('select body from mail_outbox where recipient = $1', [account])
    expect(mail?.body).toContain(words)
  })

  it('never outlives the validity that it offers', async () => {
    const main = await center.developer()
    const account = newAddress()
    const validUntil = new Date(center.clock.now().getTime() + DAY_MS).toISOString()
    const userId = await invite(main, account, { validUntil })
    expect((await open(account)).invitations).toMatchObject([{ expiresAt: validUntil }])
    await center.daysLater(1, main)
    expect(await main.call(accessCalls.get, { userId })).toMatchObject({ state: 'lapsed' })
    expect((await refused(main.call(accessCalls.resendInvitation, { userId }))).error).toBe('access.validityPast')
  })

  it('that lasts a day says “1 day” in English', async () => {
    const main = await center.developer()
    await main.call(identityCalls.updatePreferences, { locale: 'en' })
    const account = newAddress()
    await invite(main, account, { validUntil: new Date(center.clock.now().getTime() + DAY_MS).toISOString() })
    expect((await center.message(account)).body).toContain('Open this link within 1 day to accept or decline')
  })

  it('cannot be disabled, enabled or viewed as, since there is no member yet', async () => {
    const main = await center.developer()
    const userId = await invite(main, newAddress())
    for (const call of [accessCalls.enable, accessCalls.disable, accessCalls.viewAs])
      expect((await refused(main.call(call, { userId }))).error).toBe('access.notAccepted')
  })

  it('is renewed only by an administrator who could have sent it', async () => {
    const main = await center.developer()
    const userId = await invite(main, newAddress(), { privileges: ['product.view'] })
    const helper = await center.administrator(main, ['admin.view', 'admin.update'])
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    expect((await refused(helper.call(accessCalls.resendInvitation, { userId }))).error).toBe('access.hasMore')
    await main.call(accessCalls.resendInvitation, { userId })
    const joined = await center.administrator(main, [])
    const late = main.call(accessCalls.resendInvitation, { userId: joined.accountId })
    expect((await refused(late)).error).toBe('access.alreadyActive')
  })

  it('gives nothing that its inviter could not grant at that time, until another administrator renews it', async () => {
    const main = await center.developer()
    const { guid } = await main.call(integratorCalls.create, { name: '伙伴' })
    const losing = {
      disable: (userId: string) => main.call(accessCalls.disable, { userId }),
      delete: (userId: string) => main.call(accessCalls.delete, { userId }),
      inviting: async (userId: string) => {
        const { revision } = await main.call(accessCalls.get, { userId })
        await main.call(accessCalls.update, { userId, revision, privileges: ['product.view'] })
      },
    }
    const accept = async (account: string) => {
      const link = await linkTo(account)
      const { invitations } = await center.visitor(invitationCalls.list, { link })
      return center.visitor(invitationCalls.accept, { link, guid: invitations[0]?.guid ?? '', ...PASSWORDS })
    }
    for (const [how, lose] of Object.entries(losing)) {
      const helper = await center.administrator(main, [...PRIVILEGES])
      const [admin, partner] = [newAddress(), newAddress()]
      const userId = await invite(helper, admin, { privileges: ['product.view'] })
      await helper.call(integratorCalls.addMember, { guid, account: partner })
      await lose(helper.accountId)
      for (const account of [admin, partner]) {
        expect((await refused(accept(account))).error, how).toBe('invitation.inviterLeft')
        expect(await membershipsOf(account), how).toEqual([])
      }
      center.clock.advance(LIMITS.verification.resendSeconds * 1000)
      await main.call(accessCalls.resendInvitation, { userId })
      await accept(admin)
      expect(await membershipsOf(admin), how).toHaveLength(1)
    }
    const helper = await center.administrator(main, [...PRIVILEGES])
    const account = newAddress()
    await invite(helper, account, { privileges: ['product.view'] })
    const { revision } = await main.call(accessCalls.get, { userId: helper.accountId })
    await main.call(accessCalls.update, { userId: helper.accountId, revision, privileges: ['admin.create'] })
    expect((await refused(accept(account))).error).toBe('invitation.inviterLeft')
  })

  it('by mobile number comes in one text message with the link', async () => {
    const main = await center.developer()
    await invite(main, '13766668888')
    expect((await center.message('13766668888')).body).not.toContain('\n')
    await center.accept('13766668888')
  })

  it('to a member of an integrator is sent again, withdrawn and accepted the same way', async () => {
    const main = await center.developer()
    const { guid } = await main.call(integratorCalls.create, { name: '华东智造' })
    const account = newAddress()
    const { userId } = await main.call(integratorCalls.addMember, { guid, account })
    const again = () => main.call(integratorCalls.resendInvitation, { guid, userId })
    expect((await refused(again())).error).toBe('identity.codeTooSoon')
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    await again()
    expect((await center.message(account)).kind).toBe('partnerInvited')
    expect((await open(account)).invitations).toMatchObject([{ integratorName: '华东智造' }])
    for (const call of [accessCalls.get, accessCalls.delete, accessCalls.resendInvitation])
      expect((await refused(main.call(call, { userId }))).error).toBe('access.adminNotFound')
    const withdrawn = await main.call(integratorCalls.addMember, { guid, account: newAddress() })
    await main.call(integratorCalls.removeMember, { guid, userId: withdrawn.userId })
    const member = await center.accept(account)
    expect(await member.call(identityCalls.current, {})).toMatchObject({ developer: { devType: 1 } })
    expect((await main.call(integratorCalls.findMembers, { guid })).rows).toMatchObject([
      { userId: member.accountId, state: 'active' },
    ])
    const resent = main.call(integratorCalls.resendInvitation, { guid, userId: member.accountId })
    expect((await refused(resent)).error).toBe('access.alreadyActive')
    const last = (await history(main, guid)).at(-1)
    expect(last).toMatchObject({ actor: account, changes: [{ field: 'members', before: null, after: account }] })
  })
})

describe('the owner of an address', () => {
  it('who signs in without a developer is told of the invitation, and reads it with a mailed code', async () => {
    const former = await center.developer()
    const { account, accountId } = await center.administrator(former, [])
    await former.call(accessCalls.delete, { userId: accountId })
    await expect(center.signIn(account)).rejects.toThrow('普通用户')
    const main = await center.developer()
    const guid = await invite(main, account)
    await expect(center.signIn(account)).rejects.toThrow('有邀请等您决定')
    await center.visitor(identityCalls.sendCode, { target: account, purpose: 'invitation' })
    const { code: verifyCode, kind } = await center.message(account)
    expect(kind).toBe('invitation')
    const wrong = { account, verifyCode: verifyCode === '111111' ? '222222' : '111111' }
    expect((await refused(center.visitor(invitationCalls.list, wrong))).error).toBe('identity.codeWrong')
    const proof = { account, verifyCode }
    expect((await center.visitor(invitationCalls.list, proof)).invitations).toMatchObject([{ guid }])
    await center.visitor(invitationCalls.accept, { ...proof, guid })
    await center.signIn(account)
    expect((await refused(center.visitor(invitationCalls.list, proof))).error).toBe('identity.codeWrong')
  })

  it('alone learns whether there is an invitation: a stranger who requests a code gets the same answer', async () => {
    const main = await center.developer()
    const [invited, stranger] = [newAddress(), newAddress()]
    await invite(main, invited)
    const ask = (target: string) => center.browser().call(identityCalls.sendCode, { target, purpose: 'invitation' })
    expect(await ask(stranger)).toEqual(await ask(invited))
    expect([await messagesTo(invited), await messagesTo(stranger)]).toEqual([2, 0])
  })

  it('needs a link for this purpose: a link that resets a password accepts nothing', async () => {
    const main = await center.developer()
    const { account } = await center.developer()
    const guid = await invite(main, account)
    await center.visitor(identityCalls.sendCode, { target: account, purpose: 'resetPassword' })
    const link = await linkTo(account)
    for (const call of [invitationCalls.list, invitationCalls.accept, invitationCalls.decline])
      expect((await refused(center.visitor(call, { link, guid }))).error).toBe('identity.linkInvalid')
  })

  it('cannot accept an invitation to another address with their own link', async () => {
    const main = await center.developer()
    const [mine, theirs] = [newAddress(), newAddress()]
    await invite(main, mine)
    const guid = await invite(main, theirs, { privileges: ['product.view'] })
    const link = await linkTo(mine)
    for (const call of [invitationCalls.accept, invitationCalls.decline])
      expect((await refused(center.visitor(call, { link, guid, ...PASSWORDS }))).error).toBe('invitation.notFound')
  })

  it('has to choose a password if the account has none, and the link survives the first attempt', async () => {
    const main = await center.developer()
    const account = newAddress()
    await main.call(userCalls.create, userPayload({ account, needActivation: true, sendMail: false }))
    const guid = await invite(main, account)
    const link = await linkTo(account)
    const without = await refused(center.visitor(invitationCalls.accept, { link, guid }))
    expect(without.fields).toMatchObject([{ path: 'password', rule: 'required' }])
    await center.accept(account)
    expect((await main.call(userCalls.find, { account })).rows).toMatchObject([{ account, activated: true }])
  })
})

describe('of several acceptances at once', () => {
  it('exactly one succeeds, whether of one invitation or of two developers', async () => {
    const developers = [await center.developer(), await center.developer()]
    for (const inviters of [developers.slice(0, 1), developers]) {
      const account = newAddress()
      const links: string[] = []
      for (const one of inviters) {
        await invite(one, account)
        links.push(await linkTo(account))
      }
      const { invitations } = await open(account)
      const attempts = [0, 1, 2, 3].map((n) =>
        center.browser().call(invitationCalls.accept, {
          link: links[n % links.length] ?? '',
          guid: invitations[n % invitations.length]?.guid ?? '',
          ...PASSWORDS,
        }),
      )
      const results = await Promise.allSettled(attempts)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await membershipsOf(account)).toHaveLength(1)
      await center.signIn(account)
    }
  })

  it('and of a registration of the same address, the first wins and the account has one developer', async () => {
    const main = await center.developer()
    const account = newAddress()
    await main.call(userCalls.create, userPayload({ account }))
    const guid = await invite(main, account)
    const link = await linkTo(account)
    await center.visitor(identityCalls.sendCode, { target: account, purpose: 'register' })
    const results = await Promise.allSettled([
      center.browser().call(invitationCalls.accept, { link, guid, ...PASSWORDS }),
      center.browser().call(identityCalls.register, {
        developerName: '自己的',
        account,
        ...PASSWORDS,
        verifyCode: (await center.message(account)).code,
        country: 'CN',
        timeZone: 1,
        acceptTerms: true,
      }),
    ])
    const refusals = results.flatMap(
      (one) => (one.status === 'rejected' ? [(one.reason as { error: string }).error] : []), // a refusal has a name
    )
    expect(refusals).toHaveLength(1)
    expect(['invitation.worksForAnother', 'identity.accountTaken']).toContain(refusals[0])
    expect(await membershipsOf(account)).toHaveLength(1)
  })

  it('of a withdrawal or an edit at the same time, either comes first and nothing is half done', async () => {
    const main = await center.developer()
    for (let round = 0; round < 3; round++) {
      const account = newAddress()
      const userId = await invite(main, account)
      const link = await linkTo(account)
      const [accepted, withdrawn] = await Promise.allSettled([
        center.browser().call(invitationCalls.accept, { link, guid: userId, ...PASSWORDS }),
        main.call(accessCalls.delete, { userId }),
      ])
      expect([accepted.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await membershipsOf(account)).toHaveLength(accepted.status === 'fulfilled' ? 1 : 0)
    }
  })
})

describe('invitation messages', () => {
  it('of one developer to one address stop after a few a day, however often the invitation is withdrawn', async () => {
    const main = await center.developer()
    const account = newAddress()
    const { perAddress } = LIMITS.invitation
    for (let n = 0; n < perAddress; n++) {
      const userId = await invite(main, account)
      await main.call(accessCalls.delete, { userId })
    }
    expect((await refused(invite(main, account))).error).toBe('access.invitationLimit')
    expect(await messagesTo(account)).toBe(perAddress)
    await invite(main, newAddress())
    await center.daysLater(1, main)
    await invite(main, account)
  })

  it('of one developer to all addresses stop at the daily limit', async () => {
    const main = await center.developer()
    await query(
      `insert into verification (id, purpose, target, network, code_hash, developer_id, sent_at, expires_at)
       select gen_random_uuid(), 'invitation', n || '@limit.example', '', '', $1, $2, $2
       from generate_series(1, $3::int) as n`,
      [main.developerId, center.clock.now(), LIMITS.invitation.perDay - 1],
    )
    const userId = await invite(main, newAddress())
    expect((await refused(invite(main, newAddress()))).error).toBe('access.invitationLimit')
    center.clock.advance(LIMITS.verification.resendSeconds * 1000)
    expect((await refused(main.call(accessCalls.resendInvitation, { userId }))).error).toBe('access.invitationLimit')
  })

  it('of all developers to one address stop silently: inviters notice nothing, an earlier link shows it', async () => {
    const [crowd, main] = [await center.developer(), await center.developer()]
    const account = newAddress()
    await invite(crowd, account)
    const link = await linkTo(account)
    await query(
      `insert into verification (id, purpose, target, network, code_hash, developer_id, sent_at, expires_at)
       select gen_random_uuid(), 'invitation', $2, '', '', $1, $3, $3 from generate_series(2, $4::int)`,
      [crowd.developerId, account, center.clock.now(), LIMITS.invitation.toAddress],
    )
    const userId = await invite(main, account)
    expect(await messagesTo(account)).toBe(1)
    expect(await main.call(accessCalls.get, { userId })).toMatchObject({ state: 'waiting' })
    const shown = (await center.visitor(invitationCalls.list, { link })).invitations.map(({ guid }) => guid)
    expect(shown).toContain(userId)
  })
})

describe('leaving a developer', () => {
  const confirmed = async (account: string) => {
    const browser = center.browser()
    await browser.call(identityCalls.login, { account, password: PASSWORD })
    expect((await refused(browser.call(accessCalls.leave, {}))).error).toBe('identity.confirmPassword')
    await browser.call(identityCalls.confirm, { password: PASSWORD })
    return browser
  }

  it('ends membership and sessions, takes assignments back, and frees the account for another invitation', async () => {
    const [home, next] = [await center.developer(), await center.developer({ name: '下一家' })]
    const product = (await home.call(productCalls.create, productPayload())).guid
    const person = await center.administrator(home, ['product.view'], {
      limited: ['product'],
      assigned: { product: [product] },
    })
    await invite(next, person.account)
    const browser = await confirmed(person.account)
    await browser.call(accessCalls.leave, {})
    expect((await refused(person.call(identityCalls.current, {}))).error).toBe('session.expired')
    expect(await query('select assigned_to from product where guid = $1', [product])).toEqual([{ assigned_to: [] }])
    expect((await history(home, person.accountId)).at(-1)).toMatchObject({ type: 2, actor: person.account })
    const member = await center.accept(person.account)
    expect(await member.call(identityCalls.current, {})).toMatchObject({ developer: { name: '下一家' } })
  })

  it('works for members of an integrator, and not for the super administrator', async () => {
    const main = await center.developer()
    const { guid } = await main.call(integratorCalls.create, { name: '伙伴' })
    const account = newAddress()
    await main.call(integratorCalls.addMember, { guid, account })
    await center.accept(account)
    await (await confirmed(account)).call(accessCalls.leave, {})
    expect((await main.call(integratorCalls.findMembers, { guid })).records).toBe(0)
    expect((await history(main, guid)).at(-1)).toMatchObject({ actor: account, targetName: '伙伴' })
    const browser = await confirmed(main.account)
    expect((await refused(browser.call(accessCalls.leave, {}))).error).toBe('access.superStays')
  })
})
