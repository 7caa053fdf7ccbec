import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigationBegan, navigationEnded } from './scroll-lock.ts'

const isLocked = () => document.documentElement.dataset.scroll === 'locked'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
})

describe('the page', () => {
  it('cannot scroll during a navigation and can again 800 ms after it ended', () => {
    navigationBegan()
    vi.advanceTimersByTime(5_000)
    expect(isLocked()).toBe(true)
    navigationEnded()
    vi.advanceTimersByTime(799)
    expect(isLocked()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(false)
  })

  it('stays still when the next navigation begins before the release of the last', () => {
    navigationBegan()
    navigationEnded()
    vi.advanceTimersByTime(500)
    navigationBegan()
    vi.advanceTimersByTime(500)
    expect(isLocked()).toBe(true)
    navigationEnded()
  })

  it('stays still until the last of overlapping navigations has ended', () => {
    navigationBegan()
    navigationBegan()
    navigationEnded()
    vi.advanceTimersByTime(5_000)
    expect(isLocked()).toBe(true)
    navigationEnded()
    vi.advanceTimersByTime(800)
    expect(isLocked()).toBe(false)
  })
})
