// Public interface of dongles: user locks and control locks (`lock/`), the licenses inside and the packages that write
// them (`package/`), and the contacts of locks (`contact/`).
import { dongleLicenseCalls, upgradeCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { AnyTaskKind } from '../task/index.ts'
import { createLocks } from './lock/lock.service.ts'
import type { LockDeps } from './lock/lock.service.ts'

export { readRegistrations } from './lock/register.rules.ts'
export type { Registration } from './lock/register.rules.ts'
export { registerDongles } from './lock/register.service.ts'

export interface DongleDomain {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
}

const unavailable = async (): Promise<never> => {
  throw new Refusal('platform.unavailable')
}

export function createDongle(deps: LockDeps): DongleDomain {
  const locks = createLocks(deps)
  return {
    taskKinds: locks.taskKinds,
    bindings: [
      ...locks.bindings,
      ...[dongleLicenseCalls, upgradeCalls].flatMap((calls) =>
        Object.values(calls).map((call) => answers(call as typeof dongleLicenseCalls.get, unavailable)),
      ),
    ],
  }
}
