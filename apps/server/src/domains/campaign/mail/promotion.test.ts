// Promotion mails of campaigns: who gets one, once, and how to get no more.
import {
  LIMITS,
  UNSUBSCRIBE_PAGE,
  activityCalls,
  campaignVisitCalls,
  mailCalls,
  tagCalls,
  taskCalls,
} from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import {
  createGuest,
  createTestCenter,
  createVendor,
  newAddress,
  newMobile,
  openAccount,
  openCampaign,
  refused,
  startSmtp,
} from '@sealwright/testkit'
import type { OpenCampaign, TestCenter, TestSmtp, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let smtp: TestSmtp
let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  smtp = await startSmtp()
  center = await createTestCenter({ config: { smtpUrl: smtp.url } })
  vendor = await createVendor(center)
})
afterAll(async () => {
  await center.close()
  await smtp.close()
})

const outboxOf = async (to: string) => {
  const { rows } = await center.ground.database.owner.query<{
    id: string
    kind: string
    body: string
    unsubscribe: string
    state: string
    problem: string | null
  }>("select * from mail_outbox where recipient = $1 and kind = 'promotion' order by created_at", [to])
  return rows
}
/** Runs the job that sends a mail. */
const send = (id: string) => center.ground.mailer.job.run({ id }, { isLast: true })

/** Users with a tag of their own. */
async function tagged(...accounts: string[]): Promise<string> {
  const name = `标签${Math.random().toString(36).slice(2, 8)}`
  for (const account of accounts) await vendor.user({ account, tags: [name] })
  const found = (await vendor.call(tagCalls.find, { name })).rows[0]
  return found?.guid ?? ''
}

async function promote({ guid, get }: OpenCampaign, tagGuid: string): Promise<string> {
  const [link] = (await get()).links
  const payload = { guid, linkGuid: link?.guid ?? '', tagGuids: [tagGuid] }
  return (await vendor.call(activityCalls.promote, payload)).taskId
}

async function results(taskId: string) {
  const { rows } = await vendor.call(taskCalls.findRows, { guid: taskId, pageSize: 100 })
  return new Map(rows.map(({ cells, state, reason }) => [cells[0]?.value ?? '', `${state} ${reason ?? ''}`.trim()]))
}

async function start(taskId: string): Promise<void> {
  await vendor.call(taskCalls.start, { guid: taskId })
  await center.finishTask(vendor, taskId)
}

const skipped = (error: ErrorName, params = {}) => `skip ${errorSentence(center.ground.languages.zh, error, params)}`
const tokenIn = (body: string) => /#token=([\w.-]+)/.exec(body)?.[1] ?? ''

describe('a promotion', () => {
  it('drafts who would get a mail and why others do not, and sends one mail to each user', async () => {
    const [reader, former, mobile] = [await openAccount(center), newAddress(), newMobile()]
    const tag = await tagged(reader, former, mobile)
    const campaign = await openCampaign(center, vendor)
    const earlier = await promote(campaign, tag)
    await start(earlier)
    const other = await openCampaign(center, vendor)
    const [mail] = await outboxOf(former)
    await center.visitor(campaignVisitCalls.unsubscribe, { token: tokenIn(mail?.body ?? '') })
    const draft = await promote(other, tag)
    expect(await results(draft)).toEqual(
      new Map([
        [reader, 'waiting'],
        [former, skipped('activity.unsubscribed')],
        [mobile, skipped('activity.noMail')],
      ]),
    )
    expect(await outboxOf(reader)).toHaveLength(1)
    await start(draft)
    expect(await outboxOf(former)).toHaveLength(1)
    const mails = await outboxOf(reader)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.body).toContain(`/p/campaign/${other.token}?via=mail`)
    expect((await results(await promote(other, tag))).get(reader)).toBe(skipped('activity.mailSent'))
    const user = (await vendor.call(mailCalls.find, { about: 'user', guid: await userOf(reader) })).rows
    expect(user.map(({ kind }) => kind)).toEqual(['promotion', 'promotion'])
  })

  it('goes to all users, with or without tags, if the audience is all', async () => {
    const other = await createVendor(center)
    const [reader, mobile] = [newAddress(), newMobile()]
    const { guid, get } = await openCampaign(center, other)
    const [link] = (await get()).links
    const payload = { guid, linkGuid: link?.guid ?? '', audience: 'all' as const }
    expect((await refused(other.call(activityCalls.promote, payload))).error).toBe('activity.nobody')
    await other.user({ account: reader })
    await other.user({ account: mobile, tags: ['一'] })
    const { taskId } = await other.call(activityCalls.promote, payload)
    const { rows } = await other.call(taskCalls.findRows, { guid: taskId })
    expect(new Map(rows.map(({ cells, state }) => [cells[0]?.value, state]))).toEqual(
      new Map([
        [reader, 'waiting'],
        [mobile, 'skip'],
      ]),
    )
    const ruleOf = async (given: object) =>
      (await refused(other.call(activityCalls.promote, { ...payload, ...given }))).fields?.map((one) => one.rule)
    expect(await ruleOf({ tagGuids: [guid] })).toEqual(['notApplicable'])
    expect(await ruleOf({ audience: 'tagged' })).toEqual(['required'])
  })

  it('obeys somebody who unsubscribes while the mail waits, and goes on after they subscribe again', async () => {
    const [reader, waiting] = [newAddress(), newAddress()]
    const tag = await tagged(reader, waiting)
    const campaign = await openCampaign(center, vendor)
    const draft = await promote(campaign, tag)
    await start(draft)
    const [mail] = await outboxOf(waiting)
    await center.visitor(campaignVisitCalls.unsubscribe, { token: tokenIn(mail?.body ?? '') })
    for (const { id } of [...(await outboxOf(reader)), ...(await outboxOf(waiting))]) await send(id)
    expect(await outboxOf(reader)).toMatchObject([{ state: 'sent' }])
    expect(await outboxOf(waiting)).toMatchObject([{ state: 'failed', problem: 'unsubscribed' }])
    await center.visitor(campaignVisitCalls.unsubscribe, { token: tokenIn(mail?.body ?? ''), isSubscribed: true })
    expect((await results(await promote(await openCampaign(center, vendor), tag))).get(waiting)).toBe('waiting')
  })

  it('goes to a user a few times a day at most, whatever the number of campaigns', async () => {
    const reader = newAddress()
    const tag = await tagged(reader)
    const campaign = await openCampaign(center, vendor)
    await center.ground.database.owner.query(
      `insert into campaign_mail (developer_id, campaign_guid, user_guid, sent_at)
       select developer_id, guid, $2, $3 from campaign where developer_id = $1 and guid <> $4 limit $5`,
      [vendor.developerId, await userOf(reader), center.clock.now(), campaign.guid, LIMITS.campaign.mailsADay],
    )
    const sated = skipped('activity.mailLimit', { max: LIMITS.campaign.mailsADay })
    expect((await results(await promote(campaign, tag))).get(reader)).toBe(sated)
    const dayBefore = "update campaign_mail set sent_at = sent_at - interval '1 day' where user_guid = $1"
    await center.ground.database.owner.query(dayBefore, [await userOf(reader)])
    expect((await results(await promote(campaign, tag))).get(reader)).toBe('waiting')
  })

  it('tells mail programs the address that ends the mails with one click', async () => {
    const reader = newAddress()
    const tag = await tagged(reader)
    const campaign = await openCampaign(center, vendor)
    await start(await promote(campaign, tag))
    const [mail] = await outboxOf(reader)
    const before = smtp.received.length
    await send(mail?.id ?? '')
    const content = smtp.received[before]?.content.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    expect(content).toMatch(/^List-Unsubscribe: <http[^>]+\/p\/unsubscribe\?token=[\w.-]+>\r?$/m)
    expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    const { pathname, search } = new URL(mail?.unsubscribe ?? '')
    const answer = await center.fetch(`${pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    const token = new URLSearchParams(search).get('token') ?? ''
    expect(await center.visitor(campaignVisitCalls.subscription, { token })).toEqual({
      developerName: '测试开发者',
      account: `vi***${reader.slice(reader.indexOf('@'))}`,
      isSubscribed: false,
    })
  })

  it('fails the remaining rows when the campaign no longer runs', async () => {
    const reader = newAddress()
    const tag = await tagged(reader)
    const campaign = await openCampaign(center, vendor)
    const draft = await promote(campaign, tag)
    await vendor.call(activityCalls.pause, { guid: campaign.guid })
    await start(draft)
    expect((await results(draft)).get(reader)).toMatch(/^fail 活动/)
    expect(await outboxOf(reader)).toEqual([])
  })

  it('leads to a participation by mail', async () => {
    const reader = await openAccount(center)
    const tag = await tagged(reader)
    const campaign = await openCampaign(center, vendor)
    await start(await promote(campaign, tag))
    expect(await createGuest(center, campaign.token, reader).join({ via: 'mail' })).toMatchObject({ wasJoined: false })
  })

  it('is refused without users, for another link, tag or state, and without the right to see users', async () => {
    const campaign = await openCampaign(center, vendor)
    const tag = await tagged(newAddress())
    const { guid: unused } = await vendor.call(tagCalls.create, { name: '没有人' })
    const [link] = (await campaign.get()).links
    const good = { guid: campaign.guid, linkGuid: link?.guid ?? '', tagGuids: [tag] }
    const nothing = '00000000-0000-4000-8000-000000000000'
    const errorOf = async (given: Partial<typeof good>, by = vendor) =>
      (await refused(by.call(activityCalls.promote, { ...good, ...given }))).error
    expect(await errorOf({ tagGuids: [unused] })).toBe('activity.nobody')
    expect(await errorOf({ tagGuids: [nothing] })).toBe('tag.notFound')
    expect(await errorOf({ linkGuid: nothing })).toBe('activity.linkNotFound')
    expect(await errorOf({ guid: nothing })).toBe('activity.notFound')
    const blind = await center.administrator(vendor, ['activity.publish', 'activity.view'])
    expect((await refused(blind.call(activityCalls.promote, good))).error).toBe('platform.noPermission')
    await vendor.call(activityCalls.terminate, { guid: campaign.guid })
    expect(await errorOf({})).toBe('activity.stateForbids')
  })
})

async function userOf(account: string): Promise<string> {
  const { rows } = await center.ground.database.owner.query<{ guid: string }>(
    'select guid from end_user where account = $1',
    [account],
  )
  return rows[0]?.guid ?? ''
}

describe('the link that ends promotion mails', () => {
  it('works only as it was signed', async () => {
    const reader = newAddress()
    const campaign = await openCampaign(center, vendor)
    await start(await promote(campaign, await tagged(reader)))
    const token = tokenIn((await outboxOf(reader))[0]?.body ?? '')
    const [developer, address = '', mac] = token.split('.')
    const other = Buffer.from(newAddress()).toString('base64url')
    const forged = [
      `${developer}.${other}.${mac}`,
      `1${token}`,
      token.slice(0, -1),
      `${developer}.${address}.`,
      'x',
      '',
    ]
    for (const wrong of forged) {
      const given = { token: wrong || 'x' }
      expect((await refused(center.visitor(campaignVisitCalls.subscription, given))).error).toBe(
        'activity.badUnsubscribe',
      )
      expect((await refused(center.visitor(campaignVisitCalls.unsubscribe, given))).error).toBe(
        'activity.badUnsubscribe',
      )
      const click = await center.fetch(`${UNSUBSCRIBE_PAGE}?token=${wrong}`, { method: 'POST' })
      expect((await click.json()) as object).toMatchObject({ data: null }) // an envelope
    }
    expect(await center.visitor(campaignVisitCalls.subscription, { token })).toMatchObject({ isSubscribed: true })
  })
})
