// Mail: every message is first a row of the outbox. With no SMTP server configured it stays there, readable by the
// operator.
import { defineMachine } from '../kernel/state-machine.ts'

export type MailState = 'queued' | 'kept' | 'sent' | 'failed'

export const mailMachine = defineMachine<MailState, 'send' | 'keep' | 'giveUp' | 'retry', 'system' | 'operator'>(
  'mail',
  'queued',
  [
    { from: 'queued', event: 'send', to: 'sent', who: 'system' },
    { from: 'queued', event: 'keep', to: 'kept', who: 'system' },
    { from: 'queued', event: 'giveUp', to: 'failed', who: 'system' },
    { from: 'failed', event: 'retry', to: 'queued', who: 'operator' },
    { from: 'kept', event: 'retry', to: 'queued', who: 'operator' },
  ],
)
