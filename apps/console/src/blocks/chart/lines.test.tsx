// Several lines, small curves and ranks, and a chart as a picture.
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { LinesChart } from './line-chart.tsx'
import { pictureOf } from './picture.ts'
import { RankBars } from './rank-bars.tsx'
import { Sparkline } from './sparkline.tsx'
import { SERIES_TONES } from './swatch.tsx'

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  await showLanguage('zh')
})
const show = (chart: ReactNode) => render(<PhrasesProvider>{chart}</PhrasesProvider>).container
const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
const times = (value: number) => `${value} 次`

const lines = () =>
  show(
    <LinesChart
      label="激活"
      series={[
        { key: 'now', label: '本期', tone: 'brand' },
        { key: 'before', label: '前一时段', tone: 'neutral', isFaint: true },
      ]}
      data={[
        { at: '1日', values: { now: 3, before: 2 } },
        { at: '2日', values: { now: 4, before: 1 } },
        { at: '3日', values: { now: 5 } },
      ]}
      format={times}
    />,
  )

it('lines are read together, without a sum; a missing value is a dash and no point', () => {
  const page = lines()
  expect(rows()).toEqual([
    ['', '本期', '前一时段'],
    ['1日', '3 次', '2 次'],
    ['2日', '4 次', '1 次'],
    ['3日', '5 次', '–'],
  ])
  const plot = screen.getByRole('slider')
  act(() => plot.focus())
  expect(plot.getAttribute('aria-valuetext')).toBe('3日: 本期 5 次, 前一时段 –')
  expect(page.querySelectorAll('.chart-dot')).toHaveLength(1)
  fireEvent.keyDown(plot, { key: 'Home' })
  expect(page.querySelectorAll('.chart-dot')).toHaveLength(2)
})

it('only the line that is not faint has a shade, and it is drawn on top', () => {
  const page = lines()
  expect(page.querySelectorAll('linearGradient')).toHaveLength(1)
  const drawn = [...page.querySelectorAll('.chart-line')].map((path) => path.classList.contains('chart-line-faint'))
  expect(drawn).toEqual([true, false])
  for (const path of page.querySelectorAll('path')) expect(path.getAttribute('d')).not.toMatch(/NaN|undefined/)
})

it('the series of a split have different colors', () => {
  expect(new Set(SERIES_TONES).size).toBe(10)
})

it('a small curve draws any number of values', () => {
  for (const values of [[], [5], [0, 0, 0], [-1, 4]]) {
    const path = show(<Sparkline values={values} />).querySelector('.sparkline-line')
    expect(path?.getAttribute('d')).not.toMatch(/NaN|Infinity|undefined/)
  }
})

it('ranks are a table with shares of the total, not of what is listed', () => {
  show(<RankBars label="系统" by="名称" total={20} rows={[{ key: 'a', name: 'Windows', count: 15 }]} />)
  expect(screen.getByRole('table', { name: '系统' })).toBeTruthy()
  expect(rows()).toEqual([
    ['名称', '数值', '占比'],
    ['Windows', '15', '75%'],
  ])
})

it('a picture has the title and the legend, and needs no style sheet', () => {
  const page = lines()
  const picture = pictureOf(page, { title: '激活的设备', subtitle: '2026-01-01 至 2026-01-03' })
  expect(picture?.widthPx).toBe(648)
  const parsed = new DOMParser().parseFromString(picture?.markup ?? '', 'image/svg+xml')
  const texts = [...parsed.querySelectorAll('text')].map((text) => text.textContent)
  expect(texts.slice(0, 4)).toEqual(['激活的设备', '2026-01-01 至 2026-01-03', '本期', '前一时段'])
  expect(texts).toContain('3日')
  expect(picture?.markup).not.toMatch(/ class=| style=|var\(--/)
})

it('without a drawing there is no picture', () => {
  expect(pictureOf(show(<p />), { title: '', subtitle: '' })).toBeUndefined()
})
