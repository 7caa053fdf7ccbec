// Statistics: the public interface.
import { statisticsCalls } from '@sealwright/contract'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function createStatistics(): { bindings: Binding[] } {
  return {
    bindings: Object.values(statisticsCalls).map((call) => ({
      call,
      runOwn: async () => {
        throw new Refusal('platform.unavailable')
      },
    })),
  }
}
