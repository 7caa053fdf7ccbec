// Public interface of dongles: user locks and control locks, the licenses inside, and the packages that write them.
import { controlLockCalls, dongleLicenseCalls, upgradeCalls, userLockCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'

export interface DongleDomain {
  bindings: Binding[]
}

const unavailable = async (): Promise<never> => {
  throw new Refusal('platform.unavailable')
}

export function createDongle(): DongleDomain {
  return {
    bindings: [userLockCalls, controlLockCalls, dongleLicenseCalls, upgradeCalls].flatMap((calls) =>
      Object.values(calls).map((call) => answers(call as typeof userLockCalls.get, unavailable)),
    ),
  }
}
