import { lendingCalls } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export function createLending(): { bindings: Binding[] } {
  return {
    bindings: Object.values(lendingCalls).map((call: Call) =>
      answersAlone(call, async () => {
        throw new Refusal('platform.unavailable')
      }),
    ),
  }
}
