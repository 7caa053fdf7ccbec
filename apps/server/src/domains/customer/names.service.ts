// Customers and tags that somebody names: found, or made where the caller may make them. One way for a single user and
// for a file of them. Surprise: a name can be neither found nor made, when whoever has it is out of the caller's sight.
import type { ErrorName, Privilege } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'

export interface Reason {
  error: ErrorName
  params?: Record<string, string | number>
  /** The payload field that it is about. */
  field?: string
}

export type Resolved = { guid: string } | { reason: Reason }

export interface NamedKind {
  /** The right to make new ones. */
  right: Privilege
  find(scope: Scope, names: readonly string[], isDry: boolean): Promise<Map<string, string>>
  /** How many more there may be. Asked before some are made, it holds others off until the transaction ends. */
  room(scope: Scope, isDry: boolean): Promise<number>
  make(scope: Scope, names: readonly string[]): Promise<void>
  unknown(name: string): Reason
  taken(name: string): Reason
  full(): Reason
}

/**
 * What each name stands for. A dry run makes nothing, but adds to what is `foreseen` (in lower case): a name that would
 * be made has an empty guid.
 */
export async function resolveNames(
  scope: Scope,
  kind: NamedKind,
  given: Iterable<string>,
  foreseen?: Set<string>,
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
  // Upper and lower case are the same name, which the first of them spells.
  const spelled = new Map<string, string>()
  for (const name of missing)
    if (!foreseen?.has(name.toLowerCase()) && !spelled.has(name.toLowerCase())) spelled.set(name.toLowerCase(), name)
  const room = spelled.size === 0 ? 0 : (await kind.room(scope, isDry)) - (foreseen?.size ?? 0)
  const made = new Map([...spelled].slice(0, Math.max(room, 0)))
  for (const low of made.keys()) foreseen?.add(low)
  // In one order, so that two who make the same do not wait for each other in a ring.
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
