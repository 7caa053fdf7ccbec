// The public interface of reminders: the daily rounds of all developers, with the parts of other domains and the weekly
// digest.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Notify } from '../../kernel/notify.ts'
import { createDigest } from './digest.service.ts'
import { roundJob } from './round.job.ts'
import type { RoundDeps } from './round.job.ts'

export function createReminder(deps: RoundDeps & { notify: Notify; languages: Record<Locale, Sentences> }): {
  jobs: Job[]
} {
  return { jobs: [roundJob({ ...deps, parts: [...deps.parts, createDigest(deps)] })] }
}
