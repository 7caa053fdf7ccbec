// Updating many licenses: the whole set fits or nothing happens, then each row is on its own, and everything can be
// undone.
import {
  DAY_MS,
  LICENSE_STATUSES,
  billingCalls,
  orderCalls,
  packageCalls,
  pcLicenseCalls,
  productCalls,
  shownCode,
  taskCalls,
} from '@sealwright/contract'
import type { BatchRule, PayloadOf } from '@sealwright/contract'
import { createTestApprovals, createTestCenter, createVendor, productPayload, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator, verifyLedger } from '../../billing/index.ts'

const approvals = createTestApprovals()
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())

type Template = Parameters<Vendor['pcTemplate']>[1]
type Changes = NonNullable<PayloadOf<typeof pcLicenseCalls.batchUpdate>['changes']>

const PLAIN: Template = {
  billingMode: 'day',
  isForever: false,
  licStartTimeType: 1,
  licDuration: 30,
  useMode: 2,
  machineNum: 3,
}
const sqlOwner = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
const ledgerProblems = async () => (await verifyLedger(center.ground.database.owner)).problems
const balance = async (of: Vendor) => (await of.call(billingCalls.balance, {})).balanceFen

/** Issues codes from a new template. */
async function codes(
  of: Vendor,
  count: number,
  given: Template = PLAIN,
  how: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {},
) {
  return (
    await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn', given)],
      count,
      ...how,
    })
  ).licenses
}
const guidsOf = (licenses: readonly { guid: string }[]) => licenses.map(({ guid }) => guid)
const update = (of: Vendor, guids: readonly string[], changes: Changes) =>
  of.call(pcLicenseCalls.batchUpdate, { kind: 'sn', guids: [...guids], changes })
const look = (of: Vendor, guids: readonly string[], changes: Changes = {}) =>
  of.call(pcLicenseCalls.previewBatchUpdate, { kind: 'sn', guids: [...guids], changes })
const get = (of: Vendor, guid: string) => of.call(pcLicenseCalls.get, { kind: 'sn', guid })
async function updated(of: Vendor, guids: readonly string[], changes: Changes) {
  const { taskId } = await update(of, guids, changes)
  await center.finishTask(of, taskId)
  return taskId
}
const rowsOf = async (of: Vendor, guid: string) => (await of.call(taskCalls.findRows, { guid })).rows
const statesOf = async (of: Vendor, guid: string) => (await rowsOf(of, guid)).map(({ state }) => state)

describe('a batch', () => {
  it('updates codes with the same changes, each charged its own difference, and stores shared terms once', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 3)
    await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: licenses[0]?.guid ?? '', changes: { licDuration: 35 } })
    const before = await balance(of)
    const preview = await look(of, guidsOf(licenses), { licDuration: 40, machineNum: 6 })
    expect(preview).toMatchObject({
      fit: licenses.map(({ guid, serial }) => ({ guid, serial })),
      unfit: [],
      changed: 3,
      refreshable: expect.arrayContaining(['licDuration', 'machineNum', 'modules']) as string[],
      price: {
        totalFen: 550,
        isEnough: true,
        units: null,
        lines: [
          { kind: 'term', days: 40, count: 3, creditFen: 950, amountFen: 250 },
          { kind: 'devices', quantity: 1, count: 3, creditFen: 0, amountFen: 300 },
        ],
      },
    })
    expect(await balance(of)).toBe(before)
    const taskId = await updated(of, guidsOf(licenses), { licDuration: 40, machineNum: 6 })
    expect(await of.call(taskCalls.get, { guid: taskId })).toMatchObject({
      kind: 'snUpdate',
      status: 2,
      success: 3,
      subject: shownCode(licenses[0]?.serial ?? ''),
    })
    expect((await rowsOf(of, taskId)).map(({ cells }) => cells)).toEqual(
      licenses.map(({ serial }) => [{ field: 'serial', value: shownCode(serial) }]),
    )
    for (const { guid } of licenses)
      expect(await get(of, guid)).toMatchObject({ licDuration: 40, machineNum: 6, chargedFen: 500 })
    expect(before - (await balance(of))).toBe(550)
    // One by the issue, one by the single update, and one for each of the two terms in the batch.
    expect(
      (await sqlOwner('select count(*)::int as n from license_terms where developer_id = $1', [of.developerId])).rows,
    ).toEqual([{ n: 4 }])
    expect(await ledgerProblems()).toEqual([])
  })

  it('updates account licenses too, and a license listed twice only once', async () => {
    const of = await createVendor(center)
    const { licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account')],
      userIds: [await of.user(), await of.user()],
    })
    const [one = '', two = ''] = guidsOf(licenses)
    const { taskId } = await of.call(pcLicenseCalls.batchUpdate, {
      kind: 'account',
      guids: [one, two, one],
      changes: { offlineDays: 9 },
    })
    await center.finishTask(of, taskId)
    expect(await of.call(taskCalls.get, { guid: taskId })).toMatchObject({
      kind: 'accountUpdate',
      total: 2,
      success: 2,
    })
    for (const guid of [one, two])
      expect(await of.call(pcLicenseCalls.get, { kind: 'account', guid })).toMatchObject({
        offlineDays: 9,
        revision: 2,
      })
  })

  it('with one bad code changes nothing and names it', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 4)
    await sqlOwner('update license set state = 5 where guid = $1', [licenses[2]?.guid])
    const refusal = await refused(update(of, guidsOf(licenses), { licDuration: 40 }))
    expect(refusal.error).toBe('license.batchUnfit')
    expect(refusal.fields).toEqual([
      {
        path: 'guids.2',
        rule: 'batchLocked',
        message: expect.stringContaining(shownCode(licenses[2]?.serial ?? '')) as string,
      },
    ])
    expect((await of.call(taskCalls.find, {})).records).toBe(0)
    for (const { guid } of licenses) expect(await get(of, guid)).toMatchObject({ licDuration: 30, revision: 1 })
    const preview = await look(of, guidsOf(licenses), { licDuration: 40 })
    expect(preview).toMatchObject({
      fit: [{}, {}, {}],
      changed: 3,
      price: { totalFen: 300 },
      unfit: [{ guid: licenses[2]?.guid, serial: licenses[2]?.serial, message: refusal.fields[0]?.message }],
    })
  })

  it('names an unknown license by its index: license.notFound', async () => {
    const [of, other] = [await createVendor(center), await createVendor(center)]
    const [own, theirs] = [await codes(of, 1), await codes(other, 1)]
    for (const attempt of [
      () => update(of, guidsOf([...own, ...theirs]), {}),
      () => look(of, guidsOf([...own, ...theirs])),
    ]) {
      const refusal = await refused(attempt())
      expect([refusal.error, refusal.fields.map(({ path }) => path)]).toEqual(['license.notFound', ['guids.1']])
    }
  })

  it('is refused as a whole if changes are not allowed, are invalid for all, or a bill is overdue', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const guids = guidsOf(await codes(of, 2))
    expect((await refused(update(of, guids, { codePassword: true }))).error).toBe('license.changeNotAllowed')
    expect((await look(of, guids, { codePassword: true })).unfit).toHaveLength(2)
    const wrong = await refused(update(of, guids, { licBindMaxLimit: 1 }))
    expect([wrong.error, wrong.fields.map(({ path, rule }) => [path, rule])]).toEqual([
      'platform.badPayload',
      [['changes.licBindMaxLimit', 'belowConcurrent']],
    ])
    await createOperator(center.ground).bill(of.developerId, {
      amountFen: 1_000_000,
      day: new Date(center.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10),
      note: '专项服务',
    })
    center.clock.advance(3 * DAY_MS)
    Object.assign(of.headers, (await center.signIn(of.account)).headers)
    expect((await refused(update(of, guids, { licDuration: 40 }))).error).toBe('billing.overdue')
    expect(await look(of, guids, { licDuration: 40 })).toMatchObject({ fit: [{}, {}], price: { isOverdue: true } })
    await sqlOwner('update billing_terms set fee_fen = 100 where developer_id = $1', [of.developerId])
    await sqlOwner("update developer set service_until = '2020-01-01' where id = $1", [of.developerId])
    expect((await refused(update(of, guids, { licDuration: 40 }))).error).toBe('developer.serviceFeeUnpaid')
  })

  it('requires the privilege for this kind', async () => {
    const of = await createVendor(center)
    const guids = guidsOf(await codes(of, 1))
    const staff = await center.administrator(of, ['accountLicense.update', 'accountLicense.view'])
    for (const call of [pcLicenseCalls.batchUpdate, pcLicenseCalls.previewBatchUpdate])
      expect((await refused(staff.call(call, { kind: 'sn', guids }))).error).toBe('platform.noPermission')
  })

  it('assesses packages of different types separately', async () => {
    const of = await createVendor(center)
    const licenses = []
    for (const [type, updates] of [
      ['甲套餐', 1],
      ['乙套餐', 0],
    ] as const) {
      const guid = center.ground.ids.guid()
      await sqlOwner(
        `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
         values ($1, $2, 1, $3, 30, 1000, now())`,
        [guid, type, updates],
      )
      await of.call(packageCalls.buy, { guid, priceFen: 1_000 })
      licenses.push(...(await codes(of, 1, { ...PLAIN, billingMode: undefined, deductMode: 2, packageName: type })))
    }
    expect((await look(of, guidsOf(licenses), { licDuration: 40 })).price).toMatchObject({
      totalFen: 0,
      units: { stock: 'packageUpdates', count: 2, left: 1 },
      isEnough: false,
    })
    const taskId = await updated(of, guidsOf(licenses), { licDuration: 40 })
    expect(await statesOf(of, taskId)).toEqual(['success', 'fail'])
  })
})

describe('a license cannot be updated together with others', () => {
  const sn =
    (given: Template, how = {}) =>
    async (of: Vendor) =>
      (await codes(of, 1, given, how))[0]
  const changed =
    (sql: string, given: Template = PLAIN) =>
    async (of: Vendor) => {
      const [one] = await codes(of, 1, given)
      await sqlOwner(`update license set ${sql} where guid = $1`, [one?.guid])
      return one
    }
  const gift = async (of: Vendor) => {
    await center.credit(of, 1, 'giftLicenses')
    return sn({ ...PLAIN, billingMode: undefined, deductMode: 3 })(of)
  }
  const otherProduct = async (of: Vendor) => {
    const product = productPayload({ name: '星云', licenseForm: 3 })
    await of.call(productCalls.create, product)
    return product.licenseId
  }
  type Make = (of: Vendor) => Promise<{ guid: string; serial: string } | undefined>
  /**
   * By rule: the first license of the batch, and the one that does not fit. Without `first`, the rule needs no
   * comparison.
   */
  const cases: Record<BatchRule, { first?: Make; unfit: Make }> = {
    batchDeductDiffers: { first: sn(PLAIN), unfit: gift },
    batchTypeDiffers: {
      first: sn(PLAIN),
      unfit: sn({
        ...PLAIN,
        useMode: undefined,
        machineNum: undefined,
        licenseKeyType: 2,
        concurrentType: 'process',
        groupUsers: 3,
      }),
    },
    batchBillingDiffers: { first: sn(PLAIN), unfit: sn({ ...PLAIN, billingMode: 'year' }) },
    batchProductDiffers: {
      first: sn(PLAIN),
      unfit: async (of) => sn({ ...PLAIN, licenseId: await otherProduct(of) })(of),
    },
    batchForeverDiffers: { first: sn({ ...PLAIN, billingMode: 'oneTime' }), unfit: sn({}) },
    batchLending: { unfit: sn({ ...PLAIN, lending: true, lendingDays: 3, lendingSeats: 1 }) },
    batchPpm: { unfit: sn({ ...PLAIN, billingMode: undefined, licenseKeyType: 3 }) },
    batchGift: { unfit: gift },
    batchLocked: { first: sn(PLAIN), unfit: changed('state = 5') },
    batchApproving: { first: sn(PLAIN), unfit: changed('state = 15') },
    batchRejected: { first: sn(PLAIN), unfit: changed('state = 16') },
    batchProductEnds: {
      unfit: async (of) => {
        const licenseId = await otherProduct(of)
        const [one] = await codes(of, 1, { ...PLAIN, otherProducts: [{ licenseId }] })
        await of.call(pcLicenseCalls.refresh, {
          kind: 'sn',
          guid: one?.guid ?? '',
          changes: {
            productEnds: [{ licenseId, endTime: new Date(center.clock.now().getTime() + 9 * DAY_MS).toISOString() }],
          },
        })
        return one
      },
    },
    batchPreIssued: { first: sn(PLAIN), unfit: sn(PLAIN, { isPreIssued: true }) },
    batchUpdateWaits: {
      first: sn(PLAIN),
      async unfit(of) {
        const one = await sn(PLAIN)(of)
        approvals.isOn = true
        await of
          .call(pcLicenseCalls.refresh, { kind: 'sn', guid: one?.guid ?? '', changes: { licenseVersion: 3 } })
          .finally(() => (approvals.isOn = false))
        return one
      },
    },
    batchUnfit: { first: sn(PLAIN), unfit: changed('state = 9, ended_at = now()') },
  }

  it.each(Object.keys(cases) as BatchRule[])('%s: the refusal names its code, and nothing is done', async (rule) => {
    const of = await createVendor(center)
    const first = await cases[rule].first?.(of)
    const unfit = await cases[rule].unfit(of)
    const guids = [...(first ? [first.guid] : []), unfit?.guid ?? '']
    const refusal = await refused(update(of, guids, { licenseVersion: 2 }))
    expect(refusal.error).toBe('license.batchUnfit')
    expect(refusal.fields).toEqual([
      {
        path: `guids.${guids.length - 1}`,
        rule,
        message: expect.stringContaining(shownCode(unfit?.serial ?? '')) as string,
      },
    ])
    expect((await look(of, guids)).unfit).toEqual([
      { guid: unfit?.guid, serial: unfit?.serial, message: refusal.fields[0]?.message },
    ])
    expect((await of.call(taskCalls.find, {})).records).toBe(0)
  })

  it('batchUnfit: the changes fit other licenses, but not this one', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 2)
    await sqlOwner('update license set state = 4, bound = 3, ever_bound = 3 where guid = $1', [licenses[1]?.guid])
    const refusal = await refused(update(of, guidsOf(licenses), { machineNum: 2 }))
    expect([refusal.error, refusal.fields.map(({ path, rule }) => [path, rule])]).toEqual([
      'license.batchUnfit',
      [['guids.1', 'batchUnfit']],
    ])
    expect((await look(of, guidsOf(licenses), { machineNum: 2 })).unfit).toMatchObject([
      { guid: licenses[1]?.guid, message: expect.stringContaining('3') as string },
    ])
  })
})

describe('a row of a batch', () => {
  it('without enough money fails alone, and succeeds when retried', async () => {
    const of = await createVendor(center, { yuan: 11 })
    const licenses = await codes(of, 3)
    const taskId = await updated(of, guidsOf(licenses), { licDuration: 40 })
    expect(await statesOf(of, taskId)).toEqual(['success', 'success', 'fail'])
    expect((await rowsOf(of, taskId))[2]?.reason).toContain('1.00')
    expect(await get(of, licenses[2]?.guid ?? '')).toMatchObject({ licDuration: 30, revision: 1, chargedFen: 300 })
    expect(await balance(of)).toBe(0)
    await center.credit(of, 100)
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect(await statesOf(of, taskId)).toEqual(['success', 'success', 'success'])
    expect(
      (await Promise.all(licenses.map(({ guid }) => get(of, guid)))).map(({ revision, chargedFen }) => [
        revision,
        chargedFen,
      ]),
    ).toEqual([
      [2, 400],
      [2, 400],
      [2, 400],
    ])
    expect(await ledgerProblems()).toEqual([])
  })

  it('that was locked meanwhile fails, and one without changes succeeds', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 3)
    const { taskId } = await update(of, guidsOf(licenses), { licDuration: 40 })
    await sqlOwner('update license set state = 5 where guid = $1', [licenses[0]?.guid])
    await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: licenses[1]?.guid ?? '', changes: { licDuration: 40 } })
    await center.finishTask(of, taskId)
    expect((await rowsOf(of, taskId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['fail', expect.stringContaining(shownCode(licenses[0]?.serial ?? ''))],
      ['success', null],
      ['success', null],
    ])
    expect((await get(of, licenses[1]?.guid ?? '')).revision).toBe(2)
    // The undo does not touch licenses that the batch did not change.
    expect(await statesOf(of, await center.undoTask(of, taskId))).toEqual(['success', 'success'])
    expect(await get(of, licenses[1]?.guid ?? '')).toMatchObject({ licDuration: 40, revision: 2 })
  })
})

describe('the price that was shown for a batch', () => {
  const asked = (guids: string[], priceFen: number) => ({
    kind: 'sn' as const,
    guids,
    changes: { licDuration: 40 },
    priceFen,
  })
  const changed = (amount: string) => center.ground.languages.zh('errors.license.priceChanged', { amount })

  it('is compared before the task: another one is refused, and nothing changes: license.priceChanged', async () => {
    const of = await createVendor(center)
    const guids = guidsOf(await codes(of, 3))
    const shownFen = (await look(of, guids, { licDuration: 40 })).price?.totalFen ?? 0
    expect(shownFen).toBe(300)
    await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: guids[0] ?? '', changes: { licDuration: 35 } })
    const before = await balance(of)
    expect(await refused(of.call(pcLicenseCalls.batchUpdate, asked(guids, shownFen)))).toMatchObject({
      error: 'license.priceChanged',
      message: changed('2.50'),
    })
    expect((await of.call(taskCalls.find, {})).records).toBe(0)
    expect(await balance(of)).toBe(before)
    const { taskId } = await of.call(pcLicenseCalls.batchUpdate, asked(guids, 250))
    await center.finishTask(of, taskId)
    expect(await balance(of)).toBe(before - 250)
  })

  it('is the most that a row is charged; a retry accepts the new price', async () => {
    const of = await createVendor(center)
    const guids = guidsOf(await codes(of, 2))
    const before = await balance(of)
    const { taskId } = await of.call(pcLicenseCalls.batchUpdate, asked(guids, 200))
    await sqlOwner(`update license set charged = '{"term": 250}' where guid = $1`, [guids[1]])
    await center.finishTask(of, taskId)
    expect(await rowsOf(of, taskId)).toMatchObject([{ state: 'success' }, { state: 'fail', reason: changed('1.50') }])
    expect(await balance(of)).toBe(before - 100)
    expect(await get(of, guids[1] ?? '')).toMatchObject({ licDuration: 30, revision: 1 })
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect(await balance(of)).toBe(before - 250)
  })
})

describe('undoing a batch', () => {
  it('restores terms, expiry, charges and money', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 3)
    const [before, had] = [await get(of, licenses[0]?.guid ?? ''), await balance(of)]
    const taskId = await updated(of, guidsOf(licenses), { licDuration: 40, machineNum: 9, licenseVersion: 4 })
    expect(had - (await balance(of))).toBe(3 * 500)
    expect(await statesOf(of, await center.undoTask(of, taskId))).toEqual(['success', 'success', 'success'])
    expect(await balance(of)).toBe(had)
    expect(await get(of, licenses[0]?.guid ?? '')).toEqual({ ...before, revision: 3, orders: 2 })
    expect(
      (await of.call(orderCalls.find, {})).rows
        .filter(({ category }) => category === 'update')
        .map(({ isReversed }) => isReversed),
    ).toEqual([true, true, true])
    const { rows: events } = await sqlOwner(
      'select kind from license_event where license_guid = $1 order by at, guid',
      [licenses[0]?.guid],
    )
    expect(events).toEqual([{ kind: 'refresh' }, { kind: 'restore' }])
    // The same update again is charged again.
    await updated(of, guidsOf(licenses), { licDuration: 40 })
    expect(had - (await balance(of))).toBe(300)
    expect(await ledgerProblems()).toEqual([])
  })

  it('skips licenses that were changed, replaced or bound since: license.changedSince', async () => {
    const of = await createVendor(center)
    const licenses = await codes(of, 4)
    const taskId = await updated(of, guidsOf(licenses), { machineNum: 5 })
    const [one, two, three] = guidsOf(licenses)
    await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: one ?? '', changes: { licenseVersion: 2 } })
    await sqlOwner('update license set state = 7, ended_at = now() where guid = $1', [two])
    await sqlOwner('update license set state = 4, bound = 4, ever_bound = 4 where guid = $1', [three])
    const undo = await rowsOf(of, await center.undoTask(of, taskId))
    expect(undo.map(({ state }) => state)).toEqual(['skip', 'skip', 'skip', 'success'])
    // 'license.changedSince' names the code.
    expect(undo[0]?.reason).toContain(shownCode(licenses[0]?.serial ?? ''))
    expect(await get(of, one ?? '')).toMatchObject({ machineNum: 5, revision: 3 })
    expect(await get(of, licenses[3]?.guid ?? '')).toMatchObject({ machineNum: 3, revision: 3 })
    expect(LICENSE_STATUSES.replaced).toBe((await get(of, two ?? '')).status)
  })
})

it('two batches of the same licenses at once charge each license once for its longest term', async () => {
  const of = await createVendor(center)
  const licenses = await codes(of, 20)
  const had = await balance(of)
  const guids = guidsOf(licenses)
  const tasks = [
    await update(of, guids, { licDuration: 40 }),
    await update(of, guids.toReversed(), { licDuration: 50 }),
  ]
  await Promise.all(tasks.map(({ taskId }) => center.finishTask(of, taskId)))
  for (const { taskId } of tasks)
    expect(await of.call(taskCalls.get, { guid: taskId })).toMatchObject({ status: 2, success: 20 })
  for (const guid of guids) expect(await get(of, guid)).toMatchObject({ revision: 3, chargedFen: 500 })
  expect(had - (await balance(of))).toBe(20 * 200)
  expect(await ledgerProblems()).toEqual([])
})

it('more licenses than fit one transaction are updated, charged and undone', async () => {
  const of = await createVendor(center)
  const template = await of.pcTemplate('sn', PLAIN)
  const licenses = []
  for (let n = 0; n < 3; n++)
    licenses.push(
      ...(await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 80 })).licenses,
    )
  const had = await balance(of)
  expect((await look(of, guidsOf(licenses), { licDuration: 31 })).price).toMatchObject({
    totalFen: 2_400,
    lines: [{ count: 240 }],
  })
  const taskId = await updated(of, guidsOf(licenses), { licDuration: 31 })
  expect(await of.call(taskCalls.get, { guid: taskId })).toMatchObject({ status: 2, success: 240 })
  expect(had - (await balance(of))).toBe(2_400)
  await center.undoTask(of, taskId)
  expect(await balance(of)).toBe(had)
  expect(await ledgerProblems()).toEqual([])
})
