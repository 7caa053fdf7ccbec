// Reads the operation log: which rows a caller may see, and what each says. The kernel writes the log.
import { OPERATION_TARGETS, SCOPE_KINDS, shownCode, viewRights, wallTime } from '@sealwright/contract'
import type { OperationTarget, ScopeKind, operationLogCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import { isByPlatform } from '../../kernel/audit/record.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../kernel/sheets/sheets.ts'
import { createDeeds, labelOf } from './deed.rules.ts'
import {
  PARTLY_SEEN,
  TASK_CALLS,
  listActors,
  listAfter,
  listLines,
  listOperations,
  listRecent,
} from './operation-log.queries.ts'
import type { OperationFilter, OperationLogRow, PartlySeen, RecentRow, SeenKinds } from './operation-log.queries.ts'
import { createValues } from './value.rules.ts'

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

function isNamed({ caller }: Pick<Scope, 'caller'>, target: OperationTarget, kind: ScopeKind): boolean {
  // Templates follow the row scope of their products. Viewing a user or a lock includes the name of its customer.
  return (
    !caller.limited.has(kind === 'template' ? 'product' : kind) &&
    (target === 'user' || target === 'userLock' || viewRights(kind).some((right) => caller.privileges.has(right)))
  )
}

function readable(scope: Pick<Scope, 'caller'>, row: OperationLogRow, facts: LoggedFacts | null): LoggedFacts | null {
  const names = facts && row.actor_id !== scope.caller.accountId && NAMES[row.target_kind]?.(row.after ?? facts)
  if (!names) return facts
  return Object.fromEntries(
    Object.entries(facts).filter(([field]) => !names[field] || isNamed(scope, row.target_kind, names[field])),
  )
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

/** Refuses a filter by a kind that the caller may not see. */
function requireKind(scope: Scope, kind: OperationTarget | undefined): void {
  const right = kind && OPERATION_TARGETS[kind]
  if (right === null && !scope.caller.isSuper) throw new Refusal('platform.superOnly')
  if (right) requireAnyPrivilege(scope.caller, [right], (name) => scope.say(`privileges.${name}`))
}

/** Rows of a task are logged under its guid as the request. A client can send such an id, but has no such call. */
const isOfTask = ({ call }: Pick<OperationLogRow, 'call'>) => TASK_CALLS.includes(call)
const CODES: readonly OperationTarget[] = ['smartLicense', 'snLicense']
const CHUNK = 1_000
const COLUMNS = [
  { width: 20 },
  { width: 20 },
  { width: 14 },
  { width: 18 },
  { width: 30 },
  { width: 80 },
  { width: 38 },
]

type Payload<Name extends keyof typeof operationLogCalls> = z.output<(typeof operationLogCalls)[Name]['payload']>
type Read = Pick<Scope, 'caller' | 'say'>

export interface ReadingDeps {
  languages: readonly Sentences[]
  /** The port to tasks: those of these that the caller may open. */
  tasksOf(scope: Scope, guids: readonly string[]): Promise<ReadonlyMap<string, { guid: string }>>
}

export interface RecentOperations {
  lines: Awaited<ReturnType<ReturnType<typeof createReading>['recent']>>['lines']
  /** False if the log is longer than what was read. Counts may then be too low. */
  isWhole: boolean
}

export function createReading({ languages, tasksOf }: ReadingDeps) {
  const deedOf = createDeeds(languages)
  const valueOf = createValues(languages)

  const actorOf = ({ say }: Read, { actor_id: id, actor_name: name, call }: OperationLogRow) =>
    id === null && isByPlatform(call) ? say('developer.log.platform') : name

  const changed = (scope: Read, row: OperationLogRow) => {
    const inWords = (field: string, value: string | null) => valueOf(scope.say, row.target_kind, field, value)
    return changesOf(readable(scope, row, row.before), readable(scope, row, row.after)).map(
      ({ field, before, after }) => ({ field, before: inWords(field, before), after: inWords(field, after) }),
    )
  }

  function told(scope: Scope, row: RecentRow) {
    const changes = changed(scope, row)
    return {
      id: String(row.id),
      at: new Date(row.at),
      actor: actorOf(scope, row),
      type: row.type,
      deed: deedOf(row),
      targetKind: row.target_kind,
      targetGuid: row.target_guid,
      targetName: row.target_name,
      changes,
      labels: Object.fromEntries(changes.map(({ field }) => [field, labelOf(scope.say, row.target_kind, field)])),
      requestId: row.request_id,
      isOfTask: isOfTask(row),
      sealed: row.sealed,
      count: row.count,
    }
  }

  async function find(
    scope: Scope,
    { currentPage, pageSize, order = 'desc', sort: _sort, batches = 'rows', ...filter }: Payload<'find'>,
  ) {
    requirePeriod(filter)
    requireKind(scope, filter.targetKind)
    const list = (batches === 'line' ? listLines : listOperations)(scope, filter, seenKinds(scope), order)
    const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
    const rows = page.rows.map((row) => told(scope, row))
    const tasks = await tasksOf(scope, [...new Set(rows.filter((row) => row.isOfTask).map((row) => row.requestId))])
    return {
      ...page,
      rows: rows.map((row) => ({ ...row, taskGuid: row.isOfTask ? (tasks.get(row.requestId)?.guid ?? null) : null })),
    }
  }

  async function actors(scope: Scope) {
    const names = await listAccountNames(scope, await listActors(scope, seenKinds(scope)))
    return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  async function* rowsOf({ say, caller, read, signal }: StreamContext, filter: OperationFilter) {
    const asked = { say, caller }
    yield (['at', 'actor', 'deed', 'targetKind', 'targetName', 'changes', 'requestId'] as const).map((name) =>
      say(`operationLog.fields.${name}`),
    )
    let last: OperationLogRow | undefined
    while (!signal.aborted) {
      const after = last
      const rows = await read((scope) => listAfter(scope, filter, seenKinds(scope), { last: after, limit: CHUNK }))
      for (const row of rows)
        yield [
          wallTime(new Date(row.at), caller.timeZone).replace('T', ' '),
          actorOf(asked, row),
          say(`operationLog.deeds.${deedOf(row)}`),
          say(`nouns.${row.target_kind}`),
          CODES.includes(row.target_kind) ? shownCode(row.target_name) : row.target_name,
          changed(asked, row)
            .map(({ field, before, after: now }) =>
              say('operationLog.log.change', {
                label: labelOf(say, row.target_kind, field),
                before: before ?? say('blocks.differences.nothing'),
                after: now ?? say('blocks.differences.nothing'),
              }),
            )
            .join('\n'),
          row.request_id,
        ]
      if (rows.length < CHUNK) return
      last = rows.at(-1)
    }
  }

  async function exportRows(context: StreamContext, { format, ...filter }: Payload<'export'>): Promise<FileAnswer> {
    requirePeriod(filter)
    await context.read(async (scope) => requireKind(scope, filter.targetKind))
    return {
      fileName: `${context.say('operationLog.log.file')}.${format}`,
      type: SHEET_TYPES[format],
      body: writeSheet(format, rowsOf(context, filter), COLUMNS),
    }
  }

  /** The latest operations, before a moment if one is given. Operations of one request are one line. */
  async function recent(scope: Scope, limit: number, before?: Date) {
    const { rows, isWhole } = await listRecent(scope, seenKinds(scope), { limit, before })
    return { isWhole, lines: rows.map((row) => told(scope, row)) }
  }

  return { find, actors, exportRows, recent }
}
