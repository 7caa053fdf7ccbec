// Taking part in a campaign: what visitors get, what the developer has afterwards, and what a crowd or an impatient
// visitor cannot do.
import { Refusal } from '@sealwright/client'
import {
  activityCalls,
  billingCalls,
  identityCalls,
  operationLogCalls,
  pcLicenseCalls,
  userCalls,
} from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import {
  PASSWORD,
  PLACE_FEN,
  campaignTemplate,
  createGuest,
  createTestCenter,
  createVendor,
  newAddress,
  openAccount,
  openCampaign,
  refused,
} from '@sealwright/testkit'
import type { OpenCampaign, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../billing/index.ts'

let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
})
afterAll(() => center.close())

const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await center.ground.database.owner.query<Row>(text, values)).rows
const balance = async (of = vendor) => (await of.call(billingCalls.balance, {})).balanceFen
const participants = ({ guid }: OpenCampaign) =>
  query<{ account: string; serial: string; cost_fen: number; is_new: boolean }>(
    'select * from campaign_participant where campaign_guid = $1',
    guid,
  )
const licensesOf = (account: string) =>
  vendor.call(pcLicenseCalls.find, { kind: 'account', keyword: account, source: 'campaign' })

describe('a participation', () => {
  it('registers the account, adds the user, and issues and charges one license', async () => {
    const campaign = await openCampaign(center, vendor)
    const before = await balance()
    const guest = createGuest(center, campaign.token)
    const joined = await guest.takePart({ via: 'qr', spreadCode: 'wx', bdVid: 'click', keyword: '星图' })
    expect(joined).toMatchObject({ account: guest.account, isNew: true, wasJoined: false, productName: '星图专业版' })
    expect(before - (await balance())).toBe(PLACE_FEN)
    expect((await licensesOf(guest.account)).rows).toMatchObject([{ serial: joined.serial, source: 'campaign' }])
    expect((await vendor.call(userCalls.find, { account: guest.account })).rows).toMatchObject([{ activated: true }])
    expect(await participants(campaign)).toMatchObject([
      {
        account: guest.account,
        serial: joined.serial,
        cost_fen: PLACE_FEN,
        is_new: true,
        via: 'qr',
        spread_code: 'wx',
        bd_vid: 'click',
        keyword: '星图',
        code_n: 1,
        keyword_n: 2,
      },
    ])
    expect(await campaign.get()).toMatchObject({ taken: 1 })
    const { name } = await campaign.get()
    const log = await vendor.call(operationLogCalls.find, { targetKind: 'accountLicense' })
    expect(log.rows[0]).toMatchObject({ actor: `活动“${name}”`, targetName: joined.serial })
  })

  it('of an existing account leaves its password as it is', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token, await openAccount(center))
    const given = { password: 'other-horse', confirmPassword: 'other-horse' }
    expect(await guest.takePart(given)).toMatchObject({ isNew: false, wasJoined: false })
    expect((await refused(guest.join({ password: 'other-horse' }))).error).toBe('identity.loginFailed')
    expect(await guest.join()).toMatchObject({ wasJoined: true })
  })

  it('with a password needs no code', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token, await openAccount(center))
    const joined = await guest.join({ via: 'mail' })
    expect(joined).toMatchObject({ account: guest.account, isNew: false, wasJoined: false })
    expect((await licensesOf(guest.account)).rows).toHaveLength(1)
  })

  it('by code activates an account that was only invited, and sets its first password', async () => {
    const account = newAddress()
    await vendor.user({ account, needActivation: true })
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token, account)
    expect(await guest.takePart()).toMatchObject({ isNew: false })
    expect(await guest.join()).toMatchObject({ wasJoined: true })
    expect((await vendor.call(userCalls.find, { account })).rows).toMatchObject([{ activated: true }])
  })

  it('counts toward the quota of the publisher; when they leave, the campaign waits for another one', async () => {
    const templateGuid = await campaignTemplate(vendor)
    const sales = await center.administrator(vendor, ['activity.create', 'activity.publish', 'activity.view'], {
      softQuota: 2,
    })
    const campaign = await openCampaign(center, vendor, { templateGuid }, sales)
    const early = createGuest(center, campaign.token)
    const first = await early.takePart()
    const used = "select used from quota_use where holder = $1 and form = 'soft'"
    expect(await query(used, sales.accountId)).toEqual([{ used: 1 }])
    await query('update membership set is_enabled = false where account_id = $1', sales.accountId)
    expect(await early.join()).toMatchObject({ serial: first.serial, wasJoined: true })
    expect(await vendor.call(activityCalls.get, { guid: campaign.guid })).toMatchObject({ status: 3 })
    const guest = createGuest(center, campaign.token)
    expect((await refused(guest.takePart())).error).toBe('activity.paused')
    const { pauseReason } = await vendor.call(activityCalls.get, { guid: campaign.guid })
    expect(pauseReason).toBe(errorSentence(center.ground.languages.zh, 'activity.publisherGone'))
    await vendor.call(activityCalls.start, { guid: campaign.guid })
    const joined = await guest.register()
    expect(await query(used, sales.accountId)).toEqual([{ used: 1 }])
    expect(await query('select issued_by from license where serial = $1', joined.serial)).toEqual([
      { issued_by: vendor.accountId },
    ])
  })
})

describe('a repeated request', () => {
  it('with the same code answers the first participation', async () => {
    const campaign = await openCampaign(center, vendor, { maxParticipants: 1 })
    const guest = createGuest(center, campaign.token)
    const first = await guest.takePart()
    // The campaign is full now, by this very visitor.
    expect(await guest.register()).toEqual({ ...first, wasJoined: true })
    expect((await refused(guest.register({ verifyCode: '000000' }))).error).toBe('activity.full')
    const stranger = createGuest(center, campaign.token, await openAccount(center))
    expect((await refused(stranger.join())).error).toBe('activity.full')
  })

  it('of a double click makes one license', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token)
    await guest.sendCode()
    const answers = await Promise.all([guest.register(), guest.register(), guest.register()])
    expect(new Set(answers.map(({ serial }) => serial)).size).toBe(1)
    expect(answers.filter(({ wasJoined }) => !wasJoined)).toHaveLength(1)
    expect(answers.every(({ isNew }) => isNew)).toBe(true)
    expect((await campaign.get()).taken).toBe(1)
  })

  it('cannot take part in another campaign with a used code', async () => {
    const [one, two] = [await openCampaign(center, vendor), await openCampaign(center, vendor)]
    const guest = createGuest(center, one.token)
    await guest.takePart()
    expect((await refused(guest.register({ link: two.token }))).error).toBe('identity.codeWrong')
  })

  it('does not let a used code be guessed', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token)
    await guest.takePart()
    const { code } = await center.message(guest.account)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 0; n < 5; n++)
      expect((await refused(guest.register({ verifyCode: wrong }))).error).toBe('identity.codeWrong')
    expect((await refused(guest.register({ verifyCode: code }))).error).toBe('identity.codeWrong')
  })
})

describe('a crowd', () => {
  it('of 30 visitors at 5 places makes exactly 5 participants, licenses and charges', async () => {
    const rich = await createVendor(center)
    const campaign = await openCampaign(center, rich, { maxParticipants: 5 })
    const before = await balance(rich)
    const known = await Promise.all(
      Array.from({ length: 25 }, async () => createGuest(center, campaign.token, await openAccount(center))),
    )
    const unknown = Array.from({ length: 5 }, () => createGuest(center, campaign.token))
    await Promise.all(unknown.map((guest) => guest.sendCode()))
    const outcomes = await Promise.allSettled([
      ...known.map((guest) => guest.join()),
      ...unknown.map((guest) => guest.register()),
    ])
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof Refusal ? [outcome.reason.error] : [],
    )
    expect(errors).toEqual(Array.from({ length: 25 }, () => 'activity.full'))
    expect(await participants(campaign)).toHaveLength(5)
    expect(await campaign.get()).toMatchObject({ taken: 5, status: 6 })
    const rows = await query(
      "select l.guid from license l where l.developer_id = $1 and l.source = 'campaign'",
      rich.developerId,
    )
    expect(rows).toHaveLength(5)
    expect(before - (await balance(rich))).toBe(5 * PLACE_FEN)
    // Refused visitors leave nothing behind.
    expect((await rich.call(userCalls.find, {})).records).toBe(5)
    const accounts = unknown.map(({ account }) => account)
    const opened = await query('select email from account where email = any ($1)', accounts)
    const joined = (await participants(campaign)).filter(({ account }) => accounts.includes(account))
    expect(opened).toHaveLength(joined.length)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
    const told = await query(
      "select guid from message where developer_id = $1 and kind = 'campaignFull'",
      rich.developerId,
    )
    expect(told).toHaveLength(1)
  })

  it('of 8 requests of one account makes one license', async () => {
    const campaign = await openCampaign(center, vendor)
    const account = await openAccount(center)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => createGuest(center, campaign.token, account).join()),
    )
    expect(new Set(answers.map(({ serial }) => serial)).size).toBe(1)
    expect(answers.filter(({ wasJoined }) => !wasJoined)).toHaveLength(1)
    expect(await participants(campaign)).toHaveLength(1)
  })

  it('of two campaigns of one product gives an account one license', async () => {
    const templateGuid = await campaignTemplate(vendor)
    const campaigns = [
      await openCampaign(center, vendor, { templateGuid }),
      await openCampaign(center, vendor, { templateGuid }),
    ]
    const account = await openAccount(center)
    const outcomes = await Promise.allSettled(campaigns.map(({ token }) => createGuest(center, token, account).join()))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await licensesOf(account)).rows).toHaveLength(1)
  })
})

describe('the page', () => {
  it('shows what one gets, and counts a visitor once a day for each link', async () => {
    const campaign = await openCampaign(center, vendor, {
      introduction: '欢迎\n试用',
      userScope: 1,
      links: [{ name: '微信' }],
    })
    const guest = createGuest(center, campaign.token)
    expect(await guest.visit({ via: 'qr' })).toMatchObject({
      closed: null,
      introduction: '欢迎\n试用',
      productName: '星图专业版',
      developerName: '测试开发者',
      left: 10,
      licenseDays: 30,
      isNewOnly: true,
      accountTypes: [1, 2],
      keepsMail: false,
      picture: null,
    })
    await guest.visit()
    await createGuest(center, campaign.token).visit()
    expect((await campaign.get()).links).toMatchObject([{ views: 2 }])
    await center.daysLater(1, vendor)
    await guest.visit()
    expect((await campaign.get()).links).toMatchObject([{ views: 3 }])
  })

  it('of a deleted campaign tells only the name of the developer', async () => {
    const campaign = await openCampaign(center, vendor, { introduction: '秘密' })
    await vendor.call(activityCalls.terminate, { guid: campaign.guid })
    await vendor.call(activityCalls.delete, { guid: campaign.guid })
    const seen = await createGuest(center, campaign.token).visit()
    expect(seen).toMatchObject({ closed: 'deleted', developerName: '测试开发者', name: '', introduction: null })
  })
})

it('a code of another purpose does not take part, and that of a campaign registers no developer', async () => {
  const campaign = await openCampaign(center, vendor)
  const guest = createGuest(center, campaign.token)
  await guest.browser.call(identityCalls.sendCode, { target: guest.account, purpose: 'register' })
  expect((await refused(guest.register())).error).toBe('identity.codeWrong')
  await guest.sendCode()
  const { code: verifyCode } = await center.message(guest.account)
  const registering = guest.browser.call(identityCalls.register, {
    account: guest.account,
    verifyCode,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    developerName: '开发者',
    country: 'CN',
    timeZone: 28,
    acceptTerms: true,
  })
  expect((await refused(registering)).error).toBe('identity.codeWrong')
  expect(await guest.register()).toMatchObject({ wasJoined: false })
})
