// Participants and the report. The rows are written by SQL, as visits write them, so that many fit into little time.
import { randomInt, randomUUID } from 'node:crypto'
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  PROMOTION_METHODS,
  activityCalls,
  campaignReportCalls,
  pcLicenseCalls,
  userCalls,
} from '@sealwright/contract'
import {
  campaignTemplate,
  createTestCenter,
  createVendor,
  openCampaign,
  refused,
  userPayload,
} from '@sealwright/testkit'
import type { Actor, OpenCampaign, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../../kernel/sheets/sheets.ts'

const COUNT = 60
const ZONE = 'Asia/Shanghai'

let center: TestCenter
let vendor: Vendor
let campaign: OpenCampaign
let links: { guid: string; name: string }[]
const query = async <Row extends object>(text: string, values: unknown[]) =>
  (await center.ground.database.owner.query<Row>(text, values)).rows
const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T // not empty

/** Licenses of new users, as campaigns issue them. */
async function issue(count: number): Promise<{ guid: string; serial: string; account: string | null }[]> {
  const { templateGuid } = await campaign.get()
  const userIds: string[] = []
  for (let n = 0; n < count; n++) userIds.push((await vendor.call(userCalls.create, userPayload())).guid)
  const { licenses } = await vendor.call(pcLicenseCalls.issue, {
    kind: 'account',
    templateGuids: [templateGuid],
    userIds,
  })
  await query("update license set source = 'campaign' where guid = any ($1)", [licenses.map(({ guid }) => guid)])
  return licenses
}

beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
  campaign = await openCampaign(center, vendor, {
    templateGuid: await campaignTemplate(vendor),
    maxParticipants: 1_000,
    links: [{ name: '微信' }, { name: '官网' }, { name: '展会' }],
  })
  links = (await campaign.get()).links
  const { developerId } = vendor
  await query('update campaign set published_at = $2 where guid = $1', [
    campaign.guid,
    new Date(center.clock.now().getTime() - 20 * DAY_MS),
  ])
  await query(
    `insert into campaign_source (developer_id, campaign_guid, n, source, value)
     values ($1, $2, 1, 'spreadCode', 'wx'), ($1, $2, 2, 'spreadCode', 'dy'), ($1, $2, 3, 'keyword', '星图')`,
    [developerId, campaign.guid],
  )
  const now = center.clock.now().getTime()
  for (const { guid, serial, account } of await issue(COUNT)) {
    const joined = new Date(now - randomInt(15) * DAY_MS - randomInt(DAY_MS / 2))
    const code = pick([null, 1, 2])
    const unit = pick([null, null, 'gift', 'packageLicenses'])
    await query(
      `insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
         account_type, via, is_new, spread_code, code_n, keyword_n, license_guid, serial, cost_fen, unit, network,
         joined_at, join_day)
       select $1, gen_random_uuid(), $2, $3, u.account_id, u.guid, u.account, 1, $4, $5, $6, $7, $8, l.guid, $10, $11,
         $12, '10.0.0.1', $13, ($13::timestamptz at time zone '${ZONE}')::date
       from license l join end_user u on u.developer_id = l.developer_id and u.guid = l.user_guid
       where l.developer_id = $1 and l.guid = $9`,
      [
        developerId,
        campaign.guid,
        pick(links).guid,
        pick(PROMOTION_METHODS),
        pick([true, false]),
        code === null ? null : ['wx', 'dy'][code - 1],
        code,
        pick([null, 3]),
        guid,
        serial,
        unit === null ? randomInt(1, 1000) : 0,
        unit,
        joined,
      ],
    )
    expect(account).not.toBeNull()
    // A first use through the runtime sets this column.
    if (randomInt(2) === 0)
      await query('update license set first_used_at = $2 where guid = $1', [
        guid,
        new Date(Math.min(now, joined.getTime() + randomInt(3 * DAY_MS))),
      ])
  }
  await query('update campaign set taken = $2 where guid = $1', [campaign.guid, COUNT])
  for (let n = 0; n < 100; n++)
    await query(
      `insert into campaign_view (developer_id, campaign_guid, link_guid, day, visitor, via, at)
       values ($1, $2, $3, $4, $5, $6, now()) on conflict do nothing`,
      [
        developerId,
        campaign.guid,
        pick(links).guid,
        new Date(now - randomInt(15) * DAY_MS),
        Buffer.from([randomInt(10)]),
        pick(PROMOTION_METHODS),
      ],
    )
})
afterAll(() => center.close())

const chart = (given: object = {}, by: Actor = vendor) =>
  by.call(campaignReportCalls.chart, { guid: campaign.guid, ...given })
const find = (given: object = {}, by: Actor = vendor) =>
  by.call(campaignReportCalls.findUsers, { guid: campaign.guid, pageSize: 100, ...given })

/** The numbers of a period, counted from the rows. */
async function recount(startDay: string, endDay: string, where = 'true') {
  const [row] = await query<Record<string, number>>(
    `select
       (select count(*)::int from campaign_view
         where campaign_guid = $1 and day between $2 and $3 and ${where}) as views,
       (select count(*)::int from campaign_participant
         where campaign_guid = $1 and join_day between $2 and $3 and is_new and ${where}) as registrations,
       (select count(*)::int from campaign_participant
         where campaign_guid = $1 and join_day between $2 and $3 and ${where}) as participations,
       (select count(*)::int from campaign_participant
         where campaign_guid = $1 and first_use_day between $2 and $3 and ${where}) as "firstUses"`,
    [campaign.guid, startDay, endDay],
  )
  return row
}

describe('the report', () => {
  it('equals a recount of the rows: in total, by link, day, way and source, and its cost', async () => {
    const check = async (period: { startDay?: string; endDay?: string }) => {
      const { startDay, endDay, ...report } = await chart(period)
      expect(report.totals).toEqual(await recount(startDay, endDay))
      for (const { guid, name: _name, isActive: _isActive, ...figures } of report.links)
        expect(figures).toEqual(await recount(startDay, endDay, `link_guid = '${guid}'`))
      for (const { day, linkGuid, ...figures } of report.days)
        expect(figures).toEqual(await recount(day, day, `link_guid = '${linkGuid}'`))
      const summed = report.days.reduce((sum, { participations }) => sum + participations, 0)
      expect(summed).toBe(report.totals.participations)
      for (const { source, value, ...figures } of report.sources) {
        if (source === 'via') expect(figures).toEqual(await recount(startDay, endDay, `via = '${value}'`))
        else {
          const [{ n } = { n: 0 }] = await query<{ n: number }>('select n from campaign_source where value = $1', [
            value,
          ])
          const [counted] = await query<{ n: number }>(
            `select count(*)::int as n from campaign_participant where campaign_guid = $1
               and join_day between $2 and $3 and $4 in (code_n, keyword_n)`,
            [campaign.guid, startDay, endDay, n],
          )
          expect([figures.views, figures.participations]).toEqual([0, counted?.n])
        }
      }
      const [cost] = await query<{ fen: number; gifts: number; licenses: number }>(
        `select coalesce(sum(cost_fen), 0)::int as fen, count(*) filter (where unit = 'gift')::int as gifts,
           count(*) filter (where unit = 'packageLicenses')::int as licenses
         from campaign_participant where campaign_guid = $1 and join_day between $2 and $3`,
        [campaign.guid, startDay, endDay],
      )
      const units = new Map(report.units.map(({ stock, count }) => [stock, count]))
      expect([report.costFen, units.get('gift') ?? 0, units.get('packageLicenses') ?? 0]).toEqual([
        cost?.fen,
        cost?.gifts,
        cost?.licenses,
      ])
      return report
    }
    const whole = await check({})
    expect(whole.totals.participations).toBe(COUNT)
    const { endDay } = await chart()
    await check({ startDay: new Date(Date.parse(endDay) - 5 * DAY_MS).toISOString().slice(0, 10), endDay })
    // The same after the counters are folded.
    await query('select fold_counters()', [])
    expect(await check({})).toEqual(whole)
    const { links: counted, firstUses, taken } = await campaign.get()
    expect(counted.map(({ views, participations }) => [views, participations])).toEqual(
      whole.links.map(({ views, participations }) => [views, participations]),
    )
    expect([firstUses, taken]).toEqual([whole.totals.firstUses, COUNT])
  })

  it('refuses days that make no period or too long a one', async () => {
    for (const period of [
      { startDay: '2026-03-02', endDay: '2026-03-01' },
      { startDay: '2020-01-01', endDay: '2026-03-01' },
      { startDay: '2026-02-31' },
    ])
      expect((await refused(chart(period))).error).toBe('platform.timeIllegal')
  })

  it('is exported by day and link', async () => {
    const { days } = await chart()
    const rows = await exported('exportChart')
    expect(rows[0]).toEqual(['日期', '推广链接', '浏览', '注册', '参与', '首次使用'])
    expect(rows.slice(1)).toEqual(
      days.map((day) => [
        day.day,
        links.find(({ guid }) => guid === day.linkGuid)?.name,
        ...[day.views, day.registrations, day.participations, day.firstUses].map(String),
      ]),
    )
  })

  it('and the participants of a campaign outside the row scope are not found', async () => {
    const clerk = await center.administrator(vendor, ['activity.report', 'accountLicense.delete'], {
      limited: ['product'],
    })
    for (const attempt of [
      () => chart({}, clerk),
      () => find({}, clerk),
      () =>
        clerk.call(campaignReportCalls.withdraw, {
          guid: campaign.guid,
          participantGuids: [randomUUID()],
          reason: '误发',
        }),
    ])
      expect((await refused(attempt())).error).toBe('activity.notFound')
  })
})

async function exported(verb: 'exportChart' | 'exportUsers', given: object = {}): Promise<string[][]> {
  const response = await center.center.app.inject({
    method: 'POST',
    url: campaignReportCalls[verb].path,
    headers: { ...vendor.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ guid: campaign.guid, format: 'csv', ...given }),
  })
  const rows: string[][] = []
  for await (const row of readSheet(new File([new Uint8Array(response.rawPayload)], 'a.csv'), LIMITS.userImport))
    rows.push(row)
  return rows
}

describe('the list of participants', () => {
  it('is latest first, with every participant once, the link and the license', async () => {
    const { rows, records } = await find()
    expect([rows.length, records, new Set(rows.map(({ guid }) => guid)).size]).toEqual([COUNT, COUNT, COUNT])
    const times = rows.map(({ joinTime }) => joinTime)
    expect(times).toEqual(times.toSorted().toReversed())
    const [first] = rows
    const license = await vendor.call(pcLicenseCalls.get, { kind: 'account', guid: first?.licenseGuid ?? '' })
    expect(first).toMatchObject({
      account: license.account,
      serial: license.serial,
      licenseStatus: license.status,
      expireTime: license.expireTime,
      firstUseTime: license.firstUseTime,
    })
    const pages = [
      ...(await find({ pageSize: 25, currentPage: 1 })).rows,
      ...(await find({ pageSize: 25, currentPage: 2 })).rows,
      ...(await find({ pageSize: 25, currentPage: 3 })).rows,
    ]
    expect(pages.map(({ guid }) => guid)).toEqual(rows.map(({ guid }) => guid))
  })

  it('is filtered by account, links, way, use, kind of user and time; the export has the same rows', async () => {
    const { rows } = await find()
    const [link, other] = links.map(({ guid }) => guid)
    const middle = rows[30]?.joinTime ?? ''
    const filters: [object, (row: (typeof rows)[number]) => boolean][] = [
      [{ account: rows[7]?.account.slice(5, 20).toUpperCase() }, (row) => row.guid === rows[7]?.guid],
      [{ linkGuid: link }, (row) => row.linkGuid === link],
      [{ linkGuid: [link, other] }, (row) => row.linkGuid === link || row.linkGuid === other],
      [{ via: ['qr', 'mail'] }, (row) => row.via !== 'link'],
      [{ used: true }, (row) => row.firstUseTime !== null],
      [{ used: false, isNew: true }, (row) => row.firstUseTime === null && row.isNew],
      [{ isNew: false, linkGuid: other }, (row) => !row.isNew && row.linkGuid === other],
      [{ accountType: 2 }, () => false],
      [{ startTime: middle }, (row) => row.joinTime >= middle],
      [{ endTime: middle, via: 'link' }, (row) => row.joinTime <= middle && row.via === 'link'],
    ]
    for (const [filter, isMatch] of filters) {
      const expected = rows.filter(isMatch)
      const found = await find(filter)
      expect(
        found.rows.map(({ guid }) => guid),
        JSON.stringify(filter),
      ).toEqual(expected.map(({ guid }) => guid))
      expect(found.records, JSON.stringify(filter)).toBe(expected.length)
      const sheet = await exported('exportUsers', filter)
      expect(
        sheet.slice(1).map(([account]) => account),
        JSON.stringify(filter),
      ).toEqual(expected.map(({ account }) => account))
    }
    expect((await refused(find({ startTime: middle, endTime: '2020-01-01T00:00:00Z' }))).error).toBe(
      'platform.timeIllegal',
    )
  })

  it('tells nothing about the links of another campaign', async () => {
    const other = await openCampaign(center, vendor)
    const found = await find({ guid: other.guid, linkGuid: links.map(({ guid }) => guid) })
    expect([found.records, found.rows]).toEqual([0, []])
  })

  it('withdraws licenses with a reason; ended ones are skipped and the places stay taken', async () => {
    const [one, two, ended] = (await find()).rows.filter(({ firstUseTime }) => firstUseTime === null)
    await vendor.call(pcLicenseCalls.delete, { kind: 'account', guid: ended?.licenseGuid ?? '', reason: '先删' })
    const participantGuids = [one, two, ended, one].flatMap((row) => row?.guid ?? [])
    expect(
      await vendor.call(campaignReportCalls.withdraw, {
        guid: campaign.guid,
        participantGuids: [...participantGuids, randomUUID()],
        reason: '刷名额',
      }),
    ).toEqual({ withdrawn: 2, skipped: 2 })
    const license = await vendor.call(pcLicenseCalls.get, { kind: 'account', guid: one?.licenseGuid ?? '' })
    expect(license.status).toBe(LICENSE_STATUSES.deleted)
    const history = await vendor.call(pcLicenseCalls.history, { kind: 'account', guid: one?.licenseGuid ?? '' })
    expect(JSON.stringify(history)).toContain('刷名额')
    expect((await vendor.call(activityCalls.get, { guid: campaign.guid })).taken).toBe(COUNT)
    expect((await find()).rows.find(({ guid }) => guid === one?.guid)?.licenseStatus).toBe(LICENSE_STATUSES.deleted)
  })
})
