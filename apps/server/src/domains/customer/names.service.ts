// Finds the customers and tags that a payload or a file names, and creates missing ones if the caller has the right. A
// name can be neither found nor created if a row outside the caller's scope has it.
import type { ErrorName, Privilege } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'

export interface Reason {
  error: ErrorName
  params?: Record<string, string | number>
  /** The payload field that the reason is about. */
  field?: string
}

export type Resolved = { guid: string } | { reason: Reason }

export interface NamedKind {
  /** The right to create them. */
  right: Privilege
  find(scope: Scope, names: readonly string[], isDry: boolean): Promise<Map<string, string>>
  /** How many more can be created. Unless dry, takes a lock that keeps the number true until the transaction ends. */
  room(scope: Scope, isDry: boolean): Promise<number>
  make(scope: Scope, names: readonly string[]): Promise<void>
  unknown(name: string): Reason
  taken(name: string): Reason
  full(): Reason
}

/**
 * Resolves each name to a guid or a reason. A dry run creates nothing: it adds the names that it would create to
 * `foreseen`, by their lower case, and gives them an empty guid.
 */
export async function resolveNames(
  scope: Scope,
  kind: NamedKind,
  given: Iterable<string>,
  foreseen?: Map<string, string>,
): Promise<Map<string, Resolved>> {
  const isDry = foreseen !== undefined
  const names = [...new Set(given)]
  const resolved = new Map<string, Resolved>()
  if (names.length === 0) return resolved
  for (const [name, guid] of await kind.find(scope, names, isDry)) resolved.set(name, { guid })
  const missing = names.filter((name) => !resolved.has(name))
  if (missing.length === 0) return resolved
  if (!scope.caller.privileges.has(kind.right)) {
    for (const name of missing) resolved.set(name, { reason: kind.unknown(name) })
    return resolved
  }
  // Names that differ only in case are one name. The first spelling wins.
  const spelled = new Map<string, string>()
  for (const name of missing)
    if (!foreseen?.has(name.toLowerCase()) && !spelled.has(name.toLowerCase())) spelled.set(name.toLowerCase(), name)
  const room = spelled.size === 0 ? 0 : (await kind.room(scope, isDry)) - (foreseen?.size ?? 0)
  const made = new Map([...spelled].slice(0, Math.max(room, 0)))
  for (const [low, name] of made) foreseen?.set(low, name)
  // Create in one order: two callers that create the same names must not deadlock.
  if (!isDry && made.size > 0)
    await kind.make(
      scope,
      [...made].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name),
    )
  const found = isDry ? new Map(missing.map((name) => [name, ''])) : await kind.find(scope, missing, isDry)
  for (const name of missing) {
    const guid = found.get(name)
    if (spelled.has(name.toLowerCase()) && !made.has(name.toLowerCase())) resolved.set(name, { reason: kind.full() })
    else resolved.set(name, guid === undefined ? { reason: kind.taken(name) } : { guid })
  }
  return resolved
}
