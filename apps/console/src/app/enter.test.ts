import { describe, expect, it } from 'vitest'
import { identityScreens } from '../domains/identity/screens.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { registerScreens } from '../lib/place/screen.ts'
import { STORED } from '../lib/stored.ts'
import { beforeOutside, isLockedOut, isLostWayBack, isOutside } from './enter.ts'
import { applyViewport } from './viewport.ts'

const row = (path: string) => {
  const found = identityScreens.find((screen) => screen.path === path)
  if (!found) throw new Error(`${path} has no screen`)
  return found
}

describe('outside the door', () => {
  it('are the five addresses of section 2, the setup of a second factor, and the confirmation for programs', () => {
    expect(identityScreens.filter(isOutside).map(({ path }) => path)).toEqual([
      '/login',
      '/register',
      '/MFAVerification',
      '/binding',
      '/secondFactor',
      '/terms',
      '/device',
    ])
  })

  it('a step of signing in is nothing to see without having begun', () => {
    for (const path of ['/MFAVerification', '/binding', '/secondFactor', '/device']) {
      STORED.ssId.remove()
      expect(isLockedOut(row(path)), path).toBe(true)
      STORED.ssId.set('begun')
      expect(isLockedOut(row(path)), path).toBe(false)
    }
    STORED.ssId.remove()
    for (const path of ['/login', '/register', '/terms']) expect(isLockedOut(row(path)), path).toBe(false)
  })

  it('only the sign-in page ends the session, and forgets its answers', () => {
    STORED.ssId.set('handle')
    queryClient.setQueryData(['session'], 'of somebody')
    const left = () => [STORED.ssId.get(), queryClient.getQueryData(['session'])]
    for (const path of ['/register', '/MFAVerification', '/binding', '/terms']) beforeOutside(row(path))
    expect(left()).toEqual(['handle', 'of somebody'])
    beforeOutside(row('/login'))
    expect(left()).toEqual([undefined, undefined])
  })
})

describe('who signed in for an address', () => {
  const cameTo = (address: string, state: unknown) => {
    history.replaceState(state, '', address)
    return isLostWayBack()
  }
  it('that has a screen is shown it', () => {
    registerScreens(identityScreens)
    expect(cameTo('/terms/?x=1', { returnTo: '/terms/?x=1' })).toBe(false)
  })

  it('that has none is led to the first screen; who was inside stays and is told', () => {
    expect(cameTo('/nosuch?x=1', { returnTo: '/nosuch?x=1' })).toBe(true)
    expect(cameTo('/nosuch', null)).toBe(false)
    expect(cameTo('/nosuch', { returnTo: undefined })).toBe(false)
  })
})

it('the mobile viewport is there where a phone is meant to be, and nowhere else', () => {
  const hasViewport = (path: string) => {
    applyViewport(path)
    return document.head.querySelector('meta[name="viewport"]') !== null
  }
  for (const path of ['/login', '/register', '/MFAVerification', '/secondFactor', '/terms', '/device', '/applyRegular'])
    expect(hasViewport(path), path).toBe(true)
  for (const path of ['/dashboard', '/product', '/']) expect(hasViewport(path), path).toBe(false)
})
