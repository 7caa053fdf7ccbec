// Every message is stored in the outbox first. If no SMTP server is configured, it stays there for the platform
// operator to read.
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
