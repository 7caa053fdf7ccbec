import { expect, it, vi } from 'vitest'
import { takeLostFocus } from './sight.ts'

const focusable = (name: string) => {
  const element = document.body.appendChild(document.createElement(name))
  element.tabIndex = -1
  return element
}

it('focus and sight are taken in the next frame, also where a test with a faked clock left one behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  requestAnimationFrame(() => undefined)
  vi.useRealTimers()
  const heading = focusable('h1')
  const comesIntoSight = vi.spyOn(heading, 'scrollIntoView')
  takeLostFocus(heading)
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(comesIntoSight).toHaveBeenCalled()
})

it('an element that has taken the focus in the meantime keeps it', async () => {
  takeLostFocus(focusable('h1'))
  const field = focusable('input')
  field.focus()
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(field)
})
