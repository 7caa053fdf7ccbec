// Shared code of the batch benches: runs the built server as its own process, alternates both sides, and measures rows
// per second and the peak memory of the server. Each bench supplies the work and a bare script that writes the same
// rows.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { TASK_STATUSES, taskCalls } from '@sealwright/contract'
import pg from 'pg'
import { startCenter } from '../e2e/support/center-process.ts'
import { callerAt, signInDemo } from '../e2e/support/demo-seat.ts'
import { spreadOf } from './harness.ts'
import type { Figure, RunOptions } from './harness.ts'

/** Rows that a bare script writes per transaction. */
export const BARE_CHUNK = 5_000

/** Waits until the task has processed all of its rows. */
export async function completed(call: Client, guid: string, rows: number): Promise<void> {
  for (;;) {
    const task = await call(taskCalls.get, { guid })
    if (task.status === TASK_STATUSES.completed && task.success === rows) return
    if (task.status > TASK_STATUSES.processing) throw new Error(`the task ended as ${JSON.stringify(task)}`)
    await pause(100)
  }
}

/** Waits until the operation log is sealed, so that this work does not slow down the other side. */
async function settled(db: pg.Client): Promise<void> {
  while ((await db.query('select from operation_unsealed limit 1')).rowCount !== 0) await pause(200)
  await db.query('checkpoint')
}

/** Peak (VmHWM) or current (VmRSS) memory of a process; NaN on systems without /proc. */
async function memoryMb(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Prepares one run of a side under a unique name and returns the work to measure. */
type Side = (run: string) => Promise<() => Promise<void>>

interface Batch extends Pick<RunOptions, 'tell'> {
  what: string
  rows: number
  rounds: number
  prepare(call: Client, db: pg.Client): Promise<{ ours: Side; baseline: Side }>
}

export async function measureBatch({ what, rows, rounds, tell, prepare }: Batch): Promise<Figure[]> {
  const center = await startCenter() // the built server: from source, it would also hold a compiler in memory
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
        what: 'memory of the server: peak against idle',
        unit: 'MB',
        ours: spreadOf([peakMb]),
        baseline: spreadOf([idleMb]),
        ...(Number.isNaN(peakMb) && { unjudged: 'this system has no /proc' }),
      },
    ]
  } finally {
    await db.end()
    await center.stop()
  }
}
