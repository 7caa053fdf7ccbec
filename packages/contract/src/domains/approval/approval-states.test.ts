// The state machine of approval requests: every allowed transition, and the refusal of all others.
import { describe, expect, it } from 'vitest'
import { REQUEST_ACTS, REQUEST_STATES, requestMachine } from './approval-states.ts'
import type { RequestEvent, RequestState } from './approval-states.ts'

const EVENTS: RequestEvent[] = [
  'open',
  'pass',
  'approve',
  'apply',
  'reject',
  'withdraw',
  'expire',
  'edit',
  'handOver',
  'ask',
  'answer',
  'note',
  'resubmit',
  'fail',
]

const ALLOWED: Record<RequestState, Partial<Record<RequestEvent, RequestState>>> = {
  gathering: { open: 'waiting', withdraw: 'withdrawn' },
  waiting: {
    pass: 'waiting',
    approve: 'applying',
    reject: 'rejected',
    withdraw: 'withdrawn',
    expire: 'expired',
    edit: 'waiting',
    handOver: 'waiting',
    ask: 'waiting',
    answer: 'waiting',
    note: 'waiting',
  },
  applying: { apply: 'approved', fail: 'rejected' },
  approved: {},
  rejected: { resubmit: 'waiting' },
  withdrawn: { resubmit: 'waiting' },
  expired: { resubmit: 'waiting' },
}

describe('the state machine of a request', () => {
  const cases = REQUEST_STATES.flatMap((state) => EVENTS.map((event) => [state, event, ALLOWED[state][event]] as const))
  it.each(cases)('%s, %s → %s', (state, event, to) => expect(requestMachine.next(state, event)).toBe(to))

  it('lets only approvers decide and only the requester withdraw or resubmit', () => {
    const of = (who: 'approver' | 'requester') =>
      [...new Set(REQUEST_STATES.flatMap((state) => requestMachine.events(state, who)))].toSorted()
    expect(of('approver')).toEqual(['approve', 'ask', 'edit', 'handOver', 'pass', 'reject'])
    expect(of('requester')).toEqual(['answer', 'note', 'resubmit', 'withdraw'])
    expect(REQUEST_ACTS.toSorted()).toEqual(
      [...of('approver').filter((event) => event !== 'pass'), ...of('requester')].toSorted(),
    )
  })
})
