// The calls of the sandbox page. If the sandbox is disabled, the page does not exist.
import type { sandboxCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Sandbox } from './providers/sandbox.ts'

type Payload<Name extends keyof typeof sandboxCalls> = z.output<(typeof sandboxCalls)[Name]['payload']>

export function createSandboxService(sandbox: Sandbox | undefined) {
  return {
    async get(_context: OwnContext, { serial, token }: Payload<'get'>) {
      const row = await sandbox?.find(serial, token)
      if (!row) throw new Refusal('platform.invalidUrl')
      const { amountFen, subject, state, returnUrl, isRefunded } = row
      return { amountFen, subject, state, returnUrl, isRefunded }
    },

    async act(_context: OwnContext, { serial, token, action }: Payload<'act'>) {
      const done = await sandbox?.act(serial, token, action)
      if (!done) throw new Refusal('platform.invalidUrl')
      return done
    },
  }
}
