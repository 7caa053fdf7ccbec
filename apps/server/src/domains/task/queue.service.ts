// Opens tasks. It exists before the kinds of tasks: a domain opens its tasks here and defines their kinds later.
import { LIMITS } from '@sealwright/contract'
import type { TaskKind } from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AnyTaskKind, NewTask, OpenTask } from './task.kind.ts'
import * as queries from './task.queries.ts'
import type { Judged } from './task.queries.ts'

/** Rows that are checked together and written in one statement. */
const CHUNK = 1_000

export const WORK = 'task.work'

export interface TaskQueue {
  openTask: OpenTask
  /** The kinds of tasks, once compose/ has passed them. */
  kinds: Map<TaskKind, AnyTaskKind>
  kindOf(name: TaskKind): AnyTaskKind
  enqueue(db: Db, task: { developerId: number; guid: string }): Promise<void>
}

async function* inChunks(rows: NewTask['rows']): AsyncGenerator<object[]> {
  let chunk: object[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

export function createTaskQueue({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): TaskQueue {
  const kinds: TaskQueue['kinds'] = new Map()

  function kindOf(name: TaskKind): AnyTaskKind {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`there is no task kind ${name}`)
    return kind
  }

  const enqueue: TaskQueue['enqueue'] = (db, { developerId, guid }) => jobs.enqueue(db, WORK, { developerId, guid })

  async function openTask(scope: Scope, { kind, subject, options = {}, rows, isDraft = false }: NewTask) {
    const { developerId, ids, caller, asking } = scope
    const guid = ids.guid()
    await queries.insertTask(scope, {
      developerId,
      guid,
      kind,
      isDraft,
      subject: subject.slice(0, LIMITS.task.subjectMax).toWellFormed(),
      options,
      total: 0,
      createdBy: caller.accountId,
      createdAt: asking.now,
    })
    const judge = isDraft ? kindOf(kind).judge?.() : undefined
    const counts = { total: 0, fail: 0, skip: 0 }
    for await (const chunk of inChunks(rows)) {
      const inputs = chunk.map((input, index) => ({
        n: counts.total + index + 1,
        input: input as Record<string, unknown>,
      })) // a kind gets only its own input
      const found = (await judge?.rows(scope, inputs, options)) ?? []
      const judged = chunk.map((input, index): Judged => ({ input, found: found[index] ?? null }))
      await queries.insertRows(scope, guid, counts.total, judged)
      counts.total += chunk.length
      for (const { found: met } of judged) if (met) counts[met.state] += 1
    }
    const cost = await judge?.cost?.(scope)
    const creates = judge?.creates?.()
    await queries.updateTask(scope, guid, {
      ...counts,
      options: { ...options, ...(cost && { cost }), ...(creates && { creates }) },
    })
    if (!isDraft) await enqueue(scope.db, { developerId, guid })
    return { taskId: guid, total: counts.total }
  }

  return { openTask, kinds, kindOf, enqueue }
}
