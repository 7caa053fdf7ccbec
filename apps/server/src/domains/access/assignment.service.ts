// Use cases of assignment: which products, users and customers an administrator sees, and how rows are assigned to
// anybody. What the caller does not see stays as it is.
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

/** How many, and the first of them by name. */
function namesFact(names: readonly string[]): string | null {
  if (names.length === 0) return null
  return `${names.length}: ${names.slice(0, NAMES_LOGGED).join(', ')}${names.length > NAMES_LOGGED ? ', …' : ''}`
}

/** How the log tells what was given and taken back; its read side knows these fields by name. */
export const assignmentFacts = (
  kind: Assignable,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): LoggedFacts => ({ kind, add: namesFact(added), remove: namesFact(removed) })

/** Rows are named to, and handed on by, whoever may view such rows at all. */
const requireView = ({ caller, say }: Scope, kind: Assignable) =>
  requireAnyPrivilege(caller, viewRights(kind), (name) => say(`privileges.${name}`))

interface Asked {
  kind: Assignable
  name?: string | undefined
  order?: 'asc' | 'desc' | undefined
  currentPage: number
  pageSize: number
}

/** A page of what is assigned to somebody. */
export async function pageAssigned(
  scope: Scope,
  assignee: string,
  { kind, name, order = 'asc', currentPage, pageSize }: Asked,
) {
  requireView(scope, kind)
  const list = await listAssigned(scope, { kind, assignee, name, order })
  return readPage({ currentPage, pageSize }, list.count, list.page)
}

/** Takes back, then gives; answers the names of what changed. */
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
