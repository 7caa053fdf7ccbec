// Edits and resubmissions of approval requests. The hold always follows the price, and no sequence of decisions loses
// money or quota.
import { LICENSE_STATUSES, billingCalls, pcLicenseCalls, pcTemplateCalls } from '@sealwright/contract'
import {
  approveRequest,
  createTestApprovals,
  createTestCenter,
  createVendor,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { createOperator, verifyLedger } from '../../billing/index.ts'
import type { GivenChanges } from '../approvals.kind.ts'

const approvals = createTestApprovals()
let center: TestCenter
beforeAll(async () => {
  approvals.isOn = true
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())

const { unbound, approving, rejected } = LICENSE_STATUSES
const PER_DAY = { isForever: false, licStartTimeType: 1, licDuration: 30, billingMode: 'day', canModify: true } as const
const LONGER: GivenChanges = { licDuration: 60 }

const effects = () => center.center.license.requests
const edit = (of: Actor, requestGuid: string, changes = LONGER) =>
  center.asPerson(of, (scope) => effects().edit(scope, requestGuid, changes))
const resubmit = (of: Actor, requestGuid: string, changes?: GivenChanges) =>
  center.asPerson(of, (scope) => effects().resubmit(scope, requestGuid, changes))
const preview = (of: Actor, requestGuid: string, changes?: GivenChanges) =>
  center.asPerson(of, (scope) => effects().previewEdit(scope, requestGuid, changes))
const approve = (of: Actor, requestGuid: string) => approveRequest(center, of, requestGuid)
const reject = (of: Actor, requestGuid: string) => rejectRequest(center, of, requestGuid)
async function declined(attempt: Promise<unknown>): Promise<string | undefined> {
  const reason = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof Refusal)) throw reason ?? new Error('it was not refused')
  return reason.error
}
const money = async (of: Actor) => {
  const { balanceFen, heldFen } = await of.call(billingCalls.balance, {})
  return { balanceFen, heldFen }
}
const get = (of: Actor, guid: string) => of.call(pcLicenseCalls.get, { kind: 'sn', guid })
const kinds = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows.map(({ kind }) => kind)
const verified = async () => expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])

async function waiting(given: Parameters<Vendor['pcTemplate']>[1] = {}, count = 2, yuan = 1_000) {
  const of = await createVendor(center, { yuan })
  const template = await of.pcTemplate('sn', { ...PER_DAY, ...given })
  const issued = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count })
  const guids = issued.licenses.map(({ guid }) => guid)
  const { heldFen } = await money(of)
  expect(heldFen).toBeGreaterThan(0)
  return { of, template, guids, first: guids[0] ?? '', requestGuid: issued.requestGuid ?? '', heldFen, all: yuan * 100 }
}

describe('an edit before the approval', () => {
  it('changes the terms and the hold, and the approval charges the new price once', async () => {
    const { of, first, requestGuid, heldFen, all } = await waiting()
    const told = await preview(of, requestGuid, LONGER)
    expect(told).toMatchObject({ isAllowed: true, count: 2, paidAt: 'approval', caughtBy: { name: '测试流程' } })
    const { fen, changes } = await edit(of, requestGuid)
    expect(changes).toEqual([{ field: 'licDuration', before: '30', after: '60' }])
    expect([fen, told.price?.totalFen]).toEqual([heldFen * 2, heldFen * 2])
    expect(await money(of)).toEqual({ balanceFen: all - fen, heldFen: fen })
    expect(await get(of, first)).toMatchObject({ status: approving, licDuration: 60 })
    expect((await approve(of, requestGuid)).count).toBe(2)
    expect(await money(of)).toEqual({ balanceFen: all - fen, heldFen: 0 })
    expect(await get(of, first)).toMatchObject({ status: unbound, chargedFen: fen / 2 })
    expect(await kinds(of, first)).toEqual(['approve', 'edit', 'issue'])
    await verified()
  })

  it('uses the price list of the request, and so does the approval', async () => {
    const { of, requestGuid, heldFen } = await waiting()
    await createOperator(center.ground).setRates({ perDayFen: 999 }, of.developerId)
    expect((await edit(of, requestGuid)).fen).toBe(heldFen * 2)
    const { balanceFen } = await money(of)
    await approve(of, requestGuid)
    expect(await money(of)).toEqual({ balanceFen, heldFen: 0 })
  })

  it('is refused beyond the template or the balance, and then nothing changes', async () => {
    const { of, template, first, requestGuid, heldFen } = await waiting({}, 2, 100)
    expect(await declined(edit(of, requestGuid, { licDuration: 3_650 }))).toBe('billing.insufficientBalance')
    expect((await preview(of, requestGuid, { licDuration: 3_650 })).rules.at(-1)).toMatchObject({ outcome: 'fail' })
    await of.call(pcTemplateCalls.update, { kind: 'sn', guid: template, canModify: false })
    expect(await declined(edit(of, requestGuid))).toBe('license.changeNotAllowed')
    expect(await get(of, first)).toMatchObject({ licDuration: 30 })
    expect((await money(of)).heldFen).toBe(heldFen)
  })

  it('prices only the licenses that are left', async () => {
    const { of, guids, first, requestGuid, heldFen } = await waiting({}, 3)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: guids[1] ?? '' })
    expect((await edit(of, requestGuid)).fen).toBe((heldFen / 3) * 2 * 2)
    expect((await approve(of, requestGuid)).count).toBe(2)
    expect((await get(of, first)).chargedFen).toBe((heldFen / 3) * 2)
    expect((await money(of)).heldFen).toBe(0)
    await verified()
  })

  it('and the approval at the same moment leave one consistent result', async () => {
    const { of, first, requestGuid, all } = await waiting()
    await Promise.allSettled([edit(of, requestGuid), approve(of, requestGuid)])
    const { licDuration, status, chargedFen } = await get(of, first)
    const { balanceFen, heldFen } = await money(of)
    expect(status).toBe(unbound)
    expect([heldFen, all - balanceFen]).toEqual([0, 2 * (chargedFen ?? 0)])
    expect([30, 60]).toContain(licDuration)
    await verified()
  })

  it('of account licenses is refused: audit.onlyCodes', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('account')
    const { requestGuid } = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [template],
      userIds: [await of.user()],
    })
    expect(await declined(edit(of, requestGuid ?? ''))).toBe('audit.onlyCodes')
  })
})

describe('a rejected request', () => {
  it('is submitted again with other terms, at the price of today, and charged once', async () => {
    const { of, guids, first, requestGuid, heldFen, all } = await waiting()
    await reject(of, requestGuid)
    expect(await money(of)).toEqual({ balanceFen: all, heldFen: 0 })
    await createOperator(center.ground).setRates({ perDayFen: 100 }, of.developerId)
    expect(await preview(of, requestGuid, LONGER)).toMatchObject({ isAllowed: true, price: { totalFen: 12_000 } })
    const again = await resubmit(of, requestGuid, LONGER)
    expect(again).toMatchObject({
      fen: 12_000,
      count: 2,
      changes: [{ field: 'licDuration' }],
      asked: [{ event: 'issue', count: 2, fen: 12_000, days: 60 }],
    })
    expect(heldFen).not.toBe(12_000)
    expect(await money(of)).toEqual({ balanceFen: all - 12_000, heldFen: 12_000 })
    expect((await approve(of, requestGuid)).count).toBe(2)
    expect(await money(of)).toEqual({ balanceFen: all - 12_000, heldFen: 0 })
    for (const guid of guids) expect(await get(of, guid)).toMatchObject({ status: unbound, chargedFen: 6_000 })
    expect(await kinds(of, first)).toEqual(['approve', 'resubmit', 'reject', 'issue'])
    await verified()
  })

  it('takes quota again, and is refused without room: license.quotaUsedUp', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn', PER_DAY)
    const staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view'], { softQuota: 2 })
    const issue = () => staff.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 2 })
    const { requestGuid } = await issue()
    await reject(of, requestGuid ?? '')
    expect((await resubmit(staff, requestGuid ?? '')).count).toBe(2)
    expect((await refused(issue())).error).toBe('license.quotaUsedUp')
    await reject(of, requestGuid ?? '')
    await issue()
    expect(await declined(resubmit(staff, requestGuid ?? ''))).toBe('license.quotaUsedUp')
  })

  it('leaves out licenses that were deleted meanwhile; without any it is refused: license.notFound', async () => {
    const { of, guids, requestGuid, heldFen } = await waiting()
    await reject(of, requestGuid)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: guids[0] ?? '' })
    expect(await resubmit(of, requestGuid)).toMatchObject({ count: 1, fen: heldFen / 2, changes: [] })
    await reject(of, requestGuid)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: guids[1] ?? '' })
    expect(await declined(resubmit(of, requestGuid))).toBe('license.notFound')
  })

  it('is judged like an issue: a deleted template, a template that has lost its flag, no money', async () => {
    const { of, template, requestGuid, heldFen } = await waiting()
    await reject(of, requestGuid)
    await of.call(pcTemplateCalls.update, { kind: 'sn', guid: template, canModify: false })
    expect(await declined(resubmit(of, requestGuid, LONGER))).toBe('license.changeNotAllowed')
    expect((await resubmit(of, requestGuid)).fen).toBe(heldFen)
    await reject(of, requestGuid)
    await of.call(pcTemplateCalls.delete, { kind: 'sn', templateGuid: template })
    expect(await declined(resubmit(of, requestGuid))).toBe('template.notFound')
  })

  it('is neither edited nor submitted again while a bill is overdue: billing.overdue', async () => {
    const { of, template, first, requestGuid } = await waiting()
    const { requestGuid: other } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
    await reject(of, requestGuid)
    const before = await money(of)
    const day = center.clock.now().toISOString().slice(0, 10)
    await createOperator(center.ground).bill(of.developerId, { amountFen: 10_000_000, day, note: '专项服务' })
    await center.daysLater(2, of)
    expect((await of.call(billingCalls.balance, {})).standing.isOverdue).toBe(true)
    for (const one of [requestGuid, other ?? ''])
      expect((await preview(of, one, LONGER)).rules).toContainEqual(
        expect.objectContaining({ rule: 'standing', outcome: 'fail' }),
      )
    expect(await declined(resubmit(of, requestGuid))).toBe('billing.overdue')
    expect(await declined(resubmit(of, requestGuid, LONGER))).toBe('billing.overdue')
    expect(await declined(edit(of, other ?? ''))).toBe('billing.overdue')
    expect(await get(of, first)).toMatchObject({ status: rejected, licDuration: 30 })
    expect(await money(of)).toEqual(before)
  })

  it('is approved although its template was deleted: the terms are fixed', async () => {
    const { of, template, first, requestGuid } = await waiting()
    await of.call(pcTemplateCalls.delete, { kind: 'sn', templateGuid: template })
    expect(await approve(of, requestGuid)).toEqual({ count: 2, refusals: [] })
    expect((await get(of, first)).status).toBe(unbound)
  })

  it('fails at the approval if its product is gone, with the reason on each license', async () => {
    const { of, first, requestGuid, all } = await waiting()
    await center.ground.database.owner.query('update product set deleted_at = now() where guid = $1', [of.productGuid])
    expect(await approve(of, requestGuid)).toEqual({ count: 0, refusals: ['product.notFound'] })
    expect(await get(of, first)).toMatchObject({ status: rejected, statusReason: '产品不存在或已删除' })
    expect(await money(of)).toEqual({ balanceFen: all, heldFen: 0 })
  })
})

it('an approval and the deletion of its licenses at the same moment charge only what is in force', async () => {
  const { of, guids, requestGuid, heldFen, all } = await waiting({}, 4)
  await Promise.all([
    approve(of, requestGuid),
    ...guids.slice(0, 2).map((guid) => of.call(pcLicenseCalls.delete, { kind: 'sn', guid })),
  ])
  const charged = await Promise.all(guids.map(async (guid) => (await get(of, guid)).chargedFen ?? 0))
  const sum = charged.reduce((total, fen) => total + fen, 0)
  expect(await money(of)).toEqual({ balanceFen: all - sum, heldFen: 0 })
  expect(sum % (heldFen / 4)).toBe(0)
  await verified()
})

it('a request shows its form, its differences to the template, and the holdings of its customer', async () => {
  const { of, template, requestGuid } = await waiting()
  await edit(of, requestGuid)
  const [form, told, holdings] = await center.asPerson(of, async (scope) => [
    await effects().form(scope, requestGuid),
    await effects().describe(scope, requestGuid, true),
    await effects().holdings(scope, requestGuid),
  ])
  expect(form).toMatchObject({
    family: 'sn',
    template: { guid: template, licDuration: 30 },
    terms: { guid: template, licDuration: 60 },
  })
  expect(told).toMatchObject({ templateChanges: [{ field: 'licDuration', before: '30', after: '60' }] })
  expect(holdings).toBeNull()
})

it('after any sequence of decisions, the hold is that of the waiting licenses and no money is lost', async () => {
  const act = fc.constantFrom('edit', 'reject', 'resubmit', 'approve', 'delete')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ act, days: fc.integer({ min: 1, max: 90 }) }), { maxLength: 8 }),
      async (acts) => {
        const { of, guids, requestGuid, heldFen, all } = await waiting({}, 2)
        const perDay = heldFen / 2 / 30
        const model = { held: 2, days: 30, paid: 0, waits: 2, refused: 0, gone: 0 }
        for (const { act: next, days } of acts) {
          const { waits, refused: out } = model
          const isPossible = next === 'resubmit' ? out > 0 : next === 'delete' ? waits + out > 0 : waits > 0
          if (!isPossible) continue
          if (next === 'edit') {
            await edit(of, requestGuid, { licDuration: days })
            if (days !== model.days) Object.assign(model, { days, held: waits })
          } else if (next === 'reject') {
            await reject(of, requestGuid)
            Object.assign(model, { held: 0, waits: 0, refused: out + waits })
          } else if (next === 'resubmit') {
            await resubmit(of, requestGuid, { licDuration: days })
            Object.assign(model, { days, held: out, waits: out, refused: 0 })
          } else if (next === 'approve') {
            await approve(of, requestGuid)
            Object.assign(model, { paid: model.paid + waits * model.days * perDay, held: 0, waits: 0 })
          } else {
            await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: guids[model.gone] ?? '' })
            if (waits > 0) Object.assign(model, { waits: waits - 1, held: waits === 1 ? 0 : model.held })
            else model.refused -= 1
            model.gone += 1
          }
        }
        const held = model.held * model.days * perDay
        expect(await money(of)).toEqual({ balanceFen: all - held - model.paid, heldFen: held })
      },
    ),
    { numRuns: 12 },
  )
  await verified()
}, 60_000)
