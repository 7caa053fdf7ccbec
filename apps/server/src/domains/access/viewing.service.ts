// Use cases of viewing as another administrator, and of explaining a caller's own access. While a session views as
// another administrator, that administrator is its caller; the log names the viewer.
import { ASSIGNED_KINDS, INTEGRATOR_PRIVILEGES, PRIVILEGES, accessCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { actsFor } from '../../kernel/acting.ts'
import { insertOperation, originOf } from '../../kernel/audit/record.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hasMore, standingOf } from './access.rules.ts'
import { findAdmin, listChangers, setViewAs } from './admin.queries.ts'
import { getAdmin, nameOf, refuseInvited, targetOf } from './admin.service.ts'
import { countAssigned } from './assignment.queries.ts'

/** A port to the domain that issues licenses: how much of a quota is used. */
export interface QuotaUse {
  /** The holder is the account of an administrator, or an integrator. */
  countIssued(scope: Scope, holder: string): Promise<{ cloud: number; soft: number }>
}

export async function viewAs(scope: Scope, { userId }: z.output<typeof accessCalls.viewAs.payload>) {
  if (userId === scope.caller.accountId) throw new Refusal('access.ownSelf')
  const admin = await getAdmin(scope, userId)
  refuseInvited(admin)
  await setViewAs(scope, userId)
  await scope.record({
    type: 'update',
    target: targetOf(admin),
    before: { viewAs: null },
    after: { viewAs: scope.caller.displayName },
  })
  return {}
}

export async function endViewAs(scope: Scope) {
  const { caller, developerId, asking } = scope
  const { viewer } = caller
  if (!viewer) throw new Refusal('access.notViewing')
  await setViewAs(scope, null)
  const origin = originOf(asking, accessCalls.endViewAs, {
    developerId,
    accountId: viewer.accountId,
    displayName: viewer.name,
  })
  await insertOperation(scope.db, origin, {
    type: 'update',
    target: { kind: 'admin', guid: caller.accountId, name: caller.displayName },
    before: { viewAs: viewer.name },
    after: { viewAs: null },
  })
  return {}
}

/**
 * The names of people who can change the caller's rights: administrators who can change administrators and have at
 * least the caller's rights. Members of an integrator ask the developer.
 */
async function askWhom(scope: Scope): Promise<string[]> {
  const { caller } = scope
  if (caller.integratorGuid !== null) return [caller.developer.displayName]
  const changers = await listChangers(scope)
  return changers
    .filter((admin) => admin.userId !== caller.accountId && !hasMore(caller, standingOf(admin)))
    .map(nameOf)
}

export function createExplain({ quotaUse }: { quotaUse: QuotaUse }) {
  return async function explain(scope: Scope) {
    const { caller } = scope
    const own = await findAdmin(scope, caller.accountId)
    const direct: readonly string[] = own?.privileges ?? INTEGRATOR_PRIVILEGES
    const scopes: z.output<typeof accessCalls.explain.answer>['scopes'] = []
    for (const kind of ASSIGNED_KINDS)
      scopes.push({
        kind,
        scope: caller.limited.has(kind) ? 'some' : 'all',
        assigned: await countAssigned(scope, kind, actsFor(caller)),
      })
    const used = await quotaUse.countIssued(scope, actsFor(caller))
    return {
      isSuper: caller.isSuper,
      privileges: PRIVILEGES.map((name) => ({
        name,
        isHeld: caller.privileges.has(name),
        isDirect: direct.includes(name),
        roles: own?.roles.flatMap((role) => (role.privileges.includes(name) ? [role.name] : [])) ?? [],
      })),
      scopes,
      quotas: { cloud: caller.quotas.cloud, soft: caller.quotas.soft, cloudUsed: used.cloud, softUsed: used.soft },
      validUntil: own?.validUntil ?? null,
      askWhom: await askWhom(scope),
    }
  }
}
