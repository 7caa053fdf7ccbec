// Vouchers: the issuer chooses them. One per license, for a cost that the balance would pay, and returned with an undo.
import { Refusal } from '@sealwright/client'
import {
  DAY_MS,
  LICENSE_STATUSES,
  TASK_STATUSES,
  billingCalls,
  licenseCalls,
  orderCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  taskCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import {
  approveRequest,
  createTestApprovals,
  createTestCenter,
  createVendor,
  pcTemplatePayload,
  productPayload,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../billing/index.ts'

/** Templates whose licenses need approval. */
const caught = new Set<string>()
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({
    approvals: createTestApprovals(({ templateGuid }) => caught.has(templateGuid)),
  })
})
afterAll(() => center.close())

type Given = Parameters<Vendor['pcTemplate']>[1]
/** Costs nine yuan from the balance, or one voucher. */
const QUARTER = { isForever: false, billingMode: 'day', licStartTimeType: 1, licDuration: 90, licBindLimit: 2 } as const

/** A developer with vouchers, money and users. */
async function vendor({
  vouchers,
  yuan = 100,
  users = 1,
  given = {},
}: {
  vouchers: number
  yuan?: number
  users?: number
  given?: Given
}) {
  const of = await createVendor(center, { yuan })
  if (vouchers > 0) await center.credit(of, vouchers, 'vouchers')
  const template = await of.pcTemplate('account', { ...QUARTER, ...given })
  return { of, template, userIds: await Promise.all(Array.from({ length: users }, () => of.user())) }
}

const asked = (template: string, userIds: readonly string[]) => ({
  kind: 'account' as const,
  templateGuids: [template],
  userIds: [...userIds],
  byVoucher: true,
})
const issue = (of: Actor, template: string, userIds: readonly string[]) =>
  of.call(pcLicenseCalls.issue, asked(template, userIds))
/** The remaining vouchers and fen. */
const left = async (of: Actor) => {
  const { vouchers, balanceFen } = await of.call(billingCalls.balance, {})
  return [vouchers, balanceFen]
}
const issued = async (of: Actor) => (await of.call(pcLicenseCalls.find, { kind: 'account' })).records
const expectLedger = async () => expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])

async function done(of: Actor, payload: PayloadOf<typeof pcLicenseCalls.batchIssue>): Promise<string> {
  const { taskId } = await of.call(pcLicenseCalls.batchIssue, payload)
  await center.finishTask(of, taskId)
  return taskId
}
describe('a voucher', () => {
  it('pays for the term of a license, and only if the issuer chooses it', async () => {
    const {
      of,
      template,
      userIds: [one = '', two = '', three = ''],
    } = await vendor({ vouchers: 3, users: 3 })
    expect(await of.call(pcLicenseCalls.preview, { ...asked(template, [one, two]), byVoucher: false })).toMatchObject({
      isAllowed: true,
      vouchers: 3,
      price: { totalFen: 1_800, units: null },
    })
    expect(await of.call(pcLicenseCalls.preview, asked(template, [one, two]))).toMatchObject({
      isAllowed: true,
      vouchers: 3,
      price: { totalFen: 0, lines: [], units: { stock: 'voucher', count: 2, left: 3 }, isEnough: true },
    })
    expect(await of.call(billingCalls.quote, { guid: template, count: 2, byVoucher: true })).toMatchObject({
      totalFen: 0,
      units: { stock: 'voucher', count: 2, left: 3 },
      vouchers: 3,
    })
    const { licenses, orderGuid } = await issue(of, template, [one, two])
    expect(await left(of)).toEqual([1, 10_000])
    expect(await of.call(orderCalls.get, { guid: orderGuid ?? '' })).toMatchObject({
      amountFen: 0,
      units: { stock: 'voucher', count: 2 },
      status: 'charged',
    })
    expect(
      (await of.call(pcLicenseCalls.history, { kind: 'account', guid: licenses[0]?.guid ?? '' })).rows,
    ).toMatchObject([{ kind: 'issue', amountFen: 0, orderGuid }])
    await of.call(pcLicenseCalls.issue, { ...asked(template, [three]), byVoucher: false })
    expect(await left(of)).toEqual([1, 9_100])
    await expectLedger()
  })

  it('leaves extra devices to the balance', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 2, yuan: 1, given: { licBindLimit: 6 }, users: 2 })
    expect((await refused(issue(of, template, userIds))).error).toBe('billing.insufficientBalance')
    expect(await left(of)).toEqual([2, 100])
    const {
      licenses: [license],
    } = await issue(of, template, userIds.slice(0, 1))
    expect(await left(of)).toEqual([1, 0])
    expect(await of.call(pcLicenseCalls.get, { kind: 'account', guid: license?.guid ?? '' })).toMatchObject({
      chargedFen: 100,
    })
  })

  it.each([
    ['lasts too long', { licDuration: 91 }, 'voucherTooLong'],
    [
      'is permanent',
      { isForever: true, billingMode: 'oneTime', licStartTimeType: undefined, licDuration: undefined },
      'voucherTooLong',
    ],
    ['is a cloud license', { licenseForm: 1, licBindLimit: undefined, offlineDays: undefined }, 'voucherUnfit'],
    ['is a gift', { deductMode: 3, billingMode: undefined }, 'voucherUnfit'],
    ['is paid by a package', { deductMode: 2, packageName: '年包', billingMode: undefined }, 'voucherUnfit'],
  ] as const)(
    'does not pay for a license that %s; every call refuses it on the field and writes nothing',
    async (_what, given, rule) => {
      const { of, template, userIds } = await vendor({ vouchers: 3, given })
      for (const attempt of [
        () => issue(of, template, userIds),
        () => of.call(pcLicenseCalls.batchIssue, { ...asked(template, userIds), dryRun: true }),
        () => of.call(billingCalls.quote, { guid: template, byVoucher: true }),
      ]) {
        const refusal = await refused(attempt())
        expect([refusal.error, refusal.fields.map((field) => [field.path, field.rule])]).toEqual([
          'platform.badPayload',
          [['byVoucher', rule]],
        ])
      }
      const preview = await of.call(pcLicenseCalls.preview, asked(template, userIds))
      expect(preview.rules.find((one) => one.rule === 'billing')).toMatchObject({ outcome: 'fail', field: 'byVoucher' })
      expect([preview.isAllowed, preview.vouchers]).toEqual([false, undefined])
      expect([
        await left(of),
        await issued(of),
        (await of.call(taskCalls.find, {})).records,
        (await of.call(orderCalls.find, {})).records,
      ]).toEqual([[3, 10_000], 0, 0, 0])
    },
  )

  it('does not pay for codes, smart licenses or trial licenses of any term', async () => {
    const { of } = await vendor({ vouchers: 3 })
    const timed = { isForever: false, licStartTimeType: 1, licDuration: 30 }
    const trial = await createVendor(center, { status: 'trial', yuan: 0 })
    const cloud = await trial.pcTemplate('account', {
      ...timed,
      billingMode: 'day',
      licenseForm: 1,
      licBindLimit: undefined,
      offlineDays: undefined,
    })
    const sn = await of.pcTemplate('sn', { ...timed, billingMode: 'day' })
    for (const [attempt, rule] of [
      [() => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [sn], byVoucher: true }), 'voucherUnfit'],
      [
        () => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [sn], byVoucher: true, isPreIssued: true }),
        'voucherUnfit',
      ],
      [
        async () => of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(timed), byVoucher: true }),
        'voucherUnfit',
      ],
      [async () => issue(trial, cloud, [await trial.user()]), 'voucherUnfit'],
    ] as const)
      expect((await refused(attempt())).fields).toMatchObject([{ path: 'byVoucher', rule }])
    expect(await left(of)).toEqual([3, 10_000])
  })

  it('is refused if too few are left, and nothing is issued: billing.vouchersUsedUp', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 1, users: 2 })
    const preview = await of.call(pcLicenseCalls.preview, asked(template, userIds))
    expect(preview.rules.find(({ rule }) => rule === 'money')).toMatchObject({
      outcome: 'fail',
      message: center.ground.languages.zh('errors.billing.vouchersUsedUp', { count: 2 }),
    })
    expect((await refused(issue(of, template, userIds))).error).toBe('billing.vouchersUsedUp')
    expect([await left(of), await issued(of)]).toEqual([[1, 10_000], 0])
  })

  it('is never overspent: of 20 issues at once with 7 vouchers, exactly 7 succeed', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 7, users: 20 })
    const settled = await Promise.allSettled(userIds.map((user) => issue(of, template, [user])))
    const refusals = settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.error : one.reason] : [],
    )
    expect(refusals).toEqual(Array.from({ length: 13 }, () => 'billing.vouchersUsedUp'))
    expect([await left(of), await issued(of)]).toEqual([[0, 10_000], 7])
    await expectLedger()
  })

  it('is spent once for an issue that is repeated with its idempotency key', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 3 })
    const send = async () =>
      (
        await center.center.app.inject({
          method: 'POST',
          url: pcLicenseCalls.issue.path,
          headers: { ...of.headers, 'content-type': 'application/json', 'idempotency-key': 'one-voucher' },
          payload: JSON.stringify(asked(template, userIds)),
        })
      ).json<{ data: { issueGuid: string } }>()
    const [first, second] = [await send(), await send()]
    expect(second.data.issueGuid).toBe(first.data.issueGuid)
    expect([await left(of), await issued(of)]).toEqual([[2, 10_000], 1])
  })
})

describe('a batch by vouchers', () => {
  it('spends one per row over all templates until none are left, and its undo returns them', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 5, users: 3 })
    const product = productPayload({ name: '星河', licenseForm: 3 })
    await of.call(productCalls.create, product)
    const { guid: other } = await of.call(
      pcTemplateCalls.create,
      pcTemplatePayload('account', product.licenseId, { ...QUARTER, licBindLimit: 6 }),
    )
    const batch = { ...asked(template, userIds), templateGuids: [template, other] }
    const draft = await of.call(pcLicenseCalls.batchIssue, { ...batch, dryRun: true })
    const refusedOf = async (guid: string) =>
      (await of.call(taskCalls.findRows, { guid, state: 'fail' })).rows.map(({ n, cells, reason }) => ({
        n,
        template: cells.find(({ field }) => field === 'templateName')?.value,
        reason,
      }))
    const foreseen = await refusedOf(draft.taskId)
    expect(foreseen.map(({ reason }) => reason)).toEqual([
      center.ground.languages.zh('errors.billing.vouchersUsedUp', { count: 6 }),
    ])
    expect(await left(of)).toEqual([5, 10_000])
    const taskId = await done(of, batch)
    // The same row as in the draft.
    expect((await refusedOf(taskId)).map(({ n, template: name }) => [n, name])).toEqual(
      foreseen.map(({ n, template: name }) => [n, name]),
    )
    expect(await of.call(taskCalls.get, { guid: taskId })).toMatchObject({
      status: TASK_STATUSES.partly,
      success: 5,
      fail: 1,
    })
    // Licenses of the other product have six devices, one of them extra.
    expect([await left(of), await issued(of)]).toEqual([[0, 10_000 - 300], 5])
    await expectLedger()
    await center.undoTask(of, taskId)
    expect([await left(of), await issued(of)]).toEqual([[5, 10_000], 0])
    await expectLedger()
  })

  it('keeps the voucher of a license that has changed', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 4, users: 4, given: { licBindLimit: 6 } })
    const taskId = await done(of, asked(template, userIds))
    expect(await left(of)).toEqual([0, 9_600])
    const {
      rows: [one],
    } = await of.call(pcLicenseCalls.find, { kind: 'account' })
    await center.bind(of, one?.guid ?? '')
    const back = await center.undoTask(of, taskId)
    expect(await of.call(taskCalls.get, { guid: back })).toMatchObject({ success: 3, skip: 1 })
    expect([await left(of), await issued(of)]).toEqual([[3, 9_900], 1])
    await expectLedger()
  })
})

describe('a voucher of a license that waits for approval', () => {
  const waiting = async () => {
    const { of, template, userIds } = await vendor({ vouchers: 4, users: 3, given: { licBindLimit: 6 } })
    caught.add(template)
    const { requestGuid, licenses, status } = await issue(of, template, userIds)
    expect([status, await left(of)]).toEqual([LICENSE_STATUSES.approving, [1, 9_700]])
    return { of, template, requestGuid, licenses }
  }

  it('is on hold and is returned by a rejection', async () => {
    const { of, requestGuid } = await waiting()
    await rejectRequest(center, of, requestGuid)
    expect(await left(of)).toEqual([4, 10_000])
    await expectLedger()
  })

  it('is spent by the approval, and returned for a license that was deleted meanwhile', async () => {
    const {
      of,
      requestGuid,
      licenses: [gone, kept],
    } = await waiting()
    await of.call(pcLicenseCalls.delete, { kind: 'account', guid: gone?.guid ?? '' })
    await approveRequest(center, of, requestGuid)
    expect(await left(of)).toEqual([2, 9_800])
    expect(await of.call(pcLicenseCalls.get, { kind: 'account', guid: kept?.guid ?? '' })).toMatchObject({
      status: LICENSE_STATUSES.unbound,
      chargedFen: 100,
    })
    await expectLedger()
  })

  it('can be returned while others pay with money and vouchers, and nobody is refused', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 40, users: 40, given: { licBindLimit: 6 } })
    // An issuer with their own quota waits for no other lock before the money.
    const staff = await center.administrator(of, ['accountLicense.issue', 'accountLicense.view'])
    const waits: (string | null)[] = []
    caught.add(template)
    for (const user of userIds.slice(0, 20)) waits.push((await issue(of, template, [user])).requestGuid)
    caught.delete(template)
    await Promise.all([
      ...waits.map((requestGuid) => rejectRequest(center, of, requestGuid)),
      ...userIds.slice(20).map((user) => issue(staff, template, [user])),
    ])
    expect(await left(of)).toEqual([20, 8_000])
    await expectLedger()
  })
})

describe('a license paid by a voucher', () => {
  it('can be updated within the limit of the voucher, and only devices cost extra', async () => {
    const { of, template, userIds } = await vendor({ vouchers: 1, given: { licDuration: 30 } })
    const {
      licenses: [license],
    } = await issue(of, template, userIds)
    const refresh = (changes: object) =>
      of.call(pcLicenseCalls.refresh, { kind: 'account', guid: license?.guid ?? '', changes })
    await refresh({ licDuration: 90 })
    expect(await left(of)).toEqual([0, 10_000])
    await refresh({ licBindLimit: 7 })
    expect(await left(of)).toEqual([0, 9_800])
    expect((await refused(refresh({ licDuration: 91 }))).fields).toMatchObject([
      { path: 'changes.licDuration', rule: 'voucherTooLong' },
    ])
    expect(await of.call(pcLicenseCalls.get, { kind: 'account', guid: license?.guid ?? '' })).toMatchObject({
      licDuration: 90,
      licBindLimit: 7,
      chargedFen: 200,
    })
    await expectLedger()
  })

  it('cannot start so early that its term exceeds the limit of the voucher', async () => {
    const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS).toISOString()
    const { of, template, userIds } = await vendor({
      vouchers: 1,
      given: { licStartTimeType: undefined, licDuration: undefined, startTime: inDays(30), endTime: inDays(119) },
    })
    const {
      licenses: [license],
    } = await issue(of, template, userIds)
    const refusal = await refused(
      of.call(pcLicenseCalls.refresh, {
        kind: 'account',
        guid: license?.guid ?? '',
        changes: { startTime: inDays(10) },
      }),
    )
    expect(refusal.fields).toMatchObject([{ path: 'changes.startTime', rule: 'voucherTooLong' }])
  })
})
