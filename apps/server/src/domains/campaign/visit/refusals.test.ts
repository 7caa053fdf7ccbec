// Visitors who cannot take part: each reason has its own words, nothing of a refused participation stays, and a
// campaign that cannot give the next license pauses itself.
import { Refusal } from '@sealwright/client'
import {
  CAMPAIGN_STATUSES,
  DAY_MS,
  LIMITS,
  activityCalls,
  billingCalls,
  blacklistCalls,
  messageCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  userCalls,
} from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import {
  PLACE_FEN,
  campaignTemplate,
  createGuest,
  createTestCenter,
  createVendor,
  newAddress,
  newMobile,
  openAccount,
  openCampaign,
  refused,
} from '@sealwright/testkit'
import type { OpenCampaign, TestCenter, Vendor } from '@sealwright/testkit'
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
const set = ({ guid }: OpenCampaign, changes: string, ...values: unknown[]) =>
  query(`update campaign set ${changes} where guid = $1`, guid, ...values)
const after = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS)
const guestOf = ({ token }: OpenCampaign, account?: string) => createGuest(center, token, account)
const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error

describe('a link', () => {
  it('with another method is refused by 900, an unknown or removed one by 933, a draft by 911', async () => {
    const campaign = await openCampaign(center, vendor)
    const told = async (attempt: Promise<unknown>) => {
      const { code, error, message } = await refused(attempt)
      return { code, error, isTold: message.length > 4 }
    }
    const bad = (code: number, error: ErrorName) => ({ code, error, isTold: true })
    const guest = guestOf(campaign)
    const wrong: [given: { via?: string; link?: string }, code: number, error: ErrorName][] = [
      [{ via: 'fax' }, 900, 'activity.badMethod'],
      [{ link: 'no-such-link' }, 933, 'activity.badLink'],
    ]
    for (const [given, code, error] of wrong)
      for (const act of [guest.visit, guest.sendCode, guest.join])
        expect(await told(act(given))).toEqual(bad(code, error))
    await set(campaign, "stage = 'draft', published_at = null, published_by = null")
    for (const act of [guest.visit, guest.sendCode, guest.join])
      expect(await told(act())).toEqual(bad(911, 'activity.unknown'))
    await query('update campaign_link set removed_at = now() where campaign_guid = $1', campaign.guid)
    expect(await told(guest.visit())).toEqual(bad(933, 'activity.badLink'))
  })
})

describe('a campaign that is closed', () => {
  it.each<[state: string, error: ErrorName, changes: string, values: () => unknown[]]>([
    ['notStarted', 'activity.notStarted', 'starts_at = $2', () => [after(1)]],
    ['paused', 'activity.paused', "stage = 'paused'", () => []],
    ['terminated', 'activity.terminated', "stage = 'terminated'", () => []],
    ['ended', 'activity.ended', 'ends_at = $2', () => [after(-0.5)]],
    ['full', 'activity.full', 'taken = max_participants', () => []],
    ['deleted', 'activity.deleted', "stage = 'terminated', deleted_at = $2", () => [after(0)]],
  ])('because it is %s says so on every call', async (state, error, changes, values) => {
    const campaign = await openCampaign(center, vendor)
    const early = guestOf(campaign)
    await early.sendCode()
    await set(campaign, changes, ...values())
    const guest = guestOf(campaign, await openAccount(center))
    expect(await guest.visit()).toMatchObject({ closed: state })
    const acts = [guest.sendCode, guest.join, () => guest.join({ password: 'wrong-horse' }), () => early.register()]
    for (const act of acts) expect(await errorOf(act())).toBe(error)
  })

  it('tells the start in the visitor’s language', async () => {
    const campaign = await openCampaign(center, vendor)
    await set(
      campaign,
      'starts_at = $2, ends_at = $3',
      new Date('2027-03-01T01:00:00Z'),
      new Date('2027-04-01T01:00:00Z'),
    )
    const { browser, ...guest } = guestOf(campaign)
    const told = async () => (await refused(guest.sendCode())).message
    expect(await told()).toMatch(/2027年3月1日.*09:00/)
    const { headers } = browser
    browser.headers = () => ({ ...headers(), 'accept-language': 'en' })
    expect(await told()).toMatch(/March 1, 2027.*09:00/)
  })

  it('refuses a code that was sent before, which stays valid for another campaign', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = guestOf(campaign)
    await guest.sendCode()
    await set(campaign, 'taken = max_participants')
    expect(await errorOf(guest.register())).toBe('activity.full')
    const other = await openCampaign(center, vendor)
    expect(await guest.register({ link: other.token })).toMatchObject({ wasJoined: false })
  })
})

describe('a visitor', () => {
  it('on the blacklist is refused by account, domain, phone prefix and network, and the operator sees it', async () => {
    const own = await createVendor(center)
    const campaign = await openCampaign(center, own)
    const mobile = newMobile()
    const entries = [
      ['account', newAddress()],
      ['mailDomain', 'spam.example'],
      ['phonePrefix', mobile.slice(0, 7)],
      ['network', '203.0.113.0/24'],
    ] as const
    for (const [kind, value] of entries) await own.call(blacklistCalls.addBlacklist, { kind, values: [value] })
    const blocked = [
      createGuest(center, campaign.token, entries[0][1].toUpperCase()),
      createGuest(center, campaign.token, 'li@mail.spam.example'),
      createGuest(center, campaign.token, mobile),
      createGuest(center, campaign.token, newAddress(), '203.0.113.9'),
    ]
    for (const guest of blocked) {
      expect(await errorOf(guest.sendCode())).toBe('activity.blocked')
      expect(await errorOf(guest.join())).toBe('activity.blocked')
    }
    const { rows } = await own.call(blacklistCalls.findBlacklist, {})
    expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2])
    const attempts = await own.call(blacklistCalls.findAttempts, { guid: campaign.guid })
    expect(attempts.records).toBe(8)
    expect(new Set(attempts.rows.map(({ kind }) => kind)).size).toBe(4)
    await expect(createGuest(center, campaign.token).sendCode()).resolves.toBeDefined()
  })

  it('with an account of another type is told which types can take part', async () => {
    const campaign = await openCampaign(center, vendor, { accountTypes: [2] })
    const refusal = await refused(guestOf(campaign).sendCode())
    expect(refusal.error).toBe('activity.accountType')
    expect(refusal.message).toContain('手机')
    await expect(guestOf(campaign, newMobile()).takePart()).resolves.toMatchObject({ isNew: true })
  })

  it('is one of a limited number of participants from a network within a day', async () => {
    const campaign = await openCampaign(center, vendor, { maxParticipants: 100 })
    const network = '198.51.100.7'
    const first = createGuest(center, campaign.token, await openAccount(center), network)
    await first.join()
    // Without foreign keys: the limit only counts rows.
    await query(
      `do $$ begin
         set local session_replication_role = replica;
         insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
           account_type, via, is_new, license_guid, serial, cost_fen, network, joined_at, join_day)
         select developer_id, gen_random_uuid(), campaign_guid, link_guid, gen_random_uuid(), user_guid, account,
           account_type, via, is_new, gen_random_uuid(), serial, cost_fen, network, joined_at, join_day
         from campaign_participant, generate_series(2, ${LIMITS.campaign.perNetworkADay})
         where campaign_guid = '${campaign.guid}';
       end $$`,
    )
    const late = createGuest(center, campaign.token, await openAccount(center), network)
    expect(await errorOf(late.sendCode())).toBe('activity.networkLimit')
    expect(await errorOf(late.join())).toBe('activity.networkLimit')
    expect(await first.join()).toMatchObject({ wasJoined: true })
    expect(await createGuest(center, campaign.token, late.account).join()).toMatchObject({ wasJoined: false })
  })

  it('who is or was a user cannot take part in a campaign for new users', async () => {
    const campaign = await openCampaign(center, vendor, { userScope: 1 })
    const [present, former] = [newAddress(), newAddress()]
    for (const account of [present, former]) await vendor.user({ account })
    const { rows } = await vendor.call(userCalls.find, { account: former })
    await vendor.call(userCalls.delete, { guid: rows[0]?.guid ?? '' })
    for (const account of [present, former])
      expect(await errorOf(guestOf(campaign, account).takePart())).toBe('activity.newOnly')
    expect(await guestOf(campaign).takePart()).toMatchObject({ isNew: true })
    // An account without this developer is new here.
    expect(await guestOf(campaign, await openAccount(center)).join()).toMatchObject({ isNew: false })
  })

  it('who has a license for the product keeps it and gets no other', async () => {
    const account = await openAccount(center)
    const template = await vendor.pcTemplate('account')
    const user = await vendor.user({ account })
    const { licenses } = await vendor.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [template],
      userIds: [user],
    })
    const campaign = await openCampaign(center, vendor)
    const refusal = await refused(guestOf(campaign, account).join())
    expect(refusal.error).toBe('activity.held')
    expect(refusal.message).toContain('星图专业版')
    const { rows } = await vendor.call(pcLicenseCalls.find, { kind: 'account', keyword: account })
    expect(rows).toMatchObject([{ guid: licenses[0]?.guid, status: 1 }])
    expect(await campaign.get()).toMatchObject({ taken: 0, status: 3 })
  })

  it('who administers a developer takes part with a code only', async () => {
    const campaign = await openCampaign(center, vendor)
    const other = await center.developer()
    const guest = guestOf(campaign, other.account)
    expect(await errorOf(guest.join())).toBe('identity.loginFailed')
    expect(await guest.takePart()).toMatchObject({ isNew: false, wasJoined: false })
  })

  it('who guesses passwords is slowed down', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = guestOf(campaign, await openAccount(center))
    const errors = []
    for (let n = 0; n <= LIMITS.guessing.freeFailures + 1; n++)
      errors.push(await errorOf(guest.join({ password: `wrong-${n}` })))
    expect(errors[0]).toBe('identity.loginFailed')
    expect(errors.at(-1)).toBe('identity.slowedDown')
  })

  it('who asks for codes again and again has to wait', async () => {
    const guest = guestOf(await openCampaign(center, vendor))
    await guest.sendCode()
    expect(await refused(guest.sendCode())).toMatchObject({ error: 'identity.codeTooSoon' })
  })

  it('who is refused leaves no account and no user, and their code stays valid', async () => {
    const templateGuid = await campaignTemplate(vendor)
    const campaign = await openCampaign(center, vendor, { templateGuid })
    const guest = guestOf(campaign)
    await guest.sendCode()
    await vendor.call(pcTemplateCalls.delete, { kind: 'account', templateGuid })
    expect(await errorOf(guest.register())).toBe('activity.licenseFault')
    expect(await query('select id from account where email = $1', guest.account)).toEqual([])
    expect((await vendor.call(userCalls.find, { account: guest.account })).records).toBe(0)
    const other = await openCampaign(center, vendor)
    expect(await guest.register({ link: other.token })).toMatchObject({ isNew: true })
  })
})

describe('a campaign that cannot give the next license', () => {
  const pausedMessages = async (of: Vendor) =>
    (await of.call(messageCalls.find, {})).rows.filter(({ kind }) => kind === 'campaignPaused')

  it('pauses itself when the money is used up, with one message', async () => {
    const poor = await createVendor(center, { yuan: 0 })
    await center.credit(poor, 3 * PLACE_FEN + 50)
    const campaign = await openCampaign(center, poor, { maxParticipants: 5 })
    const accounts = await Promise.all(Array.from({ length: 5 }, () => openAccount(center)))
    const outcomes = await Promise.allSettled(accounts.map((account) => guestOf(campaign, account).join()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof Refusal ? [outcome.reason.error] : [],
    )
    expect(errors).toEqual(['activity.paused', 'activity.paused'])
    const row = await campaign.get()
    expect(row).toMatchObject({ taken: 3, status: 4 })
    expect(row.pauseReason).toContain('余额')
    expect(row.pauseRemedy).toBe('funds')
    expect((await poor.call(billingCalls.balance, {})).balanceFen).toBe(50)
    expect(await pausedMessages(poor)).toMatchObject([{ title: `活动“${row.name}”已自动暂停` }])
    await center.credit(poor, PLACE_FEN)
    await poor.call(activityCalls.start, { guid: campaign.guid })
    expect(await guestOf(campaign, accounts.at(0)).join()).toMatchObject({ wasJoined: true })
    expect(await guestOf(campaign).takePart()).toMatchObject({ wasJoined: false })
  })

  it('pauses itself when the quota of the publisher is used up', async () => {
    const templateGuid = await campaignTemplate(vendor)
    const sales = await center.administrator(vendor, ['activity.create', 'activity.publish', 'activity.view'], {
      softQuota: 1,
    })
    const campaign = await openCampaign(center, vendor, { templateGuid }, sales)
    await guestOf(campaign).takePart()
    expect(await errorOf(guestOf(campaign).takePart())).toBe('activity.paused')
    expect(await campaign.get()).toMatchObject({ status: 4, taken: 1 })
  })

  it('pauses itself with code 939 when its template no longer allows the terms', async () => {
    const own = await createVendor(center)
    const templateGuid = await campaignTemplate(own)
    const campaign = await openCampaign(center, own, { templateGuid })
    await own.call(pcTemplateCalls.update, {
      kind: 'account',
      guid: templateGuid,
      canModify: false,
    })
    expect(await refused(guestOf(campaign).takePart())).toMatchObject({ error: 'activity.licenseFault', code: 939 })
    expect(await campaign.get()).toMatchObject({ status: 4, taken: 0, pauseRemedy: 'other' })
    expect(await pausedMessages(own)).toHaveLength(1)
    expect(await errorOf(guestOf(campaign).sendCode())).toBe('activity.paused')
  })

  it('pauses itself for good with code 939 when its template was deleted', async () => {
    const own = await createVendor(center)
    const templateGuid = await campaignTemplate(own)
    const campaign = await openCampaign(center, own, { templateGuid })
    await own.call(pcTemplateCalls.delete, { kind: 'account', templateGuid })
    expect(await refused(guestOf(campaign).takePart())).toMatchObject({ error: 'activity.licenseFault', code: 939 })
    expect(await campaign.get()).toMatchObject({ status: CAMPAIGN_STATUSES.paused, pauseRemedy: 'replace' })
  })

  it('pauses itself while the service fee is unpaid', async () => {
    const own = await createVendor(center)
    const campaign = await openCampaign(center, own)
    await query('update billing_terms set fee_fen = 100 where developer_id = $1', own.developerId)
    await query('update developer set service_until = $2 where id = $1', own.developerId, after(-1))
    expect(await errorOf(guestOf(campaign).takePart())).toBe('activity.paused')
    const { status, pauseReason } = await campaign.get()
    expect([status, pauseReason]).toEqual([
      CAMPAIGN_STATUSES.paused,
      errorSentence(center.ground.languages.zh, 'developer.serviceFeeUnpaid'),
    ])
    expect((await refused(own.call(activityCalls.start, { guid: campaign.guid }))).error).toBe(
      'developer.serviceFeeUnpaid',
    )
  })

  it('pauses itself when a trial has no room for another user', async () => {
    const trial = await createVendor(center, { status: 'trial', yuan: 0 })
    const cloud = { licenseForm: 1, offlineDays: undefined, licBindLimit: undefined } as const
    const templateGuid = await campaignTemplate(trial, cloud)
    const campaign = await openCampaign(center, trial, { templateGuid, licenseDays: 7 })
    const room = LIMITS.trial.users
    await query(
      `insert into end_user (developer_id, guid, account_type, account, password_hash, gender, tag_guids, activated_at,
         revision, created_by, updated_by, created_at, updated_at)
       select $1, gen_random_uuid(), 4, 'shadow' || n, 'x', 0, '{}', now(), 1, $2, $2, now(), now()
       from generate_series(1, $3) n`,
      trial.developerId,
      trial.accountId,
      room,
    )
    expect(await errorOf(guestOf(campaign).takePart())).toBe('activity.paused')
    expect(await campaign.get()).toMatchObject({ status: 4 })
  })
})
