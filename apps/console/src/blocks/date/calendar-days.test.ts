import { LIMITS } from '@sealwright/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Translate } from '../../lib/words/i18n.tsx'
import { addDays, addMonths, dayAfterKey, lastOfMonth, monthOf, weeksOf } from './calendar-days.ts'
import { firstWeekdayOf } from './calendar-words.ts'
import { MOMENT_PRESETS, extensionPresets } from './moment-presets.ts'

const days = fc
  .date({ min: new Date(LIMITS.date.earliest), max: new Date(LIMITS.date.latest), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a month', () => {
  it('has each of its days once, in order, under its weekday, in six weeks', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (day, firstWeekday) => {
        const weeks = weeksOf(day, firstWeekday)
        expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
        const shown = weeks.flat().filter((one) => one !== undefined)
        expect(shown[0]).toBe(`${monthOf(day)}-01`)
        expect(shown.at(-1)).toBe(lastOfMonth(day))
        expect(shown).toEqual(shown.map((_, index) => addDays(shown[0] ?? '', index)))
        for (const week of weeks)
          for (const [index, one] of week.entries())
            if (one) expect(new Date(one).getUTCDay()).toBe((firstWeekday + index) % 7)
      }),
    )
  })

  it('begins its weeks on Monday in Chinese, and in English as the browser’s region does', () => {
    expect(firstWeekdayOf('zh', ['en-US'])).toBe(1)
    expect([['en-US'], ['zh-CN'], ['en-GB'], ['de-DE', 'en-GB']].map((tags) => firstWeekdayOf('en', tags))).toEqual([
      0, 0, 1, 1,
    ])
  })

  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-12-15', 1, '2028-01-15'],
  ])('%s and %i months are %s', (day, months, then) => {
    expect(addMonths(day, months)).toBe(then)
  })
})

it.each([
  ['ArrowLeft', false, '2027-01-31'],
  ['ArrowRight', false, '2027-02-02'],
  ['ArrowUp', false, '2027-01-25'],
  ['ArrowDown', false, '2027-02-08'],
  ['Home', false, '2027-02-01'],
  ['End', false, '2027-02-07'],
  ['PageUp', false, '2027-01-01'],
  ['PageDown', false, '2027-03-01'],
  ['PageUp', true, '2026-02-01'],
  ['PageDown', true, '2028-02-01'],
  ['a', false, undefined],
])('from Monday 2027-02-01, %s (with Shift: %s) leads to %s', (key, isShift, day) => {
  expect(dayAfterKey('2027-02-01', key, isShift, 1)).toBe(day)
})

it('the usual starts and ends are counted from the wall time of now', () => {
  const { start, end } = MOMENT_PRESETS
  const now = '2026-12-31T10:20:30'
  expect(Object.values(start).map((at) => at(now))).toEqual([now, '2027-01-01T00:00:00', '2027-01-01T00:00:00'])
  expect(Object.values(end).map((at) => at(now))).toEqual([
    '2027-01-31T23:59:59',
    '2027-12-31T23:59:59',
    '2029-12-31T23:59:59',
    '2026-12-31T23:59:59',
  ])
})

it('an end is extended from itself, or from today once it is over, and keeps its time', () => {
  const named = ((key: string) => key) as unknown as Translate // the labels are not the point
  const ends = (now: string) =>
    extensionPresets(named, '2027-01-31T02:00:00.000Z', 'Asia/Shanghai')?.map(({ at }) => at(now))
  expect(ends('2026-11-17T12:00:00')).toEqual(['2027-02-28T10:00:00', '2028-01-31T10:00:00', '2030-01-31T10:00:00'])
  expect(ends('2027-03-15T12:00:00')).toEqual(['2027-04-15T10:00:00', '2028-03-15T10:00:00', '2030-03-15T10:00:00'])
  expect(extensionPresets(named, null, 'Asia/Shanghai')).toBeUndefined()
})
