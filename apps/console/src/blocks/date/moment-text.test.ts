import { LIMITS, SECOND_MS, TIME_FORMATS, TIME_ZONES, isMoment, momentOf, wallTime } from '@sealwright/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentText, readDay, readMoment } from './moment-text.ts'

const SHANGHAI = 'Asia/Shanghai'
const read = (text: string) => {
  const instant = readMoment(text, 'start', SHANGHAI)
  return instant && wallTime(instant, SHANGHAI)
}

describe('a typed time', () => {
  it.each([
    ['2027-01-05', '2027-01-05T00:00:00'],
    ['2027-1-5', '2027-01-05T00:00:00'],
    ['20270105', '2027-01-05T00:00:00'],
    ['2027/1/5 9:30', '2027-01-05T09:30:00'],
    ['2027.1.5 9', '2027-01-05T09:00:00'],
    ['２０２７－１－５　９：３０', '2027-01-05T09:30:00'],
    ['2027。1。5', '2027-01-05T00:00:00'],
    ['2027年1月5日', '2027-01-05T00:00:00'],
    ['2027 年 1 月 5 日 9 时 30 分', '2027-01-05T09:30:00'],
    ['2027年1月5日9点5分7秒', '2027-01-05T09:05:07'],
    ['  2027-01-05   09:30:15 ', '2027-01-05T09:30:15'],
    ['202701050930', '2027-01-05T09:30:00'],
    ['20270105 093015', '2027-01-05T09:30:15'],
    ['20270105T093015', '2027-01-05T09:30:15'],
    ['2027-01-05T01:30:00.000Z', '2027-01-05T09:30:00'],
    ['2027-01-05T01:30:00-05:00', '2027-01-05T14:30:00'],
  ])('%s is read', (typed, wall) => {
    expect(read(typed)).toBe(wall)
  })

  it.each([
    '',
    '2027',
    '2027-1',
    '2027-13-01',
    '2027-02-29',
    '27-1-5',
    '1/5/2027',
    '2027-1-159',
    '2027-01-05 24:00',
    '2027-01-05 9:60',
    '2027-01-05 9:30 PM',
    '明天',
    '2027010',
    '0001-01-01',
    '9999-12-31',
  ])('“%s” is not taken for a date', (typed) => {
    expect([read(typed), readDay(typed)]).toEqual([undefined, undefined])
  })

  it('a day alone is one that the product knows', () => {
    expect(['1969-12-31', '19700101', '2105.12.31 9:30', '2106-01-01'].map(readDay)).toEqual([
      undefined,
      '1970-01-01',
      '2105-12-31',
      undefined,
    ])
  })

  it('a bare day is its first second where it starts something, and its last one where it ends something', () => {
    expect(readMoment('20270105', 'start', SHANGHAI)?.toISOString()).toBe('2027-01-04T16:00:00.000Z')
    expect(readMoment('20270105', 'end', SHANGHAI)?.toISOString()).toBe('2027-01-05T15:59:59.000Z')
  })

  it('every text that the contract takes for a time is read as the contract reads it', () => {
    const texts = fc.stringMatching(/^20[0-9]{2}-[01][0-9]-[0-3][0-9](?:[ T][0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?Z?)?$/)
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(isMoment(text))
        expect(readMoment(text, 'end', SHANGHAI)).toEqual(momentOf(text, 'end', SHANGHAI))
      }),
    )
  })
})

describe('a shown time', () => {
  const seconds = (day: string) => Date.parse(day) / SECOND_MS
  const instants = fc
    .integer({ min: seconds(LIMITS.date.earliest), max: seconds(LIMITS.date.latest) })
    .map((second) => new Date(second * SECOND_MS))
  const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
  const formats = fc.constantFrom(...TIME_FORMATS)
  const edges = fc.constantFrom('start' as const, 'end' as const)

  it('is read back as the same instant, in every format and zone', () => {
    fc.assert(
      fc.property(instants, zones, formats, edges, (instant, zone, format, edge) => {
        const text = momentText(instant, edge, zone, format)
        const back = readMoment(text, edge, zone)
        // Clocks that are set back show one wall time twice; it is read as the earlier one.
        expect(back && wallTime(back, zone)).toBe(wallTime(instant, zone))
        if (back?.getTime() !== instant.getTime()) expect(back?.getTime()).toBeLessThan(instant.getTime())
        expect(text.length).toBeGreaterThanOrEqual(format.length)
        expect(momentText(back ?? new Date(0), edge, zone, format)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['yyyy-MM-dd', '2027-01-31T15:59:59Z', '2027-01-31'],
    ['yyyy-MM-dd', '2027-01-31T15:30:00Z', '2027-01-31 23:30'],
    ['yyyy-MM-dd HH:mm', '2027-01-31T15:30:00Z', '2027-01-31 23:30'],
    ['yyyy-MM-dd HH:mm', '2027-01-31T15:59:59Z', '2027-01-31 23:59:59'],
    ['yyyy-MM-dd HH:mm:ss', '2027-01-31T15:30:00Z', '2027-01-31 23:30:00'],
  ] as const)('has the format %s, or grows where that would hide a part: %s is %s', (format, instant, text) => {
    expect(momentText(new Date(instant), 'end', SHANGHAI, format)).toBe(text)
  })
})
