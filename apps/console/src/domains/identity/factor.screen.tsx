// A step of sign-in: the developer requires a second factor, and the account has none. The session works once one is
// set up; the recovery codes are shown before that.
import { identityCalls } from '@sealwright/contract'
import { Suspense, lazy } from 'react'
import { OutsideFrame } from './outside-frame.tsx'
import { OwedState } from './owed-state.tsx'
import { useOwed } from './sign-in-steps.ts'

// Loaded on demand: the calls of one's own account would otherwise be part of every page.
const Ways = lazy(async () => ({ default: (await import('./factor-ways.tsx')).Ways }))

export function Screen() {
  const { data, error, refetch } = useOwed(identityCalls.factor, {})
  const state = <OwedState error={error} onRetry={() => void refetch()} />
  return (
    <OutsideFrame>
      {data ? (
        <Suspense fallback={state}>
          <Ways {...data} />
        </Suspense>
      ) : (
        state
      )}
    </OutsideFrame>
  )
}
