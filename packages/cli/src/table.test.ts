import { describe, expect, it } from 'vitest'
import { cellOf, columnsOf, cut, details, table, widthOf } from './table.ts'

describe('widthOf', () => {
  it.each([
    ['abc', 3],
    ['许可', 4],
    ['A公司', 5],
    ['ｆｕｌｌ', 8],
    ['한국', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['©1', 2],
    ['', 0],
  ])('measures %s as %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('a table', () => {
  const rows = [
    { guid: 'g-1', name: '北京示例软件有限公司', status: 1, issueTime: '2026-11-18T05:00:00.000Z' },
    { guid: 'g-22', name: 'Short', status: 15, issueTime: '2026-11-18T05:00:00.000Z' },
  ]

  it('lines up columns although Chinese characters are wide', () => {
    const [head = '', first = '', second = ''] = table(rows, ['guid', 'name', 'status'], null).split('\n')
    expect(head).toBe('guid  name                  status')
    expect(first).toBe('g-1   北京示例软件有限公司  1')
    expect(second).toBe('g-22  Short                 15')
  })

  it.each([20, 30, 44, 60, 80])('fits a terminal of %i columns', (most) => {
    const lines = table(rows, ['guid', 'name', 'status', 'issueTime'], most).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(most)
    expect(lines[1]).toContain('g-1')
  })

  it('leaves out fields that no row has, and objects', () => {
    expect(columnsOf([{ guid: 'a', name: null, acts: ['x'], status: 1, total: 2 }])).toEqual([
      'guid',
      'status',
      'total',
    ])
  })

  it('is never cut inside a wide character', () => {
    expect(cut('许可证', 4)).toBe('许…')
    expect(widthOf(cut('许可证', 4))).toBeLessThanOrEqual(4)
  })

  it('shows no control characters: a name cannot move the cursor', () => {
    expect(cellOf('a\u001B[2Jb\nc\u202Ed')).toBe('a [2Jb c d')
  })
})

it('details show lists below their name and never cut a code', () => {
  const code = 'X'.repeat(200)
  expect(details({ issueGuid: 'g', codes: [code], licenses: [{ guid: 'l', serial: code }], gone: [] }, 60)).toBe(
    `issueGuid  g\ncodes\n  ${code}\nlicenses\n  guid  serial\n  l     ${'X'.repeat(51)}…\ngone       –\n`,
  )
})
