// Issuing: what is asked, what it costs, what it replaces, and that nothing of it is ever oversold.
import { LICENSE_STATUSES, isCode, licenseCalls, pcLicenseCalls, pcTemplateCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

describe('license codes', () => {
  it('are issued as asked, each with a check character, and found in the list', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn')
    const { codes, status, licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 3, remark: '第一批' })
    expect(codes).toHaveLength(3)
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(isCode(code)).toBe(true)
    expect(status).toBe(LICENSE_STATUSES.unbound)
    const { rows, records } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
    expect(records).toBe(3)
    expect(rows.map(({ serial }) => serial).toSorted()).toEqual(codes.toSorted())
    expect(rows[0]).toMatchObject({ status: 1, templateGuid: template, productName: '星图', source: 'single', remark: '第一批', isForever: true, expireTime: null, bound: 0, acts: ['refresh', 'lock', 'delete'] })
    const found = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: licenses[0]?.guid ?? '' })
    expect(found).toMatchObject({ serial: codes[0], chargedFen: 5_800, productEnds: [] })
    expect((await of.call(pcTemplateCalls.get, { kind: 'sn', guid: template })).licenseCount).toBe(3)
  })
})

describe('smart licenses', () => {
  it('cost nothing until a device activates one', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const { codes, orderGuid } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 100 })
    expect([codes.length, orderGuid]).toEqual([100, null])
  })
})

describe('account licenses', () => {
  it('replace what a user holds of the same product, after a warning that names it', async () => {
    const of = await createVendor(center)
    const [one, two] = [await of.user(), await of.user()]
    const template = await of.pcTemplate('account')
    const first = await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [one] })
    const asked = { kind: 'account' as const, templateGuids: [template], userIds: [one, two] }
    const preview = await of.call(pcLicenseCalls.preview, asked)
    expect(preview).toMatchObject({ isAllowed: true, count: 2, paidAt: 'issue', price: { totalFen: 11_600, isEnough: true }, overwrites: [{ serial: first.licenses[0]?.serial }] })
    expect(preview.warnings.map(({ kind }) => kind)).toEqual(['overwrites'])
    const second = await of.call(pcLicenseCalls.issue, asked)
    expect((await of.call(pcLicenseCalls.find, { kind: 'account' })).rows.map(({ guid }) => guid).toSorted()).toEqual(second.licenses.map(({ guid }) => guid).toSorted())
    const { rows: [old] } = await of.call(pcLicenseCalls.find, { kind: 'account', status: LICENSE_STATUSES.replaced })
    expect(old).toMatchObject({ guid: first.licenses[0]?.guid, status: 7, acts: [] })
    expect((await of.call(pcLicenseCalls.get, { kind: 'account', guid: old?.guid ?? '' })).replacedBy?.guid).toBe(second.licenses[0]?.guid)
  })
})

describe('1000 at the same time', () => {
  it('against money for 100: exactly 100 are issued and charged', async () => {
    const of = await createVendor(center, { yuan: 5_800 })
    const template = await of.pcTemplate('sn')
    const settled = await Promise.allSettled(Array.from({ length: 1_000 }, () => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(100)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it('against a quota of 100: exactly 100 are issued', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const template = await of.smartTemplate()
    const staff = await center.administrator(of, ['smartLicense.issue', 'smartLicense.view'], { softQuota: 100 })
    const settled = await Promise.allSettled(Array.from({ length: 1_000 }, () => staff.call(licenseCalls.issue, { templateGuid: template })))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect((await refused(staff.call(licenseCalls.issue, { templateGuid: template }))).error).toBe('license.quotaUsedUp')
    expect((await of.call(licenseCalls.find, {})).records).toBe(100)
  })
})
