// Devices: how many a license allows, what they cost, and how people unbind them.
import { DAY_MS, LICENSE_STATUSES, licenseCalls, orderCalls, pcLicenseCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { createOperator, verifyLedger } from '../../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const bind = (of: Pick<Actor, 'developerId'>, guid: string, fingerprint: string) => center.bind(of, guid, fingerprint)

async function bindRefused(of: Pick<Actor, 'developerId'>, guid: string, fingerprint: string): Promise<Refusal> {
  const reason = await bind(of, guid, fingerprint).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof Refusal)) throw reason ?? new Error('it was not refused')
  return reason
}

async function code(
  of: Vendor,
  given: Parameters<Vendor['pcTemplate']>[1] = {},
  issue: { isPreIssued?: boolean } = {},
): Promise<string> {
  const { licenses } = await of.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await of.pcTemplate('sn', given)],
    ...issue,
  })
  return licenses[0]?.guid ?? ''
}
const get = (of: Actor, guid: string) => of.call(pcLicenseCalls.get, { kind: 'sn', guid })
const machinesOf = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.machines, { kind: 'sn', guid })).rows

describe('a device', () => {
  it('is bound once, even if it activates again', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const first = await bind(of, guid, 'a')
    expect(await bind(of, guid, 'a')).toEqual({ machineGuid: first.machineGuid, isNew: false, orderGuid: null })
    expect(await get(of, guid)).toMatchObject({
      status: LICENSE_STATUSES.bound,
      bound: 1,
      everBound: 1,
      firstUseTime: expect.any(String) as string,
    })
    const [row, ...others] = await machinesOf(of, guid)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      name: 'PC-a',
      os: 'Windows 11',
      network: '203.0.113.7',
      addresses: [{ ip: '10.0.0.2', mac: '00:11:22:33:44:55' }],
      state: 'bound',
      endTime: null,
    })
    const {
      rows: [event],
    } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(event).toMatchObject({ kind: 'bind', actor: 'PC-a', about: 'PC-a' })
  })

  it('is limited in number, at once and in total: runtime.machineLimit, runtime.machineEverLimit', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { machineNum: 1, licBindMaxLimit: 2 })
    const { machineGuid: a } = await bind(of, guid, 'a')
    expect((await bindRefused(of, guid, 'b')).error).toBe('runtime.machineLimit')
    await of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid: a })
    const { machineGuid: b } = await bind(of, guid, 'b')
    await of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid: b })
    expect((await bindRefused(of, guid, 'c')).error).toBe('runtime.machineEverLimit')
    expect(await bind(of, guid, 'a')).toMatchObject({ machineGuid: a, isNew: true })
    expect(await get(of, guid)).toMatchObject({ bound: 1, everBound: 2, status: LICENSE_STATUSES.bound })
  })

  it('of a group license is its only host', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { licenseKeyType: 2, groupUsers: 20, concurrentType: 'process' })
    await bind(of, guid, 'host')
    expect((await bindRefused(of, guid, 'other')).error).toBe('runtime.machineLimit')
  })

  it('that was recycled cannot be bound again: runtime.machineRecycled', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const { machineGuid } = await bind(of, guid, 'a')
    await of.call(pcLicenseCalls.recycle, { kind: 'sn', guid, machineGuid, reason: '丢失' })
    expect(await get(of, guid)).toMatchObject({ status: LICENSE_STATUSES.unbound, bound: 0, everBound: 1 })
    expect((await bindRefused(of, guid, 'a')).error).toBe('runtime.machineRecycled')
    expect(await bind(of, guid, 'b')).toMatchObject({ isNew: true })
    expect((await machinesOf(of, guid)).map(({ state }) => state).toSorted()).toEqual(['bound', 'recycled'])
  })

  it('can be recycled after it was unbound, but not twice', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const { machineGuid } = await bind(of, guid, 'a')
    await of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid })
    await of.call(pcLicenseCalls.recycle, { kind: 'sn', guid, machineGuid })
    expect((await refused(of.call(pcLicenseCalls.recycle, { kind: 'sn', guid, machineGuid }))).error).toBe(
      'license.unbindFailed',
    )
    expect((await get(of, guid)).bound).toBe(0)
  })

  it('is unbound once, and only from its license: license.machineNotFound, license.unbindFailed', async () => {
    const of = await createVendor(center)
    const [guid, other] = [await code(of, { machineNum: 3 }), await code(of)]
    const [a] = [await bind(of, guid, 'a'), await bind(of, guid, 'b')]
    const { machineGuid: foreign } = await bind(of, other, 'a')
    const unbind = (machineGuid: string) =>
      of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid, reason: '换机' })
    expect((await refused(unbind(foreign))).error).toBe('license.machineNotFound')
    await unbind(a.machineGuid)
    const refusal = await refused(unbind(a.machineGuid))
    expect([refusal.error, refusal.message]).toEqual(['license.unbindFailed', expect.stringContaining('PC-a')])
    expect(await get(of, guid)).toMatchObject({ status: LICENSE_STATUSES.bound, bound: 1, everBound: 2 })
    expect(
      (await refused(of.call(pcLicenseCalls.unbind, { kind: 'account', guid, machineGuid: a.machineGuid }))).error,
    ).toBe('license.notFound')
    const {
      rows: [event],
    } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(event).toMatchObject({ kind: 'unbind', about: 'PC-a', reason: '换机', actor: of.account })
  })

  it('can be unbound from a locked license, which stays locked and is unbound when unlocked', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    const { machineGuid } = await bind(of, guid, 'a')
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid })
    expect((await bindRefused(of, guid, 'a')).error).toBe('runtime.locked')
    await of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid })
    expect((await get(of, guid)).status).toBe(LICENSE_STATUSES.locked)
    await of.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
    expect((await get(of, guid)).status).toBe(LICENSE_STATUSES.unbound)
  })

  it('starts the time of a license that runs from its first use', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { isForever: false, licStartTimeType: 2, spanTime: 30, billingMode: 'day' })
    expect((await get(of, guid)).expireTime).toBeNull()
    await bind(of, guid, 'a')
    const { firstUseTime, expireTime } = await get(of, guid)
    expect(Date.parse(expireTime ?? '') - Date.parse(firstUseTime ?? '')).toBe(30 * DAY_MS)
  })

  it('of an unknown license is refused: license.notFound', async () => {
    const of = await createVendor(center)
    expect((await bindRefused(of, center.ground.ids.guid(), 'a')).error).toBe('license.notFound')
  })
})

describe('the charge of the first use', () => {
  const orders = async (of: Actor) =>
    (await of.call(orderCalls.find, {})).rows.map(({ category, amountFen }) => ({ category, amountFen }))

  it('is made once, by the terms and rates of the issue', async () => {
    const of = await createVendor(center)
    const {
      licenses: [license],
    } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate({ machineNum: 2 }) })
    const guid = license?.guid ?? ''
    expect(await orders(of)).toEqual([])
    const { orderGuid } = await bind(of, guid, 'a')
    await bind(of, guid, 'b')
    await bind(of, guid, 'a')
    expect(await orders(of)).toEqual([{ category: 'activation', amountFen: 5_800 }])
    expect(await of.call(licenseCalls.get, { guid })).toMatchObject({ chargedFen: 5_800, bound: 2 })
    const { rows } = await of.call(licenseCalls.history, { guid })
    expect(rows.filter(({ amountFen }) => amountFen !== null)).toEqual([
      expect.objectContaining({ kind: 'bind', amountFen: 5_800, orderGuid }),
    ])
  })

  it('also applies to stock', async () => {
    const of = await createVendor(center)
    const guid = await code(of, {}, { isPreIssued: true })
    expect(await orders(of)).toEqual([])
    await bind(of, guid, 'a')
    expect(await orders(of)).toEqual([{ category: 'activation', amountFen: 5_800 }])
  })

  it('of a PPM code is made once for each new device', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { licenseKeyType: 3, deductMode: 4, machineNum: 5, billingMode: undefined })
    const { machineGuid } = await bind(of, guid, 'a')
    await bind(of, guid, 'b')
    await of.call(pcLicenseCalls.unbind, { kind: 'sn', guid, machineGuid })
    await bind(of, guid, 'a')
    expect(await orders(of)).toEqual([
      { category: 'activation', amountFen: 5_800 },
      { category: 'activation', amountFen: 5_800 },
    ])
    expect((await get(of, guid)).chargedFen).toBe(11_600)
  })

  it('is required for binding: billing.insufficientBalance', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const {
      licenses: [license],
    } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    const guid = license?.guid ?? ''
    expect((await bindRefused(of, guid, 'a')).error).toBe('billing.insufficientBalance')
    expect(await of.call(licenseCalls.get, { guid })).toMatchObject({
      status: LICENSE_STATUSES.unbound,
      bound: 0,
      everBound: 0,
      firstUseTime: null,
    })
    expect((await of.call(licenseCalls.machines, { guid })).rows).toEqual([])
    await center.credit(of, 5_800)
    expect(await bind(of, guid, 'a')).toMatchObject({ isNew: true })
  })

  it('is refused while a bill is overdue, and nothing is bound: billing.overdue', async () => {
    const of = await createVendor(center)
    const { licenses } = await of.call(licenseCalls.issue, {
      templateGuid: await of.smartTemplate({ machineNum: 2 }),
      count: 2,
    })
    const [used = '', fresh = ''] = licenses.map(({ guid }) => guid)
    await bind(of, used, 'a')
    const day = new Date(center.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    await createOperator(center.ground).bill(of.developerId, {
      amountFen: 100_000_000,
      day,
      note: '专项服务',
    })
    await center.daysLater(3, of)
    expect((await bindRefused(of, fresh, 'a')).error).toBe('billing.overdue')
    expect(await of.call(licenseCalls.get, { guid: fresh })).toMatchObject({ bound: 0, everBound: 0 })
    // A paid license keeps working.
    expect(await bind(of, used, 'b')).toMatchObject({ isNew: true, orderGuid: null })
  })

  it('is zero for a trial developer', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const {
      licenses: [license],
    } = await of.call(licenseCalls.issue, {
      templateGuid: await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 30 }),
    })
    expect(await bind(of, license?.guid ?? '', 'a')).toMatchObject({ isNew: true, orderGuid: null })
  })
})

describe('many at the same time', () => {
  it('200 devices and a limit of 10: exactly 10 are bound', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { useMode: 2, machineNum: 10 })
    const settled = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => bind(of, guid, String(index))))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await get(of, guid)).toMatchObject({ bound: 10, everBound: 10 })
    expect((await of.call(pcLicenseCalls.machines, { kind: 'sn', guid })).records).toBe(10)
  })

  it('the same device 50 times: bound and charged once', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const {
      licenses: [license],
    } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => bind(of, license?.guid ?? '', 'a')))
    expect(settled.flatMap((one) => (one.status === 'fulfilled' && one.value.isNew ? [one] : []))).toHaveLength(1)
    expect((await of.call(orderCalls.find, {})).records).toBe(1)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it('the limits at once and in total hold in any sequence of binding and unbinding', async () => {
    const of = await createVendor(center)
    const step = fc.record({
      machine: fc.constantFrom('a', 'b', 'c', 'd'),
      act: fc.constantFrom('bind' as const, 'bind' as const, 'unbind' as const, 'recycle' as const),
    })
    const template = await of.pcTemplate('sn', { useMode: 2, machineNum: 2, licBindMaxLimit: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const {
          licenses: [license],
        } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
        const guid = license?.guid ?? ''
        const guids = new Map<string, string>()
        for (const { machine, act } of steps) {
          const machineGuid = guids.get(machine)
          if (act === 'bind')
            await bind(of, guid, machine).then(
              (bound) => guids.set(machine, bound.machineGuid),
              () => undefined,
            )
          else if (machineGuid !== undefined)
            await of.call(pcLicenseCalls[act], { kind: 'sn', guid, machineGuid }).catch(() => undefined)
        }
        const { bound, everBound, status } = await get(of, guid)
        const rows = await machinesOf(of, guid)
        expect(bound).toBe(rows.filter(({ state }) => state === 'bound').length)
        expect(everBound).toBe(rows.length)
        expect(bound).toBeLessThanOrEqual(2)
        expect(everBound).toBeLessThanOrEqual(3)
        expect(status).toBe(bound > 0 ? LICENSE_STATUSES.bound : LICENSE_STATUSES.unbound)
      }),
      { numRuns: 15 },
    )
  })
})
