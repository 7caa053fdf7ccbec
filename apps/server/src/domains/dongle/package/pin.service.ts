// Whoever signs packages knows the hosted lock PIN. Wrong PINs are limited like passwords, for each administrator. An
// attempt is counted in its own transaction: the refusal rolls back that of the call.
import type { Database } from '../../../kernel/db/database.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { comparePin } from '../../developer/index.ts'
import { createGuessing } from '../../identity/index.ts'

export type CheckPin = (scope: Scope, pin: string | undefined) => Promise<void>

export function createPinCheck({ database, box }: { database: Pick<Database, 'asOwner'>; box: SecretBox }): CheckPin {
  // By another pool: calls that hold a connection and wait for a second one of the same pool would block each other.
  const guessing = createGuessing({ outsideTenants: database.asOwner })
  return async (scope, pin) => {
    const { developerId, caller, asking } = scope
    const attempt = await guessing.pin(developerId, caller.accountId, asking.now)
    const found = await comparePin(box, scope, pin ?? '')
    if (found !== 'wrong') await attempt.forgive()
    if (found === 'notSet') throw new Refusal('dongleLicense.pinNotSet', { field: 'pin' })
    if (found === 'wrong') throw new Refusal('dongleLicense.pinWrong', { field: 'pin' })
  }
}
