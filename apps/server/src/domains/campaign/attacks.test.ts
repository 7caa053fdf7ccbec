// Ways around the rules of campaigns that must stay closed: of visitors with several addresses, networks and browsers,
// and of administrators with a quota or an approval flow over them.
import {
  LIMITS,
  activityCalls,
  approveCalls,
  blacklistCalls,
  campaignVisitCalls,
  pcTemplateCalls,
} from '@sealwright/contract'
import {
  campaignTemplate,
  createGuest,
  createTestCenter,
  createVendor,
  newMobile,
  openAccount,
  openCampaign,
  refused,
} from '@sealwright/testkit'
import type { Actor, OpenCampaign, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
})
afterAll(() => center.close())

const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await center.ground.database.owner.query<Row>(text, values)).rows
const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error

describe('an administrator with a quota', () => {
  async function raise({ guid, get }: OpenCampaign, maxParticipants: number, by: Actor) {
    const { endTime, links, revision } = await get()
    const kept = links.map((link) => ({ guid: link.guid, name: link.name }))
    return by.call(activityCalls.updateOngoing, { guid, revision, endTime, maxParticipants, links: kept })
  }
  const editor = (softQuota: number) =>
    center.administrator(vendor, ['activity.update', 'activity.view'], { softQuota })

  it('cannot add places that count toward the quota of another', async () => {
    const campaign = await openCampaign(center, vendor, { maxParticipants: 1 })
    expect(await errorOf(raise(campaign, 9, await editor(0)))).toBe('license.quotaUsedUp')
    const sales = await editor(1)
    await raise(campaign, 9, sales)
    await createGuest(center, campaign.token, await openAccount(center)).join()
    expect(await query('select used from quota_use where holder = $1', sales.accountId)).toEqual([{ used: 1 }])
    const next = createGuest(center, campaign.token, await openAccount(center))
    expect(await errorOf(next.join())).toBe('activity.paused')
  })

  it('cannot take over a campaign without adding places', async () => {
    const campaign = await openCampaign(center, vendor, { maxParticipants: 1 })
    await raise(campaign, 1, await editor(0))
    expect(await createGuest(center, campaign.token, await openAccount(center)).join()).toMatchObject({
      wasJoined: false,
    })
  })
})

describe('a template that changes after the publication', () => {
  it('is no way around an approval flow: the campaign pauses itself', async () => {
    const own = await createVendor(center)
    const approver = await center.administrator(own, ['audit.decide'])
    await own.call(approveCalls.create, {
      name: '大额',
      families: ['account'],
      events: ['issue'],
      fenAbove: 10_000,
      includesSuper: true,
      steps: [{ userIds: [approver.accountId] }],
    })
    const templateGuid = await campaignTemplate(own)
    const campaign = await openCampaign(center, own, { templateGuid, maxParticipants: 10 })
    const join = async () => createGuest(center, campaign.token, await openAccount(center)).join()
    center.clock.advance(1000)
    await own.call(pcTemplateCalls.update, { kind: 'account', guid: templateGuid, name: '改名' })
    await join()
    await own.call(pcTemplateCalls.update, { kind: 'account', guid: templateGuid, billingMode: 'oneTime' })
    expect(await errorOf(join())).toBe('activity.paused')
    expect((await campaign.get()).pauseReason).toContain('“大额”')
  })
})

describe('the blacklist', () => {
  const add = (kind: 'account' | 'network', ...values: string[]) =>
    vendor.call(blacklistCalls.addBlacklist, { kind, values })

  it('also meets a visitor who proves the account by its other address', async () => {
    const campaign = await openCampaign(center, vendor)
    const [account, mobile] = [await openAccount(center), newMobile()]
    await query('update account set mobile = $2 where email = $1', account, mobile)
    await add('account', account)
    const guest = createGuest(center, campaign.token, mobile)
    // Before the proof, nobody learns whose number it is.
    expect(await errorOf(guest.join({ password: 'wrong-horse' }))).toBe('identity.loginFailed')
    expect(await errorOf(guest.join())).toBe('activity.blocked')
    expect(await errorOf(guest.takePart())).toBe('activity.blocked')
    const { rows } = await vendor.call(blacklistCalls.findAttempts, { guid: campaign.guid })
    expect(rows.map((row) => row.account)).toEqual([account, account])
  })

  it('meets every address of an IPv6 subscriber, and an IPv4 address in its IPv6 form', async () => {
    const campaign = await openCampaign(center, vendor)
    await add('network', '2001:db8:7:8::1', '2001:db8:7:9::1/128', '::ffff:198.51.100.9')
    const from = (network: string) => createGuest(center, campaign.token, undefined, network).sendCode()
    for (const network of ['2001:db8:7:8:ffff::2', '198.51.100.9', '::ffff:198.51.100.9'])
      expect(await errorOf(from(network)), network).toBe('activity.blocked')
    await from('2001:db8:7:9::2')
  })
})

describe('a visitor with many browsers', () => {
  it('counts a limited number of times', async () => {
    const campaign = await openCampaign(center, vendor)
    const visit = (agent: string, remoteAddress: string) =>
      center.center.app.inject({
        method: 'POST',
        url: campaignVisitCalls.visit.path,
        remoteAddress,
        headers: {
          'user-agent': agent,
          'content-type': 'application/json',
          origin: 'http://localhost',
          host: 'localhost',
        },
        payload: JSON.stringify({ link: campaign.token }),
      })
    const views = async () => (await campaign.get()).links[0]?.views
    await visit('one', '198.51.100.77')
    await query(
      `insert into campaign_view select developer_id, campaign_guid, link_guid, day,
         substring(visitor for 8) || int8send(n), via, at
       from campaign_view, generate_series(3, $2::int) n where campaign_guid = $1`,
      campaign.guid,
      LIMITS.campaign.viewsOfNetworkADay,
    )
    await visit('two', '198.51.100.77')
    await visit('three', '198.51.100.77')
    expect(await views()).toBe(LIMITS.campaign.viewsOfNetworkADay)
    await visit('three', '198.51.100.78')
    expect(await views()).toBe(LIMITS.campaign.viewsOfNetworkADay + 1)
  })
})

it.each(['%00', 'a%00bcdefghijkl', '%F0%9F%98%80', "'--"])('a picture of the link %s does not exist', async (token) => {
  const { statusCode } = await center.center.app.inject({ url: `/p/campaign/${token}/picture` })
  expect(statusCode).toBe(404)
})
