import type { Refusal } from '@sealwright/client'
import {
  LIMITS,
  developerCalls,
  developerGuid,
  identityCalls,
  operationLogCalls,
  productCalls,
} from '@sealwright/contract'
import type { PayloadOf, RuleName } from '@sealwright/contract'
import { PASSWORD, PASSWORD_HASH, createTestCenter, productPayload, refused } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOutbox } from '../../kernel/mail/outbox.ts'
import { welcomeFormal } from '../billing/index.ts'
import { decideApplication, foundDeveloper } from './index.ts'
import type { TrialEnd } from './index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
  await center.ground.jobs.open([center.ground.mailer.job])
})
afterAll(() => center.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PIN = 'abcdefgh12345678'

async function confirmed(actor: Actor): Promise<Actor> {
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  return actor
}

/** The log of the developer, newest first, with the changes of each row sorted by field. */
async function history({ call, developerId }: Actor) {
  const { rows } = await call(operationLogCalls.find, {
    targetKind: 'developer',
    targetGuid: developerGuid(developerId),
  })
  return rows.map((row) => ({ ...row, changes: row.changes.toSorted((a, b) => a.field.localeCompare(b.field)) }))
}

const form = (given: Partial<PayloadOf<typeof developerCalls.apply>> = {}) => ({
  companyName: '云帆软件有限公司',
  contactName: '王越',
  contactPhone: '010-62345678',
  acceptDeletion: true,
  ...given,
})

const decide = (
  developerId: number,
  event: 'approve' | 'reject',
  { reason = null, trialEnds = [] }: { reason?: string | null; trialEnds?: TrialEnd[] } = {},
) => decideApplication({ ...center.ground, trialEnds, welcome: welcomeFormal }, { developerId, event, reason })

describe('the developer information', () => {
  const full = {
    displayName: '云帆',
    website: 'https://yunfan.example/关于',
    brief: '做工业软件',
    introduction: '第一段\n第二段',
    logo: PNG,
    contacts: [{ name: '王越', title: '销售', phone: '13800138000', email: 'wang@yunfan.example' }, { name: '李' }],
  }

  it('keeps every field, beside the name and the location of the developer', async () => {
    const { call, developerId } = await center.developer({ name: '云帆软件' })
    await call(developerCalls.update, full)
    expect(await call(developerCalls.get, {})).toMatchObject({
      ...full,
      developerId: String(developerId),
      name: '云帆软件',
      country: 'CN',
      timeZone: 'Asia/Shanghai',
      pinSince: null,
      revision: 1,
      contacts: [full.contacts[0], { name: '李', title: null, phone: null, email: null }],
    })
    expect((await call(identityCalls.current, {})).developer.devInfo.displayName).toBe('云帆')
  })

  it('is cleared by an empty value and kept by an absent key', async () => {
    const { call } = await center.developer()
    await call(developerCalls.update, full)
    await call(developerCalls.update, { brief: '', contacts: null })
    expect(await call(developerCalls.get, {})).toMatchObject({
      displayName: '云帆',
      website: full.website,
      brief: null,
      introduction: full.introduction,
      logo: PNG,
      contacts: [],
    })
    await call(developerCalls.update, {
      displayName: null,
      website: null,
      introduction: null,
      logo: null,
      contacts: [],
    })
    expect(await call(developerCalls.get, {})).toMatchObject({
      displayName: null,
      website: null,
      introduction: null,
      logo: null,
      contacts: [],
      revision: 3,
    })
  })

  it('is not saved over a newer edit, and the refusal names its author', async () => {
    const main = await center.developer()
    const other = await center.administrator(main, ['developer.view', 'developer.update'])
    const { revision } = await other.call(developerCalls.get, {})
    await other.call(developerCalls.update, { revision, brief: '甲' })
    const stale = await refused(main.call(developerCalls.update, { revision, brief: '乙' }))
    expect(stale.error).toBe('platform.stale')
    expect(stale.message).toContain(other.account)
    await main.call(developerCalls.update, { revision: revision + 1, brief: '乙' })
  })

  it('loses no edit when several are saved at once', async () => {
    const { call } = await center.developer()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => call(developerCalls.update, { brief: String(index) })),
    )
    expect(answers.map((answer) => answer.revision).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('reads as empty if it was never written, and can be written', async () => {
    const { call, developerId } = await center.developer()
    await center.ground.database.owner.query('delete from developer_profile where developer_id = $1', [developerId])
    expect(await call(developerCalls.get, {})).toMatchObject({ website: null, contacts: [], revision: 0 })
    expect(await call(developerCalls.update, { revision: 0, brief: '首次' })).toEqual({ revision: 1 })
    expect(await call(developerCalls.get, {})).toMatchObject({ brief: '首次', revision: 1 })
  })

  it('is closed to trial developers', async () => {
    const { call } = await center.developer({ status: 'trial' })
    expect((await refused(call(developerCalls.update, { brief: '甲' }))).error).toBe('developer.trialCannotEdit')
    expect((await call(developerCalls.get, {})).brief).toBeNull()
  })

  it('is logged with its changes, a picture by its digest', async () => {
    const actor = await center.developer()
    await actor.call(developerCalls.update, {
      brief: '甲',
      logo: PNG,
      contacts: [{ name: '王越', phone: '13800138000' }],
    })
    const [row] = await history(actor)
    expect(row).toMatchObject({ type: 1, actor: actor.account, targetName: '测试开发者' })
    expect(row?.changes).toEqual([
      { field: 'brief', before: null, after: '甲' },
      { field: 'contacts', before: null, after: '王越 · 13800138000' },
      { field: 'logo', before: null, after: expect.stringMatching(/^PNG · \d+ B · [0-9a-f]{8}$/) as string },
    ])
  })

  const cases: [string, PayloadOf<typeof developerCalls.update>, string, RuleName, string][] = [
    [
      'six contacts',
      { contacts: Array.from({ length: LIMITS.developer.contacts + 1 }, () => ({ name: '甲' })) },
      'contacts',
      'tooMany',
      '联系人最多 5 项',
    ],
    ['a contact without a name', { contacts: [{ name: '' }] }, 'contacts.0.name', 'required', '不能为空'],
    [
      "a contact's name with a special character",
      { contacts: [{ name: '<b>' }] },
      'contacts.0.name',
      'specialCharacters',
      '特殊字符',
    ],
    ["a contact's bad phone", { contacts: [{ name: '甲', phone: '12' }] }, 'contacts.0.phone', 'phoneFormat', '电话'],
    ["a contact's bad e-mail", { contacts: [{ name: '甲', email: 'x@' }] }, 'contacts.0.email', 'notEmail', '邮箱'],
    ['a website without its protocol', { website: 'yunfan.example' }, 'website', 'websiteFormat', '官网'],
    ['a script for a website', { website: 'javascript:alert(1)' }, 'website', 'websiteFormat', '官网'],
    ['a display name of 21', { displayName: '长'.repeat(21) }, 'displayName', 'tooLong', '不能超过 20 个字符'],
    ['a display name with a special character', { displayName: '<b>' }, 'displayName', 'specialCharacters', '特殊字符'],
    ['a brief of 201', { brief: '长'.repeat(201) }, 'brief', 'tooLong', '不能超过 200 个字符'],
    ['an introduction of 2001', { introduction: '长'.repeat(2001) }, 'introduction', 'tooLong', '不能超过 2000 个字符'],
    ['a logo that is no PNG', { logo: 'AAAA' }, 'logo', 'notPng', 'PNG'],
  ]
  it.each(cases)('reports a bad field at its own path: %s', async (_what, payload, path, rule, words) => {
    one ??= center.developer()
    const refusal = await refused((await one).call(developerCalls.update, payload))
    expect(refusal.error).toBe('platform.badPayload')
    expect(refusal.fields, JSON.stringify(refusal.fields)).toEqual([
      { path, rule, message: expect.stringContaining(words) as string },
    ])
  })
  let one: Promise<Actor> | undefined
})

describe('the API password', () => {
  it('is 32 hexadecimal digits, always the same, and different for each developer', async () => {
    const mine = await confirmed(await center.developer())
    const theirs = await confirmed(await center.developer())
    const { apiPassword } = await mine.call(developerCalls.revealApiPassword, {})
    expect(apiPassword).toMatch(/^[0-9a-f]{32}$/)
    expect(await mine.call(developerCalls.revealApiPassword, {})).toEqual({ apiPassword })
    expect((await theirs.call(developerCalls.revealApiPassword, {})).apiPassword).not.toBe(apiPassword)
  })

  it('is the same for several first readers at once', async () => {
    const { call } = await confirmed(await center.developer())
    const seen = await Promise.all(Array.from({ length: 6 }, () => call(developerCalls.revealApiPassword, {})))
    expect(new Set(seen.map((answer) => answer.apiPassword)).size).toBe(1)
  })

  it('is stored encrypted, for this developer only', async () => {
    const mine = await confirmed(await center.developer())
    const theirs = await confirmed(await center.developer())
    const { apiPassword } = await mine.call(developerCalls.revealApiPassword, {})
    const { owner } = center.ground.database
    const { rows } = await owner.query<{ api_password: Buffer }>(
      'select api_password from developer_profile where developer_id = $1',
      [mine.developerId],
    )
    const sealed = rows[0]?.api_password ?? Buffer.alloc(0)
    expect(sealed.includes(Buffer.from(apiPassword, 'hex')) || sealed.includes(apiPassword)).toBe(false)
    await owner.query('update developer_profile set api_password = $1 where developer_id = $2', [
      sealed,
      theirs.developerId,
    ])
    expect((await refused(theirs.call(developerCalls.revealApiPassword, {}))).error).toBe('platform.systemError')
  })

  it('is logged each time it is shown, without its value', async () => {
    const actor = await confirmed(await center.developer())
    const { apiPassword } = await actor.call(developerCalls.revealApiPassword, {})
    await actor.call(developerCalls.revealApiPassword, {})
    const rows = await history(actor)
    expect(rows.map((row) => row.changes)).toEqual(
      Array.from({ length: 2 }, () => [{ field: 'apiPassword', before: null, after: '已查看' }]),
    )
    expect(JSON.stringify(rows)).not.toContain(apiPassword)
  })

  it('is shown only with the right to it, after the password was confirmed', async () => {
    const main = await center.developer()
    const without = await center.administrator(main, ['developer.view', 'developer.update'])
    expect((await refused(without.call(developerCalls.revealApiPassword, {}))).error).toBe('platform.noPermission')
    const packer = await center.administrator(main, ['packing.view'])
    expect((await refused(packer.call(developerCalls.revealApiPassword, {}))).error).toBe('identity.confirmPassword')
    await confirmed(packer)
    expect((await packer.call(developerCalls.revealApiPassword, {})).apiPassword).toMatch(/^[0-9a-f]{32}$/)
    expect((await refused(main.call(developerCalls.revealApiPassword, {}))).error).toBe('identity.confirmPassword')
    await confirmed(main)
    await main.call(developerCalls.revealApiPassword, {})
    expect(await main.call(developerCalls.get, {})).not.toHaveProperty('apiPassword')
  })

  it('is shown to a trial developer, whose programs need it', async () => {
    const { call } = await confirmed(await center.developer({ status: 'trial' }))
    expect((await call(developerCalls.revealApiPassword, {})).apiPassword).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('the hosted lock PIN', () => {
  it('can be set and changed, and only its date is shown', async () => {
    const actor = await confirmed(await center.developer())
    await actor.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
    const first = (await actor.call(developerCalls.get, {})).pinSince
    expect(first).not.toBeNull()
    center.clock.advance(1000)
    await actor.call(developerCalls.setPin, { pin: `${PIN}x`, confirmPin: `${PIN}x` })
    const answer = await actor.call(developerCalls.get, {})
    expect(Date.parse(answer.pinSince ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
    const rows = await history(actor)
    expect(rows.map((row) => row.changes)).toEqual([
      [{ field: 'pin', before: '已设置', after: '已更换' }],
      [{ field: 'pin', before: null, after: '已设置' }],
    ])
    expect(JSON.stringify([answer, rows])).not.toContain(PIN)
    const { rows: kept } = await center.ground.database.owner.query<{ pin: Buffer }>(
      'select pin from developer_profile where developer_id = $1',
      [actor.developerId],
    )
    expect(kept[0]?.pin.includes(PIN)).toBe(false)
  })

  it("cannot be unset, not even by the database's owner", async () => {
    const { call, developerId } = await confirmed(await center.developer())
    await call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
    const unset = sql`update developer_profile set pin = null where developer_id = ${developerId}`
    const { database } = center.ground
    await expect(database.inTenant(developerId, 'write', (db) => db.execute(unset))).rejects.toMatchObject({
      cause: { message: 'a PIN cannot be unset' },
    })
    await expect(database.asOwner((db) => db.execute(unset))).rejects.toMatchObject({
      cause: { message: 'a PIN cannot be unset' },
    })
  })

  it('is closed to trial developers, to other administrators, and without a confirmed password', async () => {
    const payload = { pin: PIN, confirmPin: PIN }
    const trial = await confirmed(await center.developer({ status: 'trial' }))
    expect((await refused(trial.call(developerCalls.setPin, payload))).error).toBe('developer.trialCannotEdit')
    const main = await center.developer()
    expect((await refused(main.call(developerCalls.setPin, payload))).error).toBe('identity.confirmPassword')
    const other = await center.administrator(main, ['developer.view', 'developer.update'])
    expect((await refused(other.call(developerCalls.setPin, payload))).error).toBe('platform.superOnly')
  })

  it.each([
    ['15 characters', 'abcdefgh1234567', 'tooShort', '16'],
    ['33 characters', `${'a1'.repeat(16)}a`, 'tooLong', '32'],
    ['letters only', 'a'.repeat(16), 'pinFormat', '字母'],
    ['digits only', '1'.repeat(16), 'pinFormat', '数字'],
    ['a sign', `${'a1'.repeat(8)}!`, 'pinFormat', 'PIN'],
  ])('refuses %s', async (_what, pin, rule, words) => {
    const { call } = await confirmed(await center.developer())
    const refusal = await refused(call(developerCalls.setPin, { pin, confirmPin: pin }))
    expect(refusal.fields.find((field) => field.path === 'pin')).toMatchObject({
      rule,
      message: expect.stringContaining(words) as string,
    })
  })

  it('is refused if the two entries differ', async () => {
    const { call } = await confirmed(await center.developer())
    expect((await refused(call(developerCalls.setPin, { pin: PIN, confirmPin: `${PIN}9` }))).fields).toMatchObject([
      { path: 'confirmPin', rule: 'pinsDiffer' },
    ])
  })
})

describe('an application to become formal', () => {
  it('waits for a decision, and only one can be pending', async () => {
    const actor = await center.developer({ status: 'trial' })
    expect(await actor.call(developerCalls.application, {})).toEqual({ application: null })
    await actor.call(developerCalls.apply, form({ contactEmail: 'wang@yunfan.example', statement: '工业软件' }))
    expect(await actor.call(developerCalls.application, {})).toMatchObject({
      application: {
        state: 'pending',
        companyName: '云帆软件有限公司',
        contactName: '王越',
        contactPhone: '010-62345678',
        contactEmail: 'wang@yunfan.example',
        statement: '工业软件',
        reason: null,
        decidedAt: null,
      },
    })
    expect((await refused(actor.call(developerCalls.apply, form()))).error).toBe('developer.applicationPending')
    expect((await history(actor))[0]?.changes).toContainEqual({ field: 'application', before: null, after: '审核中' })
  })

  it('is made once, even if several are sent at once', async () => {
    const { call } = await center.developer({ status: 'trial' })
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => call(developerCalls.apply, form())))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect((result.reason as Refusal).error).toBe('developer.applicationPending')
  })

  it('needs the super administrator of a trial developer, who accepts the deletion', async () => {
    const trial = await center.developer({ status: 'trial' })
    const other = await center.administrator(trial, ['developer.view', 'developer.update'])
    expect((await refused(other.call(developerCalls.apply, form()))).error).toBe('platform.superOnly')
    expect((await refused(trial.call(developerCalls.apply, form({ acceptDeletion: false })))).fields).toMatchObject([
      { path: 'acceptDeletion', rule: 'termsNotAccepted' },
    ])
    expect((await refused(trial.call(developerCalls.apply, form({ contactName: 'a;b' })))).fields).toMatchObject([
      { path: 'contactName', rule: 'specialCharacters' },
    ])
    const formal = await center.developer()
    expect((await refused(formal.call(developerCalls.apply, form()))).error).toBe('developer.alreadyFormal')
  })

  it("that is rejected says why, in the account's language, and can be made again", async () => {
    const actor = await center.developer({ status: 'trial', name: '云帆' })
    await actor.call(identityCalls.updatePreferences, { locale: 'en' })
    await actor.call(developerCalls.apply, form())
    expect(await decide(actor.developerId, 'reject', { reason: '资料不全' })).toMatchObject({ isDecided: true })
    expect(await actor.call(developerCalls.application, {})).toMatchObject({
      application: { state: 'rejected', reason: '资料不全' },
    })
    const [mail] = await listOutbox(center.ground.database.owner, 1)
    expect(mail).toMatchObject({
      kind: 'applicationRejected',
      recipient: actor.account,
      subject: 'Your application was rejected',
    })
    expect(mail?.body).toContain('资料不全')
    const [row] = await history(actor)
    expect(row).toMatchObject({
      actor: 'Platform',
      changes: [
        { field: 'application', before: 'Under review', after: 'Rejected' },
        { field: 'reason', before: null, after: '资料不全' },
      ],
    })
    expect((await refused(actor.call(developerCalls.update, { brief: '甲' }))).error).toBe('developer.trialCannotEdit')
    await actor.call(developerCalls.apply, form())
    expect(await actor.call(developerCalls.application, {})).toMatchObject({
      application: { state: 'pending', reason: null },
    })
  })

  it('is decided once: of several decisions at once, one is made', async () => {
    const { call, developerId } = await center.developer({ status: 'trial' })
    expect(await decide(developerId, 'approve')).toEqual({ isDecided: false, state: undefined })
    await call(developerCalls.apply, form())
    const decided = await Promise.all([
      decide(developerId, 'approve'),
      decide(developerId, 'reject', { reason: '否' }),
      decide(developerId, 'approve'),
    ])
    expect(decided.filter((decision) => decision.isDecided)).toHaveLength(1)
    const { rows } = await center.ground.database.owner.query('select 1 from mail_outbox where developer_id = $1', [
      developerId,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('a developer that becomes formal', () => {
  async function approved(options?: { trialEnds?: TrialEnd[] }) {
    const actor = await center.developer({ status: 'trial', name: '云帆' })
    await actor.call(productCalls.create, productPayload())
    await actor.call(developerCalls.apply, form())
    const decided = await decide(actor.developerId, 'approve', options)
    return { actor, decided }
  }

  it('is notified once in every live session, then works without the limits of a trial', async () => {
    const actor = await center.developer({ status: 'trial' })
    const other = await center.administrator(actor, ['product.view'])
    await actor.call(productCalls.create, productPayload())
    expect((await refused(actor.call(productCalls.create, productPayload()))).error).toBe('product.trialLimit')
    expect((await refused(actor.call(productCalls.create, productPayload({ licenseForm: 2 })))).error).toBe(
      'product.trialSoftForm',
    )
    expect((await actor.call(identityCalls.current, {})).developer.devInfo).toMatchObject({
      status: 'trial',
      trial: {
        products: { used: 1, allowed: LIMITS.trial.products },
        licenses: { used: 0, allowed: LIMITS.platform.trialLicenses.initial },
      },
    })
    await actor.call(developerCalls.apply, form())
    expect(await decide(actor.developerId, 'approve')).toEqual({
      isDecided: true,
      developerName: '测试开发者',
      deletedLicenses: 0,
    })

    for (const one of [actor, other]) {
      const notice = await refused(one.call(productCalls.find, {}))
      expect(notice.error).toBe('developer.becameFormal')
      expect(notice.code).toBe(855_642_127)
      expect((await one.call(productCalls.find, {})).records).toBe(1)
    }
    expect((await actor.call(identityCalls.current, {})).developer.devInfo).toMatchObject({
      status: 'formal',
      trial: null,
    })
    await actor.call(productCalls.create, productPayload({ licenseForm: 3 }))
    await actor.call(developerCalls.update, { brief: '正式了' })
    expect((await actor.call(developerCalls.get, {})).formalSince).not.toBeNull()
    expect((await refused(actor.call(developerCalls.apply, form()))).error).toBe('developer.alreadyFormal')
  })

  it('is notified by exactly one of several calls at once', async () => {
    const { actor } = await approved()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => actor.call(productCalls.find, {})))
    const told = results.filter((result) => result.status === 'rejected')
    expect(told.map((result) => (result.reason as Refusal).error)).toEqual(['developer.becameFormal'])
  })

  it('can sign out without the notice, and a new session gets none', async () => {
    const { actor } = await approved()
    await actor.call(identityCalls.logout, {})
    const { headers } = await center.signIn(actor.account)
    expect(
      (await center.center.app.inject({ method: 'POST', url: productCalls.find.path, headers })).json(),
    ).toMatchObject({ code: 0 })
  })

  it('is not notified when another developer is approved', async () => {
    const bystander = await center.developer({ status: 'trial' })
    await approved()
    expect((await bystander.call(productCalls.find, {})).records).toBe(0)
  })

  it("gets a message and a row in the log, in the platform's name", async () => {
    const { actor } = await approved()
    const [mail] = await listOutbox(center.ground.database.owner, 1)
    expect(mail).toMatchObject({ kind: 'applicationApproved', recipient: actor.account, subject: '您已成为正式开发者' })
    expect(mail?.body).toContain('云帆')
    await refused(actor.call(productCalls.find, {}))
    expect((await history(actor))[0]).toMatchObject({
      actor: '平台',
      changes: [
        { field: 'application', before: '审核中', after: '已通过' },
        { field: 'status', before: '试用', after: '正式' },
      ],
    })
  })

  it('loses its trial licenses in the same transaction, or stays on trial', async () => {
    const ended: number[] = []
    const { actor, decided } = await approved({
      trialEnds: [
        {
          deleteTrialLicenses: async (db, developerId) => (
            ended.push(developerId),
            (await db.execute(sql`delete from counter_delta where developer_id = ${developerId}`)).rowCount ?? 0
          ),
        },
        { deleteTrialLicenses: async () => 2 },
      ],
    })
    expect(ended).toEqual([actor.developerId])
    expect(decided).toMatchObject({ isDecided: true, deletedLicenses: expect.any(Number) as number })
    expect(decided.isDecided && decided.deletedLicenses).toBeGreaterThan(2)

    const unlucky = await center.developer({ status: 'trial' })
    await unlucky.call(developerCalls.apply, form())
    await expect(
      decide(unlucky.developerId, 'approve', {
        trialEnds: [{ deleteTrialLicenses: () => Promise.reject(new Error('the licenses would not go')) }],
      }),
    ).rejects.toThrow('would not go')
    expect(await unlucky.call(developerCalls.application, {})).toMatchObject({ application: { state: 'pending' } })
    expect((await unlucky.call(identityCalls.current, {})).developer.devInfo.status).toBe('trial')
  })
})

describe('founding a developer', () => {
  it('stores its location and origin, and refuses an existing account', async () => {
    const account = `found-${center.ground.ids.guid()}@test.example`
    const given = {
      name: '远方',
      status: 'trial' as const,
      account,
      passwordHash: PASSWORD_HASH,
      userName: null,
      country: 'DE',
      timeZone: 'Europe/Berlin',
      locale: 'en' as const,
      origin: { spreadCode: 'S1', bdVid: 'B1', keyword: '授权' },
    }
    const made = await foundDeveloper(center.ground, given)
    const { rows } = await center.ground.database.owner.query(
      `select d.country, d.time_zone, d.spread_code, d.bd_vid, d.source_keyword, d.formal_at, a.locale,
         (select revision from developer_profile p where p.developer_id = d.id) as revision
       from developer d join membership m on m.developer_id = d.id join account a on a.id = m.account_id
       where d.id = $1`,
      [made?.developerId],
    )
    expect(rows).toEqual([
      {
        country: 'DE',
        time_zone: 'Europe/Berlin',
        spread_code: 'S1',
        bd_vid: 'B1',
        source_keyword: '授权',
        formal_at: null,
        locale: 'en',
        revision: 0,
      },
    ])
    expect(await foundDeveloper(center.ground, { ...given, account: account.toUpperCase() })).toBeNull()
  })
})
