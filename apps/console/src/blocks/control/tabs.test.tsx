import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../lib/stage.fixture.tsx'
import { Tabs } from './tabs.tsx'

it('the open tab is brought into sight, also where the row is longer than the screen', () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const tabs = ['条款', '版本', '操作记录'].map((title) => ({ key: title, title, content: title }))
  const at = (open: string) => <Tabs label="详情" tabs={tabs} open={open} onOpen={() => undefined} />
  const { rerender } = render(at('操作记录'))
  expect(shown.mock.contexts).toEqual([screen.getByRole('tab', { name: '操作记录' })])
  rerender(at('条款'))
  expect(shown.mock.contexts.at(-1)).toBe(screen.getByRole('tab', { name: '条款' }))
})

it('arrow keys move around the tabs, Home and End to the first and the last', () => {
  const onOpen = vi.fn<(key: string) => void>()
  const tabs = ['a', 'b', 'c'].map((title) => ({ key: title, title, content: title }))
  render(<Tabs label="x" tabs={tabs} open="a" onOpen={onOpen} />)
  for (const key of ['ArrowRight', 'ArrowLeft', 'End', 'Home']) fireEvent.keyDown(screen.getByRole('tablist'), { key })
  expect(onOpen.mock.calls.flat()).toEqual(['b', 'c', 'c', 'a'])
})
