// Background work on a PostgreSQL-backed queue. A job is an object (name, payload, schedule, run). It is enqueued in
// the business transaction, so a rollback also discards the job and a commit cannot lose it.
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
  /** A cron expression in UTC. A scheduled run has an empty payload. */
  schedule?: string
  retries: number
  /** How many runs this process executes at a time; 1 by default. */
  concurrency?: number
  /** This process executes at most one run of a group at a time. The others wait without taking a place. */
  isOneOfGroup?: boolean
  run(payload: z.output<Payload>, attempt: { isLast: boolean }): Promise<void>
}

export function defineJob<Payload extends z.core.$ZodType>(job: Job<Payload>): Job {
  return job
}

/** Next to the locks of migrations and of the sealer. */
const GRANT_LOCK = 7_325_003

export interface Jobs {
  /** Creates the queues of these jobs, so that callers can enqueue. Does not run any job. */
  open(jobs: readonly Job[]): Promise<void>
  /** Creates the queues and starts to run the jobs. */
  start(jobs: readonly Job[]): Promise<void>
  /** Enqueues in the caller's transaction, to run now or after a delay. */
  enqueue(db: Db, name: string, payload: object, how?: { afterSeconds?: number; group?: string }): Promise<void>
  /** Enqueues several runs of one job in one statement. */
  enqueueMany(db: Db, name: string, runs: readonly { payload: object; group?: string }[]): Promise<void>
  isRunning(): boolean
  stop(): Promise<void>
}

/** The statements that create the queue's own tables, without their transaction, and their schema version. */
export function jobsSchema(): { version: number; sql: string } {
  const plan =
    /^\s*BEGIN;(?<sql>.+INSERT INTO pgboss\.version\(version\) VALUES \('(?<version>\d+)'\);)\s*COMMIT;\s*$/s.exec(
      getConstructionPlans('pgboss'),
    )?.groups
  if (!plan?.['sql'] || !plan['version']) throw new Error('the construction plan of pg-boss has an unexpected form')
  return { version: Number(plan['version']), sql: plan['sql'] }
}

export function createJobs(deps: { url: string; owner: pg.Pool; log: Logger }): Jobs {
  const { url, owner, log } = deps
  // Look for jobs of dead processes every few seconds. The default is once a minute, however short the heartbeat is.
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    application_name: 'sealwright-jobs',
  })
  // The error holds the whole database client, including its credentials. Log only the message and the code.
  boss.on('error', (error) => log.warn({ reason: error.message, code: sqlState(error) }, 'job queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  let isOpen = false
  let isRunning = false

  async function open(jobs: readonly Job[]) {
    await boss.start()
    isOpen = true
    // One transaction. Without the lock, the grants of two servers that start at the same moment collide.
    await owner.query(`
      select pg_advisory_xact_lock(${GRANT_LOCK});
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
      // An earlier version may have scheduled jobs that no longer exist.
      const scheduled = new Set(jobs.flatMap(({ name, schedule }) => (schedule ? [name] : [])))
      for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
      for (const job of jobs) {
        if (job.schedule) await boss.schedule(job.name, job.schedule, {})
        await boss.work<object>(
          job.name,
          {
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            localConcurrency: job.concurrency ?? 1,
            ...(job.isOneOfGroup && { localGroupConcurrency: 1 }),
          },
          async (batch) => {
            for (const item of batch) {
              const isLast = item.retryCount >= job.retries
              try {
                await job.run(z.decode(job.payload, item.data), { isLast })
              } catch (error) {
                log.error({ err: error, job: job.name, jobId: item.id, attempt: item.retryCount + 1 }, 'job failed')
                throw error
              }
            }
          },
        )
      }
      isRunning = true
    },
    async enqueue(db, name, payload, { afterSeconds, group } = {}) {
      await boss.send(name, payload, {
        db: fromDrizzle(db, sql),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
        ...(group !== undefined && { group: { id: group } }),
      })
    },
    async enqueueMany(db, name, runs) {
      if (runs.length > 0)
        await boss.insert(
          name,
          runs.map(({ payload, group }) => ({ data: payload, ...(group !== undefined && { group: { id: group } }) })),
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
