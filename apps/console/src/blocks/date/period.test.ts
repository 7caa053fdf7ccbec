import { beforeEach, expect, it, vi } from 'vitest'
import type { Translate } from '../../lib/words/i18n.tsx'
import { PERIODS, instantAt, periodWords, todayIn } from './period.ts'

// An instant that is in March in Shanghai and in February in New York.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-02-28T18:00:00.000Z'), toFake: ['Date'] }))
const t = ((key: string) => key) as unknown as Translate // the words themselves are not the point

it.each([
  ['Asia/Shanghai', 'today', '2026-02-28T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', 'week', '2026-02-22T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', 'days', '2026-01-30T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', 'lastMonth', '2026-01-31T16:00:00.000Z', '2026-02-28T15:59:59.999Z'],
  ['America/New_York', 'month', '2026-02-01T05:00:00.000Z', '2026-03-01T04:59:59.999Z'],
  ['America/New_York', 'year', '2026-01-01T05:00:00.000Z', '2026-03-01T04:59:59.999Z'],
] as const)(
  'in %s, “%s” is from the first instant of its first day to the last of its last, and has its name',
  (zone, name, from, to) => {
    const days = PERIODS[name](todayIn(zone))
    expect([instantAt(days.from, 'start', zone), instantAt(days.to, 'end', zone)]).toEqual([from, to])
    expect(periodWords(t, from, to, zone)).toBe(`blocks.period.${name}`)
  },
)

it('another period is named by its days, an open end by dots, and none by nothing', () => {
  const words = (from: string, to: string) => periodWords(t, from, to, 'Asia/Shanghai')
  const [first, last] = ['2026-01-04T16:00:00.000Z', '2026-01-05T15:59:59.999Z']
  expect([words(first, last), words(first, ''), words('', last), words('', '')]).toEqual([
    '2026-01-05',
    '2026-01-05 – …',
    '… – 2026-01-05',
    '',
  ])
})
