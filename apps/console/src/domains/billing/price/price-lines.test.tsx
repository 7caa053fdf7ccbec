import type { PriceLine } from '@sealwright/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { PriceLines } from './price-lines.tsx'

const term: PriceLine = {
  kind: 'term',
  mode: 'day',
  days: 30,
  quantity: 1,
  unitFen: 10,
  count: 100,
  creditFen: 0,
  amountFen: 30_000,
}

async function rowsOf(props: Parameters<typeof PriceLines>[0]): Promise<string[][]> {
  await openStage({ '/': () => <PriceLines {...props} /> }, '/', [])
  return screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
}

it.each<[name: string, line: PriceLine, words: string[]]>([
  ['days, many licenses', term, ['许可时长按天', '30 天 × 100 份 × ¥0.10', '¥300.00']],
  [
    'a change, minus the amount paid',
    { ...term, count: 1, creditFen: 100, amountFen: 200 },
    ['许可时长按天', '30 天 × ¥0.10 − 已付 ¥1.00', '¥2.00'],
  ],
  [
    'a share of the year',
    { ...term, mode: 'year', days: 90, unitFen: 1_500, count: 1, amountFen: 370 },
    ['许可时长按年', '90 天 ÷ 365 × ¥15.00', '¥3.70'],
  ],
  [
    'a share of the year, many licenses, each rounded separately',
    { ...term, mode: 'year', days: 90, unitFen: 1_500, count: 100, amountFen: 37_000 },
    ['许可时长按年', '90 天 ÷ 365 × ¥15.00 ≈ ¥3.70 × 100 份', '¥370.00'],
  ],
  [
    'whole years',
    { ...term, mode: 'year', days: 730, unitFen: 1_500, count: 1, amountFen: 3_000 },
    ['许可时长按年', '2 年 × ¥15.00', '¥30.00'],
  ],
  [
    'a one-time price for the users of a group',
    { ...term, mode: 'oneTime', days: null, quantity: 20, unitFen: 5_800, count: 1, amountFen: 116_000 },
    ['许可时长一次性', '20 个用户 × ¥58.00', '¥1,160.00'],
  ],
  [
    'extra devices',
    { ...term, kind: 'devices', mode: null, days: null, quantity: 3, unitFen: 100, count: 2, amountFen: 600 },
    ['额外设备', '3 台 × 2 份 × ¥1.00', '¥6.00'],
  ],
  [
    'activated devices',
    { ...term, kind: 'machines', mode: 'oneTime', days: null, quantity: 1, unitFen: 5_800, count: 1, amountFen: 5_800 },
    ['激活设备', '1 台 × ¥58.00', '¥58.00'],
  ],
])('a line is explained as a formula: %s', async (_name, line, words) => {
  const [first] = await rowsOf({ lines: [line], totalFen: line.amountFen })
  expect(first).toEqual(words)
})

it('units taken from a stock are shown, and a total of zero reads as free', async () => {
  expect(await rowsOf({ lines: [], totalFen: 0, units: { stock: 'packageLicenses', count: 12 } })).toEqual([
    ['从套餐扣除 12 个许可'],
    ['合计', '不收费'],
  ])
})
