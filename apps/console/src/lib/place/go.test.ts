import { describe, expect, it } from 'vitest'
import { FIRST_SCREEN, presentPlace, returnPath } from './go.ts'

describe('the target of signing in', () => {
  it.each([
    ['/product?guid=1', '/product?guid=1'],
    ['/loginHistory', '/loginHistory'],
    ['/login', FIRST_SCREEN],
    ['/login/', FIRST_SCREEN],
    ['/MFAVerification', FIRST_SCREEN],
    ['/binding?x=1', FIRST_SCREEN],
    ['//elsewhere.example', FIRST_SCREEN],
    ['/\\elsewhere.example', FIRST_SCREEN],
    ['https://elsewhere.example', FIRST_SCREEN],
    [7, FIRST_SCREEN],
  ])('for %s is %s', (returnTo, path) => {
    history.replaceState({ returnTo }, '', '/login')
    expect(returnPath()).toBe(path)
  })

  it('stays the same when a session ends in the middle of signing in', () => {
    history.replaceState({ returnTo: '/product' }, '', '/MFAVerification')
    expect(presentPlace()).toBe('/product')
    history.replaceState(null, '', '/product/view?guid=1')
    expect(presentPlace()).toBe('/product/view?guid=1')
  })
})
