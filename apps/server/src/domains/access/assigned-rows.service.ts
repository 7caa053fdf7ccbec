// Assigns rows to an assignee: an administrator or an integrator. Rows outside the caller's scope stay as they are.
// Who may change the assignee is decided by the callers of this file.
import { viewRights } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { readPage } from '../../kernel/db/list.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Assignable } from './access.tables.ts'
import { addAssigned, listAssigned, removeAssigned } from './assignment.queries.ts'

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
