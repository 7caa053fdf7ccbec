// Money at the platform desk: a price change against running issues, terms with a time, corrections of two persons,
// packages with a period, payments and reconciliation, month totals.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  DEFAULT_RATES,
  ERRORS,
  HOUR_MS,
  LIMITS,
  OPERATION_TYPES,
  billingCalls,
  billingDesk,
  operationLogCalls,
  operatorDesk,
  packageCalls,
  paymentDesk,
  pcLicenseCalls,
  price,
  samplePrices,
  serviceFeeCalls,
  topUpCalls,
} from '@sealwright/contract'
import type { Grant, Rates } from '@sealwright/contract'
import { createTestCenter, createVendor } from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { byCommand } from './hand.service.ts'
import { createOperator } from './operator.service.ts'

let center: TestCenter
let anna: DeskActor
let boris: DeskActor
let owner: DeskActor
/** Sessions of operators end after an idle hour. */
async function signIn() {
  ;[anna, boris, owner] = await Promise.all([
    center.operator('finance'),
    center.operator('finance'),
    center.operator('owner'),
  ])
}
beforeAll(async () => {
  center = await createTestCenter()
  await signIn()
})
afterAll(() => center.close())

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await center.ground.database.owner.query<Row>(text, values)).rows
const refused = (error: string) => expect.objectContaining({ error })
const onField = (path: string) => expect.objectContaining({ path }) as unknown
const expectLedger = async () => expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
const later = (ms: number) => new Date(center.clock.now().getTime() + ms).toISOString()
const walletOf = async (of: Actor) => (await of.call(billingCalls.balance, {})).balanceFen
const deskLog = async (targetKind: 'rates' | 'credit' | 'package' | 'payment' | 'fee' | 'setting') =>
  (await owner.call(operatorDesk.log, { targetKind, pageSize: 50 })).rows

describe('a price change against running issues', () => {
  it('charges each license by the price of its moment: exactly, and nothing in between', async () => {
    const vendors = await Promise.all([1, 2].map(() => createVendor(center, { yuan: 500_000 })))
    const work: Promise<unknown>[] = []
    const DAYS = 30
    const templates = await Promise.all(
      vendors.map((of) => of.pcTemplate('sn', { isForever: false, billingMode: 'day', licDuration: DAYS })),
    )
    const rounds = 3
    for (let round = 0; round < rounds; round++) {
      for (const [at, of] of vendors.entries()) {
        const template = templates[at] ?? ''
        const given = { kind: 'sn' as const, templateGuids: [template] }
        const many = async () => {
          const { taskId } = await of.call(pcLicenseCalls.batchIssue, { ...given, count: 25 })
          await center.finishTask(of, taskId)
        }
        work.push(many())
        for (let n = 0; n < 9; n++) work.push(of.call(pcLicenseCalls.issue, { ...given, count: 1 }))
      }
      // For all developers, for one developer, by a command, and planned for in a moment.
      const fen = 20 + round
      const [first] = vendors
      // The issues of this round are still running when those of the next one begin.
      await Promise.all([
        anna.call(billingDesk.setRates, { ...DEFAULT_RATES, perDayFen: fen }),
        boris.call(billingDesk.setRates, { developerId: first?.developerId ?? 0, perDayFen: fen + 50 }),
        createOperator(center.ground).setRates({ perDayFen: fen + 100 }),
        // A busy machine may be too late for it.
        anna
          .call(billingDesk.setRates, { ...DEFAULT_RATES, perDayFen: fen + 150, startTime: later(500) })
          .catch((error: unknown) => expect(error).toEqual(refused('tariff.startPassed'))),
      ])
    }
    await Promise.all(work)

    const versions = await query<{ priced_id: number | null; content: Partial<Rates>; starts_at: Date }>(
      "select priced_id, content, starts_at from price_version where kind = 'rates' order by starts_at, id",
    )
    const ratesAt = (developerId: number, moment: Date): Rates => {
      const of = (id: number | null) =>
        versions.findLast((version) => version.priced_id === id && version.starts_at <= moment)?.content
      return { ...DEFAULT_RATES, ...of(null), ...of(developerId) }
    }
    const grant: Grant = { source: 'balance', mode: 'day', days: DAYS, devices: null, users: null, isSoft: false }
    const orders = await query<{
      developer_id: number
      created_at: Date
      amount_fen: number
      count: number
      rates: Rates
    }>(
      `select o.developer_id, o.created_at, o.amount_fen, o.count, i.rates
       from billing_order o join license_issue i on i.developer_id = o.developer_id and i.order_guid = o.guid
       where o.developer_id = any($1) and o.status = 'charged' order by o.created_at`,
      [vendors.map(({ developerId }) => developerId)],
    )
    expect(orders.reduce((sum, { count }) => sum + count, 0)).toBe(vendors.length * rounds * (25 + 9))
    for (const { developer_id: id, created_at: moment, amount_fen: fen, count, rates } of orders) {
      const inForce = ratesAt(id, moment)
      expect([fen, rates.perDayFen]).toEqual([price({ rates: inForce, grant, count }).totalFen, inForce.perDayFen])
    }
    expect(new Set(orders.map(({ rates }) => rates.perDayFen)).size).toBeGreaterThan(2)
    await expectLedger()
    await createOperator(center.ground).setRates(null)
  })

  it('makes an issue wait that begins after it has started and before it is stored', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn', { isForever: false, billingMode: 'day', licDuration: 30 })
    let store: () => void = () => undefined
    const stored = new Promise<void>((resolve) => void (store = resolve))
    let started: (at: Date) => void = () => undefined
    const start = new Promise<Date>((resolve) => void (started = resolve))
    const commands = byCommand(center.ground)
    const slow = createOperator(center.ground, (work) =>
      commands(async (hand) => {
        const done = await work(hand)
        started(center.clock.now())
        await stored
        return done
      }),
    )
    const changing = slow.setRates({ perDayFen: 77 }, of.developerId)
    await start
    const issuing = of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 1 })
    const isWaiting = async () =>
      (await query("select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted")).length >
      0
    try {
      await expect.poll(isWaiting).toBe(true)
    } finally {
      store()
    }
    await Promise.all([changing, issuing])
    const orders = await query<{ amount_fen: number; created_at: Date }>(
      "select amount_fen, created_at from billing_order where developer_id = $1 and category = 'issue'",
      [of.developerId],
    )
    expect(orders).toMatchObject([{ amount_fen: 30 * 77 }])
    expect(orders[0]?.created_at.getTime()).toBeGreaterThanOrEqual((await changing).startsAt.getTime())
  })
})

describe('terms with a time', () => {
  it('start then, can be withdrawn before, and show what is in force, what comes and what was', async () => {
    const who = await center.developer()
    const { developerId } = who
    const ratesOf = async () => (await who.call(billingCalls.balance, {})).rates
    await anna.call(billingDesk.setRates, { developerId, perYearFen: 1_250 })
    const { guid } = await anna.call(billingDesk.setRates, {
      developerId,
      perYearFen: 1_300,
      startTime: later(HOUR_MS),
      note: '春季价格',
    })
    const gone = await anna.call(billingDesk.setRates, { developerId, perYearFen: 1, startTime: later(2 * HOUR_MS) })
    expect(await ratesOf()).toMatchObject({ perYearFen: 1_250 })
    expect(await anna.call(billingDesk.prices, { developerId })).toMatchObject({
      developer: { rates: { perYearFen: 1_250 }, own: { rates: { perYearFen: 1_250 } } },
      coming: [{ guid, note: '春季价格', state: 'coming', rates: { perYearFen: 1_300 } }, { guid: gone.guid }],
    })
    await boris.call(billingDesk.withdrawPrice, { guid: gone.guid })
    await expect(boris.call(billingDesk.withdrawPrice, { guid: gone.guid })).rejects.toEqual(refused('tariff.started'))
    await expect(boris.call(billingDesk.withdrawPrice, { guid: randomUUID() })).rejects.toEqual(
      refused('tariff.notFound'),
    )
    center.clock.advance(3 * HOUR_MS)
    await signIn()
    expect(await ratesOf()).toMatchObject({ perYearFen: 1_300 })
    await expect(anna.call(billingDesk.withdrawPrice, { guid })).rejects.toEqual(refused('tariff.started'))
    expect(
      (await anna.call(billingDesk.findPrices, { developerId })).rows.map(({ state, rates }) => [
        state,
        rates?.perYearFen,
      ]),
    ).toEqual([
      ['withdrawn', 1],
      ['inForce', 1_300],
      ['past', 1_250],
    ])
    expect((await deskLog('rates')).length).toBeGreaterThan(3)
    const logged = (await who.call(operationLogCalls.find, {})).rows
    expect(logged.filter(({ changes }) => changes.some(({ field }) => field === 'perYearFen'))).toHaveLength(3)
  })

  it('cannot start in the past or overwrite a newer change: tariff.startPassed, platform.stale', async () => {
    const { developerId } = await center.developer()
    const { revisions } = await anna.call(billingDesk.prices, { developerId })
    expect(revisions.rates).toBe(0)
    await expect(
      anna.call(billingDesk.setRates, { developerId, perDayFen: 1, startTime: later(-1_000) }),
    ).rejects.toEqual(expect.objectContaining({ error: 'tariff.startPassed', fields: [onField('startTime')] }))
    await boris.call(billingDesk.setRates, { developerId, perDayFen: 7, revision: 0 })
    await expect(anna.call(billingDesk.setRates, { developerId, perDayFen: 9, revision: 0 })).rejects.toEqual(
      refused('platform.stale'),
    )
    await expect(anna.call(billingDesk.prices, { developerId: 99_999_999 })).rejects.toEqual(
      refused('operator.developerNotFound'),
    )
    await expect(
      anna.call(billingDesk.setRates, { developerId, tiers: [{ lowLimit: 2, topLimit: 5, price: [1, 1, 1] }] }),
    ).rejects.toMatchObject({ fields: [{ rule: 'tiersFit' }] })
  })

  it('of fee, limits and gifts apply at their start, also before the job has run', async () => {
    const who = await center.developer({ status: 'formal' })
    const { developerId } = who
    await expect(anna.call(billingDesk.setFee, { feeFen: null })).rejects.toEqual(refused('tariff.feeNeeded'))
    await anna.call(billingDesk.setFee, { developerId, feeFen: 98_000, startTime: later(HOUR_MS) })
    await anna.call(billingDesk.setLimits, { developerId, issueMax: 77, startTime: later(HOUR_MS) })
    await anna.call(billingDesk.setGifts, { gifts: [{ fromFen: 100_000, percent: 3 }], startTime: later(HOUR_MS) })
    expect((await who.call(serviceFeeCalls.get, {})).amountFen).toBe(0)
    expect((await who.call(topUpCalls.options, {})).gifts).toEqual([])
    center.clock.advance(2 * HOUR_MS)
    await signIn()
    expect((await who.call(serviceFeeCalls.get, {})).amountFen).toBe(98_000)
    expect((await who.call(topUpCalls.options, {})).gifts).toEqual([{ fromFen: 100_000, percent: 3 }])
    expect((await anna.call(billingDesk.prices, { developerId })).developer?.limits.issueMax).toBe(77)
    expect(await createOperator(center.ground).applyDue()).toBe(3)
    expect(await createOperator(center.ground).applyDue()).toBe(0)
    // The first days of the fee count from its start at this developer.
    expect((await who.call(serviceFeeCalls.get, {})).paidUntil).not.toBeNull()
    expect((await who.call(topUpCalls.options, {})).gifts).toEqual([{ fromFen: 100_000, percent: 3 }])
    await anna.call(billingDesk.setGifts, { gifts: [] })
    await expect(
      anna.call(billingDesk.setGifts, {
        gifts: [
          { fromFen: 2, percent: 1 },
          { fromFen: 1, percent: 2 },
        ],
      }),
    ).rejects.toMatchObject({ fields: [{ rule: 'giftsAscend' }] })
  })

  it('cannot be rewritten, not even by the owner of the database', async () => {
    await expect(query("update price_version set content = '{}'")).rejects.toThrow(/cannot be changed/)
    await expect(query('delete from price_version')).rejects.toThrow(/cannot be changed/)
  })
})

describe('samples of prices', () => {
  it('are computed by the function that charges', () => {
    expect(samplePrices(DEFAULT_RATES)).toEqual({
      day: 10,
      month: 300,
      year: 1_500,
      permanent: 5_800,
      devices: 5_800 + 5 * 100,
      tierEnd: 50 * 5_800,
      nextTier: 51 * 5_800,
      machines: 10 * 5_800,
    })
    const tiers: Rates['tiers'] = [
      { lowLimit: 1, topLimit: 3, price: [1, 1, 100] },
      { lowLimit: 4, topLimit: 9, price: [1, 1, 50] },
    ]
    expect(samplePrices({ ...DEFAULT_RATES, tiers })).toMatchObject({ tierEnd: 300, nextTier: 350 })
  })
})

describe('a correction', () => {
  const large = { kind: 'wallet' as const, amount: LIMITS.desk.correctionFen + 1, note: '漏记的付款' }

  it('below the limit is done at once, in both directions, and told in both logs', async () => {
    const who = await center.developer()
    const { developerId } = who
    expect(
      await anna.call(billingDesk.correct, { developerId, kind: 'wallet', amount: 50_000, note: '补记' }),
    ).toMatchObject({ state: 'done' })
    await anna.call(billingDesk.correct, { developerId, kind: 'wallet', amount: -20_000, note: '多记' })
    expect(await walletOf(who)).toBe(30_000)
    await expect(
      boris.call(billingDesk.correct, { developerId, kind: 'wallet', amount: -30_001, note: '太多' }),
    ).rejects.toEqual(expect.objectContaining({ error: 'tariff.tooLittle', fields: [onField('amount')] }))
    await expect(
      boris.call(billingDesk.correct, { developerId, kind: 'gift', amount: 0, note: '零' }),
    ).rejects.toMatchObject({ fields: [{ rule: 'notZero' }] })
    expect((await who.call(operationLogCalls.find, {})).rows[0]?.changes).toContainEqual({
      field: 'wallet',
      before: '500.00',
      after: '300.00',
    })
    expect((await deskLog('credit'))[0]).toMatchObject({
      deed: 'correct',
      changes: expect.arrayContaining([{ field: 'wallet', before: '500.00', after: '300.00' }]) as unknown,
    })
    await expectLedger()
  })

  it('above the limit waits for another operator: tariff.ownCorrection, tariff.correctionDecided', async () => {
    const who = await center.developer()
    const { guid, state } = await anna.call(billingDesk.correct, { developerId: who.developerId, ...large })
    expect([state, await walletOf(who)]).toEqual(['waiting', 0])
    expect((await boris.call(operatorDesk.current, {})).waiting).toMatchObject({ corrections: 1 })
    await expect(anna.call(billingDesk.confirmCorrection, { guid })).rejects.toEqual(refused('tariff.ownCorrection'))
    await boris.call(billingDesk.confirmCorrection, { guid })
    expect(await walletOf(who)).toBe(large.amount)
    await expect(owner.call(billingDesk.confirmCorrection, { guid })).rejects.toEqual(
      refused('tariff.correctionDecided'),
    )
    await expect(owner.call(billingDesk.rejectCorrection, { guid, reason: '晚了' })).rejects.toEqual(
      refused('tariff.correctionDecided'),
    )
    await expect(boris.call(billingDesk.confirmCorrection, { guid: randomUUID() })).rejects.toEqual(
      refused('tariff.correctionNotFound'),
    )
    expect((await boris.call(operatorDesk.current, {})).waiting).toMatchObject({ corrections: 0 })
    for (const by of [boris, anna]) {
      const other = await anna.call(billingDesk.correct, { developerId: who.developerId, ...large })
      await by.call(billingDesk.rejectCorrection, { guid: other.guid, reason: '重复' })
    }
    expect((await deskLog('credit')).slice(0, 6).map(({ deed }) => deed)).toEqual([
      'withdraw',
      'propose',
      'reject',
      'propose',
      'confirm',
      'propose',
    ])
  })

  it('in parts counts as one, and licenses count at their price', async () => {
    const { developerId } = await center.developer()
    const part = { developerId, kind: 'gift' as const, amount: 60_000, note: '分次' }
    expect((await anna.call(billingDesk.correct, part)).state).toBe('done')
    expect((await anna.call(billingDesk.correct, part)).state).toBe('waiting')
    expect((await boris.call(billingDesk.correct, part)).state).toBe('done')
    const licenses = (amount: number) => ({ developerId, kind: 'giftLicenses' as const, amount, note: '许可' })
    expect((await owner.call(billingDesk.correct, licenses(18))).state).toBe('waiting')
    expect((await owner.call(billingDesk.correct, licenses(17))).state).toBe('done')
  })

  it('counts licenses at the highest price of a day, so that nobody cuts the price first', async () => {
    const { developerId } = await center.developer()
    const licenses = { developerId, kind: 'giftLicenses' as const, amount: 18, note: '许可' }
    await anna.call(billingDesk.setRates, { ...DEFAULT_RATES, oneTimeFen: 0 })
    center.clock.advance(1_000)
    expect((await anna.call(billingDesk.correct, licenses)).state).toBe('waiting')
    await anna.call(billingDesk.setRates, { ...DEFAULT_RATES })
  })

  it('is done once: two confirm at once, one confirms while another rejects, a request is repeated', async () => {
    const who = await center.developer()
    const { developerId } = who
    const make = async () => (await anna.call(billingDesk.correct, { developerId, ...large })).guid
    const outcomes = async (...work: Promise<unknown>[]) =>
      (await Promise.allSettled(work)).filter(({ status }) => status === 'fulfilled').length
    let booked = 0
    for (let n = 0; n < 4; n++) {
      const guid = await make()
      expect(
        await outcomes(
          boris.call(billingDesk.confirmCorrection, { guid }),
          owner.call(billingDesk.confirmCorrection, { guid }),
        ),
      ).toBe(1)
      booked += large.amount
      const other = await make()
      expect(
        await outcomes(
          boris.call(billingDesk.confirmCorrection, { guid: other }),
          owner.call(billingDesk.rejectCorrection, { guid: other, reason: '不对' }),
          anna.call(billingDesk.rejectCorrection, { guid: other, reason: '撤回' }),
        ),
      ).toBe(1)
      const [row] = await query<{ state: string }>('select state from correction where guid = $1', [other])
      if (row?.state === 'done') booked += large.amount
      expect(await walletOf(who)).toBe(booked)
    }
    const again = () =>
      anna.call(billingDesk.correct, { developerId, ...large }, { idempotencyKey: `twice-${developerId}` })
    expect((await again()).guid).toBe((await again()).guid)
    await expectLedger()
  })

  it('of a debit needs the balance when it is confirmed, and may wait for it', async () => {
    const who = await createVendor(center, { yuan: 2_000 })
    const { developerId } = who
    const { guid } = await anna.call(billingDesk.correct, { developerId, ...large, amount: -150_000 })
    await boris.call(billingDesk.correct, { developerId, kind: 'wallet', amount: -60_000, note: '先扣' })
    await expect(boris.call(billingDesk.confirmCorrection, { guid })).rejects.toEqual(refused('tariff.tooLittle'))
    await boris.call(billingDesk.correct, { developerId, kind: 'wallet', amount: 10_000, note: '补' })
    await boris.call(billingDesk.confirmCorrection, { guid })
    expect(await walletOf(who)).toBe(0)
  })

  it('has a limit that only those change who change the platform', async () => {
    await expect(anna.call(billingDesk.setCorrectionLimit, { limitFen: 1 })).rejects.toEqual(
      refused('platform.noPermission'),
    )
    await owner.call(billingDesk.setCorrectionLimit, { limitFen: 500 })
    const { developerId } = await center.developer()
    const given = { developerId, kind: 'wallet' as const, note: '小额' }
    expect((await anna.call(billingDesk.correct, { ...given, amount: 501 })).state).toBe('waiting')
    expect(await anna.call(billingDesk.findCorrections, { developerId })).toMatchObject({
      limitFen: 500,
      rows: [{ amount: 501, isOwn: true, state: 'waiting' }],
    })
    await owner.call(billingDesk.setCorrectionLimit, { limitFen: LIMITS.desk.correctionFen })
    expect((await deskLog('setting'))[0]?.changes).toEqual([{ field: 'limitFen', before: '5.00', after: '1,000.00' }])
  })
})

describe('a package', () => {
  const offer = { licenses: 10, updates: 2, days: 30, priceFen: 9_900 }

  it('is on offer in its period only, shows who has it, and can be given and retired', async () => {
    const who = await createVendor(center, { yuan: 1_000 })
    const offers = async () => (await who.call(packageCalls.offers, {})).offers.map(({ type }) => type)
    const period = { startTime: later(DAY_MS), endTime: later(3 * DAY_MS) }
    const { guid } = await anna.call(billingDesk.addOffer, { type: '春季包', ...offer, ...period })
    await expect(anna.call(billingDesk.addOffer, { type: '春季包', ...offer })).rejects.toEqual(
      refused('tariff.offerTaken'),
    )
    for (const bad of [{ endTime: later(-1) }, { startTime: later(-1) }, { ...period, endTime: later(1) }])
      await expect(anna.call(billingDesk.addOffer, { type: '坏', ...offer, ...bad })).rejects.toEqual(
        refused('tariff.offerPeriod'),
      )
    expect(await offers()).toEqual([])
    await expect(who.call(packageCalls.buy, { guid, count: 1, priceFen: 9_900 })).rejects.toEqual(
      refused('package.offerNotFound'),
    )
    await center.daysLater(2, who)
    await signIn()
    expect(await offers()).toEqual(['春季包'])
    await who.call(packageCalls.buy, { guid, count: 1, priceFen: 9_900 })
    const { developerId } = who
    expect(
      (await boris.call(billingDesk.grantPackages, { developerId, type: '春季包', count: 2 })).serials,
    ).toHaveLength(2)
    expect((await anna.call(billingDesk.findOffers, {})).rows[0]).toMatchObject({
      state: 'onOffer',
      bought: 1,
      granted: 2,
    })
    expect(await anna.call(billingDesk.findSold, { guid })).toMatchObject({
      type: '春季包',
      rows: [true, true, false].map((isGranted) => ({ developerId: String(developerId), isGranted, remaining: 10 })),
    })
    await expect(anna.call(billingDesk.findSold, { guid: randomUUID() })).rejects.toEqual(
      refused('package.offerNotFound'),
    )
    await center.daysLater(2, who)
    await signIn()
    expect(await offers()).toEqual([])
    expect((await anna.call(billingDesk.findOffers, { state: 'over' })).rows).toMatchObject([{ type: '春季包' }])
    await expect(boris.call(billingDesk.grantPackages, { developerId, type: '春季包', count: 1 })).rejects.toEqual(
      refused('package.offerNotFound'),
    )
    // Its name is free again.
    const next = await anna.call(billingDesk.addOffer, { type: '春季包', ...offer })
    await anna.call(billingDesk.retireOffer, { guid: next.guid })
    await expect(anna.call(billingDesk.retireOffer, { guid: next.guid })).rejects.toEqual(
      refused('package.offerNotFound'),
    )
    expect((await deskLog('package')).map(({ type }) => type)).toEqual([
      OPERATION_TYPES.delete,
      OPERATION_TYPES.add,
      OPERATION_TYPES.update,
      OPERATION_TYPES.add,
    ])
    expect((await who.call(packageCalls.find, {})).records).toBe(3)
  })
})

describe('packages that are given', () => {
  const offer = { licenses: 100, updates: 0, days: 30 }
  const add = async (priceFen: number) => {
    const type = `包 ${randomUUID()}`
    await anna.call(billingDesk.addOffer, { type, ...offer, priceFen })
    return type
  }

  it('by one operator stay below the limit of corrections, at once and in parts: tariff.giftTooLarge', async () => {
    const { developerId } = await createVendor(center)
    const type = await add(60_000)
    await center.daysLater(2)
    await signIn()
    const give = (count: number) => anna.call(billingDesk.grantPackages, { developerId, type, count })
    await expect(give(2)).rejects.toEqual(refused('tariff.giftTooLarge'))
    expect((await give(1)).serials).toHaveLength(1)
    await expect(give(1)).rejects.toEqual(refused('tariff.giftTooLarge'))
    const credit = { developerId, kind: 'gift' as const, amount: 50_000, note: '另外' }
    expect((await anna.call(billingDesk.correct, credit)).state).toBe('waiting')
    expect((await boris.call(billingDesk.correct, { ...credit, amount: 40_000 })).state).toBe('done')
  })

  it('count at the price of their licenses while their offer is new, so nobody makes a cheap one first', async () => {
    const { developerId } = await createVendor(center)
    const type = await add(1)
    const give = () => anna.call(billingDesk.grantPackages, { developerId, type, count: 1 })
    await expect(give()).rejects.toEqual(refused('tariff.giftTooLarge'))
    await center.daysLater(2)
    await signIn()
    expect((await give()).serials).toHaveLength(1)
  })
})

describe('payments', () => {
  /** A top-up that was paid, or one that waits, with what the provider said about it. */
  async function payment(of: Actor, { isPaid = true, amountFen = 100_000 } = {}) {
    const { guid, serial } = await of.call(topUpCalls.create, { amountFen, paymentMethod: 'sandbox' })
    if (isPaid)
      await center.center.billing.takeCallback('sandbox', {
        serial,
        state: 'paid',
        amountFen,
        providerRef: `P${serial}`,
        at: center.clock.now(),
      })
    return { guid, serial }
  }
  async function reconcile(csv: string, by = anna, name = 'statement.csv') {
    const body = new FormData()
    body.set('paymentMethod', 'sandbox')
    body.set('file', new File([csv], name))
    const request = new Request('http://localhost/', { method: 'POST', body })
    const answer = await center.center.app.inject({
      method: 'POST',
      url: paymentDesk.reconcile.path,
      headers: { ...by.headers, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return answer.json<{ code: number; data: { guid: string; counts: Record<string, number> } }>()
  }

  it('show what the provider said, and can be asked about: topUp.notFound', async () => {
    const who = await center.developer()
    const { guid, serial } = await payment(who)
    expect(await anna.call(paymentDesk.find, { serial, status: 'paid' })).toMatchObject({
      records: 1,
      rows: [{ guid, developerId: String(who.developerId), amountFen: 100_000 }],
    })
    expect((await anna.call(paymentDesk.find, { developerId: who.developerId, status: 'failed' })).records).toBe(0)
    expect(await anna.call(paymentDesk.get, { guid })).toMatchObject({
      providerRef: `P${serial}`,
      events: [{ source: 'callback', state: 'paid', outcome: 'credited', amountFen: 100_000 }],
    })
    expect(await anna.call(paymentDesk.ask, { guid })).toEqual({ status: 'paid' })
    for (const call of [paymentDesk.get, paymentDesk.ask])
      await expect(anna.call(call, { guid: randomUUID() })).rejects.toEqual(refused('topUp.notFound'))
  })

  it('are compared with a statement of the provider, differences first', async () => {
    const who = await center.developer()
    const good = await payment(who)
    const other = await payment(who, { amountFen: 200_000 })
    const lost = await payment(who)
    const open = await payment(who, { isPaid: false })
    const day = new Date(center.clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
    const csv = [
      '#支付宝业务明细查询',
      '商户订单号,订单金额（元）,完成时间,交易状态',
      `${good.serial}\t,"1,000.00",${day} 12:00:00,交易成功`,
      `${other.serial},1999.00,${day} 12:00:01,交易成功`,
      `${open.serial},1000.00,${day} 12:00:02,交易成功`,
      `TU20260101XYZXYZ,66.00,${day} 12:00:03,交易成功`,
      `TU20260101XYZABC,66.00,${day} 12:00:03,交易关闭`,
      '合计,9999.00,,',
    ].join('\r\n')
    const { data } = await reconcile(csv)
    const { guid, counts } = data
    const { rows } = await anna.call(paymentDesk.findCompared, { guid, pageSize: 100 })
    const own = rows.filter(({ developerId }) => developerId === null || developerId === String(who.developerId))
    expect(own.map(({ outcome, serial }) => [outcome, serial])).toEqual([
      ['missingHere', 'TU20260101XYZXYZ'],
      ['amountDiffers', other.serial],
      ['stateDiffers', open.serial],
      ['missingThere', lost.serial],
      ['matched', good.serial],
    ])
    expect(own[1]).toMatchObject({ toldFen: 199_900, bookedFen: 200_000, topUpGuid: other.guid, status: 'paid' })
    expect(counts).toMatchObject({ matched: 1, missingHere: 1, amountDiffers: 1, stateDiffers: 1 })
    expect(await anna.call(paymentDesk.getRun, { guid })).toMatchObject({ fileName: 'statement.csv', counts })
    expect((await anna.call(paymentDesk.findRuns, {})).rows[0]).toMatchObject({ guid })
    // A correction can name the payment, if it is of this developer.
    const correction = { kind: 'wallet' as const, amount: -100, note: '差额', topUpGuid: other.guid }
    await anna.call(billingDesk.correct, { developerId: who.developerId, ...correction })
    const { developerId } = await center.developer()
    await expect(anna.call(billingDesk.correct, { developerId, ...correction })).rejects.toEqual(
      refused('topUp.notFound'),
    )
    expect((await deskLog('payment'))[0]).toMatchObject({ targetName: 'statement.csv' })
    await expectLedger()
  })

  it.each([
    ['tariff.fileColumns', 'name,price\r\na,1'],
    ['tariff.fileEmpty', '订单号,金额\r\n,'],
    ['tariff.fileUnreadable', '订单号,金额\r\n"TU1'],
  ] as const)('refuse a file that is no statement: %s', async (error, csv) => {
    expect((await reconcile(csv)).code).toBe(ERRORS[error].code)
    await expect(anna.call(paymentDesk.getRun, { guid: randomUUID() })).rejects.toEqual(refused('tariff.runNotFound'))
  })
})

describe('month totals', () => {
  it('add up what each developer topped up, was given and spent, and download as a file', async () => {
    const who = await createVendor(center, { yuan: 0 })
    const { developerId } = who
    const { serial } = await who.call(topUpCalls.create, { amountFen: 1_000_000, paymentMethod: 'sandbox' })
    const at = center.clock.now()
    await center.center.billing.takeCallback('sandbox', {
      serial,
      state: 'paid',
      amountFen: 1_000_000,
      providerRef: null,
      at,
    })
    await anna.call(billingDesk.correct, { developerId, kind: 'gift', amount: 5_000, note: '节日' })
    const template = await who.pcTemplate('sn')
    await who.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 2 })
    const month = new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 7)
    const { rows, sums } = await anna.call(billingDesk.months, { month, pageSize: 100 })
    const expected = { topUpFen: 1_000_000, giftFen: 5_000, spentFen: 11_600, feeFen: 0 }
    expect(rows.find((row) => row.developerId === String(developerId))).toMatchObject(expected)
    for (const name of ['topUpFen', 'giftFen', 'spentFen', 'feeFen'] as const)
      expect(sums[name]).toBe(rows.reduce((sum, row) => sum + row[name], 0))
    const file = await center.center.app.inject({
      method: 'POST',
      url: billingDesk.exportMonth.path,
      headers: anna.headers,
      payload: { month },
    })
    expect(file.body).toMatch(new RegExp(`"${developerId}","[^"]+","10000.00","50.00","116.00","0.00"`))
  })
})

it('a developer is found by name or id', async () => {
  const { developerId } = await center.developer()
  expect(
    (await anna.call(billingDesk.searchDevelopers, { keyword: String(developerId) })).developers.map(({ id }) => id),
  ).toContain(String(developerId))
})
