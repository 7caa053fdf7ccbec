// Health of a center. The table of checks says what each check measures and when its light is yellow or red. The page
// of the desk, the metrics, the alert rules and the guide all follow it.
import * as z from 'zod/mini'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time-spans.ts'
import { toldTime } from '../kernel/wire.ts'

/** `unknown`: the check could not measure, and nothing says that something is wrong. */
export const HEALTH_LEVELS = ['green', 'yellow', 'red', 'unknown'] as const
export type HealthLevel = (typeof HEALTH_LEVELS)[number]

/** The unit of a value. The name of a value ends with it, except for counts and flags. */
export type HealthUnit = 'count' | 'flag' | 'seconds' | 'bytes' | 'ratio' | 'days' | 'milliseconds'

interface Finding {
  level: 'yellow' | 'red'
  /** The value that it judges. */
  of: string
  /** It applies at this value and above it. */
  from?: number
  /** It applies below this value. */
  below?: number
}

interface HealthCheck {
  /** Whether it reads the database. Without the database, such a check is red. */
  needsDatabase: boolean
  values: Readonly<Record<string, HealthUnit>>
  /** The worse finding of a value comes first: only the first one of a value is reported. */
  findings: Readonly<Record<string, Finding>>
}

const MINUTE = MINUTE_MS / 1000
const HOUR = HOUR_MS / 1000
const DAY = DAY_MS / 1000
const MEGABYTE = 1024 ** 2

/** Facts about the checks that are no thresholds. */
export const HEALTH_TIMES = {
  beatSeconds: 15,
  /** A process without a heartbeat for this time is gone. */
  goneSeconds: MINUTE,
  /** A process that ended without stopping is reported for this time. */
  goneReportedSeconds: DAY,
  refreshSeconds: 15,
  /** How long an operator's session is remembered for an outage of the database. */
  rememberedSeconds: 5 * MINUTE,
  /** Days that the counts of attacks are kept. */
  countedDays: 30,
  /** Days that the results of verifications and backups are kept. */
  resultDays: 400,
} as const

export const HEALTH_CHECKS = {
  database: {
    needsDatabase: true,
    values: {
      reachable: 'flag',
      sizeBytes: 'bytes',
      connections: 'count',
      connectionsRatio: 'ratio',
      longestTransactionSeconds: 'seconds',
      slowestMilliseconds: 'milliseconds',
      standbys: 'count',
      replicationSeconds: 'seconds',
    },
    findings: {
      unreachable: { level: 'red', of: 'reachable', below: 1 },
      connectionsFull: { level: 'red', of: 'connectionsRatio', from: 0.95 },
      connectionsMany: { level: 'yellow', of: 'connectionsRatio', from: 0.8 },
      transactionStuck: { level: 'red', of: 'longestTransactionSeconds', from: 30 * MINUTE },
      transactionLong: { level: 'yellow', of: 'longestTransactionSeconds', from: 5 * MINUTE },
      replicaLost: { level: 'red', of: 'replicationSeconds', from: 10 * MINUTE },
      replicaBehind: { level: 'yellow', of: 'replicationSeconds', from: MINUTE },
    },
  },
  processes: {
    needsDatabase: true,
    values: { running: 'count', versions: 'count', gone: 'count' },
    findings: {
      gone: { level: 'yellow', of: 'gone', from: 1 },
      versions: { level: 'yellow', of: 'versions', from: 2 },
    },
  },
  disk: {
    needsDatabase: false,
    values: { freeBytes: 'bytes', freeRatio: 'ratio' },
    findings: {
      full: { level: 'red', of: 'freeBytes', below: 500 * MEGABYTE },
      low: { level: 'yellow', of: 'freeBytes', below: 2048 * MEGABYTE },
      nearlyFull: { level: 'red', of: 'freeRatio', below: 0.01 },
      getsFull: { level: 'yellow', of: 'freeRatio', below: 0.05 },
    },
  },
  jobs: {
    needsDatabase: true,
    values: { waiting: 'count', waitingSeconds: 'seconds', failed: 'count', hanging: 'count' },
    findings: {
      hanging: { level: 'red', of: 'hanging', from: 1 },
      stopped: { level: 'red', of: 'waitingSeconds', from: 30 * MINUTE },
      late: { level: 'yellow', of: 'waitingSeconds', from: 5 * MINUTE },
      failed: { level: 'yellow', of: 'failed', from: 1 },
    },
  },
  log: {
    needsDatabase: true,
    values: { unsealedSeconds: 'seconds', verifiedSeconds: 'seconds', problems: 'count' },
    findings: {
      tampered: { level: 'red', of: 'problems', from: 1 },
      sealerStopped: { level: 'red', of: 'unsealedSeconds', from: 10 * MINUTE },
      sealerLate: { level: 'yellow', of: 'unsealedSeconds', from: MINUTE },
      longUnverified: { level: 'red', of: 'verifiedSeconds', from: 3 * DAY },
      unverified: { level: 'yellow', of: 'verifiedSeconds', from: 26 * HOUR },
    },
  },
  ledger: {
    needsDatabase: true,
    values: { verifiedSeconds: 'seconds', problems: 'count' },
    findings: {
      wrong: { level: 'red', of: 'problems', from: 1 },
      longUnverified: { level: 'red', of: 'verifiedSeconds', from: 3 * DAY },
      unverified: { level: 'yellow', of: 'verifiedSeconds', from: 26 * HOUR },
    },
  },
  backup: {
    needsDatabase: true,
    values: { ageSeconds: 'seconds', fileBytes: 'bytes' },
    findings: {
      missing: { level: 'red', of: 'ageSeconds', from: 72 * HOUR },
      old: { level: 'yellow', of: 'ageSeconds', from: 26 * HOUR },
    },
  },
  drill: {
    needsDatabase: true,
    values: { ageSeconds: 'seconds', problems: 'count' },
    findings: {
      failed: { level: 'red', of: 'problems', from: 1 },
      old: { level: 'yellow', of: 'ageSeconds', from: 100 * DAY },
    },
  },
  certificates: {
    needsDatabase: false,
    values: { siteDays: 'days', siteTrusted: 'flag', paymentDays: 'days' },
    findings: {
      siteUntrusted: { level: 'red', of: 'siteTrusted', below: 1 },
      siteEnds: { level: 'red', of: 'siteDays', below: 7 },
      siteEndsSoon: { level: 'yellow', of: 'siteDays', below: 21 },
      paymentEnds: { level: 'red', of: 'paymentDays', below: 7 },
      paymentEndsSoon: { level: 'yellow', of: 'paymentDays', below: 30 },
    },
  },
  mail: {
    needsDatabase: true,
    values: { queued: 'count', queuedSeconds: 'seconds', failed: 'count', kept: 'count' },
    findings: {
      stopped: { level: 'red', of: 'queuedSeconds', from: 2 * HOUR },
      late: { level: 'yellow', of: 'queuedSeconds', from: 15 * MINUTE },
      manyFailed: { level: 'red', of: 'failed', from: 100 },
      someFailed: { level: 'yellow', of: 'failed', from: 10 },
    },
  },
  webhooks: {
    needsDatabase: true,
    values: { waiting: 'count', waitingSeconds: 'seconds' },
    findings: {
      stopped: { level: 'red', of: 'waitingSeconds', from: HOUR },
      late: { level: 'yellow', of: 'waitingSeconds', from: 5 * MINUTE },
    },
  },
  networks: {
    needsDatabase: true,
    values: { limited: 'count', networks: 'count' },
    findings: {
      flood: { level: 'red', of: 'limited', from: 100_000 },
      many: { level: 'yellow', of: 'limited', from: 1_000 },
    },
  },
  attacks: {
    needsDatabase: true,
    values: { signIns: 'count', slowed: 'count', captchas: 'count' },
    findings: {
      signInsFlood: { level: 'red', of: 'signIns', from: 5_000 },
      signInsMany: { level: 'yellow', of: 'signIns', from: 500 },
      captchasFlood: { level: 'red', of: 'captchas', from: 10_000 },
      captchasMany: { level: 'yellow', of: 'captchas', from: 1_000 },
    },
  },
} as const satisfies Readonly<Record<string, HealthCheck>>

type Checks = typeof HEALTH_CHECKS
export type HealthCheckName = keyof Checks
/** `disk.full`, and so on. */
export type HealthFindingName = {
  [Name in HealthCheckName]: `${Name}.${keyof Checks[Name]['findings'] & string}`
}[HealthCheckName]
/** `disk.freeBytes`, and so on. */
export type HealthValueName = {
  [Name in HealthCheckName]: `${Name}.${keyof Checks[Name]['values'] & string}`
}[HealthCheckName]

const checkNames = Object.keys(HEALTH_CHECKS) as [HealthCheckName, ...HealthCheckName[]] // the keys of the table
export const HEALTH_CHECK_NAMES: readonly HealthCheckName[] = checkNames
const namesOf = <Name extends string>(part: 'findings' | 'values') =>
  checkNames.flatMap((check) => Object.keys(HEALTH_CHECKS[check][part]).map((name) => `${check}.${name}`)) as [
    Name,
    ...Name[],
  ] // the keys of the table
export const HEALTH_FINDINGS: readonly HealthFindingName[] = namesOf<HealthFindingName>('findings')
export const HEALTH_VALUES: readonly HealthValueName[] = namesOf<HealthValueName>('values')

export const healthCheck = (name: HealthCheckName): HealthCheck => HEALTH_CHECKS[name]

export function healthUnit(name: HealthValueName): HealthUnit {
  const [check, value] = name.split('.') as [HealthCheckName, string] // the form of the name
  return healthCheck(check).values[value] ?? 'count'
}

/** The number of a level in the metrics. */
export const HEALTH_NUMBERS: Readonly<Record<HealthLevel, number>> = { green: 0, yellow: 1, red: 2, unknown: -1 }
export const HEALTH_METRIC = 'sealwright_health'

/** The metric of a value: `disk.freeBytes` is `sealwright_disk_free_bytes`. */
export function healthMetric(name: HealthValueName): string {
  return `sealwright_${name.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

/** The id of a heading of the guide. The section of a check is titled like the check. */
export const guideAnchor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
/** The page of the guide that has a section for each check. */
export const HEALTH_GUIDE = 'health'

/** A value is null if there is nothing to measure, such as the lag of standbys without standbys. */
export type HealthReadings = Readonly<Record<string, number | null>>

export interface HealthJudgment {
  level: 'green' | 'yellow' | 'red'
  findings: { name: HealthFindingName; level: 'yellow' | 'red'; value: number }[]
}

/** The light of a check, by its table alone. Red findings come first. */
export function judgeHealth(name: HealthCheckName, readings: HealthReadings): HealthJudgment {
  const judged = new Set<string>()
  const findings: HealthJudgment['findings'] = []
  for (const [finding, { level, of, from, below }] of Object.entries(healthCheck(name).findings)) {
    const value = readings[of] ?? null
    if (value === null || judged.has(of)) continue
    if ((from === undefined || value < from) && (below === undefined || value >= below)) continue
    judged.add(of)
    findings.push({ name: `${name}.${finding}` as HealthFindingName, level, value }) // a key of the table
  }
  const isRed = ({ level }: { level: string }) => level === 'red'
  return {
    level: findings.some(isRed) ? 'red' : findings.length > 0 ? 'yellow' : 'green',
    findings: [...findings.filter(isRed), ...findings.filter((finding) => !isRed(finding))],
  }
}

/** What can be verified at any time. */
export const HEALTH_PROOFS = ['log', 'ledger'] as const
export type HealthProof = (typeof HEALTH_PROOFS)[number]

export const PROCESS_STATES = ['running', 'stopped', 'gone'] as const
export type ProcessState = (typeof PROCESS_STATES)[number]

const checkState = z.object({
  name: z.enum(checkNames),
  level: z.enum(HEALTH_LEVELS),
  /** Whether it could not be measured, because the database does not answer. */
  needsDatabase: z.boolean(),
  findings: z.array(
    z.object({
      name: z.enum(namesOf<HealthFindingName>('findings')),
      level: z.enum(['yellow', 'red']),
      value: z.number(),
    }),
  ),
  values: z.array(z.object({ name: z.enum(namesOf<HealthValueName>('values')), value: z.nullable(z.number()) })),
  /** Names of jobs, problems of the log, and so on, as they are: in English, or without a language. */
  details: z.array(z.string()),
  /** When it was verified, backed up or restored last. */
  lastTime: z.nullable(toldTime),
  /** Whether a verification waits or runs. */
  isVerifying: z.boolean(),
})
export type HealthCheckState = z.input<typeof checkState>

export const healthDesk = defineCalls('health', {
  get: defineCall({
    method: 'POST',
    path: '/platform/health/get.do',
    access: operator('health.view'),
    effect: 'own',
    duringOutage: true,
    payload: z.object({}),
    answer: z.object({
      time: toldTime,
      level: z.enum(HEALTH_LEVELS),
      /** The worst ones first. */
      checks: z.array(checkState),
      processes: z.array(
        z.object({
          id: z.string(),
          version: z.string(),
          state: z.enum(PROCESS_STATES),
          /** The process that answers this call. */
          isThis: z.boolean(),
          startTime: toldTime,
          lastTime: toldTime,
        }),
      ),
    }),
    errors: [],
    summary:
      'Returns the state of every check. Also answers while the database is down, to operators whose session this ' +
      'process has seen within the last minutes.',
  }),
  verify: defineCall({
    method: 'POST',
    path: '/platform/health/verify.do',
    access: operator('health.view'),
    effect: 'write',
    payload: z.object({ what: z.enum(HEALTH_PROOFS) }),
    answer: z.object({}),
    errors: ['health.verifying'],
    summary: 'Starts a verification of the operation log or of the ledger in the background.',
  }),
})
