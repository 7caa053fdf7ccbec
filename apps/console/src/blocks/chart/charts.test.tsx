import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { placeLabels, textWidthPx, upwards } from './axis.ts'
import { BarChart } from './bar-chart.tsx'
import { DonutChart } from './donut-chart.tsx'
import { LineChart } from './line-chart.tsx'

// jsdom has no layout. Charts need only the width of their container and a ResizeObserver.
let widthPx = 600
let resized = () => {}

beforeEach(async () => {
  widthPx = 600
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => widthPx)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  await showLanguage('zh')
})
const show = (chart: ReactNode) => render(<PhrasesProvider>{chart}</PhrasesProvider>).container
const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
const plot = () => screen.getByRole('slider')
const card = () => document.querySelector('.chart-card')
const texts = (container: Element) => [...container.querySelectorAll('svg text')].map((text) => text.textContent)
const paths = (container: Element) =>
  [...container.querySelectorAll('svg path')].map((path) => path.getAttribute('d') ?? '')
const times = (value: number) => `${value} 次`

const SERIES = [
  { key: 'cloud', label: '云', tone: 'brand' },
  { key: 'soft', label: '软', tone: 'teal' },
] as const
const DAYS = [
  { at: '1日', note: '一月一日', values: { cloud: 3, soft: 1 } },
  { at: '2日', values: { cloud: 2 } },
  { at: '3日', values: { cloud: 0, soft: 5 } },
]
const bars = (data: Parameters<typeof BarChart<'cloud' | 'soft'>>[0]['data'] = DAYS) =>
  show(<BarChart label="每日激活" series={SERIES} data={data} format={times} />)

describe('the table for screen readers', () => {
  it('of bars has every point by its full label, every series and the sum; a missing value is 0', () => {
    bars()
    expect(screen.getByRole('table').querySelector('caption')?.textContent).toBe('每日激活')
    expect(rows()).toEqual([
      ['', '云', '软', '合计'],
      ['一月一日', '3 次', '1 次', '4 次'],
      ['2日', '2 次', '0 次', '2 次'],
      ['3日', '0 次', '5 次', '5 次'],
    ])
  })

  it('of a line has no sum, since each point has one value', () => {
    show(
      <LineChart
        label="激活数"
        data={[
          { at: '1日', value: 3 },
          { at: '2日', value: 4 },
        ]}
        format={times}
      />,
    )
    expect(rows()).toEqual([
      ['', '激活数'],
      ['1日', '3 次'],
      ['2日', '4 次'],
    ])
  })

  it('of a donut is its legend, with the share of each part; the ring says the sum', () => {
    show(
      <DonutChart
        label="构成"
        total="总激活"
        format={times}
        parts={[
          { key: 'a', label: '云', value: 2, tone: 'brand' },
          { key: 'b', label: '软', value: 1, tone: 'teal' },
        ]}
      />,
    )
    expect(screen.getByRole('table', { name: '构成' })).toBeTruthy()
    expect(rows()).toEqual([
      ['', '数值', '占比'],
      ['云', '2 次', '66.7%'],
      ['软', '1 次', '33.3%'],
    ])
    expect(screen.getByRole('img', { name: '总激活 3 次' })).toBeTruthy()
  })

  it('of a donut shows a tiny part as less than 0.1%, and an empty part as 0%', () => {
    const part = (key: string, value: number) => ({ key, label: key, value, tone: 'brand' as const })
    show(
      <DonutChart
        label="构成"
        total="总激活"
        format={times}
        parts={[part('甲', 9_999), part('乙', 1), part('丙', 0)]}
      />,
    )
    expect(
      rows()
        .slice(1)
        .map((cells) => cells.at(-1)),
    ).toEqual(['100%', '<0.1%', '0%'])
  })
})

describe('reading a plot', () => {
  it('takes a single Tab stop; arrow keys, Home and End move along the points and stop at the ends', () => {
    const container = bars()
    expect(container.querySelectorAll('[tabindex]')).toHaveLength(1)
    const seen = ['', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'End', 'Home'].map((key) => {
      if (key === '') act(() => plot().focus())
      else fireEvent.keyDown(plot(), { key })
      return card()?.firstElementChild?.textContent
    })
    expect(seen).toEqual(['3日', '3日', '2日', '一月一日', '一月一日', '3日', '一月一日'])
    expect(card()?.textContent).toBe('一月一日云3 次软1 次合计4 次')
    expect([plot().getAttribute('aria-valuenow'), plot().getAttribute('aria-valuetext')]).toEqual([
      '1',
      '一月一日: 云 3 次, 软 1 次, 合计 4 次',
    ])
  })

  it('ends with Escape or on blur, and resumes at the same point', () => {
    bars()
    act(() => plot().focus())
    fireEvent.keyDown(plot(), { key: 'ArrowLeft' })
    fireEvent.keyDown(plot(), { key: 'Escape' })
    expect(card()).toBeNull()
    fireEvent.keyDown(plot(), { key: 'ArrowLeft' })
    expect(card()?.firstElementChild?.textContent).toBe('一月一日')
    act(() => plot().blur())
    expect(card()).toBeNull()
  })

  it('leaves other keys, and an Escape that hides nothing, to the page', () => {
    bars()
    expect(['Escape', 'Tab', 'ArrowDown'].map((key) => fireEvent.keyDown(plot(), { key }))).toEqual([true, true, true])
    expect(fireEvent.keyDown(plot(), { key: 'ArrowLeft' })).toBe(false)
  })

  it('shows the point nearest to a mouse until it leaves; the point of a finger stays', () => {
    bars()
    const named = () => card()?.firstElementChild?.textContent
    fireEvent.pointerMove(plot(), { clientX: 20 })
    expect(named()).toBe('一月一日')
    fireEvent.pointerMove(plot(), { clientX: 590 })
    expect(named()).toBe('3日')
    fireEvent.pointerLeave(plot(), { pointerType: 'mouse' })
    expect(named()).toBeUndefined()
    fireEvent.pointerDown(plot(), { clientX: 320, pointerType: 'touch' })
    fireEvent.pointerLeave(plot(), { pointerType: 'touch' })
    expect(named()).toBe('2日')
  })

  it('moves to the last point when the data has fewer points', () => {
    const { rerender } = render(
      <PhrasesProvider>
        <BarChart label="x" series={SERIES} data={DAYS} format={times} />
      </PhrasesProvider>,
    )
    act(() => plot().focus())
    rerender(
      <PhrasesProvider>
        <BarChart label="x" series={SERIES} data={DAYS.slice(0, 1)} format={times} />
      </PhrasesProvider>,
    )
    expect([card()?.firstElementChild?.textContent, plot().getAttribute('aria-valuenow')]).toEqual(['一月一日', '1'])
  })
})

describe('what is drawn', () => {
  it('follows the width of the container', () => {
    const container = bars()
    const drawn = () => container.querySelector('.chart-plot > svg')?.getAttribute('width')
    expect(drawn()).toBe('600')
    widthPx = 320
    act(() => resized())
    expect(drawn()).toBe('320')
  })

  it('is nothing for 0, at least one pixel for the smallest value, and a path for each part', () => {
    expect(paths(bars([{ at: '1日', values: { cloud: 0, soft: 0 } }]))).toEqual([])
    cleanup()
    expect(paths(bars())).toHaveLength(4)
    cleanup()
    const [, little = ''] = paths(
      bars([
        { at: '1日', values: { cloud: Number.MAX_SAFE_INTEGER } },
        { at: '2日', values: { cloud: 1 } },
      ]),
    )
    // One pixel, upwards.
    expect(little).toContain('q0,-1 ')
  })

  it('contains no NaN, Infinity or undefined, whatever the values are', () => {
    const values = [[], [0], [7], [-3], [0, 0], [-5, 5], [Number.MAX_SAFE_INTEGER, 1], [1e-9], [1e300]]
    for (const some of values) {
      const data = some.map((value, index) => ({ at: `${index}`, value, values: { cloud: value, soft: -value } }))
      const parts = some.map((value, index) => ({
        key: `${index}`,
        label: `${index}`,
        value,
        tone: 'neutral' as const,
      }))
      const container = show(
        <>
          <BarChart label="a" series={SERIES} data={data} format={times} />
          <LineChart label="b" data={data} format={times} />
          <DonutChart label="c" total="总" parts={parts} format={times} />
        </>,
      )
      expect(container.innerHTML, `${some}`).not.toMatch(/NaN|Infinity|undefined/)
      cleanup()
    }
  })

  it('a line of one point is a dot', () => {
    expect(
      show(<LineChart label="x" data={[{ at: '1日', value: 3 }]} format={times} />).querySelectorAll('circle'),
    ).toHaveLength(1)
  })

  it('without data says so', () => {
    show(
      <>
        <BarChart label="a" series={SERIES} data={[]} format={times} />
        <LineChart label="b" data={[]} format={times} />
        <DonutChart label="c" total="总" parts={[]} format={times} />
      </>,
    )
    expect(screen.getAllByText('暂无数据')).toHaveLength(3)
    expect([screen.queryByRole('slider'), screen.queryByRole('table')]).toEqual([null, null])
  })

  it('a donut shows the hovered part in its middle, and a sum that is too long below its parts', () => {
    const parts = [
      { key: 'a', label: '云', value: 2, tone: 'brand' as const },
      { key: 'b', label: '软', value: 1, tone: 'teal' as const },
    ]
    const container = show(<DonutChart label="x" total="总激活" parts={parts} format={times} />)
    expect(texts(container)).toEqual(['3 次', '总激活'])
    fireEvent.pointerEnter(screen.getByRole('row', { name: /软/ }))
    expect(texts(container)).toEqual(['1 次', '软'])
    fireEvent.pointerLeave(screen.getByRole('row', { name: /软/ }))
    expect(texts(container)).toEqual(['3 次', '总激活'])
    cleanup()
    const long = show(
      <DonutChart
        label="x"
        total="总额"
        parts={[{ key: 'a', label: '云', value: 1, tone: 'brand' }]}
        format={() => '¥90,071,992,547,409.91'}
      />,
    )
    expect(texts(long)).toEqual(['总额'])
    expect(within(long).getByRole('row', { name: '总额 ¥90,071,992,547,409.91' })).toBeTruthy()
  })
})

describe('the axes', () => {
  it.each([
    [[1], [0, 1]],
    [
      [3, 1],
      [0, 1, 2, 3],
    ],
    [
      [97, 12],
      [0, 20, 40, 60, 80, 100],
    ],
    [[0.5], [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    [
      [-2, 3],
      [-2, -1, 0, 1, 2, 3],
    ],
    [[0, 0], [0]],
  ])('of %j have the round ticks %j, and only whole ones for whole numbers', (values, ticks) => {
    expect(upwards(values, [100, 0]).ticks).toEqual(ticks)
  })

  it('labels do not overlap or leave the chart, are skipped evenly, and always include the last one', () => {
    for (const [count, width] of [
      [1, 390],
      [2, 60],
      [30, 390],
      [30, 900],
      [365, 390],
      [365, 70],
    ] as const) {
      const names = Array.from({ length: count }, (_, index) => `11月${index + 1}日`)
      const kept = placeLabels(names, (index) => (width / count) * (index + 0.5), width)
      const edges = kept.map(({ text, middle }) => [middle - textWidthPx(text) / 2, middle + textWidthPx(text) / 2])
      expect(kept.at(-1)?.index).toBe(count - 1)
      expect(new Set(kept.slice(1).map(({ index }, at) => index - (kept[at]?.index ?? 0))).size).toBeLessThanOrEqual(1)
      for (const [at, [start = 0, end = 0]] of edges.entries()) {
        expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : (edges[at - 1]?.[1] ?? 0) + 4)
        expect(end).toBeLessThanOrEqual(width + 0.001)
      }
    }
  })
})
