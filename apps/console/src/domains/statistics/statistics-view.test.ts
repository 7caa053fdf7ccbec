import { MEASURES } from '@sealwright/contract'
import type { MeasureName } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { listOf } from './list-links.ts'
import type { Counted } from './list-links.ts'
import { askedOf, measureOf, rangeSearch, spanOf, splitOf, splitText } from './statistics-view.ts'

const ALL = Object.keys(MEASURES) as MeasureName[] // its keys
const GUID = '00000000-0000-4000-8000-000000000001'

it('an address without a sensible period shows the last 28 days', () => {
  expect(spanOf({})).toEqual({ period: '28' })
  expect(spanOf({ period: '9' })).toEqual({ period: '28' })
  expect(spanOf({ period: 'month' })).toEqual({ period: 'month' })
  expect(spanOf({ period: 'range', first: '2026-01-01' })).toEqual({ period: '28' })
  expect(spanOf({ period: 'range', first: '2026-01-01', last: 'x' })).toEqual({ period: '28' })
  expect(spanOf({ period: 'range', first: '2026-01-01', last: '2026-01-05' })).toEqual({
    period: 'range',
    first: '2026-01-01',
    last: '2026-01-05',
  })
})

it('an open end of a range is closed by today, or by its other end', () => {
  const today = '2026-01-11'
  expect(rangeSearch({ from: '2026-01-02', to: '' }, today)).toMatchObject({ first: '2026-01-02', last: today })
  expect(rangeSearch({ from: '', to: '2026-01-02' }, today)).toMatchObject({ first: '2026-01-02', last: '2026-01-02' })
  expect(rangeSearch({ from: '', to: '' }, today)).toEqual({})
})

it('an unknown or hidden figure falls back to the first that the person may see', () => {
  expect(measureOf({ measure: 'spending' }, ALL)).toBe('spending')
  expect(measureOf({ measure: 'spending' }, ['refusal', 'userCreated'])).toBe('userCreated')
  expect(measureOf({ measure: 'junk' }, ALL)).toBe('licenseIssued')
  expect(measureOf({}, [])).toBeUndefined()
})

it('filters and splits that the figure lacks are left out, and junk is ignored', () => {
  const search = {
    measure: 'licenseIssued',
    by: 'reason',
    licenseId: '["1001","x"]',
    carrier: 'sn',
    templateGuid: 'no guid',
    channel: 'openApi',
  }
  expect(askedOf(search, 'licenseIssued')).toEqual({
    period: '28',
    measure: 'licenseIssued',
    licenseId: [1001],
    carrier: ['sn'],
    channel: 'openApi',
  })
  expect(askedOf(search, 'refusal')).toEqual({ period: '28', measure: 'refusal', by: 'reason', licenseId: [1001] })
  expect(askedOf(search, 'userCreated')).toEqual({ period: '28', measure: 'userCreated' })
})

it('refusals are split by reason at first; without a split, the address says so', () => {
  expect(splitOf({}, 'refusal')).toBe('reason')
  expect(splitOf({ by: 'none' }, 'refusal')).toBeUndefined()
  expect(splitText(undefined, 'refusal')).toBe('none')
  expect(splitText('reason', 'refusal')).toBeUndefined()
  expect(splitText('product', 'refusal')).toBe('product')
  expect(splitOf({}, 'licenseIssued')).toBeUndefined()
})

const counted = (given: Partial<Counted>): Counted => ({
  measure: 'licenseIssued',
  first: '2026-01-05',
  last: '2026-01-06',
  zone: 'Asia/Shanghai',
  filters: {},
  ...given,
})
const DAYS = 'startTime=2026-01-04T16%3A00%3A00.000Z&endTime=2026-01-06T15%3A59%3A59.999Z'

it("licenses lead to the list of their family, with the days of the developer's zone", () => {
  expect(listOf(counted({}))).toBeUndefined()
  expect(listOf(counted({ part: { by: 'carrier', key: 'sn' } }))).toBe(`/pc/license/sn?${DAYS}`)
  expect(listOf(counted({ part: { by: 'carrier', key: 'dongle' } }))).toBeUndefined()
  const product = { by: 'product' as const, key: '1001' }
  expect(listOf(counted({ part: product }))).toBeUndefined()
  expect(listOf(counted({ part: product, filters: { carrier: ['account'] } }))).toBe(
    `/pc/license/account?${DAYS}&licenseId=1001`,
  )
  expect(listOf(counted({ measure: 'licenseExpired', part: { by: 'carrier', key: 'smart' } }))).toBe(
    `/license?${DAYS.replace('startTime', 'expireStart').replace('endTime', 'expireEnd')}`,
  )
})

it('only codes are listed by integrator, and nothing by "none"', () => {
  const part = { by: 'integrator' as const, key: GUID }
  expect(listOf(counted({ part, filters: { carrier: ['sn'] } }))).toContain(`integratorGuid=${GUID}`)
  expect(listOf(counted({ part, filters: { carrier: ['account'] } }))).toBeUndefined()
  expect(listOf(counted({ part: { ...part, key: '' }, filters: { carrier: ['sn'] } }))).toBeUndefined()
})

it('refusals lead to the runtime log, spending to the orders, participants to the report of their campaign', () => {
  expect(listOf(counted({ measure: 'refusal', part: { by: 'reason', key: 'expired' } }))).toBe(
    `/runtime/log?refused=1&reason=expired&${DAYS}`,
  )
  expect(listOf(counted({ measure: 'refusal', filters: { licenseId: [1001] } }))).toBeUndefined()
  expect(listOf(counted({ measure: 'spending', part: { by: 'category', key: 'sms' } }))).toBe(
    `/billing/order?category=sms&${DAYS}`,
  )
  expect(listOf(counted({ measure: 'campaignJoined' }))).toBeUndefined()
  expect(listOf(counted({ measure: 'campaignJoined', part: { by: 'campaign', key: GUID } }))).toBe(
    `/activity/chart?guid=${GUID}&startDay=2026-01-05&endDay=2026-01-06`,
  )
  expect(listOf(counted({ measure: 'userCreated' }))).toBeUndefined()
})
