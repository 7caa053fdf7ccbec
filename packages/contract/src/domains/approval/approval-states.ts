// The life of an approval request as one table. The licenses of a request follow it: they wait in status 15, and a
// rejected, withdrawn or expired request leaves them in status 16.
import { defineMachine } from '../../kernel/state-machine.ts'

/** `gathering`: the batch that makes the request is still running. `applying`: approved, and taking effect. */
export const REQUEST_STATES = [
  'gathering',
  'waiting',
  'applying',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export type RequestEvent =
  | 'open'
  | 'pass'
  | 'approve'
  | 'apply'
  | 'reject'
  | 'withdraw'
  | 'expire'
  | 'edit'
  | 'handOver'
  | 'ask'
  | 'answer'
  | 'note'
  | 'resubmit'
  | 'fail'

/** `pass` is an approval after which the request still waits, and `approve` is the last one. */
export const requestMachine = defineMachine<RequestState, RequestEvent, 'approver' | 'requester' | 'system'>(
  'approvalRequest',
  'waiting',
  [
    { from: 'gathering', event: 'open', to: 'waiting', who: 'system' },
    // Every license of the batch was deleted before it ended.
    { from: 'gathering', event: 'withdraw', to: 'withdrawn', who: 'system' },
    { from: 'waiting', event: 'pass', to: 'waiting', who: 'approver' },
    { from: 'waiting', event: 'approve', to: 'applying', who: 'approver' },
    { from: 'waiting', event: 'reject', to: 'rejected', who: 'approver' },
    { from: 'waiting', event: 'handOver', to: 'waiting', who: 'approver' },
    { from: 'waiting', event: 'ask', to: 'waiting', who: 'approver' },
    { from: 'waiting', event: 'edit', to: 'waiting', who: 'approver' },
    { from: 'waiting', event: 'answer', to: 'waiting', who: 'requester' },
    { from: 'waiting', event: 'note', to: 'waiting', who: 'requester' },
    { from: 'waiting', event: 'withdraw', to: 'withdrawn', who: 'requester' },
    { from: 'waiting', event: 'expire', to: 'expired', who: 'system' },
    { from: 'applying', event: 'apply', to: 'approved', who: 'system' },
    // Nothing of it could take effect.
    { from: 'applying', event: 'fail', to: 'rejected', who: 'system' },
    { from: 'rejected', event: 'resubmit', to: 'waiting', who: 'requester' },
    { from: 'withdrawn', event: 'resubmit', to: 'waiting', who: 'requester' },
    { from: 'expired', event: 'resubmit', to: 'waiting', who: 'requester' },
  ],
)

/** What a person can do with a request. The last approval is an approval like the others. */
export const REQUEST_ACTS = [
  'approve',
  'reject',
  'handOver',
  'ask',
  'edit',
  'answer',
  'note',
  'withdraw',
  'resubmit',
] as const satisfies readonly RequestEvent[]
export type RequestAct = (typeof REQUEST_ACTS)[number]
