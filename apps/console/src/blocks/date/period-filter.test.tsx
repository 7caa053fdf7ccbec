import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { showTimeZone } from '../../lib/words/i18n.tsx'
import { PeriodFilter } from './period-filter.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-02-28T18:00:00.000Z'), toFake: ['Date'] }))

async function open() {
  const onChange = vi.fn<(from: string, to: string) => void>()
  function Filter() {
    const [[from, to], set] = useState(['', ''])
    return (
      <PeriodFilter
        label="时间"
        from={from}
        to={to}
        onChange={(...edges) => {
          onChange(...edges)
          set(edges)
        }}
      />
    )
  }
  await openStage({ '/': Filter }, '/', [])
  showTimeZone('Asia/Shanghai')
  fireEvent.click(screen.getByRole('button', { name: '时间: 不限' }))
  return { onChange, panel: within(await screen.findByRole('dialog', { name: '时间' })) }
}
const button = (words: string) => screen.getByLabelText(`时间: ${words}`)
const type = (edge: '从' | '到', value: string) => fireEvent.input(screen.getByLabelText(edge), { target: { value } })

it('a usual period is set by one click, and its name stands on the button', async () => {
  const { onChange, panel } = await open()
  fireEvent.click(panel.getByRole('button', { name: '近 30 天' }))
  expect(onChange.mock.calls).toEqual([['2026-01-30T16:00:00.000Z', '2026-03-01T15:59:59.999Z']])
  expect(document.activeElement).toBe(button('近 30 天'))
})

it('a period that is typed is set when the field is left, shown as days, and taken away again', async () => {
  const { onChange, panel } = await open()
  type('到', '20260131')
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.blur(screen.getByLabelText('到'))
  expect(onChange).toHaveBeenLastCalledWith('', '2026-01-31T15:59:59.999Z')
  expect(screen.getByLabelText<HTMLInputElement>('到').value).toBe('2026-01-31')
  expect(button('… – 2026-01-31')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: '清除“时间”' }))
  expect(onChange).toHaveBeenLastCalledWith('', '')
  expect(document.activeElement).toBe(button('不限'))
})

it('both ends are typed one after the other, and Enter closes; the calendar turns to what is typed', async () => {
  const { onChange, panel } = await open()
  type('从', '2025-7-1')
  fireEvent.blur(screen.getByLabelText('从'))
  type('到', '2025-7-9')
  expect(panel.getByRole('grid', { name: '2025年7月' })).toBeTruthy()
  fireEvent.keyDown(screen.getByLabelText('到'), { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith('2025-06-30T16:00:00.000Z', '2025-07-09T15:59:59.999Z')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button('2025-07-01 – 2025-07-09'))
})

it('an end that is unreadable or before the start sets nothing and says why', async () => {
  const { onChange } = await open()
  type('从', '2026-02-30')
  fireEvent.blur(screen.getByLabelText('从'))
  expect(screen.getByRole('alert').textContent).toBe('请输入有效的日期，例如 2026-03-01')
  type('从', '2026-02-20')
  type('到', '2026-02-19')
  fireEvent.keyDown(screen.getByLabelText('到'), { key: 'Enter' })
  expect(screen.getByRole('alert').textContent).toBe('结束日期早于开始日期')
  expect(screen.getByLabelText('到').getAttribute('aria-invalid')).toBe('true')
  expect(onChange).not.toHaveBeenCalled()
})

it('what was typed is set when a click elsewhere closes the panel', async () => {
  const { onChange } = await open()
  type('从', '2026-02-01')
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange.mock.calls).toEqual([['2026-01-31T16:00:00.000Z', '']])
})

it('two days are chosen in either order, over two months; the days between are marked on the way', async () => {
  const { onChange, panel } = await open()
  expect(panel.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual(['2026年2月', '2026年3月'])
  const day = (label: string) => panel.getByLabelText(label)
  fireEvent.click(day('2026年3月1日星期日'))
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.pointerEnter(day('2026年2月26日星期四'))
  expect([...document.querySelectorAll('[role=gridcell][aria-selected=true]')].map((cell) => cell.textContent)).toEqual(
    ['26', '27', '28', '1'],
  )
  fireEvent.click(day('2026年2月26日星期四'))
  expect(onChange.mock.calls).toEqual([['2026-02-25T16:00:00.000Z', '2026-03-01T15:59:59.999Z']])
  expect(document.activeElement).toBe(button('2026-02-26 – 2026-03-01'))
})

it('one click alone sets nothing', async () => {
  const { onChange, panel } = await open()
  fireEvent.click(panel.getByLabelText('2026年3月1日星期日'))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})
