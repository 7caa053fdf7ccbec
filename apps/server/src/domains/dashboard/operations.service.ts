// Recent operations: a batch is one line, however many rows it wrote to the log.
import type { Scope } from '../../kernel/scope.ts'
import type { RecentOperations, createOperationLog } from '../operation-log/index.ts'
import { listTasksOf } from '../task/index.ts'

const RECENT = 8

export interface OperationsDeps {
  operationLog: Pick<ReturnType<typeof createOperationLog>, 'recent'>
}

export function createOperations({ operationLog }: OperationsDeps) {
  const tasksOf = (scope: Scope, { lines }: RecentOperations) =>
    listTasksOf(
      scope,
      lines.filter(({ isOfTask }) => isOfTask).map(({ requestId }) => requestId),
    )

  async function readLines(scope: Scope, limit: number, before?: Date) {
    const found = await operationLog.recent(scope, limit, before)
    const tasks = await tasksOf(scope, found)
    const mostOf = (requestId: string) =>
      Math.max(...found.lines.filter((line) => line.isOfTask && line.requestId === requestId).map(({ count }) => count))
    const lines = found.lines.map((line) => {
      const task = line.isOfTask ? tasks.get(line.requestId) : undefined
      // A large batch does not fit into the part of the log that is read, but its task has the count.
      const isCut = !found.isWhole && task !== undefined && line.count === mostOf(line.requestId)
      return { ...line, taskGuid: task?.guid ?? null, count: isCut ? Math.max(line.count, task.success) : line.count }
    })
    const starts = [...tasks.values()].map(({ startedAt }) => startedAt?.getTime() ?? Infinity)
    return { lines, isWhole: found.isWhole, begunAt: Math.min(...starts) }
  }

  return async function recent(scope: Scope) {
    const { lines, isWhole, begunAt } = await readLines(scope, RECENT)
    if (isWhole || lines.length >= RECENT || begunAt === Infinity) return lines
    // A large batch fills everything that was read: go on before its start.
    const earlier = await readLines(scope, RECENT, new Date(begunAt))
    const seen = new Set(lines.map(({ id }) => id))
    return [...lines, ...earlier.lines.filter(({ id }) => !seen.has(id))].slice(0, RECENT)
  }
}
