import {
  DAY_MS,
  LIMITS,
  dashboardCalls,
  integratorCalls,
  lendingCalls,
  licenseCalls,
  localDay,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  statisticsCalls,
} from '@sealwright/contract'
import type { MeasureName, Privilege } from '@sealwright/contract'
import {
  createProgram,
  createTestCenter,
  createVendor,
  pcTemplatePayload,
  productPayload,
  refused,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { purgeFiguresJob } from './statistics.job.ts'

let center: TestCenter
let vendor: Vendor
let code = ''
let otherProduct = 0
let otherGuid = ''
beforeAll(async () => {
  center = await createTestCenter({ runtime: { unknownCodesPerHour: 1_000_000 } })
  vendor = await createVendor(center)
  const standard = await vendor.pcTemplate('sn', { name: '标准版' })
  const { licenses } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [standard], count: 3 })
  code = licenses[0]?.serial ?? ''
  await vendor.call(licenseCalls.issue, { templateGuid: await vendor.smartTemplate(), count: 2 })
  const product = productPayload({ name: '远航', licenseForm: 3 })
  otherProduct = product.licenseId
  otherGuid = (await vendor.call(productCalls.create, product)).guid
  const { guid: group } = await vendor.call(pcTemplateCalls.create, {
    ...pcTemplatePayload('sn', otherProduct),
    licenseKeyType: 2,
    concurrentType: 'machine',
    groupUsers: 5,
  })
  await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [group], isPreIssued: true })
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
const of = (by: Actor, measure: MeasureName, given: object = {}) => by.call(statisticsCalls.get, { measure, ...given })
const today = () => localDay(center.clock.now(), 'Asia/Shanghai')
const admin = (privileges: readonly Privilege[], terms?: Parameters<TestCenter['administrator']>[2]) =>
  center.administrator(vendor, ['statistics.view', ...privileges], terms)

describe('a figure', () => {
  it('has a value per day, the total, and the largest series by name in the language of the caller', async () => {
    const found = await of(vendor, 'licenseIssued', { period: '7', by: 'product' })
    expect(found).toMatchObject({ last: today(), total: 6, before: 0, values: [0, 0, 0, 0, 0, 0, 6] })
    expect(found.days).toHaveLength(7)
    expect(found.series).toEqual([
      { key: String(vendor.licenseId), name: '星图', total: 5, before: 0, values: [0, 0, 0, 0, 0, 0, 5] },
      { key: String(otherProduct), name: '远航', total: 1, before: 0, values: [0, 0, 0, 0, 0, 0, 1] },
    ])
    const names = async (by: 'carrier' | 'channel' | 'integrator' | 'template') =>
      (await of(vendor, 'licenseIssued', { by })).series.map(({ name, total }) => [name, total])
    expect(await names('carrier')).toEqual([
      ['授权码', 4],
      ['智能设备', 2],
    ])
    expect(await names('channel')).toEqual([
      ['批量签发', 5],
      ['预置', 1],
    ])
    expect(await names('integrator')).toEqual([['无', 6]])
    expect((await names('template'))[0]).toEqual(['标准版', 3])
  })

  it('counts only what the filters leave', async () => {
    const total = async (given: object) => (await of(vendor, 'licenseIssued', given)).total
    expect(await total({ licenseId: [otherProduct] })).toBe(1)
    expect(await total({ carrier: ['smart'] })).toBe(2)
    expect(await total({ channel: 'preIssue' })).toBe(1)
    expect(await total({ carrier: ['sn', 'smart'], licenseId: [vendor.licenseId] })).toBe(5)
  })

  it('moves with a license that goes to an integrator', async () => {
    const { guid: integratorGuid } = await vendor.call(integratorCalls.create, { name: '华东集成' })
    const { rows } = await vendor.call(pcLicenseCalls.find, { kind: 'sn', licenseId: otherProduct })
    await vendor.call(pcLicenseCalls.assign, { kind: 'sn', guids: [rows[0]?.guid ?? ''], integratorGuid })
    const { series, total } = await of(vendor, 'licenseIssued', { by: 'integrator' })
    expect([total, series.map(({ name, total: own }) => [name, own])]).toEqual([
      6,
      [
        ['无', 5],
        ['华东集成', 1],
      ],
    ])
  })

  it('belongs to the day of the zone of the developer, also when clocks change', async () => {
    const own = await createVendor(center)
    await query("update developer set time_zone = 'America/New_York' where id = $1", [own.developerId])
    await center.daysLater(0, own)
    const insert = (at: string) =>
      query(
        `insert into runtime_event (developer_id, guid, at, act, reason)
         values ($1, gen_random_uuid(), $2, 'activate', 'codeNotFound')`,
        [own.developerId, at],
      )
    // Clocks go back on November 1, 2026: the day has 25 hours.
    for (const at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'])
      await insert(at)
    const { days, values } = await of(own, 'refusal', { period: 'range', first: '2026-10-31', last: '2026-11-02' })
    expect([days, values]).toEqual([
      ['2026-10-31', '2026-11-01', '2026-11-02'],
      [1, 2, 1],
    ])
  })

  it('of seats is the peak of all products together, and the seats of the licenses in force', async () => {
    const own = await createVendor(center)
    onTestFinished(center.clock.freeze())
    const group = { licenseKeyType: 2, concurrentType: 'machine', groupUsers: 5, useMode: undefined } as const
    const { licenses } = await own.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await own.pcTemplate('sn', group)],
      count: 2,
    })
    const program = await createProgram(center, own)
    for (const [index, { serial }] of licenses.entries())
      await program.ask('openSession', {
        code: serial,
        machine: { fingerprint: `machine-${index}` },
        timeoutSeconds: 43_200,
      })
    center.clock.advance(60_000)
    expect((await of(own, 'seatSold')).total).toBe(10)
    await query('select count_seats($1)', [center.clock.now()])
    expect((await of(own, 'seatPeak', { by: 'product' })).series).toMatchObject([{ name: '星图', total: 2 }])
    expect((await of(own, 'seatPeak')).total).toBe(2)
    await own.call(pcLicenseCalls.lock, { kind: 'sn', guid: licenses[0]?.guid ?? '' })
    expect((await of(own, 'seatSold', { by: 'product' })).total).toBe(5)
  })
})

it('the peak of today is at least the seats in use, lent ones included, also between two counts', async () => {
  const own = await createVendor(center)
  onTestFinished(center.clock.freeze())
  const { licenses } = await own.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [
      await own.pcTemplate('sn', {
        licenseKeyType: 2,
        concurrentType: 'machine',
        groupUsers: 5,
        useMode: undefined,
        lending: true,
        lendingDays: 30,
        lendingSeats: 2,
      }),
    ],
  })
  const [license] = licenses
  const program = await createProgram(center, own)
  const open = (n: number) =>
    program.ask('openSession', { code: license?.serial ?? '', machine: { fingerprint: `machine-${n}` } })
  const peaks = async () => {
    const { total, values, series } = await of(own, 'seatPeak', { by: 'product' })
    return [total, values.at(-1), series[0]?.total]
  }
  await open(1)
  await own.call(lendingCalls.create, { licenseGuid: license?.guid ?? '', person: 'Li', days: 3 })
  center.clock.advance(60_000)
  await query('select count_seats($1)', [center.clock.now()])
  expect(await peaks()).toEqual([2, 2, 2])
  await open(2)
  expect(await peaks()).toEqual([3, 3, 3])
  const { glance } = await own.call(dashboardCalls.get, {})
  expect([glance.seats?.count, glance.seats?.curve?.total]).toEqual([3, 3])
})

describe('refusals', () => {
  it('a trial developer has no statistics (statistics.trial)', async () => {
    const trial = await createVendor(center, { status: 'trial' })
    for (const attempt of [
      () => of(trial, 'licenseIssued'),
      () => trial.call(statisticsCalls.overview, {}),
      () => trial.call(statisticsCalls.devices, {}),
    ])
      expect((await refused(attempt())).error).toBe('statistics.trial')
  })

  it('a range is at most a year and does not begin in the future (badRange, rangeTooLong)', async () => {
    const range = (first: string, last: string) =>
      refused(vendor.call(statisticsCalls.overview, { period: 'range', first, last }))
    expect(await range('2026-11-02', '2026-11-01')).toMatchObject({
      error: 'statistics.badRange',
      fields: [{ path: 'first' }],
    })
    expect((await range('2999-01-01', '2999-01-02')).error).toBe('statistics.badRange')
    const long = await range('2020-01-01', '2026-11-01')
    expect([long.error, long.message]).toEqual([
      'statistics.rangeTooLong',
      expect.stringContaining(String(LIMITS.statistics.rangeDays)),
    ])
    const missing = await refused(vendor.call(statisticsCalls.overview, { period: 'range', last: '2026-11-01' }))
    expect([missing.error, missing.fields.map(({ path }) => path)]).toEqual(['platform.badPayload', ['first']])
    for (const first of ['2026-02-30', '0000-01-01', 'x', '2026-1-1']) {
      const { error, fields } = await range(first, '2026-03-02')
      expect([error, fields], first).toMatchObject(['platform.badPayload', [{ path: 'first', rule: 'notDay' }]])
    }
  })

  it('a figure is split and filtered only by its own dimensions (statistics.noSuchSplit)', async () => {
    for (const given of [{ by: 'reason' }, { by: 'category' }] as const)
      expect((await refused(of(vendor, 'licenseIssued', given))).error).toBe('statistics.noSuchSplit')
    expect(await refused(of(vendor, 'userCreated', { licenseId: [otherProduct] }))).toMatchObject({
      error: 'statistics.noSuchSplit',
      fields: [{ path: 'licenseId' }],
    })
  })

  it('a figure needs the privilege to view its rows, and names it', async () => {
    const nobody = await admin([])
    const needed: [MeasureName, Privilege][] = [
      ['spending', 'billing.view'],
      ['refusal', 'runtime.view'],
      ['seatPeak', 'runtime.view'],
      ['campaignJoined', 'activity.report'],
      ['userCreated', 'user.view'],
      ['licenseIssued', 'snLicense.view'],
    ]
    for (const [measure, privilege] of needed) {
      const { error, message } = await refused(of(nobody, measure))
      expect([error, message], measure).toEqual([
        'platform.noPermission',
        expect.stringContaining(center.ground.languages.zh(`privileges.${privilege}`)),
      ])
    }
    expect((await nobody.call(statisticsCalls.overview, {})).figures).toEqual([])
    const cashier = await admin(['billing.view'])
    expect((await cashier.call(statisticsCalls.overview, {})).figures.map(({ measure }) => measure)).toEqual([
      'spending',
    ])
    expect((await of(cashier, 'spending')).total).toBe((await of(vendor, 'spending')).total)
  })
})

describe('a caller', () => {
  it('counts only licenses of carriers that the caller may view', async () => {
    const clerk = await admin(['smartLicense.view'])
    expect((await of(clerk, 'licenseIssued')).total).toBe(2)
    expect((await refused(of(clerk, 'licenseIssued', { carrier: ['sn'] }))).error).toBe('platform.noPermission')
    const { figures } = await clerk.call(statisticsCalls.overview, {})
    expect(figures.find(({ measure }) => measure === 'licenseIssued')?.total).toBe(2)
    expect(figures.map(({ measure }) => measure)).not.toContain('spending')
  })

  it('who is limited to products sees only the figures of these products', async () => {
    const terms = { limited: ['product' as const], assigned: { product: [otherGuid] } }
    const limited = await admin(['snLicense.view', 'smartLicense.view', 'runtime.view'], terms)
    const { total, series } = await of(limited, 'licenseIssued', { by: 'product' })
    expect([total, series.map(({ name }) => name)]).toEqual([1, ['远航']])
    const { figures } = await limited.call(statisticsCalls.overview, {})
    expect(figures.find(({ measure }) => measure === 'licenseIssued')?.total).toBe(1)
    expect((await of(limited, 'seatSold')).total).toBe(5)
    // A license is seen with all its products.
    const { guid: both } = await vendor.call(
      pcTemplateCalls.create,
      pcTemplatePayload('sn', otherProduct, { otherProducts: [{ licenseId: vendor.licenseId }] }),
    )
    await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [both] })
    expect((await of(vendor, 'licenseIssued')).total).toBe(7)
    expect((await of(limited, 'licenseIssued')).total).toBe(1)
  })

  it('who is limited to users does not see how many are new', async () => {
    const limited = await admin(['user.view'], { limited: ['user'] })
    expect((await refused(of(limited, 'userCreated'))).error).toBe('platform.noPermission')
    expect((await limited.call(statisticsCalls.overview, {})).figures).toEqual([])
  })
})

describe('devices', () => {
  it('are counted by system and by version of the program while they are bound', async () => {
    const program = await createProgram(center, vendor)
    const machine = { fingerprint: 'machine-1', name: 'PC', os: 'Windows 11' }
    expect((await program.ask('activate', { code, machine, version: 3 })).status).toBe(200)
    expect(await vendor.call(statisticsCalls.devices, {})).toEqual({
      total: 1,
      systems: [{ name: 'Windows 11', count: 1 }],
      versions: [{ name: '3', count: 1 }],
    })
    // A later call tells the version after an update of the program.
    center.clock.advance(DAY_MS)
    await center.daysLater(0, vendor)
    await program.ask('validate', { code, machine, version: 4 })
    await center.center.runtime.stop()
    expect(await vendor.call(statisticsCalls.devices, { licenseId: [vendor.licenseId] })).toMatchObject({
      total: 1,
      versions: [{ name: '4', count: 1 }],
    })
    expect((await of(vendor, 'deviceActive', { period: '7' })).values.slice(-2)).toEqual([1, 1])
    expect((await of(vendor, 'deviceActivated', { period: '7' })).total).toBe(1)
    const { rows } = await query(`select m.guid, m.license_guid from bound_machine m where m.developer_id = $1`, [
      vendor.developerId,
    ])
    const [bound] = rows as { guid: string; license_guid: string }[] // of this query
    await vendor.call(pcLicenseCalls.unbind, {
      kind: 'sn',
      guid: bound?.license_guid ?? '',
      machineGuid: bound?.guid ?? '',
    })
    expect(await vendor.call(statisticsCalls.devices, {})).toEqual({ total: 0, systems: [], versions: [] })
  })
})

describe('export', () => {
  it('is a table with a row per day, in the language of the caller', async () => {
    const clerk = await admin(['smartLicense.view', 'statistics.export'])
    const response = await center.center.app.inject({
      method: 'POST',
      url: statisticsCalls.export.path,
      headers: clerk.headers,
      payload: { measure: 'licenseIssued', period: '7', by: 'carrier', format: 'csv' },
    })
    const lines = response.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(9)
    expect(lines[0]).toBe('"日期","签发的许可","对比日期","对比值","智能设备"')
    expect(lines.at(-1)?.replaceAll('"', '')).toBe('合计,2,,0,2')
    const xlsx = await center.center.app.inject({
      method: 'POST',
      url: statisticsCalls.export.path,
      headers: { ...clerk.headers, 'accept-language': 'en' },
      payload: { measure: 'licenseIssued', format: 'xlsx' },
    })
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const without = await admin(['smartLicense.view'])
    expect(
      (await refused(without.call(statisticsCalls.export, { measure: 'licenseIssued', format: 'csv' }))).error,
    ).toBe('platform.noPermission')
  })
})

it('old figures are deleted, and the present stays', async () => {
  await query('select fold_figures()', [])
  await query(
    `insert into figure_day (developer_id, day, measure, value) values ($1, '2001-01-01', 'userCreated', 1)`,
    [vendor.developerId],
  )
  const counts = async () =>
    (
      await query(
        `select count(*) filter (where day = '2001-01-01')::int as old,
           count(*) filter (where day = '-infinity' and value > 0)::int as present from figure_day`,
        [],
      )
    ).rows[0] as { old: number; present: number } // the columns of this query
  const before = await counts()
  expect(before.present).toBeGreaterThan(0)
  await purgeFiguresJob({ database: center.ground.database, clock: center.clock }).run({}, { isLast: true })
  expect(await counts()).toEqual({ ...before, old: 0 })
})
