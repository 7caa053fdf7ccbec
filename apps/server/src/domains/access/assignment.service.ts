// Use cases of assignments: which products, users and customers an administrator sees.
import type { accessCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Scope } from '../../kernel/scope.ts'
import { limitedBy, scopeOf } from './access.rules.ts'
import { updateAdmin } from './admin.queries.ts'
import { getAdmin, grantsMore, lockManageable, targetOf } from './admin.service.ts'
import { assignmentFacts, changeAssigned, pageAssigned } from './assigned-rows.service.ts'

type Payload<Name extends keyof typeof accessCalls> = z.output<(typeof accessCalls)[Name]['payload']>

export async function findAssigned(scope: Scope, { userId, ...asked }: Payload<'findAssigned'>) {
  await getAdmin(scope, userId)
  return pageAssigned(scope, userId, asked)
}

export async function assign(scope: Scope, { userId, kind, scope: choice, add, remove }: Payload<'assign'>) {
  const admin = await lockManageable(scope, userId)
  if (choice === 'all' && scope.caller.limited.has(kind)) throw grantsMore(scope, { field: 'scope' })
  const limited = limitedBy({ [kind]: choice }, admin.limited)
  const [before, after] = [scopeOf(admin.limited, kind), scopeOf(limited, kind)]
  if (before !== after) await updateAdmin(scope, admin, { limited })
  const changed = await changeAssigned(scope, kind, userId, { add, remove })
  const { added, removed } = changed
  if (added.length + removed.length > 0 || before !== after) {
    const field = `${kind}Scope`
    await scope.record({
      type: 'update',
      target: targetOf(admin),
      before: { [field]: before },
      after: { [field]: after, ...assignmentFacts(kind, changed) },
    })
  }
  return { added: added.length, removed: removed.length }
}
