import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showTooltips } from './tooltip.ts'

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  end = showTooltips()
  document.body.innerHTML = `
    <button id="icon" aria-label="刷新"><svg></svg></button>
    <button id="words" aria-label="比较版本 3">比较</button>
    <span id="cut" class="cut">很长的名称</span>
    <span id="whole" class="cut">短</span>
    <time id="time" data-tip="3 天前">2026-01-01</time>`
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation(
    // The only property that is read.
    (element) => ({ textOverflow: element.className === 'cut' ? 'ellipsis' : 'clip' }) as CSSStyleDeclaration,
  )
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function width(this: Element) {
    return this.id === 'cut' ? 100 : 0
  })
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
})

const at = (id: string) => document.getElementById(id) ?? document.body
const tip = () => document.querySelector('.tip')?.textContent
function restOn(id: string) {
  fireEvent.pointerOver(at(id))
  vi.advanceTimersByTime(400)
  return tip()
}

it.each([
  ['a button that is only a picture shows its label', 'icon', '刷新'],
  ['a text that is cut off shows in full', 'cut', '很长的名称'],
  ['an element with a tip of its own shows it', 'time', '3 天前'],
  ['a button with words shows nothing', 'words', undefined],
  ['a text that fits shows nothing', 'whole', undefined],
])('where the pointer rests, %s', (_what, id, text) => {
  expect(restOn(id)).toBe(text)
})

it('a tooltip waits until the pointer rests, and measures nothing before', () => {
  fireEvent.pointerOver(at('cut'))
  vi.advanceTimersByTime(399)
  expect(tip()).toBeUndefined()
  expect(getComputedStyle).not.toHaveBeenCalled()
})

it.each([
  ['shows at once where the keyboard moves the focus', true, '刷新'],
  ['does not show where a press moves the focus', false, undefined],
])('a tooltip %s', (_what, isByKeyboard, text) => {
  // The browser decides it; jsdom guesses from earlier events.
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function match(this: Element, selector) {
    return selector === ':focus-visible' ? isByKeyboard : matches.call(this, selector)
  })
  at('icon').focus()
  expect(tip()).toBe(text)
})

it.each([
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['scrolling', () => fireEvent.scroll(document.body)],
  ['a press', () => fireEvent.pointerDown(at('icon'))],
])('%s hides a tooltip', (_how, act) => {
  restOn('icon')
  act()
  expect(tip()).toBeUndefined()
})

it('a tooltip stays while the pointer is on it, and goes when the pointer leaves', () => {
  restOn('icon')
  fireEvent.pointerOver(document.querySelector('.tip') ?? document.body)
  vi.advanceTimersByTime(1_000)
  expect(tip()).toBe('刷新')
  fireEvent.pointerOver(at('whole'))
  vi.advanceTimersByTime(1_000)
  expect(tip()).toBeUndefined()
})

it('a touch shows no tooltip', () => {
  fireEvent.pointerOver(at('icon'), { pointerType: 'touch' })
  vi.advanceTimersByTime(1_000)
  expect(tip()).toBeUndefined()
})
