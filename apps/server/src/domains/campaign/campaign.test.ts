// Drafting, editing and the life of campaigns. Taking part is tested in visit/.
import { randomUUID } from 'node:crypto'
import {
  CAMPAIGN_ACTS,
  CAMPAIGN_STATUSES,
  DAY_MS,
  FEN_A_YUAN,
  HOUR_MS,
  LIMITS,
  activityCalls,
  approveCalls,
  campaignMachine,
  campaignStatusAt,
  campaignStatusOf,
  operationLogCalls,
  pcTemplateCalls,
} from '@sealwright/contract'
import type { CampaignAct, CampaignStage } from '@sealwright/contract'
import {
  PLACE_FEN,
  campaignPayload,
  campaignTemplate,
  createGuest,
  createTestCenter,
  createVendor,
  openAccount,
  openCampaign,
  refused,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from '../billing/index.ts'
import { statusAt } from './campaign.queries.ts'
import { campaign } from './campaign.tables.ts'

let center: TestCenter
let vendor: Vendor
let template: string
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
  template = await campaignTemplate(vendor)
})
afterAll(() => center.close())

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const NAME = '春季试用'
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()
const payload = (given: Parameters<typeof campaignPayload>[2] = {}) => campaignPayload(center, template, given)
const create = async (given: Parameters<typeof campaignPayload>[2] = {}, by: Actor = vendor) =>
  (await by.call(activityCalls.create, payload(given))).guid
const get = (guid: string, by: Actor = vendor) => by.call(activityCalls.get, { guid })
const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

/** The fields that an update of published campaigns sends. */
async function ongoing(guid: string, by: Actor = vendor) {
  const { endTime, maxParticipants, links } = await get(guid, by)
  return {
    guid,
    endTime,
    maxParticipants,
    links: links.filter(({ isActive }) => isActive).map((link) => ({ guid: link.guid, name: link.name })),
  }
}

const call = (act: CampaignAct, guid: string, by: Actor = vendor): (() => Promise<unknown>) =>
  ({
    edit: () => by.call(activityCalls.update, { ...payload({ name: NAME }), guid }),
    editOngoing: async () => by.call(activityCalls.updateOngoing, await ongoing(guid, by)),
    publish: () => by.call(activityCalls.publish, { guid }),
    pause: () => by.call(activityCalls.pause, { guid }),
    start: () => by.call(activityCalls.start, { guid }),
    terminate: () => by.call(activityCalls.terminate, { guid }),
    delete: () => by.call(activityCalls.delete, { guid }),
  })[act]

/** Puts a campaign into a status, as people and the clock would. */
async function putInto(guid: string, status: number): Promise<void> {
  const name = campaignStatusOf(status)
  const stage: CampaignStage = name === 'draft' || name === 'paused' || name === 'terminated' ? name : 'published'
  const [start, end] = name === 'published' ? [1, 5] : name === 'finished' ? [-5, -1] : [-1, 5]
  await query(
    `update campaign set stage = $2, starts_at = $3, ends_at = $4, taken = 0, deleted_at = null,
       published_at = case when $2 = 'draft' then null else $5::timestamptz end,
       published_by = case when $2 = 'draft' then null else $6::uuid end where guid = $1`,
    [guid, stage, inDays(start), inDays(end), inDays(-2), vendor.accountId],
  )
}

describe('the life of a campaign', () => {
  it('allows exactly the acts of the table in each status, and answers them for its buttons', async () => {
    const guid = await create({ name: NAME })
    for (const status of Object.values(CAMPAIGN_STATUSES)) {
      const allowed = CAMPAIGN_ACTS.filter((act) => campaignMachine.next(status, act) !== undefined)
      await putInto(guid, status)
      expect(await get(guid)).toMatchObject({ status, acts: allowed })
      for (const act of CAMPAIGN_ACTS) {
        await putInto(guid, status)
        if (!allowed.includes(act)) {
          const refusal = await refused(call(act, guid)())
          expect(refusal.error, `${status} ${act}`).toBe('activity.stateForbids')
          const word = center.ground.languages.zh(`activity.statuses.${campaignStatusOf(status)}`)
          expect(refusal.message).toContain(`“${NAME}”当前为“${word}”`)
          continue
        }
        await call(act, guid)()
        const after = campaignMachine.next(status, act)
        // A draft that is published after its start runs at once.
        const shown = act === 'publish' ? CAMPAIGN_STATUSES.running : after
        if (after === 'deleted') expect((await refused(get(guid))).error).toBe('activity.notFound')
        else expect((await get(guid)).status, `${status} ${act}`).toBe(shown)
      }
    }
  })

  it('follows the clock from not started to running to finished, and its places', async () => {
    const { guid } = await openCampaign(center, vendor, { templateGuid: template, startTime: inDays(1) })
    expect(await get(guid)).toMatchObject({ status: CAMPAIGN_STATUSES.published, publishTime: expect.any(String) })
    await query("update campaign set starts_at = starts_at - interval '2 days' where guid = $1", [guid])
    expect((await get(guid)).status).toBe(CAMPAIGN_STATUSES.running)
    await query('update campaign set taken = max_participants where guid = $1', [guid])
    expect((await get(guid)).status).toBe(CAMPAIGN_STATUSES.finished)
  })

  it('is logged: a publication as a change of the status, an edit with its fields', async () => {
    const guid = await create()
    await vendor.call(activityCalls.update, { ...payload({ maxParticipants: 20, links: [{ name: '官网' }] }), guid })
    await vendor.call(activityCalls.publish, { guid })
    await vendor.call(activityCalls.terminate, { guid })
    await vendor.call(activityCalls.delete, { guid })
    const { rows } = await vendor.call(operationLogCalls.find, { targetKind: 'activity', targetGuid: guid })
    const changed = (index: number, field: string) => rows[index]?.changes.find((change) => change.field === field)
    expect(rows.map(({ type }) => type)).toEqual([2, 1, 1, 1, 0])
    expect(changed(1, 'status')).toEqual({ field: 'status', before: '进行中', after: '已终止' })
    expect(changed(2, 'status')).toEqual({ field: 'status', before: '草稿', after: '进行中' })
    expect(changed(3, 'maxParticipants')).toEqual({ field: 'maxParticipants', before: '10', after: '20' })
    expect(changed(3, 'links')).toEqual({ field: 'links', before: '微信', after: '官网' })
  })
})

describe('a publication', () => {
  it('needs a link and an end in the future', async () => {
    const bare = await create({ links: [] })
    expect(await refused(call('publish', bare)())).toMatchObject({ error: 'activity.noLink' })
    const over = await create({ startTime: inDays(-5), endTime: inDays(-1) })
    expect(await refused(call('publish', over)())).toMatchObject({ error: 'activity.over' })
  })

  it('is refused if not even one place can be paid; a new start too', async () => {
    const poor = await createVendor(center, { yuan: PLACE_FEN / 100 - 1 })
    const own = await campaignTemplate(poor)
    const { guid } = await poor.call(activityCalls.create, campaignPayload(center, own))
    expect((await refused(call('publish', guid, poor)())).error).toBe('billing.insufficientBalance')
    await center.credit(poor, 100)
    await call('publish', guid, poor)()
    await call('pause', guid, poor)()
    await query('update campaign set license_days = 3650 where guid = $1', [guid])
    expect((await refused(call('start', guid, poor)())).error).toBe('billing.insufficientBalance')
  })

  it('is refused if an approval flow would catch its places; so are a higher maximum and a new start', async () => {
    const own = await createVendor(center)
    const approver = await center.administrator(own, ['audit.decide'])
    const { guid } = await openCampaign(center, own, { maxParticipants: 100 })
    await own.call(approveCalls.create, {
      name: '大批签发',
      families: ['account'],
      events: ['issue'],
      countAbove: 100,
      includesSuper: true,
      steps: [{ userIds: [approver.accountId] }],
    })
    const more = { ...(await ongoing(guid, own)), maxParticipants: 101 }
    const refusal = await refused(own.call(activityCalls.updateOngoing, more))
    expect([refusal.error, refusal.message.includes('“大批签发”')]).toEqual(['activity.caught', true])
    const large = await own.call(
      activityCalls.create,
      campaignPayload(center, (await get(guid, own)).templateGuid, { maxParticipants: 101 }),
    )
    expect((await refused(call('publish', large.guid, own)())).error).toBe('activity.caught')
    await call('pause', guid, own)()
    await call('start', guid, own)()
    await call('pause', guid, own)()
    await query('update campaign set max_participants = 101 where guid = $1', [guid])
    expect((await refused(call('start', guid, own)())).error).toBe('activity.caught')
  })

  it('is refused for a template that was deleted, and the campaign cannot start again', async () => {
    const own = await campaignTemplate(vendor)
    const { guid } = await openCampaign(center, vendor, { templateGuid: own })
    const draft = await create({ templateGuid: own })
    await call('pause', guid)()
    await vendor.call(pcTemplateCalls.delete, { kind: 'account', templateGuid: own })
    expect((await refused(call('start', guid)())).error).toBe('template.notFound')
    expect((await refused(call('publish', draft)())).error).toBe('template.notFound')
    expect(await get(guid)).toMatchObject({ templateName: '测试模板', status: CAMPAIGN_STATUSES.paused })
  })

  it('and edits are closed while a bill is overdue', async () => {
    const owing = await createVendor(center)
    const own = await campaignTemplate(owing)
    const { guid } = await openCampaign(center, owing, { templateGuid: own })
    const draft = (await owing.call(activityCalls.create, campaignPayload(center, own))).guid
    const paused = await openCampaign(center, owing, { templateGuid: own })
    await call('pause', paused.guid, owing)()
    const now = await ongoing(guid, owing)
    const day = inDays(1).slice(0, 10)
    await createOperator(center.ground).bill(owing.developerId, { amountFen: 100_000_000, day, note: '专项服务' })
    // Due and past its grace, without moving the clock of the other tests.
    await query("update bill set due_at = due_at - interval '30 days' where developer_id = $1", [owing.developerId])
    for (const attempt of [
      () => owing.call(activityCalls.create, campaignPayload(center, own)),
      () => owing.call(activityCalls.update, { ...campaignPayload(center, own), guid: draft }),
      () => owing.call(activityCalls.updateOngoing, now),
      call('publish', draft, owing),
      call('start', paused.guid, owing),
    ])
      expect((await refused(attempt())).error).toBe('billing.overdue')
    // To stop costs nothing.
    await call('pause', guid, owing)()
    await call('terminate', guid, owing)()
  })
})

describe('a draft', () => {
  it('keeps every field, with a number of ours and an address for each link', async () => {
    const given = payload({
      name: '夏季活动',
      licenseDays: 15,
      licenseDeadline: inDays(60),
      userScope: 1,
      accountTypes: [1],
      introduction: '第一行\n第二行',
      downloadUrl: 'https://yunfan.example/download',
      picture: PICTURE,
      links: [{ name: '微信' }, { name: '官网' }],
    })
    const { guid, number } = await vendor.call(activityCalls.create, given)
    expect(number).toMatch(/^HD\d{8}[0-9A-Z]{10}$/)
    const { links: _links, picture: _picture, ...fields } = given
    const row = await get(guid)
    expect(row).toMatchObject({ ...fields, number, status: 1, taken: 0, productName: '星图', hasPicture: true })
    expect(row.picture).toEqual({ type: 'image/png', content: PICTURE })
    expect(row.links.map(({ name }) => name)).toEqual(['微信', '官网'])
    const tokens = row.links.map(({ url }) => url.split('/p/campaign/')[1] ?? '')
    for (const token of tokens) expect(token).toMatch(/^[\w-]{20}$/)
    expect(new Set(tokens).size).toBe(2)
  })

  it('needs a template for accounts that allows the terms, told on the campaign’s own fields', async () => {
    const save = async (given: object) => refused(vendor.call(activityCalls.create, { ...payload(), ...given }))
    const at = (refusal: Awaited<ReturnType<typeof save>>) => [refusal.error, refusal.fields.map(({ path }) => path)]
    expect(at(await save({ templateGuid: randomUUID() }))).toEqual(['template.notFound', ['templateGuid']])
    expect(at(await save({ templateGuid: await vendor.pcTemplate('sn') }))).toEqual([
      'activity.unfitTemplate',
      ['templateGuid'],
    ])
    const fixed = await campaignTemplate(vendor, { canModify: false })
    expect(at(await save({ templateGuid: fixed }))).toEqual(['license.changeNotAllowed', ['licenseDays']])
    // These are the terms of the template, so nothing changes.
    await create({ templateGuid: fixed, licenseDays: 7 })
    expect(at(await save({ licenseDays: null, licenseDeadline: inDays(-0.5) }))).toEqual([
      'platform.badPayload',
      ['licenseDeadline'],
    ])
    expect(at(await save({ licenseDays: null, useCount: null }))).toEqual(['platform.badPayload', ['licenseDays']])
    expect(at(await save({ startTime: inDays(9), licenseDays: null, licenseDeadline: inDays(8) }))).toEqual([
      'platform.badPayload',
      ['startTime'],
    ])
  })

  it('is quoted for all places, with what can be paid now and what would be refused', async () => {
    const own = await createVendor(center, { yuan: 10 })
    const templateGuid = await campaignTemplate(own)
    const asked = { templateGuid, maxParticipants: 5, startTime: inDays(40), licenseDays: 30 }
    expect(await own.call(activityCalls.quote, asked)).toMatchObject({
      price: { totalFen: 5 * PLACE_FEN, isEnough: false },
      payable: 3,
      problem: null,
    })
    // Until a deadline, the days from the start count. The last one is part of a day.
    const until = { ...asked, licenseDays: null, licenseDeadline: inDays(70) }
    expect((await own.call(activityCalls.quote, until)).price?.totalFen).toBe((5 * PLACE_FEN * 31) / 30)
    const fixed = await campaignTemplate(own, { canModify: false })
    const { problem } = await own.call(activityCalls.quote, { ...asked, templateGuid: fixed })
    expect(problem).toMatchObject({ field: 'licenseDays', message: expect.stringContaining('许可时长') })
  })

  it('is not overwritten over another edit, and there is a limit', async () => {
    const guid = await create()
    await vendor.call(activityCalls.update, { ...payload(), guid, revision: 1 })
    expect((await refused(vendor.call(activityCalls.update, { ...payload(), guid, revision: 1 }))).error).toBe(
      'platform.stale',
    )
    const full = await createVendor(center)
    const own = await campaignTemplate(full)
    const first = (await full.call(activityCalls.create, campaignPayload(center, own))).guid
    await query(
      `insert into campaign select developer_id, gen_random_uuid(), 'HD' || n, name, stage, starts_at, ends_at,
         max_participants, taken, user_scope, account_types, template_guid, license_ids, license_days, license_deadline,
         use_count, kick_out, introduction, download_url, picture, picture_type, published_at, published_by, paused_at,
         pause_cause, terminated_at, revision, created_by, updated_by, created_at, updated_at, deleted_at
       from campaign, generate_series(2, $2) n where guid = $1`,
      [first, LIMITS.campaign.perDeveloper],
    )
    // The limit counts campaigns that a caller with row scope does not see.
    const clerk = await center.administrator(full, ['activity.create', 'accountTemplate.view'], {
      limited: ['product'],
      assigned: { product: [full.productGuid] },
    })
    for (const by of [full, clerk])
      expect((await refused(by.call(activityCalls.create, campaignPayload(center, own)))).error).toBe('activity.limit')
  })
})

describe('a published campaign', () => {
  it('gets more places only from somebody who could pay for the next one', async () => {
    const poor = await createVendor(center, { yuan: PLACE_FEN / FEN_A_YUAN })
    const { guid, token } = await openCampaign(center, poor, { templateGuid: await campaignTemplate(poor) })
    await createGuest(center, token, await openAccount(center)).join()
    const { maxParticipants, ...now } = await ongoing(guid, poor)
    const save = (given: object) => poor.call(activityCalls.updateOngoing, { ...now, maxParticipants, ...given })
    expect((await refused(save({ maxParticipants: maxParticipants + 1 }))).error).toBe('billing.insufficientBalance')
    await save({ introduction: '仍可编辑' })
  })

  it('takes only a later end, places for all who took part, and at least one link', async () => {
    const { guid } = await openCampaign(center, vendor, { templateGuid: template })
    await query('update campaign set taken = 4 where guid = $1', [guid])
    const now = await ongoing(guid)
    const save = (given: object) => vendor.call(activityCalls.updateOngoing, { ...now, ...given })
    const earlier = new Date(Date.parse(now.endTime) - HOUR_MS).toISOString()
    expect(await refused(save({ endTime: earlier }))).toMatchObject({ error: 'activity.notLater' })
    const fewer = await refused(save({ maxParticipants: 3 }))
    expect([fewer.error, fewer.message.includes('4'), fewer.fields[0]?.path]).toEqual([
      'activity.placesTaken',
      true,
      'maxParticipants',
    ])
    expect((await refused(save({ links: [] }))).error).toBe('activity.noLink')
    expect((await refused(save({ links: [{ guid: randomUUID(), name: '微信' }] }))).error).toBe('activity.linkNotFound')
    await save({ endTime: inDays(40), maxParticipants: 11, introduction: '延长', picture: PICTURE, revision: 2 })
    expect(await get(guid)).toMatchObject({ maxParticipants: 11, introduction: '延长', hasPicture: true, taken: 4 })
    await save({ endTime: inDays(41), maxParticipants: 11, picture: null })
    expect(await get(guid)).toMatchObject({ introduction: '延长', hasPicture: false })
    const { running, finished } = CAMPAIGN_STATUSES
    for (const [maxParticipants, status] of [
      [5, running],
      [4, finished],
    ] as const) {
      const { endTime } = await ongoing(guid)
      await save({ endTime, maxParticipants })
      expect(await get(guid)).toMatchObject({ maxParticipants, status })
    }
  })

  it('keeps the addresses of links that are renamed or swapped, and the numbers of one left out', async () => {
    const { guid } = await openCampaign(center, vendor, {
      templateGuid: template,
      links: [{ name: '微信' }, { name: '官网' }, { name: '展会' }],
    })
    const [one, two, three] = (await get(guid)).links
    const now = await ongoing(guid)
    const links = [{ guid: two?.guid, name: '微信' }, { guid: one?.guid, name: '官网' }, { name: '展会' }]
    await vendor.call(activityCalls.updateOngoing, { ...now, links })
    const after = (await get(guid)).links
    expect(after.filter(({ isActive }) => isActive).map(({ name, url }) => [name, url])).toEqual([
      ['微信', two?.url],
      ['官网', one?.url],
      ['展会', expect.not.stringMatching(three?.url ?? '')],
    ])
    expect(after.find((link) => link.guid === three?.guid)).toMatchObject({ isActive: false, name: '展会' })
    expect((await refused(vendor.call(activityCalls.updateOngoing, now))).error).toBe('activity.linkNotFound')
  })

  it('that paused itself says why in the reader’s language, until it is started again', async () => {
    const { guid } = await openCampaign(center, vendor, { templateGuid: template })
    const clerk = await center.administrator(vendor, ['activity.publish', 'activity.view'])
    await query("update campaign set stage = 'paused', paused_at = now(), pause_cause = $2 where guid = $1", [
      guid,
      { error: 'billing.insufficientBalance', params: { balance: '1.00', amount: '3.00' } },
    ])
    expect((await get(guid)).pauseReason).toBe('余额不足：需要 ¥3.00，可用 ¥1.00，请先充值')
    await call('start', guid, clerk)()
    const row = await get(guid)
    expect(row).toMatchObject({ pauseReason: null, pauseTime: null })
    // Whoever starts it issues from now on.
    const { rows } = await query('select published_by from campaign where guid = $1', [guid])
    expect(rows).toEqual([{ published_by: clerk.accountId }])
  })
})

describe('the list', () => {
  it('has the status of the contract at every border of the clock and the places', async () => {
    const now = center.clock.now()
    const at = (ms: number) => new Date(now.getTime() + ms)
    const stages = ['draft', 'published', 'paused', 'terminated'] as const
    const cases = stages.flatMap((stage) =>
      [at(-1), now, at(1)].flatMap((startTime) =>
        [at(-1), now, at(1)].flatMap((endTime) =>
          [9, 10].map((taken) => ({ stage, startTime, endTime, taken, maxParticipants: 10 })),
        ),
      ),
    )
    const { rows } = await center.ground.database.inTenant(vendor.developerId, 'read', (db) =>
      db.execute<{ n: number; status: number }>(sql`
        select n, ${statusAt(now)}::int as status from unnest(
          ${sql.param(cases.map(({ stage }) => stage))}::text[],
          ${sql.param(cases.map(({ startTime }) => startTime))}::timestamptz[],
          ${sql.param(cases.map(({ endTime }) => endTime))}::timestamptz[],
          ${sql.param(cases.map(({ taken }) => taken))}::int[],
          ${sql.param(cases.map(({ maxParticipants }) => maxParticipants))}::int[])
          with ordinality as ${campaign} (stage, starts_at, ends_at, taken, max_participants, n)`),
    )
    expect(rows.map(({ status }) => status)).toEqual(cases.map((one) => campaignStatusAt(one, now)))
  })

  it('is filtered by part of the name or number, status and template, newest first', async () => {
    const own = await createVendor(center)
    const [one, other] = [await campaignTemplate(own), await campaignTemplate(own)]
    const make = async (name: string, templateGuid: string) =>
      own.call(activityCalls.create, campaignPayload(center, templateGuid, { name }))
    const made = [await make('春季试用', one), await make('夏季试用', one), await make('秋季体验', other)]
    await call('publish', made[1]?.guid ?? '', own)()
    const found = async (given: object) => (await own.call(activityCalls.find, given)).rows.map(({ name }) => name)
    expect(await found({})).toEqual(['秋季体验', '夏季试用', '春季试用'])
    expect(await found({ name: '试用' })).toEqual(['夏季试用', '春季试用'])
    expect(await found({ name: made[2]?.number.slice(-10).toLowerCase() })).toEqual(['秋季体验'])
    expect(await found({ status: [CAMPAIGN_STATUSES.running] })).toEqual(['夏季试用'])
    expect(await found({ status: [CAMPAIGN_STATUSES.draft], templateGuid: one })).toEqual(['春季试用'])
    expect(await found({ sort: 'name', pageSize: 1, currentPage: 2 })).toHaveLength(1)
  })

  it('has no campaign of a product outside the row scope, nor do other calls', async () => {
    const own = await createVendor(center)
    const { guid } = await openCampaign(center, own)
    const clerk = await center.administrator(own, ['activity.view', 'activity.update', 'activity.publish'], {
      limited: ['product'],
    })
    expect((await clerk.call(activityCalls.find, {})).records).toBe(0)
    for (const act of [() => get(guid, clerk), call('pause', guid, clerk), call('terminate', guid, clerk)])
      expect((await refused(act())).error).toBe('activity.notFound')
  })
})
