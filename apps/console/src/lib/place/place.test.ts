// The address and its history, with the real history of the page.
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followHistory, goToPlace, redirectTo, useGuard, usePlace } from './place.ts'

const place = () => usePlace.getState()
const address = () => location.pathname + location.search
const popped = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
const back = async () => {
  const gone = popped()
  history.back()
  await gone
}

let unfollow: () => void
afterEach(() => unfollow())
beforeEach(() => {
  history.replaceState(null, '', '/product?page=2')
  unfollow = followHistory()
})

describe('the place', () => {
  it('has a path of the screen table and plain strings as search parameters', () => {
    goToPlace('/product/view/?guid=007', {})
    expect(place()).toMatchObject({ path: '/product/view', search: { guid: '007' }, isReturn: false })
  })

  it('follows the back button and marks this as a return', async () => {
    const { index } = place()
    goToPlace('/user', {})
    expect(place().index).toBe(index + 1)
    await back()
    expect(place()).toEqual({ path: '/product', search: { page: '2' }, part: '', index, isReturn: true })
  })

  it('can be replaced in the history, and a redirect remembers the wanted page', async () => {
    goToPlace('/user', {})
    goToPlace('/user?page=3', { replace: true })
    redirectTo('/login', '/user?page=3')
    expect(history.state).toMatchObject({ returnTo: '/user?page=3' })
    await back()
    expect(address()).toBe('/product?page=2')
  })
})

describe('a screen that asks before it is left', () => {
  /** A guard whose questions the test answers. */
  const guarded = () => {
    const questions: ((held: boolean) => void)[] = []
    const { unmount } = renderHook(() => useGuard(() => new Promise<boolean>((resolve) => questions.push(resolve))))
    return { questions, unmount, answer: (held: boolean) => act(async () => questions.at(-1)?.(held)) }
  }

  it('stays or goes by the answer, and does not ask after it is unmounted', async () => {
    const { answer, questions, unmount } = guarded()
    goToPlace('/user', {})
    expect(address()).toBe('/product?page=2')
    await answer(true)
    expect([address(), place().path]).toEqual(['/product?page=2', '/product'])
    goToPlace('/user', {})
    await answer(false)
    expect([address(), place().path]).toEqual(['/user', '/user'])
    unmount()
    goToPlace('/role', {})
    expect([address(), questions.length]).toEqual(['/role', 2])
  })

  it('restores its address if the person stays after going back', async () => {
    goToPlace('/user', {})
    const { answer } = guarded()
    await back()
    const returned = popped()
    await answer(true)
    await returned
    expect([address(), place().path]).toEqual(['/user', '/user'])
    await back()
    await answer(false)
    expect([address(), place().path]).toEqual(['/product?page=2', '/product'])
    cleanup()
  })

  it('follows the later of two navigations, whichever is answered last', async () => {
    const { questions } = guarded()
    goToPlace('/user', {})
    goToPlace('/login', {})
    await act(async () => questions[1]?.(false))
    await act(async () => questions[0]?.(false))
    expect(address()).toBe('/login')
  })

  it('asks before the page is closed, if it holds the page', () => {
    const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { rerender } = renderHook(
      ({ holds }) =>
        useGuard(
          () => false,
          () => holds,
        ),
      { initialProps: { holds: false } },
    )
    expect(closes()).toBe(true)
    rerender({ holds: true })
    expect(closes()).toBe(false)
  })
})
