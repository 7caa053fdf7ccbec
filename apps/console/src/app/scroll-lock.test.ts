import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigationBegan, navigationEnded } from './scroll-lock.ts'

const isLocked = () => document.documentElement.dataset.scroll === 'locked'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
})

describe('the page', () => {
  it('cannot scroll during a navigation and can again 800 ms after it ended', () => {
    const only = navigationBegan()
    vi.advanceTimersByTime(5_000)
    expect(isLocked()).toBe(true)
    navigationEnded(only)
    vi.advanceTimersByTime(799)
    expect(isLocked()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(false)
  })

  it('stays still when the next navigation begins before the release of the last', () => {
    navigationEnded(navigationBegan())
    vi.advanceTimersByTime(500)
    const next = navigationBegan()
    vi.advanceTimersByTime(500)
    expect(isLocked()).toBe(true)
    navigationEnded(next)
  })

  it('is released by the latest of overlapping navigations, whenever the others end', () => {
    const first = navigationBegan()
    const latest = navigationBegan()
    navigationEnded(first)
    vi.advanceTimersByTime(5_000)
    expect(isLocked()).toBe(true)
    const stuck = navigationBegan()
    const last = navigationBegan()
    navigationEnded(latest)
    navigationEnded(last)
    vi.advanceTimersByTime(800)
    expect(isLocked()).toBe(false)
    navigationEnded(stuck)
  })
})
