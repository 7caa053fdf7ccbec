import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../lib/stage.fixture.tsx'
import { Tabs } from './tabs.tsx'

it('the open tab is brought into sight in a row longer than the screen, and the page does not scroll to it', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.textContent === '操作记录' ? new DOMRect(400, 900, 80, 38) : new DOMRect(0, 900, 300, 38)
  })
  const tabs = ['条款', '版本', '操作记录'].map((title) => ({ key: title, title, content: '' }))
  render(<Tabs label="详情" tabs={tabs} open="操作记录" onOpen={() => undefined} />)
  expect(screen.getByRole('tablist').scrollLeft).toBe(180)
  expect(scrolled).not.toHaveBeenCalled()
})

it('arrow keys move around the tabs, Home and End to the first and the last', () => {
  const onOpen = vi.fn<(key: string) => void>()
  const tabs = ['a', 'b', 'c'].map((title) => ({ key: title, title, content: title }))
  render(<Tabs label="x" tabs={tabs} open="a" onOpen={onOpen} />)
  for (const key of ['ArrowRight', 'ArrowLeft', 'End', 'Home']) fireEvent.keyDown(screen.getByRole('tablist'), { key })
  expect(onOpen.mock.calls.flat()).toEqual(['b', 'c', 'c', 'a'])
})
