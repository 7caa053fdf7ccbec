// Use cases of assignments: which products, users and customers an administrator sees. Other domains assign rows
// through this file too. Rows outside the caller's scope stay as they are.
import { viewRights } from '@sealwright/contract'
import type { accessCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { readPage } from '../../kernel/db/list.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Scope } from '../../kernel/scope.ts'
import { limitedBy, scopeOf } from './access.rules.ts'
import type { Assignable } from './access.tables.ts'
import { updateAdmin } from './admin.queries.ts'
import { getAdmin, grantsMore, lockManageable, targetOf } from './admin.service.ts'
import { addAssigned, listAssigned, removeAssigned } from './assignment.queries.ts'

type Payload<Name extends keyof typeof accessCalls> = z.output<(typeof accessCalls)[Name]['payload']>

const NAMES_LOGGED = 20

/** The number of names, and the first of them. */
function namesFact(names: readonly string[]): string | null {
  if (names.length === 0) return null
  return `${names.length}: ${names.slice(0, NAMES_LOGGED).join(', ')}${names.length > NAMES_LOGGED ? ', …' : ''}`
}

/** The facts about an assignment. The operation log's readers rely on these field names. */
export const assignmentFacts = (
  kind: Assignable,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): LoggedFacts => ({ kind, add: namesFact(added), remove: namesFact(removed) })

/** Listing and assigning rows requires the right to view rows of this kind. */
const requireView = ({ caller, say }: Scope, kind: Assignable) =>
  requireAnyPrivilege(caller, viewRights(kind), (name) => say(`privileges.${name}`))

interface Asked {
  kind: Assignable
  name?: string | undefined
  order?: 'asc' | 'desc' | undefined
  currentPage: number
  pageSize: number
}

/** A page of the rows assigned to one assignee. */
export async function pageAssigned(
  scope: Scope,
  assignee: string,
  { kind, name, order = 'asc', currentPage, pageSize }: Asked,
) {
  requireView(scope, kind)
  const list = await listAssigned(scope, { kind, assignee, name, order })
  return readPage({ currentPage, pageSize }, list.count, list.page)
}

/** Takes rows back, then assigns rows; answers the names of the changed rows. */
export async function changeAssigned(
  scope: Scope,
  kind: Assignable,
  assignee: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
) {
  if (add.length + remove.length > 0) requireView(scope, kind)
  const removed = await removeAssigned(scope, kind, assignee, remove)
  return { removed, added: await addAssigned(scope, kind, assignee, add) }
}

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
