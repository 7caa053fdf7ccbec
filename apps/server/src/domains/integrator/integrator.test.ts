import { randomUUID } from 'node:crypto'
import {
  INTEGRATOR_PRIVILEGES,
  LIMITS,
  accessCalls,
  identityCalls,
  integratorCalls,
  operationLogCalls,
  pcTemplateCalls,
  productCalls,
  serviceFeeCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import { createTestCenter, pcTemplatePayload, productPayload, templatePayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let owner: Actor
beforeAll(async () => {
  center = await createTestCenter()
  owner = await center.developer()
})
afterAll(() => center.close())

const PAGE = { currentPage: 1, pageSize: 100 }
const create = (given: object = {}, as = owner) =>
  as.call(integratorCalls.create, { name: `集成商 ${randomUUID().slice(0, 8)}`, ...given })
const refusedAs = (error: string) => expect.objectContaining({ error }) as Error

/** A product with a smart template of it. */
async function sold(as = owner) {
  const product = productPayload({ licenseForm: 3, name: `产品 ${randomUUID().slice(0, 8)}` })
  const { guid } = await as.call(productCalls.create, product)
  const template = (await as.call(templateCalls.create, templatePayload(product.licenseId))).guid
  return { guid, licenseId: product.licenseId, name: product.name, template }
}

/** A member who has accepted the invitation and signed in. */
async function memberOf(guid: string) {
  const account = `partner-${randomUUID()}@test.example`
  await owner.call(integratorCalls.addMember, { guid, account, userName: '陈集' })
  const { accountId, call } = await center.accept(account)
  return { account, userId: accountId, call }
}

describe('an integrator', () => {
  it('is made, found by part of its name, contact or phone, changed and deleted', async () => {
    const { guid } = await create({
      name: '华东智造',
      contact: '陈集',
      phone: '021-55556666',
      email: 'chen@partner.example',
      cloudQuota: 100,
    })
    for (const name of ['智造', '陈集', '5555', 'PARTNER'])
      expect((await owner.call(integratorCalls.find, { ...PAGE, name })).rows.map((row) => row.guid)).toEqual([guid])
    const row = await owner.call(integratorCalls.get, { guid })
    expect(row).toMatchObject({
      name: '华东智造',
      cloudQuota: 100,
      softQuota: null,
      isEnabled: true,
      memberCount: 0,
      revision: 1,
    })
    await owner.call(integratorCalls.update, { guid, contact: '', softQuota: 5, revision: 1 })
    expect(await owner.call(integratorCalls.get, { guid })).toMatchObject({
      name: '华东智造',
      contact: null,
      softQuota: 5,
      cloudQuota: 100,
      revision: 2,
    })
    await owner.call(integratorCalls.delete, { guid })
    await expect(owner.call(integratorCalls.get, { guid })).rejects.toEqual(refusedAs('integrator.notFound'))
    await create({ name: '华东智造' })
  })

  it('has a name of its own, whatever the case, and is not saved over a newer one', async () => {
    const { guid } = await create({ name: 'Partner One' })
    await expect(create({ name: 'partner ONE' })).rejects.toMatchObject({
      error: 'integrator.nameTaken',
      fields: [{ path: 'name' }],
    })
    const other = await create()
    await expect(owner.call(integratorCalls.update, { guid: other.guid, name: 'PARTNER one' })).rejects.toEqual(
      refusedAs('integrator.nameTaken'),
    )
    await owner.call(integratorCalls.update, { guid, remark: '一', revision: 1 })
    await expect(owner.call(integratorCalls.update, { guid, remark: '二', revision: 1 })).rejects.toEqual(
      refusedAs('platform.stale'),
    )
  })

  it('gets no larger quota than whoever gives it has', async () => {
    const helper = await center.administrator(owner, ['integrator.create', 'integrator.update', 'integrator.view'])
    await center.ground.database.owner.query('update membership set cloud_quota = 10 where account_id = $1', [
      helper.accountId,
    ])
    await expect(create({ cloudQuota: 11 }, helper)).rejects.toMatchObject({
      error: 'access.grantsMore',
      fields: [{ path: 'cloudQuota' }],
    })
    await expect(create({}, helper)).rejects.toEqual(refusedAs('access.grantsMore'))
    const { guid } = await create({ cloudQuota: 10 }, helper)
    await expect(helper.call(integratorCalls.update, { guid, cloudQuota: 12 })).rejects.toEqual(
      refusedAs('access.grantsMore'),
    )
    // What somebody else gave stays when something else is changed.
    await owner.call(integratorCalls.update, { guid, cloudQuota: 500 })
    await helper.call(integratorCalls.update, { guid, remark: '老客户' })
    expect(await owner.call(integratorCalls.get, { guid })).toMatchObject({ cloudQuota: 500, remark: '老客户' })
  })

  it('is one of at most a thousand', async () => {
    const many = await center.developer()
    await center.ground.database.owner.query(
      `insert into integrator (developer_id, guid, name, created_by, updated_by, created_at, updated_at)
       select $1, gen_random_uuid(), 'i' || n, $2, $2, now(), now() from generate_series(1, $3::int) n`,
      [many.developerId, many.accountId, LIMITS.integrator.perDeveloper],
    )
    await expect(create({}, many)).rejects.toEqual(refusedAs('integrator.limit'))
  })
})

describe('the people of an integrator', () => {
  it('see the products and templates that are assigned to it, and nothing else', async () => {
    const { guid } = await create()
    const [mine, other] = [await sold(), await sold()]
    const both = (
      await owner.call(
        pcTemplateCalls.create,
        pcTemplatePayload('sn', mine.licenseId, { name: '两个产品', otherProducts: [{ licenseId: other.licenseId }] }),
      )
    ).guid
    await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [mine.guid] })
    const member = await memberOf(guid)
    expect((await member.call(productCalls.find, PAGE)).rows.map((row) => row.guid)).toEqual([mine.guid])
    expect((await member.call(templateCalls.find, PAGE)).rows).toEqual([])
    await owner.call(integratorCalls.assign, { guid, kind: 'template', add: [mine.template] })
    expect((await member.call(templateCalls.find, PAGE)).rows.map((row) => row.guid)).toEqual([mine.template])
    expect(await member.call(templateCalls.count, {})).toBe(1)
    for (const hidden of [other.guid])
      await expect(member.call(productCalls.get, { guid: hidden })).rejects.toEqual(refusedAs('product.notFound'))
    for (const hidden of [other.template])
      await expect(member.call(templateCalls.get, { guid: hidden })).rejects.toEqual(refusedAs('template.notFound'))
    await expect(member.call(pcTemplateCalls.get, { kind: 'sn', guid: both })).rejects.toEqual(
      refusedAs('template.notFound'),
    )
    const session = await member.call(identityCalls.current, {})
    expect(session.developer.devType).toBe(1)
    expect(await member.call(accessCalls.list, {})).toEqual([])
    // What the developer's own people did is not theirs to read.
    expect(
      (await member.call(operationLogCalls.find, { ...PAGE, targetKind: 'product', targetGuid: mine.guid })).rows,
    ).toEqual([])
    await expect(member.call(userCalls.find, PAGE)).rejects.toEqual(refusedAs('platform.noPermission'))
    await expect(member.call(productCalls.create, productPayload())).rejects.toEqual(refusedAs('platform.noPermission'))
  })

  it('are not told the service fee of the developer, what it owes, or who its super administrator is', async () => {
    await center.ground.database.owner.query('update billing_terms set fee_fen = 98000 where developer_id = $1', [
      owner.developerId,
    ])
    const { call } = await memberOf((await create()).guid)
    expect((await call(identityCalls.current, {})).developer).toMatchObject({
      developerServiceStatus: 'normal',
      serviceFeeConfig: null,
      standing: { isOverdue: false, owedFen: 0 },
    })
    await expect(call(serviceFeeCalls.get, {})).rejects.toEqual(refusedAs('platform.noPermission'))
    expect((await owner.call(identityCalls.current, {})).developer.serviceFeeConfig).toMatchObject({
      amountFen: 98_000,
    })
  })

  it('have the quotas of the integrator', async () => {
    const { guid } = await create({ cloudQuota: 7 })
    const member = await memberOf(guid)
    expect((await member.call(accessCalls.explain, {})).quotas).toMatchObject({ cloud: 7, soft: null })
  })

  it("are let in only by whoever may and sees what they then do: 'access.grantsMore'", async () => {
    const { guid } = await create()
    const [seen, hidden] = [await sold(), await sold()]
    await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [seen.guid] })
    await owner.call(integratorCalls.disable, { guid })
    const lets = async (by: Actor) => {
      const tries = [
        () => by.call(integratorCalls.addMember, { guid, account: `partner-${randomUUID()}@test.example` }),
        () => by.call(integratorCalls.enable, { guid }),
      ]
      const answers = []
      for (const attempt of tries)
        answers.push(
          await attempt().then(
            () => 'success',
            ({ message }: Error) => message,
          ),
        )
      await owner.call(integratorCalls.disable, { guid })
      return answers
    }
    const rights = ['integrator.update', ...INTEGRATOR_PRIVILEGES] as const
    const refusal = (what: string) => Array.from({ length: 2 }, () => `不能授予您自己没有的“${what}”`)
    expect(
      await lets(
        await center.administrator(
          owner,
          rights.filter((name) => name !== 'snTemplate.view'),
        ),
      ),
    ).toEqual(refusal('查看授权码模板'))
    const clerk = await center.administrator(owner, rights, {
      limited: ['product'],
      assigned: { product: [seen.guid] },
    })
    expect(await lets(clerk)).toEqual(['success', 'success'])
    await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [hidden.guid] })
    expect(await lets(clerk)).toEqual(refusal('产品范围'))
    expect(await lets(await center.administrator(owner, rights))).toEqual(['success', 'success'])
  })

  it('get nothing from whoever may not view it', async () => {
    const { guid } = await create()
    const { guid: product, template } = await sold()
    const helper = await center.administrator(owner, ['integrator.update', 'integrator.view', 'smartTemplate.view'])
    await expect(helper.call(integratorCalls.findAssigned, { ...PAGE, guid, kind: 'product' })).rejects.toEqual(
      refusedAs('platform.noPermission'),
    )
    await expect(helper.call(integratorCalls.assign, { guid, kind: 'product', add: [product] })).rejects.toEqual(
      refusedAs('platform.noPermission'),
    )
    await expect(helper.call(integratorCalls.assign, { guid, kind: 'template', add: [template] })).rejects.toEqual(
      refusedAs('integrator.templateNeedsProduct'),
    )
    const other = await center.administrator(owner, ['integrator.update', 'product.view'])
    await expect(other.call(integratorCalls.assign, { guid, kind: 'template', add: [template] })).rejects.toEqual(
      refusedAs('platform.noPermission'),
    )
    await other.call(integratorCalls.assign, { guid, kind: 'product', add: [product] })
    expect((await owner.call(integratorCalls.get, { guid })).templateCount).toBe(0)
    expect(await helper.call(integratorCalls.assign, { guid, kind: 'template', add: [template] })).toEqual({
      added: 1,
      removed: 0,
    })
  })

  it('lose a template with one of its products', async () => {
    const { guid } = await create()
    const [one, two] = [await sold(), await sold()]
    const both = (
      await owner.call(
        pcTemplateCalls.create,
        pcTemplatePayload('sn', one.licenseId, { name: '两个产品', otherProducts: [{ licenseId: two.licenseId }] }),
      )
    ).guid
    await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [one.guid] })
    await expect(owner.call(integratorCalls.assign, { guid, kind: 'template', add: [both] })).rejects.toEqual(
      refusedAs('integrator.templateNeedsProduct'),
    )
    await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [two.guid] })
    expect(await owner.call(integratorCalls.assign, { guid, kind: 'template', add: [both] })).toEqual({
      added: 1,
      removed: 0,
    })
    const assigned = async (kind: 'product' | 'template') =>
      (await owner.call(integratorCalls.findAssigned, { ...PAGE, guid, kind })).rows.map((row) => row.guid)
    expect((await assigned('product')).toSorted()).toEqual([one.guid, two.guid].toSorted())
    expect(
      (await owner.call(integratorCalls.findAssigned, { ...PAGE, guid, kind: 'product', order: 'desc' })).rows.map(
        (row) => row.guid,
      ),
    ).toEqual((await assigned('product')).toReversed())
    // In both lists: taken back, then given, hence nothing is lost.
    expect(
      await owner.call(integratorCalls.assign, { guid, kind: 'product', add: [two.guid], remove: [two.guid] }),
    ).toEqual({ added: 1, removed: 1 })
    expect(await assigned('template')).toEqual([both])
    await owner.call(integratorCalls.assign, { guid, kind: 'product', remove: [two.guid] })
    expect(await assigned('template')).toEqual([])
    const told = (
      await owner.call(operationLogCalls.find, { ...PAGE, targetKind: 'integrator', targetGuid: guid, order: 'asc' })
    ).rows.map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field, after])))
    expect(told.slice(-2)).toEqual([
      { kind: 'product', remove: `1: ${two.name}` },
      { kind: 'template', remove: '1: 两个产品' },
    ])
    expect(await owner.call(integratorCalls.get, { guid })).toMatchObject({ productCount: 1, templateCount: 0 })
  })

  it('are signed out at once when it is disabled or deleted, or they are removed, and not let in', async () => {
    const { guid } = await create()
    const [first, second] = [await memberOf(guid), await memberOf(guid)]
    const members = async (order?: 'asc') =>
      (await owner.call(integratorCalls.findMembers, { ...PAGE, guid, ...(order && { order }) })).rows
    expect((await members()).map((row) => row.state)).toEqual(['active', 'active'])
    expect(await members('asc')).toEqual((await members()).toReversed())
    expect(await owner.call(integratorCalls.disable, { guid })).toEqual({ endedSessions: 2 })
    await expect(first.call(productCalls.find, PAGE)).rejects.toEqual(refusedAs('session.expired'))
    await expect(center.signIn(first.account)).rejects.toThrow('停用')
    await owner.call(integratorCalls.enable, { guid })
    await center.signIn(first.account)
    await owner.call(integratorCalls.removeMember, { guid, userId: first.userId })
    await expect(center.signIn(first.account)).rejects.toThrow('普通用户')
    await expect(owner.call(integratorCalls.removeMember, { guid, userId: first.userId })).rejects.toEqual(
      refusedAs('integrator.memberNotFound'),
    )
    const { headers } = await center.signIn(second.account)
    await owner.call(integratorCalls.delete, { guid })
    const answer = await center.center.app.inject({ method: 'POST', url: productCalls.find.path, headers, payload: {} })
    expect(answer.json()).toMatchObject({ code: 855638022 })
  })

  it('are invited once, and are at most a hundred', async () => {
    const { guid } = await create()
    const member = await memberOf(guid)
    await expect(owner.call(integratorCalls.addMember, { guid, account: member.account })).rejects.toEqual(
      refusedAs('access.alreadyAdministrator'),
    )
    await center.ground.database.owner.query(
      `with made as (
         insert into account (id, email, password_hash, created_at)
         select gen_random_uuid(), 'm' || n || '-' || $2 || '@test.example', '!', now()
         from generate_series(1, $3::int) n returning id)
       insert into membership (developer_id, account_id, is_super, integrator_guid, created_at)
       select $1, id, false, $2::uuid, now() from made`,
      [owner.developerId, guid, LIMITS.integrator.members],
    )
    await expect(owner.call(integratorCalls.addMember, { guid, account: 'one-more@test.example' })).rejects.toEqual(
      refusedAs('integrator.memberLimit'),
    )
  })
})
