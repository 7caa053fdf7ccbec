// The live state of the person's tasks. One event stream feeds all parts of the page. A task that is not in the stream
// (connection lost, or another person's task) is polled instead. The state is written to the query cache, so that lists
// and pages update too.
import { Refusal } from '@sealwright/client'
import { taskCalls, taskMachine } from '@sealwright/contract'
import type { AnswerOf, Page, TaskRow, UnreadCounts } from '@sealwright/contract'
import { useEffect, useEffectEvent } from 'react'
import { answerKey, useAnswer } from '../../../lib/call/client.ts'
import { createFeed, useFeed } from '../../../lib/call/events.ts'
import { queryClient } from '../../../lib/call/query-client.ts'

const ASKED_EVERY_MS = 1_000
/** A slow poll beside the stream: an older answer in flight may have overwritten a newer event. */
const CHECKED_EVERY_MS = 15_000

/** The status, if the contract's state machine has it. An unknown status allows no action. */
export function statusOf(task: Pick<TaskRow, 'status'>) {
  return taskMachine.states.find((state) => state === task.status)
}

/** Whether the task proceeds on its own: it is queued or running. */
export function isUnderWay(task: Pick<TaskRow, 'status' | 'isDraft'>): boolean {
  const status = statusOf(task)
  return !task.isDraft && status !== undefined && taskMachine.events(status, 'system').length > 0
}

let known: readonly TaskRow[] = []

function adopt({ tasks }: AnswerOf<typeof taskCalls.watch>): void {
  const now = new Map(tasks.map((task) => [task.guid, task]))
  const goesOn = (guid: string) => {
    const task = now.get(guid)
    return task !== undefined && isUnderWay(task)
  }
  const hasEnded = known.some((task) => isUnderWay(task) && !goesOn(task.guid))
  const isNew = tasks.some((task) => !known.some(({ guid }) => guid === task.guid))
  known = tasks
  for (const task of tasks) queryClient.setQueryData(answerKey(taskCalls.get, { guid: task.guid }), task)
  queryClient.setQueriesData<Page<TaskRow>>(
    { queryKey: [taskCalls.find.name] },
    (page) => page && { ...page, rows: page.rows.map((row) => now.get(row.guid) ?? row) },
  )
  // The results of a task show in lists, counts and the operation log.
  if (hasEnded) void queryClient.invalidateQueries()
  else if (isNew) void queryClient.invalidateQueries({ queryKey: [taskCalls.find.name] })
}

const feed = createFeed(taskCalls.watch, adopt)

/** The running and just ended tasks in the stream; undefined without a stream. */
export function useTaskFeed(isWanted = true): readonly TaskRow[] | undefined {
  return useFeed(feed, isWanted)?.tasks
}

/** The numbers of unread messages and notices, which share the stream; undefined without a stream. */
export function useUnread(isWanted: boolean): UnreadCounts | undefined {
  return useFeed(feed, isWanted)?.unread
}

const lookedAt = new Map<string, number>()

/** Whether the task is shown on the page, so that its end needs no notification. */
export function isLookedAt(guid: string): boolean {
  return lookedAt.has(guid)
}

/** The current state of one task. `onEnd` is called once each time the task ends, and also if it had already ended. */
export function useTask(guid: string, onEnd?: (task: TaskRow) => void) {
  const isFed = useTaskFeed()?.some((task) => task.guid === guid) ?? false
  const cached = queryClient.getQueryState<TaskRow>(answerKey(taskCalls.get, { guid }))
  // Do not poll a task that the server refuses, because it is gone or belongs to another person.
  const isOver = cached?.data ? !isUnderWay(cached.data) : cached?.error instanceof Refusal
  const query = useAnswer(taskCalls.get, { guid }, isOver ? {} : { pollMs: isFed ? CHECKED_EVERY_MS : ASKED_EVERY_MS })
  const { data } = query
  const tellEnd = useEffectEvent((task: TaskRow) => onEnd?.(task))
  const hasEnded = data !== undefined && !isUnderWay(data)
  useEffect(() => {
    const task = queryClient.getQueryData<TaskRow>(answerKey(taskCalls.get, { guid }))
    if (hasEnded && task) tellEnd(task)
  }, [guid, hasEnded])
  useEffect(() => {
    lookedAt.set(guid, (lookedAt.get(guid) ?? 0) + 1)
    return () => {
      const rest = (lookedAt.get(guid) ?? 1) - 1
      if (rest > 0) lookedAt.set(guid, rest)
      else lookedAt.delete(guid)
    }
  }, [guid])
  return query
}
