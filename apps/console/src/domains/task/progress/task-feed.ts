// What the tasks of the person are doing now. One stream feeds every page part that shows a task; where a task is not
// in it (the stream is lost, or the task is another's), it is asked for every few seconds. State lives in the cache of
// answers, so that lists and details move too.
import { Refusal } from '@sealwright/client'
import { taskCalls, taskMachine } from '@sealwright/contract'
import type { AnswerOf, Page, TaskRow } from '@sealwright/contract'
import { useEffect, useEffectEvent } from 'react'
import { answerKey, useAnswer } from '../../../lib/call/client.ts'
import { createFeed, useFeed } from '../../../lib/call/events.ts'
import { queryClient } from '../../../lib/call/query-client.ts'

const ASKED_EVERY_MS = 1_000
/** Beside the stream, should an answer that was on its way have overtaken it. */
const CHECKED_EVERY_MS = 15_000

/** What the contract's table knows of; a state that it does not know allows nothing. */
export function statusOf(task: Pick<TaskRow, 'status'>) {
  return taskMachine.states.find((state) => state === task.status)
}

/** Goes on by itself: it waits for its turn or is being done. */
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
  // What a task did shows in lists, figures and the log alike.
  if (hasEnded) void queryClient.invalidateQueries()
  else if (isNew) void queryClient.invalidateQueries({ queryKey: [taskCalls.find.name] })
}

const feed = createFeed(taskCalls.watch, adopt)

/** The tasks under way or just ended, as far as the stream tells; undefined while there is none. */
export function useTaskFeed(isWanted = true): readonly TaskRow[] | undefined {
  return useFeed(feed, isWanted)?.tasks
}

const lookedAt = new Map<string, number>()

/** Somebody sees the task on the page: its end needs no further word. */
export function isLookedAt(guid: string): boolean {
  return lookedAt.has(guid)
}

/**
 * One task as it is now. `onEnd` is told once whenever it is seen to be over, also when it was so from the beginning.
 */
export function useTask(guid: string, onEnd?: (task: TaskRow) => void) {
  const isFed = useTaskFeed()?.some((task) => task.guid === guid) ?? false
  const cached = queryClient.getQueryState<TaskRow>(answerKey(taskCalls.get, { guid }))
  // One that is refused (it is gone, or another's) is not asked for over and over.
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
