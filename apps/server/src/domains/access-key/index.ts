// Access keys and the open API: the public interface.
import { accessKeyCalls } from '@sealwright/contract'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function createAccessKey(): { bindings: Binding[] } {
  return {
    bindings: Object.values(accessKeyCalls).map((call) => ({
      call,
      runOwn: async () => {
        throw new Refusal('platform.unavailable')
      },
    })),
  }
}
