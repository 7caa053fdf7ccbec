// The sandbox payment provider: its page and its states. A file of its own, because public pages load it and should not
// load top-ups.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../../kernel/call.ts'
import { line } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'

/** Actions on the sandbox page. A payer would not do the last two: they simulate a duplicate and a forged callback. */
export const SANDBOX_ACTIONS = ['pay', 'fail', 'cancel', 'payLater', 'repeat', 'forge'] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]
export const SANDBOX_STATES = ['pending', 'paid', 'failed', 'closed'] as const
export type SandboxState = (typeof SANDBOX_STATES)[number]

/** The state changes of actions. Other actions change no state. */
export const SANDBOX_MOVES: Readonly<
  Partial<Record<SandboxAction, { from: readonly SandboxState[]; to: SandboxState }>>
> = {
  pay: { from: ['pending', 'failed', 'closed'], to: 'paid' },
  payLater: { from: ['pending', 'failed', 'closed'], to: 'paid' },
  fail: { from: ['pending'], to: 'failed' },
  cancel: { from: ['pending', 'failed'], to: 'closed' },
}
/** Whether the action has an effect. `repeat` needs an earlier callback; `forge` is always possible. */
export const sandboxAllows = (action: SandboxAction, state: SandboxState): boolean =>
  SANDBOX_MOVES[action]?.from.includes(state) ?? (action === 'forge' || state !== 'pending')

const sandboxKey = { serial: line(LIMITS.billing.serialMax), token: line(100) }

export const sandboxCalls = defineCalls(
  'billing',
  {
    get: defineCall({
      method: 'POST',
      path: '/sandbox/get.do',
      access: open,
      effect: 'own',
      payload: z.object(sandboxKey),
      answer: z.object({
        amountFen: z.int(),
        subject: z.string(),
        state: z.enum(SANDBOX_STATES),
        returnUrl: z.string(),
        isRefunded: z.boolean(),
      }),
      errors: ['platform.invalidUrl'],
      summary: 'Returns a sandbox payment. Available only if the sandbox provider is enabled.',
    }),
    act: defineCall({
      method: 'POST',
      path: '/sandbox/act.do',
      access: open,
      effect: 'own',
      perMinute: 120,
      payload: z.object({ ...sandboxKey, action: z.enum(SANDBOX_ACTIONS) }),
      answer: z.object({
        state: z.enum(SANDBOX_STATES),
        /**
         * The center's answers to the callbacks of `repeat` and `forge`. Other callbacks are sent in the background.
         */
        answers: z.array(z.object({ status: z.int(), body: z.string() })),
      }),
      errors: ['platform.invalidUrl'],
      summary:
        'Pays, fails or cancels a sandbox payment and sends its callback, or sends the callback late, again or ' +
        'forged. Actions that the state does not allow change nothing.',
    }),
  },
  'sandbox',
)
