// The public interface of health: the page of the desk, the metrics, the heartbeat of this process, and the results of
// verifications, backups and drills.
import { randomUUID } from 'node:crypto'
import {
  HEALTH_METRIC,
  HEALTH_NUMBERS,
  HEALTH_PROOFS,
  HEALTH_VALUES,
  developerGuid,
  healthDesk,
  healthMetric,
} from '@sealwright/contract'
import pg from 'pg'
import type { Logger } from 'pino'
import { DESK_CHAIN } from '../../kernel/audit/record.ts'
import type { Verification } from '../../kernel/audit/verify.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { deskAnswers, deskAnswersAlone } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { healthJobs } from './health.job.ts'
import { PROOF_JOBS, insertResult, lockVerifying, readResults } from './health.queries.ts'
import { createHealthService } from './health.service.ts'
import { createHeartbeat } from './heartbeat.service.ts'
import { readFreeSpace, readSiteCertificate, rememberCertificate } from './probe.service.ts'
import type { ReadFreeSpace, ReadSiteCertificate } from './probe.service.ts'
import type { Tally } from './tally.service.ts'

export { createTally } from './tally.service.ts'

const KEPT_MS = 10_000
const CONNECT_WITHIN_MS = 2_000
const ANSWER_WITHIN_MS = 5_000

export interface HealthOptions {
  freeSpace?: ReadFreeSpace
  siteCertificate?: ReadSiteCertificate
  /** How long a measurement serves. */
  keptMs?: number
}

interface Deps {
  database: Database
  databaseUrl: string
  clock: Clock
  log: Logger
  jobs: Jobs
  metrics: Metrics
  tally: Tally
  version: string
  folders: readonly string[]
  publicUrl: string | undefined
  paymentCertificates: readonly string[]
  verifyLog(): Promise<Verification>
}

export function createHealth(deps: Deps, options: HealthOptions = {}) {
  const { database, clock, jobs, metrics } = deps
  const processId = randomUUID()
  const probe = new pg.Pool({
    connectionString: deps.databaseUrl,
    max: 3,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'sealwright-health',
  })
  // A lost connection shows in the next measurement.
  probe.on('error', () => undefined)
  probe.on('connect', (client) => void client.on('error', () => undefined))
  const service = createHealthService({
    ...deps,
    probe,
    processId,
    freeSpace: options.freeSpace ?? readFreeSpace,
    siteCertificate: options.siteCertificate ?? rememberCertificate(readSiteCertificate),
    keptMs: options.keptMs ?? KEPT_MS,
  })
  const heartbeat = createHeartbeat({ ...deps, owner: database.owner, processId })

  async function note(kind: 'log' | 'ledger', problems: readonly string[]): Promise<void> {
    await insertResult(database.owner, { kind, at: clock.now(), problems })
    service.forget()
  }

  metrics.gauges(HEALTH_METRIC, 'State of a check: 0 green, 1 yellow, 2 red, -1 not known.', 'check', async () => {
    const { checks } = await service.report()
    return new Map(checks.map(({ name, level }) => [name, HEALTH_NUMBERS[level]]))
  })
  for (const name of HEALTH_VALUES)
    metrics.gauge(healthMetric(name), `The value ${name} of the health page.`, async () => {
      const { checks } = await service.report()
      return checks.flatMap(({ values }) => values).find((value) => value.name === name)?.value ?? null
    })

  const deskBindings: DeskBinding[] = [
    deskAnswersAlone(healthDesk.get, () => service.report()),
    deskAnswers(healthDesk.verify, async (scope, { what }) => {
      const { db } = scope
      if (await lockVerifying(db, what)) throw new Refusal('health.verifying')
      await jobs.enqueue(db, PROOF_JOBS[what], {})
      const name = scope.say(`health.checks.${what}.title`)
      await scope.record({ type: 'update', target: { kind: 'verification', guid: developerGuid(DESK_CHAIN), name } })
      service.forget()
      return {}
    }),
  ]
  return {
    deskBindings,
    jobs: healthJobs({ ...deps, noteProblems: (problems) => note('log', problems) }),
    noteLedger: (problems: readonly string[]) => note('ledger', problems),
    beat: heartbeat.beat,
    /** Begins to beat. A center that was never verified is verified now. */
    async start() {
      await heartbeat.start()
      const { results } = await readResults(database.owner)
      for (const what of HEALTH_PROOFS)
        if (!results.has(what)) await database.asOwner((db) => jobs.enqueue(db, PROOF_JOBS[what], {}))
    },
    async stop() {
      await heartbeat.stop()
      await probe.end()
    },
  }
}

/**
 * Notes a backup or a restore drill that a command made. The database may be of an earlier version without the table.
 * Returns whether it was noted.
 */
export async function noteFromCommand(
  databaseUrl: string,
  result: { kind: 'backup' | 'drill'; at: Date; problems?: readonly string[]; sizeBytes?: number },
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sealwright-health' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('health_result') is not null as there")
    if (!rows[0]?.there) return false
    await insertResult(client, result)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
