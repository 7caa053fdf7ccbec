// What the platform says to developers and hears from them, at the platform desk.
import {
  DAY_MS,
  HOUR_MS,
  feedbackCalls,
  feedbackDesk,
  identityCalls,
  mailDesk,
  messageCalls,
  messageDesk,
  noticeCalls,
  operationLogCalls,
  operatorDesk,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTerminal, createTestCenter } from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let support: DeskActor
beforeAll(async () => {
  center = await createTestCenter()
  await center.ground.jobs.open([center.ground.mailer.job])
  support = await center.operator('support')
})
afterAll(() => center.close())

const { platform } = createTerminal(() => center)
const refusal = (error: string) => expect.objectContaining({ error }) as Error
const later = (ms: number) => new Date(center.clock.now().getTime() + ms).toISOString()
const NOBODY = '00000000-0000-4000-8000-000000000000'

type Draft = PayloadOf<typeof messageDesk.createNotice>
let count = 0
const notice = (given: Partial<Draft> = {}): Draft => ({
  titleZh: `公告 ${++count}`,
  textZh: '今晚维护',
  titleEn: `Notice ${count}`,
  textEn: 'Maintenance tonight',
  level: 'info',
  audience: 'all',
  ...given,
})
const draft = async (given: Partial<Draft> = {}) => (await support.call(messageDesk.createNotice, notice(given))).guid
async function publish(given: Partial<Draft> = {}): Promise<string> {
  const guid = await draft(given)
  await support.call(messageDesk.publishNotice, { guid })
  return guid
}
const seenBy = async (actor: Actor) =>
  (await actor.call(noticeCalls.find, { pageSize: 100 })).rows.map(({ guid }) => guid)
const stateOf = async (guid: string) => (await support.call(messageDesk.getNotice, { guid })).state

describe('a notice of the desk', () => {
  it('is seen by its audience alone, once it is published and started', async () => {
    const [formal, trial] = [await center.developer(), await center.developer({ status: 'trial' })]
    const hidden = await draft()
    const planned = await publish({ startTime: later(HOUR_MS) })
    const forAll = await publish()
    const forFormal = await publish({ audience: 'formal' })
    const forTrial = await publish({ audience: 'trial' })
    const forOne = await publish({ audience: 'named', developers: [trial.developerId] })
    expect(new Set(await seenBy(formal))).toEqual(new Set([forAll, forFormal]))
    expect(new Set(await seenBy(trial))).toEqual(new Set([forAll, forTrial, forOne]))
    await expect(formal.call(noticeCalls.get, { guid: forOne })).rejects.toThrow(refusal('notice.notFound'))
    expect(await formal.call(messageCalls.count, {})).toMatchObject({ notices: 2 })
    // Nobody can mark what is not theirs.
    expect(await formal.call(noticeCalls.read, { guids: [forOne, hidden, planned] })).toEqual({ count: 0 })
    expect([await stateOf(hidden), await stateOf(planned), await stateOf(forAll)]).toEqual([
      'draft',
      'planned',
      'shown',
    ])
    // The database itself hides it from a query that forgets to ask.
    const inDatabase = await center.ground.database.inTenant(formal.developerId, 'read', (db) =>
      db.execute<{ guid: string }>('select guid from notice'),
    )
    expect(inDatabase.rows.map(({ guid }) => guid)).not.toContain(forOne)
  })

  it('tells how many administrators of its audience read it', async () => {
    const vendor = await center.developer()
    await center.administrator(vendor, [])
    const guid = await publish({ audience: 'named', developers: [vendor.developerId] })
    await vendor.call(noticeCalls.read, { guids: [guid] })
    expect(await support.call(messageDesk.getNotice, { guid })).toMatchObject({ readers: 1, people: 2 })
    const { rows } = await support.call(messageDesk.findNotices, { audience: 'named', pageSize: 100 })
    expect(rows.find((row) => row.guid === guid)).toMatchObject({ readers: 1, people: 2 })
  })

  it('has the title of the reader in the log, whatever was done with it', async () => {
    const given = notice()
    const guid = await publish(given)
    await support.call(messageDesk.withdrawNotice, { guid })
    const reader = await center.operator('auditor')
    const namesIn = async (locale: 'en' | 'zh') => {
      Object.assign(reader.headers, { 'accept-language': locale })
      const { rows } = await reader.call(operatorDesk.log, { targetKind: 'notice', pageSize: 100 })
      return rows.filter(({ targetGuid }) => targetGuid === guid)
    }
    expect((await namesIn('en')).map(({ targetName }) => targetName)).toEqual(
      Array.from({ length: 3 }, () => given.titleEn),
    )
    const rows = await namesIn('zh')
    expect(rows.map(({ targetName }) => targetName)).toEqual(Array.from({ length: 3 }, () => given.titleZh))
    // Publishing and withdrawing change the state alone.
    expect(rows.slice(0, 2).map(({ changes }) => changes.map(({ field }) => field))).toEqual([['state'], ['state']])
  })

  it('changes wholly before its start, then only in its texts, and not after its end', async () => {
    const planned = await publish({ startTime: later(HOUR_MS) })
    await support.call(messageDesk.updateNotice, { guid: planned, ...notice({ level: 'important' }) })
    const guid = await publish()
    const now = await support.call(messageDesk.getNotice, { guid })
    const same = notice({ startTime: now.startTime, endTime: now.endTime })
    await support.call(messageDesk.updateNotice, { guid, ...same, titleZh: '更正' })
    expect(await support.call(messageDesk.getNotice, { guid })).toMatchObject({ titleZh: '更正', state: 'shown' })
    await expect(support.call(messageDesk.updateNotice, { guid, ...same, audience: 'trial' })).rejects.toThrow(
      refusal('notice.started'),
    )
    await expect(support.call(messageDesk.updateNotice, { guid, ...same, revision: 1 })).rejects.toThrow(
      refusal('platform.stale'),
    )
    await expect(support.call(messageDesk.publishNotice, { guid })).rejects.toThrow(refusal('notice.notDraft'))
    await expect(support.call(messageDesk.deleteNotice, { guid })).rejects.toThrow(refusal('notice.notDraft'))
    await support.call(messageDesk.withdrawNotice, { guid })
    expect(await stateOf(guid)).toBe('withdrawn')
    await expect(support.call(messageDesk.updateNotice, { guid, ...same })).rejects.toThrow(refusal('notice.over'))
    await expect(support.call(messageDesk.withdrawNotice, { guid })).rejects.toThrow(refusal('notice.over'))
  })

  it('is refused with an end before its start, and for developers who do not exist', async () => {
    await expect(draft({ startTime: later(DAY_MS), endTime: later(HOUR_MS) })).rejects.toThrow(
      refusal('platform.timeIllegal'),
    )
    await expect(draft({ audience: 'named' })).rejects.toThrow(refusal('notice.developersNeeded'))
    await expect(draft({ audience: 'named', developers: [9_999_999] })).rejects.toThrow(
      refusal('notice.developerUnknown'),
    )
    await expect(support.call(messageDesk.getNotice, { guid: NOBODY })).rejects.toThrow(refusal('notice.notFound'))
    const guid = await draft()
    await support.call(messageDesk.deleteNotice, { guid })
    await expect(support.call(messageDesk.getNotice, { guid })).rejects.toThrow(refusal('notice.notFound'))
  })

  it('can still be sent and withdrawn by a command', async () => {
    const vendor = await center.developer()
    const texts = ['--title-zh', '命令', '--text-zh', '文字', '--title-en', 'Command', '--text-en', 'Text']
    await platform('notice', ...texts)
    const { rows } = await support.call(messageDesk.findNotices, {})
    const sent = rows.find(({ titleZh }) => titleZh === '命令')
    expect(sent).toMatchObject({ state: 'shown', audience: 'all' })
    expect(await seenBy(vendor)).toContain(sent?.guid)
    await platform('withdraw-notice', sent?.guid ?? '')
    expect(await seenBy(vendor)).not.toContain(sent?.guid)
    expect(await stateOf(sent?.guid ?? '')).toBe('withdrawn')
  })
})

describe('a message of the desk', () => {
  it('reaches the wanted administrators in their language, is counted, and is in both logs', async () => {
    const [vendor, other] = [await center.developer(), await center.developer()]
    const sub = await center.administrator(vendor, [])
    await sub.call(identityCalls.updatePreferences, { locale: 'en' })
    const developers = [vendor.developerId, other.developerId]
    const both = { titleZh: '请更新', textZh: '文字', titleEn: 'Please update', textEn: 'Text' }
    const { guid, people } = await support.call(messageDesk.send, { developers, readers: 'all', ...both })
    expect(people).toBe(3)
    const { rows } = await sub.call(messageCalls.find, {})
    expect(rows[0]).toMatchObject({
      kind: 'platformMessage',
      title: 'Please update',
      text: 'Text',
      link: '/message/allMessage',
    })
    await sub.call(messageCalls.read, { guids: [rows[0]?.guid ?? ''] })
    const listed = await support.call(messageDesk.find, { developerId: vendor.developerId })
    expect(listed.rows.find((row) => row.guid === guid)).toMatchObject({ people: 3, read: 1 })
    const logged = await other.call(operationLogCalls.find, { targetKind: 'developer' })
    expect(logged.rows.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'message', after: '请更新' }),
    )
    // One language is for everybody, and the super administrator can be the only reader.
    const one = await support.call(messageDesk.send, {
      developers: [vendor.developerId],
      readers: 'super',
      titleZh: '仅中文',
      textZh: '文字',
    })
    expect(one.people).toBe(1)
    expect((await sub.call(messageCalls.find, {})).rows).toHaveLength(1)
  })

  it('needs a whole text, and somebody who gets it', async () => {
    const vendor = await center.developer()
    const send = (given: Partial<PayloadOf<typeof messageDesk.send>>) =>
      support.call(messageDesk.send, { developers: [vendor.developerId], readers: 'all', ...given })
    await expect(send({})).rejects.toThrow(refusal('message.textNeeded'))
    await expect(send({ titleEn: 'Title' })).rejects.toThrow(refusal('message.textNeeded'))
    await center.ground.database.owner.query('update membership set is_enabled = false where developer_id = $1', [
      vendor.developerId,
    ])
    await expect(send({ titleZh: '标题', textZh: '文字' })).rejects.toThrow(refusal('message.nobody'))
  })
})

describe('feedback at the desk', () => {
  it('waits, is answered once, and the sender and both logs learn it', async () => {
    const vendor = await center.developer({ name: '反馈者' })
    const { guid } = await vendor.call(feedbackCalls.create, {
      kind: 'question',
      text: '这个按钮是做什么用的呢，请说明',
    })
    expect((await support.call(operatorDesk.current, {})).waiting.feedback).toBe(1)
    // It waits for those who can answer.
    const reader = await center.operator('auditor')
    expect((await reader.call(operatorDesk.current, {})).waiting).toEqual({})
    const { rows } = await support.call(feedbackDesk.find, { state: 'open', developerId: vendor.developerId })
    expect(rows).toEqual([expect.objectContaining({ guid, developerName: '反馈者', account: vendor.account })])
    await support.call(feedbackDesk.answer, { guid, answer: '用来导出' })
    await expect(support.call(feedbackDesk.answer, { guid, answer: '再答' })).rejects.toThrow(
      refusal('feedback.answered'),
    )
    expect((await vendor.call(messageCalls.find, {})).rows[0]).toMatchObject({ kind: 'feedbackAnswered' })
    expect((await support.call(feedbackDesk.get, { guid })).answer).toBe('用来导出')
    expect((await support.call(feedbackDesk.find, { state: 'open' })).records).toBe(0)
    await expect(support.call(feedbackDesk.get, { guid: NOBODY })).rejects.toThrow(refusal('feedback.notFound'))
    await expect(support.call(feedbackDesk.picture, { guid, position: 1 })).rejects.toThrow(
      refusal('feedback.notFound'),
    )
    const own = await vendor.call(operationLogCalls.find, { targetKind: 'feedback', targetGuid: guid })
    expect(own.rows.map(({ changes }) => changes.map(({ field }) => field))).toContainEqual(['answered'])
  })
})

describe('the outbox at the desk', () => {
  const queue = (to: string, developerId: number | null) =>
    center.ground.database.asOwner((db) =>
      center.ground.mailer.queue(db, {
        developerId,
        kind: 'register',
        to,
        subject: 'private subject',
        body: 'private body',
      }),
    )

  it('is found by the beginning of the recipient, and never tells a subject or a body', async () => {
    const id = await queue('Anna_1@example.com', null)
    await queue('annax1@example.com', null)
    const answer = await support.call(mailDesk.find, { recipient: 'anna_', state: ['queued'], channel: 'mail' })
    expect(answer.rows.map((row) => row.id)).toEqual([id])
    expect(JSON.stringify(answer)).not.toContain('private')
    // The role that reads for the desk has no right to them.
    for (const column of ['subject', 'body', 'html'])
      await expect(
        center.ground.database.atDesk('read', (db) => db.execute(`select ${column} from mail_outbox`)),
      ).rejects.toThrow(/Failed query/)
  })

  it('sends a failed or kept message again, and tells it in both logs', async () => {
    const vendor = await center.developer()
    const id = await queue('berta@example.com', vendor.developerId)
    await expect(support.call(mailDesk.resend, { id })).rejects.toThrow(refusal('mail.stateForbids'))
    await center.ground.database.owner.query("update mail_outbox set state = 'failed' where id = $1", [id])
    await support.call(mailDesk.resend, { id })
    const { rows } = await support.call(mailDesk.find, { recipient: 'berta' })
    expect(rows[0]).toMatchObject({ state: 'queued', canResend: false })
    const logged = await vendor.call(operationLogCalls.find, { targetKind: 'developer' })
    expect(logged.rows.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'resentTo', after: 'berta@example.com' }),
    )
    await expect(support.call(mailDesk.resend, { id: NOBODY })).rejects.toThrow(refusal('mail.notFound'))
  })
})

describe('the maintenance banner', () => {
  it('is on every surface while it is in force, and nowhere else', async () => {
    const vendor = await center.developer()
    const banner = { zh: '今晚维护', en: 'Maintenance', level: 'warning' as const }
    const told = async () => [
      (await center.visitor(identityCalls.door, {})).banner,
      (await vendor.call(identityCalls.current, {})).banner,
      (await support.call(operatorDesk.current, {})).banner,
    ]
    const set = (startTime: string, endTime: string, revision?: number) =>
      support.call(messageDesk.setBanner, { banner: { ...banner, startTime, endTime }, revision })
    // The first banner is based on the answer that there is none.
    await set(later(HOUR_MS), later(2 * HOUR_MS), (await support.call(messageDesk.banner, {})).revision)
    expect(await told()).toEqual([undefined, undefined, undefined])
    await set(later(-HOUR_MS), later(HOUR_MS), 1)
    expect(await told()).toEqual([banner, banner, banner])
    await expect(set(later(-HOUR_MS), later(HOUR_MS), 1)).rejects.toThrow(refusal('platform.stale'))
    await expect(set(later(HOUR_MS), later(-HOUR_MS))).rejects.toThrow(refusal('platform.timeIllegal'))
    await support.call(messageDesk.setBanner, { banner: null })
    expect(await told()).toEqual([undefined, undefined, undefined])
    expect(await support.call(messageDesk.banner, {})).toEqual({ banner: null, revision: 3 })
  })
})
