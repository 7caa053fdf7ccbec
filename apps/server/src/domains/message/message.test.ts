// Messages and notices: who gets them, who reads them, and when mails are sent.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  accessCalls,
  identityCalls,
  instantOf,
  integratorCalls,
  messageCalls,
  noticeCalls,
  productCalls,
  taskCalls,
  wallTime,
} from '@sealwright/contract'
import type { MessageKind } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewMessage } from '../../kernel/notify.ts'
import { TO_EVERYBODY, insertNotice } from './announce.queries.ts'
import { sendDue } from './mail.service.ts'
import { lockDue, purgeMessages } from './message.queries.ts'

const ZONE = 'Asia/Shanghai'
let center: TestCenter
let owner: Actor
beforeAll(async () => {
  center = await createTestCenter()
  await center.ground.jobs.open([center.ground.mailer.job])
})
afterAll(async () => {
  await center.ground.jobs.stop()
  await center.close()
})
/** Moves the clock to the next such time of day of the developers. */
function goTo(clock: string): void {
  const now = center.clock.now()
  const today = wallTime(now, ZONE).slice(0, 10)
  const at = instantOf(`${today}T${clock}:00`, ZONE).getTime() - now.getTime()
  center.clock.advance(at < 0 ? at + DAY_MS : at)
}
beforeEach(async () => {
  goTo('10:00')
  owner = await center.developer()
})

const low: NewMessage = { kind: 'lowBalance', params: { balance: '9', line: '10' }, link: '/billing' }
const risk: NewMessage = {
  kind: 'riskFound',
  params: { risk: 'r', subject: 's', evidence: 'e', more: 0 },
  link: '/runtime/risk',
}
const send = ({ developerId }: Pick<Actor, 'developerId'>, message: NewMessage = low) =>
  center.ground.database.inTenant(developerId, 'write', (db) =>
    center.ground.notify({ db, developerId, now: center.clock.now() }, message),
  )
const find = async (who: Actor, payload: object = {}) => (await who.call(messageCalls.find, payload)).rows
const mailsTo = async ({ account }: Actor) =>
  (
    await center.ground.database.owner.query<{ kind: string; subject: string; body: string }>(
      'select kind, subject, body from mail_outbox where recipient = $1 order by created_at, id',
      [account],
    )
  ).rows
const choose = (who: Actor, kind: MessageKind, way: 'both' | 'console' | 'mail' | 'none') =>
  who.call(messageCalls.updatePreferences, { ways: [{ kind, way }] })

describe('a message', () => {
  it('goes to everyone with the privilege, in their language, and each reads and deletes their own', async () => {
    const clerk = await center.administrator(owner, ['billing.view'])
    const other = await center.administrator(owner, ['product.view'])
    await clerk.call(identityCalls.updatePreferences, { locale: 'en' })
    await send(owner)
    expect(await find(other)).toEqual([])
    const [mine] = await find(owner)
    const [theirs] = await find(clerk)
    expect(mine).toMatchObject({ title: '您的 Sealwright 余额剩 ¥9，低于 ¥10', link: '/billing', isRead: false })
    expect(theirs?.title).toBe('Your Sealwright balance is down to ¥9, below ¥10')
    expect(await owner.call(messageCalls.read, { guids: [mine?.guid ?? '', theirs?.guid ?? ''] })).toEqual({ count: 1 })
    expect(await clerk.call(messageCalls.count, {})).toEqual({ messages: 1, notices: 0 })
    expect(await owner.call(messageCalls.count, {})).toEqual({ messages: 0, notices: 0 })
    expect(await owner.call(messageCalls.delete, { guids: [mine?.guid ?? '', theirs?.guid ?? ''] })).toEqual({
      count: 1,
    })
    expect(await find(clerk)).toHaveLength(1)
    expect(await find(owner)).toEqual([])
  })

  it('of a colleague is not found', async () => {
    const clerk = await center.administrator(owner, ['billing.view'])
    await send(owner)
    const [theirs] = await find(clerk)
    await expect(owner.call(messageCalls.get, { guid: theirs?.guid ?? '' })).rejects.toMatchObject({
      error: 'message.notFound',
    })
  })

  it('about one event is sent once, also by parallel transactions, and does not return when deleted', async () => {
    const event = randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => send(owner, { ...low, event })))
    const rows = await find(owner)
    expect(rows).toHaveLength(1)
    expect(await mailsTo(owner)).toHaveLength(1)
    await owner.call(messageCalls.delete, { guids: rows.map(({ guid }) => guid) })
    await send(owner, { ...low, event })
    expect(await find(owner)).toEqual([])
  })

  it('is not marked by looking at it, and not by a super administrator who views as its reader', async () => {
    const clerk = await center.administrator(owner, ['billing.view'])
    await send(owner)
    const [row] = await find(clerk)
    const guid = row?.guid ?? ''
    await owner.call(accessCalls.viewAs, { userId: clerk.accountId })
    expect((await owner.call(messageCalls.get, { guid })).row).toMatchObject({ guid, isRead: false })
    await expect(owner.call(messageCalls.read, { guids: [guid] })).rejects.toMatchObject({
      error: 'access.viewOnly',
    })
    expect((await find(clerk))[0]).toMatchObject({ guid, isRead: false })
  })

  it('about a row reaches only readers whose row scope contains it', async () => {
    const { guid } = await owner.call(productCalls.create, productPayload())
    const rights = ['runtime.view', 'product.view'] as const
    const all = await center.administrator(owner, rights)
    const assigned = await center.administrator(owner, rights, { limited: ['product'], assigned: { product: [guid] } })
    const blind = await center.administrator(owner, rights, { limited: ['product'] })
    await send(owner, { ...risk, about: { kind: 'product', guids: [guid] } })
    await send(owner, { ...risk, about: { kind: 'license', guids: [] } })
    const counts = await Promise.all([owner, all, assigned, blind].map(async (who) => (await find(who)).length))
    expect(counts).toEqual([2, 2, 1, 0])
  })
})

it('members of integrators get messages to them as persons, and no others', async () => {
  const member = await center.administrator(owner, ['billing.view'])
  const { guid } = await owner.call(integratorCalls.create, { name: '伙伴' })
  await center.ground.database.owner.query('update membership set integrator_guid = $1 where account_id = $2', [
    guid,
    member.accountId,
  ])
  const answered: NewMessage = { kind: 'feedbackAnswered', params: { text: 't', answer: 'a' }, link: '/feedback' }
  await send(owner)
  await send(owner, { ...answered, to: [member.accountId] })
  expect((await find(member)).map(({ kind }) => kind)).toEqual(['feedbackAnswered'])
  const kinds = (await member.call(messageCalls.preferences, {})).ways.map(({ kind }) => kind)
  expect(kinds).toContain('feedbackAnswered')
  expect(kinds).not.toContain('lowBalance')
})

describe('the list', () => {
  it('is filtered by state, several kinds and time, and knows the neighbors of a message', async () => {
    await send(owner)
    center.clock.advance(60_000)
    const from = center.clock.now()
    await send(owner, { kind: 'billDue', params: { name: 'n', amount: '1', day: 'd' }, link: '/billing' })
    center.clock.advance(60_000)
    await send(owner, {
      kind: 'packageEnding',
      params: { name: 'n', day: 'd', count: 1, licenses: 1, updates: 1 },
      link: '/billing',
    })
    const kindsOf = async (payload: object) => (await find(owner, payload)).map(({ kind }) => kind)
    const [newest, middle, oldest] = await find(owner)
    await owner.call(messageCalls.read, { guids: [middle?.guid ?? ''] })
    expect(await kindsOf({})).toEqual(['packageEnding', 'billDue', 'lowBalance'])
    expect(await kindsOf({ state: 'unread' })).toEqual(['packageEnding', 'lowBalance'])
    expect(await kindsOf({ state: 'read' })).toEqual(['billDue'])
    expect(await kindsOf({ kind: ['lowBalance', 'billDue'], order: 'asc' })).toEqual(['lowBalance', 'billDue'])
    expect(await kindsOf({ kind: 'lowBalance', state: 'read' })).toEqual([])
    expect(await kindsOf({ startTime: from.toISOString() })).toEqual(['packageEnding', 'billDue'])
    expect(await owner.call(messageCalls.get, { guid: middle?.guid ?? '' })).toMatchObject({
      newer: newest?.guid,
      older: oldest?.guid,
    })
    expect(await owner.call(messageCalls.readAll, { kind: ['lowBalance'] })).toEqual({ count: 1 })
    expect(await kindsOf({ state: 'unread' })).toEqual(['packageEnding'])
    expect(await owner.call(messageCalls.readAll, {})).toEqual({ count: 1 })
  })

  it('loses read messages after 180 days and all after 365', async () => {
    await send(owner)
    await send(owner)
    const [row] = await find(owner)
    await owner.call(messageCalls.read, { guids: [row?.guid ?? ''] })
    const after = async (days: number) => {
      await purgeMessages(center.ground.database.owner, new Date(center.clock.now().getTime() + days * DAY_MS))
      return (await find(owner)).length
    }
    expect([await after(179), await after(180), await after(364), await after(365)]).toEqual([2, 1, 1, 0])
  })
})

describe('preferences', () => {
  it('list the kinds that a person can get and decide how each is delivered', async () => {
    const clerk = await center.administrator(owner, ['billing.view'])
    const { ways, timeZone } = await clerk.call(messageCalls.preferences, {})
    expect(ways).toContainEqual({ kind: 'lowBalance', way: 'both' })
    expect(ways.map(({ kind }) => kind)).not.toContain('applicationApproved')
    expect(timeZone).toBe('Asia/Shanghai')
    const got = async () => [(await find(clerk)).length, (await mailsTo(clerk)).length]
    await send(owner)
    expect(await got()).toEqual([1, 1])
    await choose(clerk, 'lowBalance', 'console')
    await send(owner)
    expect(await got()).toEqual([2, 1])
    await choose(clerk, 'lowBalance', 'mail')
    await send(owner)
    expect(await got()).toEqual([2, 2])
    await choose(clerk, 'lowBalance', 'none')
    await send(owner)
    expect(await got()).toEqual([2, 2])
    expect((await find(owner)).length).toBe(4)
  })

  it('refuse quiet hours without length: platform.timeIllegal', async () => {
    await expect(
      owner.call(messageCalls.updatePreferences, { quietHours: { from: '22:00', until: '22:00' } }),
    ).rejects.toMatchObject({ error: 'platform.timeIllegal' })
  })

  it('make mails wait for the end of the quiet hours, and each is then sent once', async () => {
    await owner.call(messageCalls.updatePreferences, { quietHours: { from: '08:00', until: '12:00' } })
    await send(owner)
    await send(owner)
    expect(await find(owner)).toHaveLength(2)
    const due = () => sendDue(center.ground)
    goTo('11:58')
    await due()
    expect(await mailsTo(owner)).toEqual([])
    goTo('12:00')
    await Promise.all([due(), due(), due()])
    expect((await mailsTo(owner)).map(({ kind }) => kind)).toEqual(['lowBalance', 'lowBalance'])
  })

  it('join the mails of a day into one, with the titles and links, in the language of the reader', async () => {
    await owner.call(messageCalls.updatePreferences, { dailyHour: 17 })
    await owner.call(identityCalls.updatePreferences, { locale: 'en' })
    await send(owner)
    await send(owner, { kind: 'billDue', params: { name: 'Fee', amount: '1', day: 'd' }, link: '/billing/order' })
    goTo('17:00')
    await sendDue(center.ground)
    const [mail, ...others] = await mailsTo(owner)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'dailyMessages', subject: 'Your Sealwright messages: 2 messages' })
    expect(mail?.body).toMatch(/balance is down to ¥9.*\n.*\/billing\n\nPlatform bill: Fee, ¥1\n.*\/billing\/order/)
    expect(await owner.call(messageCalls.preferences, {})).toMatchObject({ dailyHour: 17, quietHours: null })
  })

  it.each<[string, (clerk: Actor) => Promise<unknown>]>([
    ['can no longer sign in', (clerk) => owner.call(accessCalls.disable, { userId: clerk.accountId })],
    [
      'no longer holds the privilege',
      (clerk) =>
        center.ground.database.owner.query("update membership set privileges = '{}' where account_id = $1", [
          clerk.accountId,
        ]),
    ],
    ['turned the mails of the kind off meanwhile', (clerk) => choose(clerk, 'lowBalance', 'console')],
  ])('of a person who %s send nothing', async (_what, change) => {
    const clerk = await center.administrator(owner, ['billing.view'])
    await clerk.call(messageCalls.updatePreferences, { dailyHour: 17 })
    await send(owner)
    await change(clerk)
    goTo('17:00')
    await sendDue(center.ground)
    expect(await mailsTo(clerk)).toEqual([])
  })

  it('send a waiting mail about a row only to readers who see the row by then', async () => {
    const { guid } = await owner.call(productCalls.create, productPayload())
    const rights = ['runtime.view', 'product.view'] as const
    const assigned = { limited: ['product'], assigned: { product: [guid] } } as const
    const [all, kept, lost, narrowed] = [
      await center.administrator(owner, rights),
      await center.administrator(owner, rights, assigned),
      await center.administrator(owner, rights, assigned),
      await center.administrator(owner, rights),
    ]
    for (const who of [all, kept, lost, narrowed]) {
      await who.call(messageCalls.updatePreferences, { dailyHour: 17 })
      await choose(who, 'riskFound', 'mail')
    }
    await send(owner, { ...risk, about: { kind: 'product', guids: [guid] } })
    await send(owner, { ...risk, about: { kind: 'product', guids: [] } })
    const { owner: database } = center.ground.database
    await database.query('update product set assigned_to = array_remove(assigned_to, $2) where guid = $1', [
      guid,
      lost.accountId,
    ])
    await database.query("update membership set limited = '{product}' where account_id = $1", [narrowed.accountId])
    goTo('17:00')
    await sendDue(center.ground)
    const kinds = await Promise.all(
      [all, kept, lost, narrowed].map(async (who) => (await mailsTo(who)).map(({ kind }) => kind)),
    )
    expect(kinds).toEqual([['dailyMessages'], ['riskFound'], [], []])
  })
})

it('of two runs at once, one sends the mails that are due and the other does not wait', async () => {
  await owner.call(messageCalls.updatePreferences, { dailyHour: 17 })
  await send(owner)
  goTo('17:00')
  await center.ground.database.asOwner(async (db) => {
    expect(await lockDue(db)).toBe(true)
    await sendDue(center.ground)
  })
  expect(await mailsTo(owner)).toEqual([])
  await sendDue(center.ground)
  expect(await mailsTo(owner)).toHaveLength(1)
})

describe('a notice', () => {
  const publish = async (given: { endsAt?: Date; startsAt?: Date } = {}) => {
    const guid = center.ground.ids.guid()
    await center.ground.database.asOwner((db) =>
      insertNotice(
        db,
        {
          ...TO_EVERYBODY,
          guid,
          level: 'important',
          titleZh: '维护',
          textZh: '今晚维护',
          titleEn: 'Maintenance',
          textEn: 'Tonight',
          startsAt: center.clock.now(),
          endsAt: null,
          ...given,
        },
        center.clock.now(),
      ),
    )
    return guid
  }

  it('is shown to everyone while it is in force, in their language; reading and deleting are personal', async () => {
    const other = await center.developer()
    await other.call(identityCalls.updatePreferences, { locale: 'en' })
    const now = center.clock.now().getTime()
    const guid = await publish({ endsAt: new Date(now + 3_600_000) })
    const planned = await publish({ startsAt: new Date(now + 60_000), endsAt: new Date(now + 3_600_000) })
    const titles = async (who: Actor, payload: object = {}) =>
      (await who.call(noticeCalls.find, payload)).rows.filter((row) => [guid, planned].includes(row.guid))
    expect(await titles(owner)).toMatchObject([{ title: '维护', kind: 'important', isRead: false }])
    expect(await titles(other)).toMatchObject([{ title: 'Maintenance', text: 'Tonight' }])
    expect(await owner.call(noticeCalls.read, { guids: [guid] })).toEqual({ count: 1 })
    expect(await owner.call(noticeCalls.read, { guids: [guid] })).toEqual({ count: 0 })
    expect(await titles(owner, { state: 'unread' })).toEqual([])
    expect(await titles(other, { state: 'unread' })).toHaveLength(1)
    expect(await owner.call(noticeCalls.delete, { guids: [guid] })).toEqual({ count: 1 })
    expect(await titles(owner)).toEqual([])
    await expect(owner.call(noticeCalls.get, { guid })).rejects.toMatchObject({ error: 'notice.notFound' })
    expect((await other.call(noticeCalls.get, { guid })).row.isRead).toBe(false)
    center.clock.advance(60_000)
    expect(await titles(other)).toHaveLength(2)
    center.clock.advance(3_600_000)
    expect(await titles(other)).toEqual([])
  })
})

it('the numbers at the bell arrive within a second, for messages, notices and reading', async () => {
  const { app } = center.center
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}${taskCalls.watch.path}`, {
    headers: owner.headers,
    signal: abort.signal,
  })
  const reader = response.body?.getReader()
  const next = async () => {
    for (;;) {
      const { value } = (await reader?.read()) ?? {}
      const [, data] = /^data: (.+)$/m.exec(new TextDecoder().decode(value)) ?? []
      if (data) return (JSON.parse(data) as { unread: { messages: number } }).unread.messages
    }
  }
  expect(await next()).toBe(0)
  const begun = performance.now()
  await send(owner)
  expect(await next()).toBe(1)
  expect(performance.now() - begun).toBeLessThan(1_000)
  await owner.call(messageCalls.readAll, {})
  expect(await next()).toBe(0)
  abort.abort()
})
