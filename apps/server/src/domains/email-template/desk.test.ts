// Reviews at the platform desk.
import {
  EMAIL_TEMPLATE_TYPES,
  LIMITS,
  OPERATION_TYPES,
  REVIEW_STATUSES,
  developerGuid,
  emailTemplateCalls,
  emailTemplateDesk,
  messageCalls,
  operationLogCalls,
  operatorDesk,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let reviewer: DeskActor
beforeAll(async () => {
  center = await createTestCenter()
  reviewer = await center.operator('reviewer')
})
afterAll(() => center.close())

const refusal = (error: string) => expect.objectContaining({ error }) as Error

type Template = PayloadOf<typeof emailTemplateCalls.create>
let count = 0
const payload = (given: Partial<Template> = {}): Template => ({
  name: `模板 ${++count}`,
  type: EMAIL_TEMPLATE_TYPES.addAccount,
  language: 'zh',
  subject: '{developerName} 欢迎您',
  body: '<p>您的账号是 {account}。</p>',
  ...given,
})
const submit = async (actor: Actor, given: Partial<Template> = {}) =>
  (await actor.call(emailTemplateCalls.create, payload(given))).guid
const read = (guid: string) => reviewer.call(emailTemplateDesk.get, { guid })
const statusOf = async (actor: Actor, guid: string) => (await actor.call(emailTemplateCalls.get, { guid })).status
const loggedBy = async (actor: Actor, targetGuid: string) =>
  (await actor.call(operationLogCalls.find, { targetKind: 'emailTemplate', targetGuid })).rows

describe('reviews of e-mail templates', () => {
  it('wait in a queue, the oldest first, and are counted for those who may see them', async () => {
    const [one, other] = [await center.developer({ name: '甲' }), await center.developer({ name: '乙' })]
    const first = await submit(one)
    center.clock.advance(60_000)
    const second = await submit(other)
    const { rows } = await reviewer.call(emailTemplateDesk.find, {})
    expect(rows.map(({ guid, developerName }) => [guid, developerName])).toEqual([
      [first, '甲'],
      [second, '乙'],
    ])
    const ofOther = await reviewer.call(emailTemplateDesk.find, { developerId: other.developerId })
    expect(ofOther.rows.map(({ guid }) => guid)).toEqual([second])
    expect((await reviewer.call(operatorDesk.current, {})).waiting.reviews).toBe(2)
    const finance = await center.operator('finance')
    expect((await finance.call(operatorDesk.current, {})).waiting).not.toHaveProperty('reviews')
  })

  it('approve the text that was read, once; both logs and a message tell of it', async () => {
    const vendor = await center.developer()
    const guid = await submit(vendor)
    const { revision, before } = await read(guid)
    expect(before).toBeNull()
    await vendor.call(emailTemplateCalls.withdraw, { guid })
    await vendor.call(emailTemplateCalls.update, { guid, ...payload({ subject: '另一个主题 {developerName}' }) })
    await expect(reviewer.call(emailTemplateDesk.approve, { guid, revision })).rejects.toThrow(
      refusal('emailTemplate.changedMeanwhile'),
    )
    const seen = await read(guid)
    await reviewer.call(emailTemplateDesk.approve, { guid, revision: seen.revision })
    expect(await statusOf(vendor, guid)).toBe(REVIEW_STATUSES.approved)
    await expect(reviewer.call(emailTemplateDesk.approve, { guid, revision: seen.revision })).rejects.toThrow(
      refusal('emailTemplate.stateForbids'),
    )
    const [logged] = await loggedBy(vendor, guid)
    expect(logged).toMatchObject({ type: OPERATION_TYPES.update, actor: expect.stringContaining('Operator') as string })
    const { rows: told } = await vendor.call(messageCalls.find, {})
    expect(told.map(({ kind }) => kind)).toEqual(['templateApproved'])
    const auditor = await center.operator('auditor')
    const { rows } = await auditor.call(operatorDesk.log, { targetKind: 'emailTemplate' })
    expect(rows.filter(({ targetGuid }) => targetGuid === guid)).toHaveLength(1)
  })

  it('reject with a reason that the developer reads', async () => {
    const vendor = await center.developer()
    const guid = await submit(vendor)
    const { revision } = await read(guid)
    await reviewer.call(emailTemplateDesk.reject, { guid, revision, reason: '请写明贵公司的名称' })
    expect(await vendor.call(emailTemplateCalls.get, { guid })).toMatchObject({
      status: REVIEW_STATUSES.rejected,
      reason: '请写明贵公司的名称',
    })
    const { rows } = await vendor.call(messageCalls.find, {})
    expect(rows[0]).toMatchObject({ kind: 'templateRejected', text: expect.stringContaining('贵公司') as string })
    await expect(
      reviewer.call(emailTemplateDesk.reject, {
        guid,
        revision,
        reason: 'x'.repeat(LIMITS.emailTemplate.reasonMax + 1),
      }),
    ).rejects.toThrow(refusal('platform.badPayload'))
  })

  it('show the next text beside the one that was approved before', async () => {
    const vendor = await center.developer()
    const guid = await submit(vendor, { name: '对比', body: '<p>旧的文字 {account} {developerName}</p>' })
    await reviewer.call(emailTemplateDesk.approve, { guid, revision: (await read(guid)).revision })
    await vendor.call(emailTemplateCalls.update, {
      guid,
      ...payload({ name: '对比', body: '<p>新的文字 {account} {developerName}</p>' }),
    })
    const { before, now } = await read(guid)
    expect(before?.words).toContain('旧的文字')
    expect(now.words).toContain('新的文字')
    expect(now.mail.text).toContain('wang@example.com')
  })

  it('give out no active HTML, even if the stored text has some', async () => {
    const vendor = await center.developer()
    const guid = await submit(vendor)
    await center.ground.database.owner.query('update email_template set body = $2 where guid = $1', [
      guid,
      '<p onclick="a()">文字</p><script>steal()</script><iframe src="https://evil.example"></iframe>' +
        '<a href="javascript:steal()">链接</a>',
    ])
    const { html } = (await read(guid)).now.mail
    expect(html).toContain('文字')
    expect(html).not.toMatch(/script|onclick|iframe|steal|evil/)
  })

  it('let templates of trusted developers pass; both logs tell who trusts them', async () => {
    const vendor = await center.developer()
    const waiting = await submit(vendor)
    const trust = (isTrusted: boolean) =>
      reviewer.call(emailTemplateDesk.trust, { developerId: vendor.developerId, isTrusted })
    await trust(true)
    await trust(true)
    const guid = await submit(vendor)
    expect(await statusOf(vendor, guid)).toBe(REVIEW_STATUSES.approved)
    expect(await statusOf(vendor, waiting)).toBe(REVIEW_STATUSES.reviewing)
    expect((await loggedBy(vendor, guid)).map(({ changes }) => changes.map(({ field }) => field))).toContainEqual([
      'status',
    ])
    const { rows } = await vendor.call(operationLogCalls.find, {
      targetKind: 'developer',
      targetGuid: developerGuid(vendor.developerId),
    })
    expect(rows.flatMap(({ changes }) => changes)).toEqual([
      { field: 'templatesTrusted', before: 'false', after: 'true' },
    ])
    await trust(false)
    expect(await statusOf(vendor, await submit(vendor))).toBe(REVIEW_STATUSES.reviewing)
    await expect(reviewer.call(emailTemplateDesk.trust, { developerId: 9_999_999, isTrusted: true })).rejects.toThrow(
      refusal('operator.developerNotFound'),
    )
    await expect(read(developerGuid(1))).rejects.toThrow(refusal('emailTemplate.notFound'))
  })
})
