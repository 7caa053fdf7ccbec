// Use cases of assignment: which products, users and customers an administrator sees. What the caller does not see stays as it is.
import type { accessCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { limitedBy, scopeOf } from './access.rules.ts'
import { updateMember } from './admin.queries.ts'
import { getAdmin, grantsMore, lockManageable, targetOf } from './admin.service.ts'
import { addAssigned, listAssigned, removeAssigned } from './assignment.queries.ts'

type Payload<Name extends keyof typeof accessCalls> = z.output<(typeof accessCalls)[Name]['payload']>

const NAMES_LOGGED = 20

/** How many, and the first of them by name. */
function namesFact(names: readonly string[]): string | null {
  if (names.length === 0) return null
  return `${names.length}: ${names.slice(0, NAMES_LOGGED).join(', ')}${names.length > NAMES_LOGGED ? ', …' : ''}`
}

export async function findAssigned(scope: Scope, { currentPage, pageSize, userId, kind, name, order = 'asc' }: Payload<'findAssigned'>) {
  const { userId: assignee } = await getAdmin(scope, userId)
  const list = await listAssigned(scope, { kind, assignee, name, order })
  return readPage({ currentPage, pageSize }, list.count, list.page)
}

export async function assign(scope: Scope, { userId, kind, scope: choice, add, remove }: Payload<'assign'>) {
  const admin = await lockManageable(scope, userId)
  if (choice === 'all' && scope.caller.limited.has(kind)) throw grantsMore(scope, { field: 'scope' })
  const limited = limitedBy({ [kind]: choice }, admin.limited)
  const [before, after] = [scopeOf(admin.limited, kind), scopeOf(limited, kind)]
  if (before !== after) await updateMember(scope, userId, { limited })
  // In both lists: taken back, then given.
  const removed = await removeAssigned(scope, kind, userId, remove)
  const added = await addAssigned(scope, kind, userId, add)
  if (added.length + removed.length > 0 || before !== after) {
    const field = `${kind}Scope`
    await scope.record({ type: 'update', target: targetOf(admin), before: { [field]: before }, after: { kind, [field]: after, add: namesFact(added), remove: namesFact(removed) } })
  }
  return { added: added.length, removed: removed.length }
}
