// A task, and an event stream that the test writes to.
import { taskCalls } from '@sealwright/contract'
import type { AnswerOf, Call, TaskRow } from '@sealwright/contract'
import { act } from '@testing-library/react'

export const GUID = '00000000-0000-4000-8000-0000000000a1'

export const task = (given: Partial<TaskRow> = {}): TaskRow => ({
  guid: GUID,
  kind: 'userImport',
  isUndo: false,
  subject: 'users.xlsx',
  status: 1,
  isDraft: false,
  cost: null,
  creates: null,
  total: 200,
  success: 50,
  fail: 0,
  retryable: given.fail ?? 0,
  skip: 0,
  creator: 'lin@example.com',
  isOwn: true,
  createTime: '2026-01-01T00:00:00.000Z',
  startTime: '2026-01-01T00:00:01.000Z',
  finishTime: null,
  undoUntil: null,
  undoneBy: null,
  error: null,
  ...given,
})

/** Answers `/task/watch.do`; `tell` sends tasks to the stream, `tellUnread` the numbers of unread rows. */
export function eventStream() {
  let write: (text: string) => void = () => undefined
  const answer: [Call, () => Response] = [
    taskCalls.watch,
    () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (write = (text) => controller.enqueue(new TextEncoder().encode(text))),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  ]
  const send = (event: AnswerOf<typeof taskCalls.watch>) => act(async () => write(`data: ${JSON.stringify(event)}\n\n`))
  return {
    answer,
    tell: (...tasks: TaskRow[]) => send({ tasks, unread: { messages: 0, notices: 0 } }),
    tellUnread: (messages: number, notices: number) => send({ tasks: [], unread: { messages, notices } }),
  }
}
