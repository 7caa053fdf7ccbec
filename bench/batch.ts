// What benches of a batch share: a built server as a process of its own, both sides in turns, so many rows a second of
// each, and how much memory the server took at most. What is written, and what a bare script must write to have done
// the same, is the benches'.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls } from '@sealwright/contract'
import pg from 'pg'
import { startCenter } from '../e2e/center-process.ts'
import { callerAt, signInDemo } from '../e2e/demo-seat.ts'
import { spreadOf } from './harness.ts'
import type { Figure, RunOptions } from './harness.ts'

/** Rows that a bare script writes in one transaction. */
export const BARE_CHUNK = 5_000

/** Until the task has done all of its rows. */
export async function completed(call: Client, guid: string, rows: number): Promise<void> {
  for (;;) {
    const task = await call(taskCalls.get, { guid })
    if (task.status === TASK_STATUSES.completed && task.success === rows) return
    if (task.status > TASK_STATUSES.processing) throw new Error(`the task ended as ${JSON.stringify(task)}`)
    await pause(100)
  }
}

/** Until the log of what was written is sealed: it shall not burden the other side. */
async function settled(db: pg.Client): Promise<void> {
  while ((await db.query('select from operation_unsealed limit 1')).rowCount !== 0) await pause(200)
  await db.query('checkpoint')
}

/** What a process has at most held in memory, where the system tells. */
async function memoryMb(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Makes one run of a side ready, under a name of its own; what it answers is what is measured. */
type Side = (run: string) => Promise<() => Promise<void>>

interface Batch extends Pick<RunOptions, 'tell'> {
  what: string
  rows: number
  rounds: number
  prepare(call: Client, db: pg.Client): Promise<{ ours: Side; baseline: Side }>
}

export async function measureBatch({ what, rows, rounds, tell, prepare }: Batch): Promise<Figure[]> {
  const center = await startCenter() // the built one: from its source it would hold a compiler as well
  const db = new pg.Client({ connectionString: center.databaseUrl })
  try {
    await db.connect()
    const sides = await prepare(callerAt(center.url, await signInDemo(center.url)), db)
    const idleMb = await memoryMb(center.pid, 'VmRSS')
    const rates = { ours: [] as number[], baseline: [] as number[] } // an empty array has no element type of its own
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const)) {
        await settled(db)
        const run = await sides[side](`${side}-${round}`)
        const start = performance.now()
        await run()
        const seconds = (performance.now() - start) / 1000
        rates[side].push(rows / seconds)
        tell(`${side}: ${seconds.toFixed(1)} s`)
      }
    }
    const peakMb = await memoryMb(center.pid, 'VmHWM')
    return [
      { what, unit: '/s', ours: spreadOf(rates.ours), baseline: spreadOf(rates.baseline) },
      {
        what: 'memory of the server: at most, and idle',
        unit: 'MB',
        ours: spreadOf([peakMb]),
        baseline: spreadOf([idleMb]),
        ...(Number.isNaN(peakMb) && { unjudged: 'this system does not tell' }),
      },
    ]
  } finally {
    await db.end()
    await center.stop()
  }
}
