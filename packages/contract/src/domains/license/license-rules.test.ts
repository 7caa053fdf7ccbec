// The fields that can be changed when issuing and by an update, terms derived from the content, and the display of
// days.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.ts'
import { DATA_AREAS } from '../product.ts'
import { DEDUCT_MODES, KEY_TYPES, termFieldsOf } from '../template/template-content.ts'
import { readTemplate } from '../template/template-reading.ts'
import type { GivenTemplate } from '../template/template-reading.ts'
import {
  LICENSE_MODES,
  issueChanges,
  licenseModeName,
  machineLimits,
  offlineShown,
  overdueShown,
  paidAt,
  refreshChanges,
} from './license-rules.ts'
import type { LicenseFamily } from './license-rules.ts'

const contentOf = (family: LicenseFamily, given: GivenTemplate) =>
  readTemplate(family, { name: 'Plan', licenseId: 1, ...given }, { timeZone: 'Asia/Shanghai' }).content
const refreshed = (family: LicenseFamily, given: GivenTemplate, canModifyDataZone = false) =>
  [...refreshChanges(family, contentOf(family, given), canModifyDataZone)].toSorted()

const TIMES = ['endTime', 'licDuration', 'licStartTimeType', 'spanTime', 'startTime']
const SOFT = { licenseForm: 2, billingMode: 'day', licBindLimit: 2, offlineDays: 7 }
const CLOUD = { licenseForm: 1, billingMode: 'day' }

describe('displayed days', () => {
  it('are the number up to the limit, and "xx" otherwise', () => {
    for (const [shown, max] of [
      [overdueShown, LIMITS.license.overdueDaysShown],
      [offlineShown, LIMITS.template.offlineDaysMax],
    ] as const) {
      expect([shown(0), shown(1), shown(max)]).toEqual(['0', '1', String(max)])
      for (const wrong of [max + 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '7', null, undefined, {}])
        expect(shown(wrong)).toBe('xx')
    }
  })

  it('are a number or "xx" for any input', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (value) => /^(?:xx|\d+)$/.test(overdueShown(value)) && /^(?:xx|\d+)$/.test(offlineShown(value)),
      ),
    )
  })
})

describe('terms derived from the content', () => {
  it('limit the devices bound at once and in total; a group code binds one device', () => {
    const limits = (given: Partial<Parameters<typeof machineLimits>[0]>) =>
      machineLimits({ machineNum: null, licBindLimit: null, licBindMaxLimit: null, licenseKeyType: null, ...given })
    expect(limits({ licenseKeyType: KEY_TYPES.standalone, machineNum: 3, licBindMaxLimit: 9 })).toEqual({
      atOnce: 3,
      ever: 9,
    })
    expect(limits({ licBindLimit: 2 })).toEqual({ atOnce: 2, ever: null })
    expect(limits({ licenseKeyType: KEY_TYPES.group })).toEqual({ atOnce: 1, ever: null })
    expect(limits({})).toEqual({ atOnce: null, ever: null })
  })

  it('include the time of the charge', () => {
    const { balance, ppm } = DEDUCT_MODES
    for (const family of ['smart', 'account', 'sn'] as const)
      expect([
        paidAt(family, { deductMode: balance }, false),
        paidAt(family, { deductMode: balance }, true),
        paidAt(family, { deductMode: ppm }, true),
      ]).toEqual([family === 'smart' ? 'activation' : 'issue', 'activation', 'machine'])
  })

  it('include a license mode with one name', () => {
    for (const [name, number] of Object.entries(LICENSE_MODES)) expect(licenseModeName(number)).toBe(name)
  })
})

describe('changes when issuing', () => {
  const flags = { canModify: false, canModifyModule: false, canModifyDataZone: false }

  it('require a temporary privilege for each group of fields', () => {
    for (const family of ['smart', 'account', 'sn'] as const) {
      expect(issueChanges(family, flags).size).toBe(0)
      expect([...issueChanges(family, { ...flags, canModifyModule: true })]).toEqual(['modules'])
      expect([...issueChanges(family, { ...flags, canModifyDataZone: true })]).toEqual([...DATA_AREAS])
      const terms = issueChanges(family, { ...flags, canModify: true })
      expect(terms.has('licenseVersion')).toBe(true)
      expect(terms.has('modules')).toBe(false)
    }
  })

  it('never include the kind of license or its billing', () => {
    for (const family of ['smart', 'account', 'sn'] as const) {
      const open = issueChanges(family, { canModify: true, canModifyModule: true, canModifyDataZone: true })
      for (const fixed of ['licenseForm', 'licenseKeyType', 'deductMode', 'packageName', 'billingMode'] as const)
        expect(open.has(fixed)).toBe(false)
      for (const name of termFieldsOf(family).filter((field) => TIMES.includes(field)))
        expect(open.has(name)).toBe(true)
    }
  })
})

describe('changes by an update', () => {
  it('of a license for an account follow the table of updates', () => {
    const common = ['licenseVersion', 'modules']
    const binding = ['licBindLimit', 'licBindMaxLimit', 'offlineDays']
    expect(refreshed('account', { ...SOFT, licDuration: 30 })).toEqual([...common, ...binding, ...TIMES].toSorted())
    expect(refreshed('account', { ...SOFT, billingMode: 'oneTime', isForever: true })).toEqual(
      [...common, ...binding].toSorted(),
    )
    expect(refreshed('account', { ...CLOUD, licDuration: 30 })).toEqual([...common, 'counter', ...TIMES].toSorted())
    expect(refreshed('account', { ...CLOUD, billingMode: 'oneTime', isForever: true })).toEqual(
      expect.arrayContaining(common),
    )
    expect(refreshed('account', { ...CLOUD, billingMode: 'oneTime', isForever: true })).not.toEqual(
      expect.arrayContaining(TIMES),
    )
  })

  it('include the end of a product only if the code has several products', () => {
    const several = { billingMode: 'day', licDuration: 30, otherProducts: [{ licenseId: 2 }] }
    expect(refreshed('sn', several)).toContain('productEnds')
    expect(refreshed('sn', { billingMode: 'day', licDuration: 30 })).not.toContain('productEnds')
  })

  it('include the users of a group code and the devices of other licenses', () => {
    const group = refreshed('sn', {
      billingMode: 'oneTime',
      isForever: true,
      licenseKeyType: KEY_TYPES.group,
      concurrentType: 'machine',
      groupUsers: 10,
    })
    expect(group).toContain('groupUsers')
    expect(group).not.toContain('machineNum')
    expect(refreshed('sn', { billingMode: 'oneTime', isForever: true })).toContain('machineNum')
    expect(refreshed('smart', { isForever: true })).toEqual(['licenseVersion', 'machineNum', 'modules'])
  })

  it('include the data areas only if the template allows it', () => {
    for (const area of DATA_AREAS) {
      expect(refreshed('smart', { isForever: true }, true)).toContain(area)
      expect(refreshed('smart', { isForever: true })).not.toContain(area)
    }
  })
})
