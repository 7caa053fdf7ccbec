// Measures all checks and judges them by the table of the contract. It has connections of its own with short timeouts:
// it must answer while the database is down and while the pools of the center are exhausted. One measurement serves all
// readers for a few seconds.
import { HEALTH_CHECK_NAMES, HEALTH_TIMES, healthCheck, judgeHealth } from '@sealwright/contract'
import type { AnswerOf, HealthCheckName, HealthLevel, HealthReadings, healthDesk } from '@sealwright/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { outageOf } from '../../kernel/db/database.ts'
import * as queries from './health.queries.ts'
import type { ProcessRow } from './health.queries.ts'
import { daysUntil, firstEnd } from './probe.service.ts'
import type { ReadFreeSpace, ReadSiteCertificate } from './probe.service.ts'

export interface HealthDeps {
  /** A few connections with short timeouts. */
  probe: pg.Pool
  clock: Clock
  log: Logger
  processId: string
  /** Folders whose disks can fill up. */
  folders: readonly string[]
  publicUrl: string | undefined
  /** Certificates of payment providers, in PEM. */
  paymentCertificates: readonly string[]
  freeSpace: ReadFreeSpace
  siteCertificate: ReadSiteCertificate
  /** How long a measurement serves. */
  keptMs: number
}

interface Reading {
  values: HealthReadings
  details?: string[]
  last?: Date | null
  isVerifying?: boolean
  /** It could not measure everything, so a light without findings is not green. */
  isPartial?: boolean
}

export type Process = Omit<AnswerOf<typeof healthDesk.get>['processes'][number], 'startTime' | 'lastTime'> & {
  startTime: Date
  lastTime: Date
}

type Told = AnswerOf<typeof healthDesk.get>['checks'][number]
export type CheckState = Omit<Told, 'lastTime' | 'values'> & {
  lastTime: Date | null
  values: { name: Told['values'][number]['name']; value: number | null }[]
}

export interface Report {
  time: Date
  level: HealthLevel
  checks: CheckState[]
  processes: Process[]
}

const WORST_FIRST: readonly HealthLevel[] = ['red', 'yellow', 'unknown', 'green']
const secondsSince = (then: Date | null, now: Date) =>
  then === null ? null : Math.max(0, Math.round((now.getTime() - then.getTime()) / 1000))

export function stateOf({ seenAt, stoppedAt }: Pick<ProcessRow, 'seenAt' | 'stoppedAt'>, now: Date) {
  if (stoppedAt !== null) return 'stopped'
  return now.getTime() - seenAt.getTime() > HEALTH_TIMES.goneSeconds * 1000 ? 'gone' : 'running'
}

export function createHealthService(deps: HealthDeps) {
  const { probe, clock, log } = deps
  let kept: { until: number; report: Promise<Report> } | undefined

  async function readDisk(): Promise<Reading> {
    const spaces = await Promise.all(deps.folders.map(deps.freeSpace))
    return {
      values: {
        freeBytes: Math.min(...spaces.map(({ freeBytes }) => freeBytes)),
        freeRatio: Math.min(...spaces.map(({ freeBytes, totalBytes }) => freeBytes / Math.max(1, totalBytes))),
      },
    }
  }

  async function readCertificates(now: Date): Promise<Reading> {
    const end = firstEnd(deps.paymentCertificates)
    const paymentDays = end && daysUntil(end, now)
    if (!deps.publicUrl?.startsWith('https:')) return { values: { siteDays: null, siteTrusted: null, paymentDays } }
    try {
      const { validTo, isTrusted } = await deps.siteCertificate(deps.publicUrl)
      return { values: { siteDays: daysUntil(validTo, now), siteTrusted: isTrusted ? 1 : 0, paymentDays } }
    } catch (error) {
      const details = [error instanceof Error ? error.message : String(error)]
      return { values: { siteDays: null, siteTrusted: null, paymentDays }, details, isPartial: true }
    }
  }

  async function readDatabase(): Promise<Reading> {
    const { size, used, most, longest, standbys, lag } = await queries.readDatabase(probe)
    // Without the right to read it, the rest is still worth having.
    const slow = await queries.listSlow(probe).catch(() => [])
    return {
      values: {
        reachable: 1,
        sizeBytes: size,
        connections: used,
        connectionsRatio: used / most,
        longestTransactionSeconds: Math.round(longest),
        slowestMilliseconds: slow[0] ? Math.round(slow[0].ms) : null,
        standbys,
        replicationSeconds: lag,
      },
      details: slow.map(({ query, ms, calls }) => `${Math.round(ms)} ms × ${calls}: ${query}`),
    }
  }

  async function readProcesses(now: Date): Promise<Reading & { processes: Process[] }> {
    const since = new Date(now.getTime() - HEALTH_TIMES.goneReportedSeconds * 1000)
    const rows = await queries.listProcesses(probe, since)
    const processes = rows.map((row) => ({
      id: row.id,
      version: row.version,
      state: stateOf(row, now),
      isThis: row.id === deps.processId,
      startTime: row.startedAt,
      lastTime: row.seenAt,
    })) satisfies Process[]
    const running = processes.filter(({ state }) => state === 'running')
    return {
      processes,
      values: {
        running: running.length,
        versions: new Set(running.map(({ version }) => version)).size,
        gone: processes.filter(({ state }) => state === 'gone').length,
      },
    }
  }

  async function readJobs(): Promise<Reading> {
    const { waiting, oldest, failed, hanging, names } = await queries.readJobs(probe)
    return {
      values: { waiting, waitingSeconds: Math.round(oldest), failed, hanging },
      details: names.map((one) => `${one.name}: ${one.hanging} over the time limit, ${one.failed} failed`),
    }
  }

  async function readResults(now: Date): Promise<Record<'log' | 'ledger' | 'backup' | 'drill', Reading>> {
    const [{ founded, results }, verifying, unsealedSeconds] = await Promise.all([
      queries.readResults(probe),
      queries.listVerifying(probe),
      queries.readUnsealed(probe, now),
    ])
    const partsOf = (kind: queries.ResultKind) => {
      const result = results.get(kind)
      return {
        // A new center has a day before its first backup is due.
        age: secondsSince(result?.at ?? founded, now),
        problems: result ? result.problemCount : null,
        sizeBytes: result?.sizeBytes ?? null,
        shown: { details: result?.problems ?? [], last: result?.at ?? null },
      }
    }
    const [logged, ledger, backup, drill] = [partsOf('log'), partsOf('ledger'), partsOf('backup'), partsOf('drill')]
    return {
      log: {
        ...logged.shown,
        values: {
          unsealedSeconds: Math.round(unsealedSeconds),
          verifiedSeconds: logged.age,
          problems: logged.problems,
        },
        isVerifying: verifying.has(queries.PROOF_JOBS.log),
      },
      ledger: {
        ...ledger.shown,
        values: { verifiedSeconds: ledger.age, problems: ledger.problems },
        isVerifying: verifying.has(queries.PROOF_JOBS.ledger),
      },
      backup: { ...backup.shown, values: { ageSeconds: backup.age, fileBytes: backup.sizeBytes } },
      drill: { ...drill.shown, values: { ageSeconds: drill.age, problems: drill.problems } },
    }
  }

  async function readMail(now: Date): Promise<Reading> {
    const { queued, oldest, failed, kept: without } = await queries.readMail(probe, now)
    return { values: { queued, queuedSeconds: Math.round(oldest), failed, kept: without } }
  }

  async function readWebhooks(now: Date): Promise<Reading> {
    const { waiting, oldest } = await queries.readWebhooks(probe, now)
    return { values: { waiting, waitingSeconds: Math.round(oldest) } }
  }

  async function readCounts(now: Date): Promise<Record<'networks' | 'attacks', Reading>> {
    const { total, networks, top } = await queries.readCounts(probe, now)
    return {
      networks: {
        values: { limited: total('limited'), networks: networks.length },
        details: top.map(({ network, count }) => `${network}: ${count}`),
      },
      attacks: {
        values: { signIns: total('signIn'), slowed: total('slowed'), captchas: total('captcha') },
      },
    }
  }

  /** A check that fails to measure is not known; the others are not affected. */
  async function attempt<T>(of: string, work: () => Promise<T>): Promise<T | undefined> {
    return work().catch((error: unknown) => {
      log.warn({ ...outageOf(error), check: of }, 'a health check could not measure')
      return undefined
    })
  }

  async function measure(): Promise<Report> {
    const now = clock.now()
    const [disk, certificates, database] = await Promise.all([
      attempt('disk', readDisk),
      attempt('certificates', () => readCertificates(now)),
      attempt('database', readDatabase),
    ])
    const readings = new Map<HealthCheckName, Reading | undefined>([
      ['disk', disk],
      ['certificates', certificates],
      ['database', database ?? { values: { reachable: 0 } }],
    ])
    let processes: Process[] = []
    if (database) {
      const [running, jobs, results, mail, webhooks, counts] = await Promise.all([
        attempt('processes', () => readProcesses(now)),
        attempt('jobs', readJobs),
        attempt('results', () => readResults(now)),
        attempt('mail', () => readMail(now)),
        attempt('webhooks', () => readWebhooks(now)),
        attempt('counts', () => readCounts(now)),
      ])
      processes = running?.processes ?? []
      for (const [name, reading] of Object.entries({ processes: running, jobs, mail, webhooks, ...results, ...counts }))
        readings.set(name as HealthCheckName, reading) // the keys are names of checks
    }
    const checks = HEALTH_CHECK_NAMES.map((name) => stateOfCheck(name, readings.get(name), database !== undefined))
    return {
      time: now,
      level: WORST_FIRST.find((level) => checks.some((check) => check.level === level)) ?? 'green',
      checks: WORST_FIRST.flatMap((level) => checks.filter((check) => check.level === level)),
      processes,
    }
  }

  return {
    report(): Promise<Report> {
      const now = performance.now()
      if (kept && now < kept.until) return kept.report
      const mine = { until: Infinity, report: measure() }
      kept = mine
      void mine.report.finally(() => (mine.until = performance.now() + deps.keptMs)).catch(() => undefined)
      return mine.report
    },
    /** The next reader measures again. */
    forget: () => void (kept = undefined),
  }
}

function stateOfCheck(name: HealthCheckName, reading: Reading | undefined, hasDatabase: boolean): CheckState {
  const isLost = healthCheck(name).needsDatabase && !hasDatabase && name !== 'database'
  const { level, findings } = judgeHealth(name, reading?.values ?? {})
  const isUnknown = !reading || (reading.isPartial === true && findings.length === 0)
  return {
    name,
    level: isLost ? 'red' : isUnknown ? 'unknown' : level,
    needsDatabase: isLost,
    findings,
    values: Object.keys(healthCheck(name).values).map((value) => ({
      name: `${name}.${value}` as Told['values'][number]['name'], // a key of the table
      value: reading?.values[value] ?? null,
    })),
    details: reading?.details ?? [],
    lastTime: reading?.last ?? null,
    isVerifying: reading?.isVerifying ?? false,
  }
}
