// What watches the center: metrics, the health page, and the verification of the operation log.
import { createHealth, createTally } from '../domains/health/index.ts'
import { createOperationLog } from '../domains/operation-log/index.ts'
import { listTasksOf } from '../domains/task/index.ts'
import { sharing, verifyLog as verifyLogOf } from '../kernel/audit/verify.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { VERSION, checkpointFile, embeddedFolders } from './files.ts'
import type { Ground } from './ground.ts'
import type { CenterOptions } from './options.ts'

export function composeWatch(ground: Ground, options: CenterOptions) {
  const { config, database, databaseUrl, clock, log, jobs, languages, logKey } = ground
  const metrics = createMetrics()
  const tally = createTally()
  const verifyLog = sharing((chain) =>
    verifyLogOf(database.owner, checkpointFile(config.dataDir), logKey.publicKey, chain),
  )
  const operationLog = createOperationLog({ languages, tasksOf: listTasksOf, verifyLog })
  const health = createHealth(
    {
      database,
      databaseUrl,
      clock,
      log,
      jobs,
      metrics,
      tally,
      version: VERSION,
      folders: [config.dataDir, ...(config.databaseUrl === undefined ? embeddedFolders(config.dataDir) : [])],
      publicUrl: config.publicUrl,
      paymentCertificates: config.unionPay
        ? [...config.unionPay.rootCerts, ...(config.unionPay.certificate ? [config.unionPay.certificate] : [])]
        : [],
      verifyLog: () => verifyLog(),
    },
    options.health,
  )
  return { health, metrics, operationLog, tally, verifyLog }
}

export type Watch = ReturnType<typeof composeWatch>
