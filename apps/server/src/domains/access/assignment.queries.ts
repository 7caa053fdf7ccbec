// The SQL of assignments, to administrators and to integrators. Row scope applies: rows outside the caller's scope are
// neither listed nor changed.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { countLabeled, listOf, searchIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { ASSIGNABLE } from './access.tables.ts'
import type { Assignable } from './access.tables.ts'

const to = (assignee: string) => `to=${assignee}`
const SORTS: Partial<Record<Assignable, string>> = { user: 'account', userLock: 'shellNumber' }

/** The rows assigned to one assignee, by name. */
export async function listAssigned(
  scope: Scope,
  {
    kind,
    assignee,
    name,
    order,
  }: { kind: Assignable; assignee: string; name: string | undefined; order: 'asc' | 'desc' },
) {
  const table = ASSIGNABLE[kind]
  const ids = await searchIds(scope, {
    table,
    needle: name,
    labels: [to(assignee)],
    sort: SORTS[kind] ?? 'name',
    order,
  })
  const listed = { guid: table.guid, name: table.name, note: sql<string | null>`${table.note}::text` }
  return listOf(ids, (guids) =>
    scope.db
      .select(listed)
      .from(table)
      .where(and(eq(table.developerId, scope.developerId), isNull(table.deletedAt), inArray(table.guid, guids))),
  )
}

export function countAssigned(scope: Scope, kind: Assignable, assignee: string): Promise<number> {
  return countLabeled(scope, ASSIGNABLE[kind], [to(assignee)])
}

/**
 * Assigns rows or takes them back; answers the names of the changed rows. Users of an assigned customer become visible
 * too, so a caller who does not see all users assigns only customers that are assigned to the caller. Locks in the
 * order of the guids, because two callers could otherwise deadlock.
 */
async function change(
  { db, developerId }: Scope,
  kind: Assignable,
  assignee: string,
  guids: readonly string[],
  isAdded: boolean,
): Promise<string[]> {
  if (guids.length === 0) return []
  const table = ASSIGNABLE[kind]
  const one = sql`array[${assignee}::uuid]`
  const seesUsers =
    kind === 'customer' ? sql`and (sees_all('user') or ${table.assignedTo} && acting_assignees())` : sql``
  const isOpen = isAdded ? sql`not ${table.assignedTo} @> ${one} ${seesUsers}` : sql`${table.assignedTo} @> ${one}`
  const assignees = isAdded
    ? sql`${table.assignedTo} || ${one}`
    : sql`array_remove(${table.assignedTo}, ${assignee}::uuid)`
  const { rows } = await db.execute<{ name: string }>(sql`
    with chosen as (
      select guid from ${table}
      where ${table.developerId} = ${developerId} and ${table.guid} = any (${sql.param([...guids])}::uuid[])
        and ${table.deletedAt} is null and ${isOpen}
      order by guid for update)
    update ${table} set assigned_to = ${assignees}
    from chosen where ${table.developerId} = ${developerId} and ${table.guid} = chosen.guid
    returning ${table.name} as name`)
  return rows.map(({ name }) => name).toSorted()
}

export const addAssigned = (scope: Scope, kind: Assignable, assignee: string, guids: readonly string[]) =>
  change(scope, kind, assignee, guids, true)
export const removeAssigned = (scope: Scope, kind: Assignable, assignee: string, guids: readonly string[]) =>
  change(scope, kind, assignee, guids, false)
