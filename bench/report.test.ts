import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REPORT, reportOf, sectionOf } from './report.ts'

const flat = (value: number) => ({ median: value, p95: value })
const when = { on: new Date('2026-01-02T03:04:05Z'), cores: 2, load: 0.4 }
const sides = { ours: 'ours', baseline: 'a | b' }

describe('the report', () => {
  it('shows each figure with its bar and its verdict', () => {
    const section = sectionOf(
      { bar: { ratioAtMost: 2 } },
      sides,
      [
        { what: 'one', unit: 'ms', ours: flat(3), baseline: flat(2) },
        { what: 'two', unit: 'statements', ours: flat(1), baseline: flat(1), bar: { atMost: 1 } },
        { what: 'three', unit: 'MB', ours: flat(4), baseline: flat(1), unjudged: 'it is only to be known' },
      ],
      when,
    )
    expect(section).toBe(
      [
        'Measured 2026-01-02; 2 cores, load average 0.4.',
        '',
        String.raw`| figure | ours: ours | baseline: a \| b | ratio | bar | verdict |`,
        '|---|---|---|---|---|---|',
        '| one | 3.0 ms (p95 3.0) | 2.0 ms (p95 2.0) | 1.50 | ratio ≤ 2 | bar met |',
        '| two | 1.0 statements (p95 1.0) | 1.0 statements (p95 1.0) | 1.00 | at most 1 | bar met |',
        '| three | 4.0 MB (p95 4.0) | 1.0 MB (p95 1.0) | 4.00 | – | no bar: it is only to be known |',
      ].join('\n'),
    )
  })

  it('explains a missed bar, and only a missed one', () => {
    const of = (ours: number) =>
      sectionOf(
        { bar: { ratioAtMost: 2 }, shortfall: 'It is slow.' },
        sides,
        [{ what: 'one', unit: 'ms', ours: flat(ours), baseline: flat(1) }],
        when,
      )
    expect(of(3)).toMatch(/BAR MISSED: ratio 3\.00 > 2[^]*Why it is missed: It is slow\.$/)
    expect(of(1)).not.toContain('Why it is missed')
  })

  it('replaces one section and keeps the others, in the order of the benches', () => {
    const names = ['a', 'b', 'c']
    const first = reportOf(names, '', 'c', 'about c')
    const second = reportOf(names, first, 'a', 'about a')
    expect(second.match(/^## .*\n\n.*$/gm)).toEqual(['## a\n\nabout a', '## c\n\nabout c'])
    expect(reportOf(names, second, 'c', 'again').match(/^## .*\n\n.*$/gm)).toEqual(['## a\n\nabout a', '## c\n\nagain'])
    expect(reportOf(['b', 'c'], second, 'b', 'about b').match(/^## .*$/gm)).toEqual(['## b', '## c'])
  })

  it('in docs/benchmarks.md explains every missed bar', () => {
    expect(existsSync(REPORT)).toBe(true)
    const sections = readFileSync(REPORT, 'utf8').split(/^## /m).slice(1)
    const unexplained = sections.filter(
      (section) => section.includes('BAR MISSED') && !/Why it is missed: (?!not known)/.test(section),
    )
    expect(unexplained.map((section) => section.split('\n')[0])).toEqual([])
  })
})
