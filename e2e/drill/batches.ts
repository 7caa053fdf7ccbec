// A batch task after the other on a real server that is killed and restarted at random moments. A batch is requested
// again, with the same key, only if it did not become a task. At the end, each batch must have one task, with all rows
// done, and what the drill itself counts must be right.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { allEnded, conclude, isOpen, say } from './proof.ts'

/** The longest time between a start of the server and its next kill. */
const LONGEST_MS = 4_000
const ENDED_WITHIN_MS = 300_000

export interface BatchDrill {
  /** What the subjects of the tasks start with. */
  name: string
  kind: NonNullable<PayloadOf<typeof taskCalls.find>['kind']>
  /** In each batch. */
  rows: number
  /** Returns the template to issue with, if the batches need one. */
  prepare?(call: Client, databaseUrl: string): Promise<string>
  /** Requests a batch, counted from one. */
  request(call: Client, template: string, batch: { key: string; count: number }): Promise<unknown>
  /** The differences between what is counted and what must be there after so many batches. */
  problemsIn(databaseUrl: string, template: string, batches: number, call: Client): Promise<string[]>
  checks: Parameters<typeof conclude>[1]
  /** What is proven, after the number of kills and batches. */
  proven(rows: number): string
}

interface Batches {
  /** The idempotency key of the last batch. */
  key: string
  count: number
}

/** Returns the number of problems. */
export async function drillBatches(drill: BatchDrill, kills: number): Promise<number> {
  const tasksOf = async (call: Client) =>
    (await call(taskCalls.find, { kind: drill.kind, pageSize: 100 })).rows.filter(({ subject }) =>
      subject.startsWith(drill.name),
    )

  /**
   * Requests the last batch again if it did not become a task, or the next one once the last task has ended. So there
   * is always work to interrupt.
   */
  async function keepBusy(call: Client, template: string, { key, count }: Batches) {
    const tasks = await tasksOf(call)
    if (tasks.some(isOpen)) return { key, count, asked: Promise.resolve() }
    const next = tasks.length < count ? { key, count } : { key: randomUUID(), count: count + 1 }
    return { ...next, asked: drill.request(call, template, next) }
  }

  let center = await startCenter({ isFromSource: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    const call = () => callerAt(center.url, headers)
    const template = (await drill.prepare?.(call(), center.databaseUrl)) ?? ''
    let batches: Batches = { key: '', count: 0 }
    for (let kill = 1; kill <= kills; kill += 1) {
      const { asked, ...busy } = await keepBusy(call(), template, batches)
      batches = busy
      asked.catch(() => undefined)
      const ms = Math.round(Math.random() * LONGEST_MS)
      await pause(ms)
      await center.kill()
      const start = performance.now()
      center = await startCenter({ isFromSource: true, folder })
      const [last] = await tasksOf(call())
      say(
        `kill ${kill} after ${ms} ms, restarted in ${Math.round(performance.now() - start)} ms; ` +
          (last ? `batch ${batches.count}: ${last.success} of ${last.total}` : 'no task yet'),
      )
    }
    const { asked, ...busy } = await keepBusy(call(), template, batches)
    batches = busy
    await asked
    await allEnded(() => tasksOf(call()), ENDED_WITHIN_MS)
    const tasks = await tasksOf(call())
    const problems = [
      ...(tasks.length === batches.count ? [] : [`tasks: ${tasks.length} instead of ${batches.count}`]),
      ...tasks.flatMap(({ guid, status, success, fail, skip }) =>
        status === TASK_STATUSES.completed && success === drill.rows && fail + skip === 0
          ? []
          : [`task ${guid} ended as ${JSON.stringify({ status, success, fail, skip })}`],
      ),
      ...(await drill.problemsIn(center.databaseUrl, template, batches.count, call())),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    const proven = drill.proven(batches.count * drill.rows)
    return conclude(folder, drill.checks, problems, `${kills} kills, ${batches.count} batches, ${proven}`)
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
