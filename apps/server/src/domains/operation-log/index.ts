// The public interface of the operation log, read side. The kernel writes the log. This file decides which rows a
// caller may see, and turns before and after into changes.
import { OPERATION_TARGETS, SCOPE_KINDS, operationLogCalls, viewRights } from '@sealwright/contract'
import type { OperationTarget, ScopeKind } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { PLATFORM_REQUEST } from '../../kernel/audit/record.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { PARTLY_SEEN, listOperations, listRecent } from './operation-log.queries.ts'
import type { OperationLogRow, PartlySeen, SeenKinds } from './operation-log.queries.ts'

/** The fields whose value differs, in the order the facts were written. */
export function changesOf(before: LoggedFacts | null, after: LoggedFacts | null) {
  const text = (value: LoggedFacts[string] | undefined) =>
    value === undefined || value === null ? null : String(value)
  return [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .map((field) => ({ field, before: text(before?.[field]), after: text(after?.[field]) }))
    .filter((change) => change.before !== change.after)
}

/**
 * Facts that name rows of a kind. In operations of others, a caller does not see them if row scope limits that kind for
 * the caller, or the caller may not view it.
 */
const NAMES: Partial<Record<OperationTarget, (facts: LoggedFacts) => Record<string, ScopeKind | undefined>>> = {
  admin: ({ kind }) => ({ add: scopeKind(kind), remove: scopeKind(kind) }),
  integrator: ({ kind }) => ({ add: scopeKind(kind), remove: scopeKind(kind) }),
  user: () => ({ customerName: 'customer' }),
  userLock: () => ({ customerName: 'customer' }),
  approve: () => ({ licenseIds: 'product', templateGuids: 'template' }),
  activity: () => ({ templateGuid: 'template' }),
}
const scopeKind = (name: unknown) => SCOPE_KINDS.find((kind) => kind === name)

function isNamed({ caller }: Scope, target: OperationTarget, kind: ScopeKind): boolean {
  // Templates follow the row scope of their products. Viewing a user or a lock includes the name of its customer.
  return (
    !caller.limited.has(kind === 'template' ? 'product' : kind) &&
    (target === 'user' || target === 'userLock' || viewRights(kind).some((right) => caller.privileges.has(right)))
  )
}

function readable(scope: Scope, row: OperationLogRow, facts: LoggedFacts | null): LoggedFacts | null {
  const names = facts && row.actor_id !== scope.caller.accountId && NAMES[row.target_kind]?.(row.after ?? facts)
  if (!names) return facts
  return Object.fromEntries(
    Object.entries(facts).filter(([field]) => !names[field] || isNamed(scope, row.target_kind, names[field])),
  )
}

function answerRow(scope: Scope, row: OperationLogRow) {
  return {
    id: String(row.id),
    at: new Date(row.at),
    actor:
      row.actor_id === null && row.request_id === PLATFORM_REQUEST
        ? scope.say('developer.log.platform')
        : row.actor_name,
    type: row.type,
    targetKind: row.target_kind,
    targetGuid: row.target_guid,
    targetName: row.target_name,
    changes: changesOf(readable(scope, row, row.before), readable(scope, row, row.after)),
    requestId: row.request_id,
    sealed: row.sealed,
  }
}

function seenKinds({ caller }: Scope): SeenKinds | null {
  if (caller.isSuper) return null
  // Integrators do not see what the developer's own accounts do.
  if (caller.integratorGuid !== null) return { whole: [], part: [] }
  const kinds = (Object.keys(OPERATION_TARGETS) as OperationTarget[]).filter((kind) => {
    // The keys of a const object.
    const right = OPERATION_TARGETS[kind]
    return right !== null && caller.privileges.has(right)
  })
  const isPart = (kind: OperationTarget): kind is PartlySeen => {
    if (!(kind in PARTLY_SEEN)) return false
    const { kind: limit } = PARTLY_SEEN[kind as PartlySeen] // checked just before
    return limit === null ? caller.limited.size > 0 : caller.limited.has(limit)
  }
  return { whole: kinds.filter((kind) => !isPart(kind)), part: kinds.filter(isPart) }
}

async function find(
  scope: Scope,
  {
    currentPage,
    pageSize,
    order = 'desc',
    sort: _sort,
    ...filter
  }: z.output<(typeof operationLogCalls)['find']['payload']>,
) {
  requirePeriod(filter)
  const right = filter.targetKind && OPERATION_TARGETS[filter.targetKind]
  if (right === null && !scope.caller.isSuper) throw new Refusal('platform.superOnly')
  if (right) requireAnyPrivilege(scope.caller, [right], (name) => scope.say(`privileges.${name}`))
  const list = listOperations(scope, filter, seenKinds(scope), order)
  const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
  return { ...page, rows: page.rows.map((row) => answerRow(scope, row)) }
}

export interface RecentOperations {
  lines: (ReturnType<typeof answerRow> & { count: number })[]
  /** False if the log is longer than what was read. Counts may then be too low. */
  isWhole: boolean
}

export function createOperationLog(): {
  bindings: Binding[]
  /** The latest operations, before a moment if one is given. Operations of one request are one line. */
  recent(scope: Scope, limit: number, before?: Date): Promise<RecentOperations>
} {
  return {
    bindings: [answers(operationLogCalls.find, find)],
    async recent(scope, limit, before) {
      const { rows, isWhole } = await listRecent(scope, seenKinds(scope), { limit, before })
      return { isWhole, lines: rows.map((row) => ({ ...answerRow(scope, row), count: row.count })) }
    },
  }
}
