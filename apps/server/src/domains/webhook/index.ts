// Webhooks: the public interface.
import { webhookCalls } from '@sealwright/contract'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function createWebhook(): { bindings: Binding[] } {
  return {
    bindings: Object.values(webhookCalls).map((call) => ({
      call,
      runOwn: async () => {
        throw new Refusal('platform.unavailable')
      },
    })),
  }
}
