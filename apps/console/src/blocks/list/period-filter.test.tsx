import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { showTimeZone } from '../../lib/words/i18n.tsx'
import { PeriodFilter } from './period-filter.tsx'

// A moment that is March in Shanghai and February in New York.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-02-28T18:00:00.000Z'), toFake: ['Date'] }))
async function open(zone: string) {
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
  showTimeZone(zone)
  return onChange
}

const choose = async (zone: string, name: string) => {
  const onChange = await open(zone)
  fireEvent.click(screen.getByRole('button', { name: '时间: 不限' }))
  fireEvent.click(screen.getByRole('button', { name }))
  return onChange.mock.calls[0]
}

it.each([
  ['Asia/Shanghai', '今天', '2026-02-28T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', '近 7 天', '2026-02-22T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', '近 30 天', '2026-01-30T16:00:00.000Z', '2026-03-01T15:59:59.999Z'],
  ['Asia/Shanghai', '上月', '2026-01-31T16:00:00.000Z', '2026-02-28T15:59:59.999Z'],
  ['America/New_York', '本月', '2026-02-01T05:00:00.000Z', '2026-03-01T04:59:59.999Z'],
])(
  'by the clocks of %s, “%s” is from the first instant of its first day to the last of its last',
  async (zone, name, from, to) => {
    expect(await choose(zone, name)).toEqual([from, to])
  },
)

it('what is chosen is shown as days, and taken away again', async () => {
  const onChange = await open('Asia/Shanghai')
  fireEvent.click(screen.getByRole('button', { name: '时间: 不限' }))
  fireEvent.change(screen.getByLabelText('到'), { target: { value: '2026-01-31' } })
  expect(onChange).toHaveBeenLastCalledWith('', '2026-01-31T15:59:59.999Z')
  expect(screen.getByRole('button', { name: '时间: … – 2026-01-31' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '清除“时间”' }))
  expect(onChange).toHaveBeenLastCalledWith('', '')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '时间: 不限' }))
})
