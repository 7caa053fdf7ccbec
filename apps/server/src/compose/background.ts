// The background work of a center: its jobs and workers, and the order in which it starts and stops.
import type { FastifyInstance } from 'fastify'
import type { Captcha } from '../domains/captcha/index.ts'
import { feedbackPurgeJob } from '../domains/feedback/index.ts'
import { identityPurgeJob } from '../domains/identity/index.ts'
import type { createStatistics } from '../domains/statistics/index.ts'
import { startSealer } from '../kernel/audit/sealer.ts'
import type { Sealer } from '../kernel/audit/sealer.ts'
import { foldCountersJob, purgeJob } from '../kernel/db/counters.ts'
import { checkpointFile } from './files.ts'
import type { Ground } from './ground.ts'
import type { Licensing } from './licensing.ts'
import type { People } from './people.ts'
import type { Watch } from './watch.ts'
import type { Work } from './work.ts'

interface Working {
  app: FastifyInstance
  captcha: Captcha
  statistics: ReturnType<typeof createStatistics>
  licensing: Licensing
  people: People
  watch: Watch
  work: Work
}

export function composeBackground(
  ground: Ground,
  { app, captcha, statistics, licensing, people, watch, work }: Working,
) {
  const { config, database, clock, log, jobs, mailer, settings, logKey } = ground
  const { billing, codePage, dongle, lending, license, runtime } = licensing
  const { accessKey } = people
  const { health, metrics } = watch
  const { approval, message, reminder, task, webhook } = work
  let sealer: Sealer | undefined
  return {
    async startBackground() {
      settings.start()
      await jobs.start([
        mailer.job,
        foldCountersJob(database),
        purgeJob(database, () => clock.now()),
        captcha.purgeJob,
        identityPurgeJob({ database, clock }),
        feedbackPurgeJob({ database, clock }),
        ...task.jobs,
        ...message.jobs,
        ...billing.jobs,
        ...license.jobs,
        ...approval.jobs,
        ...reminder.jobs,
        ...runtime.jobs,
        ...dongle.jobs,
        ...lending.jobs,
        ...webhook.jobs,
        ...statistics.jobs,
        ...accessKey.jobs,
        ...health.jobs,
      ])
      await runtime.start()
      await task.resume()
      webhook.worker.start()
      captcha.warm()
      sealer = startSealer({
        owner: database.owner,
        clock,
        log,
        checkpointFile: checkpointFile(config.dataDir),
        signingKey: logKey.privateKey,
      })
      await health.start()
    },
    // The order matters: first no new calls, then no new jobs, then the last seals of the log, then the metrics.
    async close() {
      await app.close()
      settings.stop()
      await accessKey.flush()
      await codePage.stop()
      await runtime.stop()
      await captcha.close()
      task.work.stop()
      await jobs.stop()
      await webhook.worker.stop()
      await sealer?.stop()
      await health.stop()
      await metrics.close()
    },
  }
}
