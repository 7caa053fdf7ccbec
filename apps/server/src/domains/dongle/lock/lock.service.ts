// User locks and control locks: which use case answers which call.
import { controlLockCalls, userLockCalls } from '@sealwright/contract'
import { answers } from '../../../kernel/http/context.ts'
import type { Binding } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AnyTaskKind, OpenTask } from '../../task/index.ts'

export interface LockDeps {
  openTask: OpenTask
}

const unavailable = async (): Promise<never> => {
  throw new Refusal('platform.unavailable')
}

export function createLocks(_deps: LockDeps): { bindings: Binding[]; taskKinds: AnyTaskKind[] } {
  return {
    taskKinds: [],
    bindings: [userLockCalls, controlLockCalls].flatMap((calls) =>
      Object.values(calls).map((call) => answers(call as typeof userLockCalls.get, unavailable)),
    ),
  }
}
