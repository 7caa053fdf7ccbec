// The states of a lending code. Its end comes by the clock, so that no job has to run first.
import { defineMachine } from '../../kernel/state-machine.ts'

export const LENDING_STATES = ['created', 'bound', 'returned', 'revoked', 'expired', 'deleted'] as const
export type LendingState = (typeof LENDING_STATES)[number]
/** States that do not depend on the clock. */
export type StoredLendingState = Exclude<LendingState, 'expired'>
export type LendingEvent = 'bind' | 'return' | 'revoke' | 'delete' | 'expire'

export const lendingMachine = defineMachine<LendingState, LendingEvent, 'borrower' | 'lender' | 'system'>(
  'lending',
  'created',
  [
    { from: 'created', event: 'bind', to: 'bound', who: 'borrower' },
    { from: 'bound', event: 'return', to: 'returned', who: 'borrower' },
    { from: 'created', event: 'revoke', to: 'revoked', who: 'lender' },
    { from: 'bound', event: 'revoke', to: 'revoked', who: 'lender' },
    { from: 'created', event: 'delete', to: 'deleted', who: 'lender' },
    { from: 'created', event: 'expire', to: 'expired', who: 'system' },
    { from: 'bound', event: 'expire', to: 'expired', who: 'system' },
  ],
)

/** It takes a seat of its license. */
export const isLent = (state: LendingState): state is 'created' | 'bound' => state === 'created' || state === 'bound'

export const lendingStateAt = ({ state, dueAt }: { state: StoredLendingState; dueAt: Date }, now: Date): LendingState =>
  isLent(state) && dueAt <= now ? 'expired' : state
