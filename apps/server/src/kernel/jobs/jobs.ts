// Background work on a PostgreSQL-backed queue. A job is an object (name, payload, schedule, run); it is enqueued
// inside the business transaction, so that nothing happens for what was rolled back and nothing is lost after a commit.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { PgBoss, fromDrizzle, getConstructionPlans } from 'pg-boss'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { APP_ROLE, sqlState } from '../db/database.ts'
import type { Db } from '../db/database.ts'

export interface Job<Payload extends z.core.$ZodType = z.core.$ZodType> {
  name: string
  payload: Payload
  /** A cron line in UTC; the job then runs with an empty payload. */
  schedule?: string
  retries: number
  /** How many of them this process does at a time, if more than one. */
  concurrency?: number
  run(payload: z.output<Payload>, attempt: { isLast: boolean }): Promise<void>
}

export function defineJob<Payload extends z.core.$ZodType>(job: Job<Payload>): Job {
  return job
}

export interface Jobs {
  /** Makes the queues of these jobs, so that one can enqueue; nothing runs here. */
  open(jobs: readonly Job[]): Promise<void>
  /** Opens, then works. */
  start(jobs: readonly Job[]): Promise<void>
  /** Enqueues in the caller's transaction, for now or for later. */
  enqueue(db: Db, name: string, payload: object, when?: { afterSeconds?: number }): Promise<void>
  /** Several of one kind at once. */
  enqueueMany(db: Db, name: string, payloads: readonly object[]): Promise<void>
  isRunning(): boolean
  stop(): Promise<void>
}

/**
 * The statements that make the queue's own tables, to be run in a transaction, and the number by which the queue knows
 * them.
 */
export function jobsSchema(): { version: number; sql: string } {
  const plan =
    /^\s*BEGIN;(?<sql>.+INSERT INTO pgboss\.version\(version\) VALUES \('(?<version>\d+)'\);)\s*COMMIT;\s*$/s.exec(
      getConstructionPlans('pgboss'),
    )?.groups
  if (!plan?.['sql'] || !plan['version'])
    throw new Error('the job queue makes its tables in another way than it used to')
  return { version: Number(plan['version']), sql: plan['sql'] }
}

export function createJobs(deps: { url: string; owner: pg.Pool; log: Logger }): Jobs {
  const { url, owner, log } = deps
  // A dead process's jobs are looked for every few seconds: by default it is once a minute, however soon a heartbeat is
  // missed.
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    application_name: 'sealwright-jobs',
  })
  // The error carries the whole database client, keys included: only its words are logged.
  boss.on('error', (error) => log.warn({ reason: error.message, code: sqlState(error) }, 'the job queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  let isOpen = false
  let isRunning = false

  async function open(jobs: readonly Job[]) {
    await boss.start()
    isOpen = true
    await owner.query(`
      grant usage on schema pgboss to ${APP_ROLE};
      grant select, insert on all tables in schema pgboss to ${APP_ROLE};
      alter default privileges in schema pgboss grant select, insert on tables to ${APP_ROLE}`)
    for (const job of jobs)
      await boss.createQueue(job.name, {
        retryLimit: job.retries,
        retryBackoff: true,
        retryDelay: 1,
        heartbeatSeconds: 10,
        notify: true,
      })
  }

  return {
    open,
    async start(jobs) {
      await open(jobs)
      for (const job of jobs) {
        if (job.schedule) await boss.schedule(job.name, job.schedule, {})
        await boss.work<object>(
          job.name,
          {
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            localConcurrency: job.concurrency ?? 1,
          },
          async (batch) => {
            for (const item of batch) {
              const isLast = item.retryCount >= job.retries
              try {
                await job.run(z.decode(job.payload, item.data), { isLast })
              } catch (error) {
                log.error({ err: error, job: job.name, jobId: item.id, attempt: item.retryCount + 1 }, 'a job failed')
                throw error
              }
            }
          },
        )
      }
      isRunning = true
    },
    async enqueue(db, name, payload, { afterSeconds } = {}) {
      await boss.send(name, payload, {
        db: fromDrizzle(db, sql),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      })
    },
    async enqueueMany(db, name, payloads) {
      if (payloads.length > 0)
        await boss.insert(
          name,
          payloads.map((data) => ({ data })),
          { db: fromDrizzle(db, sql) },
        )
    },
    isRunning: () => isRunning,
    async stop() {
      if (!isOpen) return
      isOpen = isRunning = false
      await boss.stop({ graceful: true, timeout: 8_000 })
    },
  }
}
