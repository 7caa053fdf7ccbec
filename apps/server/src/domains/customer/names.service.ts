// Customers and tags that somebody names: found, or made where the caller may make them. One way for a single user and for a file of them.
// Surprise: a name can be neither found nor made, when whoever has it is out of the caller's sight.
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

/** What each name stands for. A dry run makes nothing: a name that would be made has an empty guid. */
export async function resolveNames(scope: Scope, kind: NamedKind, given: Iterable<string>, isDry: boolean): Promise<Map<string, Resolved>> {
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
  const room = await kind.room(scope, isDry)
  const made = missing.slice(0, Math.max(room, 0))
  for (const name of missing.slice(made.length)) resolved.set(name, { reason: kind.full() })
  if (made.length === 0) return resolved
  // In one order, so that two who make the same do not wait for each other in a ring.
  if (!isDry) await kind.make(scope, made.toSorted())
  const found = isDry ? new Map(made.map((name) => [name, ''])) : await kind.find(scope, made, isDry)
  for (const name of made) {
    const guid = found.get(name)
    resolved.set(name, guid === undefined ? { reason: kind.taken(name) } : { guid })
  }
  return resolved
}
