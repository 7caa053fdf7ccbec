import { LIMITS } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { costPerUse, lastCounted, periodOf, reportOf, sourcesOf } from './report.rules.ts'

const G = '11111111-1111-4111-8111-111111111111'
const [A, B] = ['aaaaaaaa-1111-4111-8111-111111111111', 'bbbbbbbb-1111-4111-8111-111111111111']
const n = (rest: string, value: number) => ({ name: `campaign.${G}.${rest}`, value })

describe('the days of a report', () => {
  const known = { published: '2026-03-01', ends: '2026-03-31', last: undefined, today: '2026-03-20' }

  it.each<[Parameters<typeof periodOf>[0], Partial<Parameters<typeof periodOf>[1]>, [string, string], string]>([
    [{}, {}, ['2026-03-01', '2026-03-20'], 'while it runs, until today'],
    [{}, { today: '2026-04-20' }, ['2026-03-01', '2026-03-31'], 'after it, until its end'],
    [{}, { today: '2026-04-20', last: '2026-04-05' }, ['2026-03-01', '2026-04-05'], 'or until the last first use'],
    [{}, { published: null }, ['2026-03-20', '2026-03-20'], 'of a draft, today'],
    [{ startDay: '2026-03-05' }, {}, ['2026-03-05', '2026-03-20'], 'from a given day'],
    [{ endDay: '2026-03-05' }, {}, ['2026-03-01', '2026-03-05'], 'until a given day'],
    [{ startDay: '2026-04-05' }, {}, ['2026-04-05', '2026-04-05'], 'from a day in the future'],
    [{ endDay: '2026-02-05' }, {}, ['2026-02-05', '2026-02-05'], 'until a day before the publication'],
    [{}, { published: '2024-01-01' }, ['2025-03-20', '2026-03-20'], 'at most the last days of the limit'],
  ])('%j with %j are %j: %s', (given, also, [startDay, endDay]) => {
    expect(periodOf(given, { ...known, ...also })).toEqual({ startDay, endDay })
  })

  it.each([
    { startDay: '2026-03-06', endDay: '2026-03-05' },
    { startDay: '2026-02-30' },
    { endDay: '2026-13-01' },
    { startDay: '2025-03-19', endDay: '2026-03-20' },
  ])('cannot be %j', (given) => {
    expect(LIMITS.campaign.reportDays).toBe(366)
    expect(periodOf(given, known)).toBeUndefined()
  })
})

describe('counters', () => {
  const counted = [
    n(`${A}.2026-03-01.link.views`, 10),
    n(`${A}.2026-03-01.link.participations`, 2),
    n(`${A}.2026-03-01.link.costFen`, 600),
    n(`${A}.2026-03-02.qr.participations`, 1),
    n(`${A}.2026-03-02.qr.gift`, 1),
    n(`${B}.2026-03-02.link.registrations`, 4),
    n(`${B}.2026-03-09.link.firstUses`, 5),
    n('source.2026-03-01.1.participations', 2),
    n('source.2026-03-02.2.participations', 3),
  ]

  it('add up by link, day, way and source within the period, and what they cost', () => {
    const report = reportOf(counted, { startDay: '2026-03-01', endDay: '2026-03-02' })
    expect(report.totals).toEqual({ views: 10, registrations: 4, participations: 3, firstUses: 0 })
    expect(report.byLink.get(A)).toMatchObject({ views: 10, participations: 3 })
    expect(report.byVia.get('qr')).toMatchObject({ participations: 1 })
    expect(report.days.map(({ day, linkGuid }) => [day, linkGuid])).toEqual([
      ['2026-03-01', A],
      ['2026-03-02', A],
      ['2026-03-02', B],
    ])
    expect([report.costFen, report.units]).toEqual([600, [{ stock: 'gift', count: 1 }]])
    expect(lastCounted(counted)).toBe('2026-03-09')
    expect(lastCounted([])).toBeUndefined()
  })

  it('name the most frequent values of each parameter, after the ways', () => {
    const report = reportOf(counted, { startDay: '2026-03-01', endDay: '2026-03-09' })
    const values = [
      { n: 1, source: 'spreadCode' as const, value: 'wx' },
      { n: 2, source: 'spreadCode' as const, value: 'dy' },
      { n: 3, source: 'keyword' as const, value: 'unused' },
    ]
    expect(
      sourcesOf(report, values).map(({ source, value, participations }) => [source, value, participations]),
    ).toEqual([
      ['via', 'link', 2],
      ['via', 'qr', 1],
      ['spreadCode', 'dy', 3],
      ['spreadCode', 'wx', 2],
    ])
    const many = Array.from({ length: LIMITS.campaign.reportSources + 5 }, (_, index) => index)
    const busy = reportOf(
      many.map((index) => n(`source.2026-03-01.${index}.participations`, index + 1)),
      { startDay: '2026-03-01', endDay: '2026-03-01' },
    )
    const top = sourcesOf(
      busy,
      many.map((index) => ({ n: index, source: 'keyword', value: String(index) })),
    )
    expect([top.length, top[0]?.value]).toEqual([LIMITS.campaign.reportSources, String(many.length - 1)])
  })

  it('give a cost of each first use only if there are any', () => {
    expect([costPerUse(100, 0), costPerUse(100, 3)]).toEqual([null, 33])
  })
})
