import { identityCalls, open, productCalls } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerKey } from '../call/client.ts'
import { queryClient } from '../call/query-client.ts'
import { Can } from './can.tsx'
import { hasAccess } from './session.tsx'
import type { Session } from './session.tsx'

/** Only the fields that decide access. */
const session = (privileges: string[], isMainAccount = false) =>
  ({ account: { id: 'account-1' }, privileges, isMainAccount }) as unknown as Session

function show(given: Session | undefined): void {
  if (given) queryClient.setQueryData(answerKey(identityCalls.current, {}), given)
  render(
    <QueryClientProvider client={queryClient}>
      <Can call={productCalls.create} otherwise="locked">
        new product
      </Can>
    </QueryClientProvider>,
  )
}

describe('Can', () => {
  it('shows the button to a person with the privilege of its call', () => {
    show(session(['product.create']))
    expect(screen.getByText('new product')).toBeTruthy()
  })

  it('hides it from a person with another privilege', () => {
    show(session(['product.view']))
    expect(screen.queryByText('new product')).toBeNull()
    expect(screen.getByText('locked')).toBeTruthy()
  })

  it('hides it while nobody is signed in', () => {
    show(undefined)
    expect(screen.queryByText('new product')).toBeNull()
  })

  it('reserves calls of the super administrator for the main account', () => {
    expect(hasAccess(session([], true), { kind: 'super' })).toBe(true)
    expect(hasAccess(session(['product.create']), { kind: 'super' })).toBe(false)
    expect(hasAccess(undefined, open)).toBe(true)
  })
})
