// The settings of a developer: the public interface.
import { configCalls } from '@sealwright/contract'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function createConfig(): { bindings: Binding[] } {
  return {
    bindings: Object.values(configCalls).map((call) => ({
      call,
      runOwn: async () => {
        throw new Refusal('platform.unavailable')
      },
    })),
  }
}
