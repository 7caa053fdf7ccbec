// Statistics: the public interface.
import { statisticsCalls } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { exportFigure } from './export.service.ts'
import { countSeatsJob, foldFiguresJob, purgeFiguresJob } from './statistics.job.ts'
import { devices, figures, get, issuedByCarrier, overview } from './statistics.service.ts'

export interface StatisticsDomain {
  bindings: Binding[]
  jobs: Job[]
  /** Values per day for other domains, which check the privileges. Row scope applies. */
  figures: typeof figures
  issuedByCarrier: typeof issuedByCarrier
}

export function createStatistics(deps: { database: Pick<Database, 'owner'>; clock: Clock }): StatisticsDomain {
  return {
    bindings: [
      answers(statisticsCalls.get, get),
      answers(statisticsCalls.overview, overview),
      answers(statisticsCalls.devices, devices),
      answersFile(statisticsCalls.export, exportFigure),
    ],
    jobs: [foldFiguresJob(deps), countSeatsJob(deps), purgeFiguresJob(deps)],
    figures,
    issuedByCarrier,
  }
}
